"""Where the parameters of a GPT are, computed from its config alone.

Builds no model, so the largest preset costs as little as the smallest. Tests hold every number
equal to the parameters of the real module.
"""

from dataclasses import dataclass

from playground.gpt.config import GPTConfig


@dataclass(frozen=True)
class Part:
    """One kind of parameters, summed over all layers.

    key      name of the part, the same in every breakdown
    count    numbers that this part adds to the total
    share    count / total, from 0 to 1
    formula  how the count comes about, such as "50,257 × 768"
    shared   true for a tied head: it adds nothing, its numbers are the token embedding's
    """

    key: str
    count: int
    share: float
    formula: str
    shared: bool = False


@dataclass(frozen=True)
class ParameterBreakdown:
    """All parts in the order in which data flows through the model.

    total               every trainable number; a shared tensor counts once
    without_embeddings  blocks and final norm: leaves out both embeddings and a separate head
                        (the convention behind the "85 M" that some tools show for GPT-2 small)
    """

    parts: tuple[Part, ...]
    total: int
    without_embeddings: int

    def part(self, key: str) -> Part:
        """The part of that name. Raises KeyError when there is none."""
        for part in self.parts:
            if part.key == key:
                return part
        raise KeyError(key)


def breakdown(config: GPTConfig) -> ParameterBreakdown:
    """Count the parameters of `GPTModel(config)` part by part, in constant time."""
    counted = {**_embeddings(config), **_blocks(config), "head": _head(config)}
    total = sum(count for count, _ in counted.values())
    parts = tuple(
        Part(key, count, count / total, formula, key == "head" and config.weight_tying)
        for key, (count, formula) in counted.items()
    )
    outside = ("token_embedding", "position_embedding", "head")
    inside = sum(part.count for part in parts if part.key not in outside)
    return ParameterBreakdown(parts, total, inside)


def _embeddings(config: GPTConfig) -> dict[str, tuple[int, str]]:
    if config.position == "sinusoidal":
        position = 0, "0"
    else:
        position = _matrix(config.context_length, config.d_model)
    return {
        "token_embedding": _matrix(config.vocab_size, config.d_model),
        "position_embedding": position,
    }


def _blocks(config: GPTConfig) -> dict[str, tuple[int, str]]:
    width, hidden = config.d_model, config.mlp_width
    bias = config.use_bias
    return {
        "attention_qkv": _linear(config.num_layers, width, 3 * width, config.has_qkv_bias),
        "attention_projection": _linear(config.num_layers, width, width, bias),
        "mlp_expand": _linear(config.num_layers, width, hidden, bias),
        "mlp_projection": _linear(config.num_layers, hidden, width, bias),
        "norms": _norms(config),
    }


def _head(config: GPTConfig) -> tuple[int, str]:
    if config.weight_tying:
        return 0, "0"
    return _matrix(config.d_model, config.vocab_size)


def _matrix(rows: int, columns: int) -> tuple[int, str]:
    return rows * columns, f"{rows:,} × {columns:,}"


def _linear(layers: int, inputs: int, outputs: int, bias: bool) -> tuple[int, str]:
    """One linear layer in each of `layers` blocks."""
    count, formula = _matrix(inputs, outputs)
    if bias:
        return layers * (count + outputs), f"{layers:,} × ({formula} + {outputs:,})"
    return layers * count, f"{layers:,} × {formula}"


def _norms(config: GPTConfig) -> tuple[int, str]:
    """Two norms a block and one before the head, each a scale and, with bias, a shift."""
    norms = 2 * config.num_layers + 1
    vectors = 2 if config.use_bias else 1
    count = norms * vectors * config.d_model
    shape = f"{vectors} × {config.d_model:,}" if vectors > 1 else f"{config.d_model:,}"
    return count, f"(2 × {config.num_layers:,} + 1) × {shape}"
