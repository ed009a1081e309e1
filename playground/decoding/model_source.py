"""Our GPT as a source of logits. Knows the model and its cache, no sampling.

Inside the context a session computes one position a token. Once the text is longer than the
context the window slides: every id then stands at another position, so cached keys and values are
wrong and each token costs a full forward of the last context_length ids, counted from 0.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from playground.errors import InputError
from playground.gpt.fast.model import FastGPT, prepare
from playground.gpt.fast.one_token import one_token_decoder
from playground.gpt.kv_cache import KVCache
from playground.gpt.model import GPTModel, ModelOutput


class ModelSource:
    """A GPTModel as a LogitsSource; it runs in its fast form, where it has one.

    vocab_size  number of real ids; left out it is the model's own. Smaller for a model whose
                vocabulary is padded to a round number
    use_cache   False computes every step from the start: slow, for comparison

    The model is put into evaluation mode, since dropout would change what it says; its weights are
    shared by all sessions and never changed. Cached logits differ from uncached ones by rounding
    alone: those of the Story GPT, which reach 31, by up to 1.1e-4 with AVX-512, 1.6e-4 with AVX2
    and 2.1e-4 with neither, so probabilities by 1e-5; in float64 by 4e-13. The same seed gives
    nearly always, not always, the same text with and without the cache.
    """

    def __init__(
        self, model: GPTModel | FastGPT, vocab_size: int | None = None, use_cache: bool = True
    ) -> None:
        rows = model.config.vocab_size
        if vocab_size is not None and not 1 <= vocab_size <= rows:
            raise ValueError(f"vocab_size is {vocab_size}; this model gives 1 to {rows} logits")
        self.model = prepare(model.eval()) if isinstance(model, GPTModel) else model
        self.after_one_more = one_token_decoder(self.model)
        self.vocab_size = rows if vocab_size is None else vocab_size
        self.context_length = model.config.context_length
        self.use_cache = use_cache

    def open(self) -> "ModelSession":
        """A session with its own cache, whose memory is taken at the first use."""
        return ModelSession(self)


class ModelSession:
    """The cache of one request."""

    def __init__(self, source: ModelSource) -> None:
        self._source = source
        self._cache: KVCache | None = None
        self._cached_ids: list[int] = []

    def next_logits(self, ids: Sequence[int]) -> Tensor:
        """Logits (V,) after the last context_length of `ids`.

        Any history may follow any other: what does not continue the cached one starts anew.
        Raises InputError for an empty history and for an id that the model does not have.
        """
        context_length = self._source.context_length
        if not self._source.use_cache or len(ids) > context_length:
            self._cache = None
            return self._forward(ids[-context_length:])
        if self._cache is None:
            self._cache, self._cached_ids = self._new_cache(), []
        elif not self._continues(ids):
            self._cache.clear()
            self._cached_ids = []
        new = ids[len(self._cached_ids) :]
        logits = self._forward(new, self._cache)
        self._cached_ids += new
        return logits

    def _new_cache(self) -> KVCache:
        model = self._source.model
        return KVCache.new(model.config, like=model.token_embedding.weight)

    def _continues(self, ids: Sequence[int]) -> bool:
        """Whether `ids` are the cached ones and at least one more."""
        length = len(self._cached_ids)
        return length < len(ids) and list(ids[:length]) == self._cached_ids

    def _forward(self, ids: Sequence[int], cache: KVCache | None = None) -> Tensor:
        model = self._source.model
        require_known(ids, model.config.vocab_size)
        with torch.inference_mode():
            if cache is not None and len(ids) == 1:
                return self._source.after_one_more(ids[0], cache)
            batch = torch.tensor([list(ids)], device=model.token_embedding.weight.device)  # (1, T)
            output: ModelOutput = model(batch, cache=cache, last_only=True)
            return output.logits[0, -1]  # (V,)


def require_known(ids: Sequence[int], vocab_size: int) -> None:
    """Raise InputError when there is no id, or one that a vocabulary does not have."""
    if not ids:
        raise InputError(
            "empty_history",
            "There is no token to continue; give at least one, such as the end-of-text token.",
        )
    for token_id in ids:
        if not 0 <= token_id < vocab_size:
            raise InputError(
                "unknown_id",
                f"Token id {token_id} is not in this model's vocabulary; allowed: 0 to "
                f"{vocab_size - 1}. Use the encoding that belongs to the model.",
                id=token_id,
                vocab_size=vocab_size,
            )
