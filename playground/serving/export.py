"""The model on the page as a folder that transformers opens, packed as one zip.

Beside the two files of the model the folder holds the text of every token, and a short script
that asks the model, outside of this project, what comes after the prompt of the page at the
settings of the page.
"""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from playground.decoding.sampling import SamplingParams
from playground.gpt.gpt2_folder import gpt2_files
from playground.gpt.model import GPTModel
from playground.text.encoding import Encoding

_TOKENS_FILE = "tokens.json"
_SNIPPET_FILE = "next_token.py"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip can hold. The hour of the export would make every zip differ."""
_UNIX = 3
_READABLE = 0o644 << 16

_SNIPPET = """\
# The five likeliest next tokens: id, text, {columns}.
# Run it in this folder. It needs torch and transformers.
import json
from pathlib import Path
import torch
from transformers import {imports}

folder = Path({folder!r})
tokens = json.loads((folder / "{tokens_file}").read_text(encoding="utf-8"))
model = GPT2LMHeadModel.from_pretrained(folder)
ids = {ids}
prompt = torch.tensor([ids])
with torch.no_grad():
    logits = model(prompt).logits[:, -1, : len(tokens)].double()  # later ids are padding
{steps}
for token_id in before.topk(5).indices.tolist():
    print(token_id, repr(tokens[token_id]), {printed})
"""
_LINE = ",\n    "
_NEUTRAL = SamplingParams()


def export_archive(
    model: GPTModel,
    encoding: Encoding,
    ids: Sequence[int],
    name: str,
    papers: Mapping[str, bytes] = MappingProxyType({}),
    params: SamplingParams = _NEUTRAL,
) -> bytes:
    """A zip with the folder `name`/: config.json, model.safetensors, tokens.json, next_token.py.

    ids: the prompt on the page, at least one and at most one context. papers: content by name of
    what belongs to the model, such as its card. params: the sampler on the page. Nothing is
    compressed, as weights hardly shrink. The same arguments give the same bytes. Takes memory of
    about three times the weights in float32 while it runs.
    """
    files = {
        **gpt2_files(model, encoding.start, encoding.end_of_text),
        _TOKENS_FILE: json.dumps(_token_texts(encoding), ensure_ascii=False).encode(),
        _SNIPPET_FILE: snippet(ids, params=params).encode(),
        **papers,
    }
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as packed:
        for file, content in files.items():
            packed.writestr(_entry(f"{name}/{file}"), content)
    return archive.getvalue()


def snippet(ids: Sequence[int], folder: str = ".", params: SamplingParams = _NEUTRAL) -> str:
    """A script that prints the five likeliest tokens after `ids`: id, text, and the probability
    that the page shows at these settings; the one after the filters besides, where there are any.

    folder: where config.json, model.safetensors and tokens.json lie. The settings are applied by
    transformers' own processors.
    """
    changes, filters = _changes(params), _filters(params)
    names = ["GPT2LMHeadModel", *(call.partition("(")[0] for call in (*changes, *filters))]
    steps = [*map(_step, changes), "before = logits.softmax(-1)[0]"]
    if filters:
        steps += [*map(_step, filters), "after = logits.softmax(-1)[0]"]
    shown = ("before", "after") if filters else ("before",)
    return _SNIPPET.format(
        columns="probability before and after the filters" if filters else "probability",
        imports=_LINE.join(names).join(("(\n    ", ",\n)")) if len(names) > 1 else names[0],
        folder=folder,
        tokens_file=_TOKENS_FILE,
        ids=list(map(int, ids)),
        steps="\n".join(steps),
        printed=", ".join(f'f"{{{name}[token_id]:.4f}}"' for name in shown),
    )


def _step(call: str) -> str:
    return f"logits = {call}(prompt, logits)"


def _changes(params: SamplingParams) -> list[str]:
    """What transformers does to all logits at these settings, in its order."""
    temperature, penalty = params.temperature or 1.0, params.repetition_penalty
    calls = [f"RepetitionPenaltyLogitsProcessor({penalty!r})"] if penalty != 1 else []
    return calls + ([f"TemperatureLogitsWarper({temperature!r})"] if temperature != 1 else [])


def _filters(params: SamplingParams) -> list[str]:
    """What takes tokens out. Greedy leaves the likeliest one, whatever the filters are."""
    if params.is_greedy:
        return ["TopKLogitsWarper(1)"]
    calls = [f"TopKLogitsWarper({params.top_k})"] if params.top_k else []
    calls += [f"TopPLogitsWarper({params.top_p!r})"] if params.top_p < 1 else []
    return calls + ([f"MinPLogitsWarper({params.min_p!r})"] if params.min_p else [])


def _token_texts(encoding: Encoding) -> list[str]:
    """The text of each id; bytes that are only part of a character become U+FFFD."""
    return [
        encoding.token_bytes(token_id).decode(errors="replace")
        for token_id in range(encoding.vocab_size)
    ]


def _entry(path: str) -> zipfile.ZipInfo:
    """A file in the zip, the same whichever system packs it."""
    entry = zipfile.ZipInfo(path, _LONG_AGO)
    entry.create_system = _UNIX
    entry.external_attr = _READABLE
    return entry
