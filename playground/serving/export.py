"""The model on the page as a folder that transformers opens, packed as one zip.

Beside the two files of the model the folder holds the text of every token, and a short script
that asks the model, outside of this project, what comes after the prompt of the page.
"""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from types import MappingProxyType

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
# The five likeliest next tokens; run it in this folder. It needs torch and transformers.
import json
from pathlib import Path
import torch
from transformers import GPT2LMHeadModel

folder = Path({folder!r})
tokens = json.loads((folder / "{tokens_file}").read_text(encoding="utf-8"))
model = GPT2LMHeadModel.from_pretrained(folder)
ids = {ids}  # the prompt
with torch.no_grad():
    logits = model(torch.tensor([ids])).logits[0, -1, : len(tokens)]  # later ids are padding
best = logits.softmax(-1).topk(5)
for token_id, probability in zip(best.indices.tolist(), best.values.tolist()):
    print(token_id, repr(tokens[token_id]), f"{{probability:.4f}}")
"""


def export_archive(
    model: GPTModel,
    encoding: Encoding,
    ids: Sequence[int],
    name: str,
    papers: Mapping[str, bytes] = MappingProxyType({}),
) -> bytes:
    """A zip with the folder `name`/: config.json, model.safetensors, tokens.json, next_token.py.

    ids: the prompt on the page, at least one and at most one context. papers: content by name of
    what belongs to the model, such as its card. Nothing is compressed, as weights hardly shrink.
    The same arguments give the same bytes. Takes memory of about three times the weights in
    float32 while it runs.
    """
    files = {
        **gpt2_files(model, encoding.start, encoding.end_of_text),
        _TOKENS_FILE: json.dumps(_token_texts(encoding), ensure_ascii=False).encode(),
        _SNIPPET_FILE: snippet(ids).encode(),
        **papers,
    }
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as packed:
        for file, content in files.items():
            packed.writestr(_entry(f"{name}/{file}"), content)
    return archive.getvalue()


def snippet(ids: Sequence[int], folder: str = ".") -> str:
    """A script that prints the five likeliest tokens after `ids`: id, text, probability.

    folder: where config.json, model.safetensors and tokens.json lie. The probabilities are those
    of temperature 1 without any filter.
    """
    return _SNIPPET.format(folder=folder, tokens_file=_TOKENS_FILE, ids=list(map(int, ids)))


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
