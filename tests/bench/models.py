"""The shapes that are measured, ours and the same one in transformers."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
import transformers
from torch import Tensor

from playground.decoding.generation import generate
from playground.decoding.model_source import ModelSource
from playground.decoding.sampling import SamplingParams
from playground.gpt.gpt2_folder import gpt2_files
from playground.gpt.model import GPTModel
from playground.gpt.presets import PRESETS
from playground.gpt.shipped import shipped_model

PROMPT = 32
NEW_TOKENS = {"gpt2-small": 128, "story": 128, "tang": 96}
"""Of each preset that is measured, so that all fit into its context."""
GREEDY = SamplingParams(temperature=0)
LOUDER = 2.0


def model_of(name: str) -> GPTModel:
    """A preset as it ships; GPT-2 small is random, and louder than its first weights, so that its
    text is not one word over and over."""
    preset = PRESETS[name]
    if preset.moments:
        return shipped_model(preset, preset.moments[-1]).requires_grad_(False).eval()
    model = GPTModel(preset.config).requires_grad_(False).eval()
    for parameter in model.blocks.parameters():
        parameter.mul_(LOUDER)
    return model


def prompt_of(model: GPTModel) -> list[int]:
    """PROMPT ids, always the same ones."""
    generator = torch.Generator().manual_seed(1)
    ids: list[int] = torch.randint(model.config.vocab_size, (PROMPT,), generator=generator).tolist()
    return ids


def greedy_text(model: GPTModel, count: int) -> Callable[[], list[int]]:
    """A function that writes `count` ids by our own loop."""
    source, prompt = ModelSource(model), prompt_of(model)

    def write() -> list[int]:
        steps = generate(source, prompt, GREEDY, max_new_tokens=count, seed=0)
        return [step.id for step in steps]

    return write


def reference_text(model: GPTModel, count: int) -> Callable[[], list[int]]:
    """The same by transformers' `generate` with its cache."""
    reference, prompt = in_transformers(model), torch.tensor([prompt_of(model)])

    def write() -> list[int]:
        with torch.inference_mode():
            ids: Tensor = reference.generate(
                prompt,
                attention_mask=torch.ones_like(prompt),
                max_new_tokens=count,
                do_sample=False,
                eos_token_id=None,
                pad_token_id=0,
            )
        new: list[int] = ids[0, PROMPT:].tolist()
        return new

    return write


def in_transformers(model: GPTModel) -> Any:
    """The same weights as a GPT2LMHeadModel."""
    transformers.logging.set_verbosity_error()
    with TemporaryDirectory() as folder:
        for name, content in gpt2_files(model).items():
            (Path(folder) / name).write_bytes(content)
        return transformers.GPT2LMHeadModel.from_pretrained(folder).eval().requires_grad_(False)
