"""The shape of a GPT as one frozen, validated value. Knows no torch.

Field names and defaults are those of the GPT-2 lesson: the defaults are GPT-2 small.
"""

import math
import reprlib
from dataclasses import dataclass, fields
from typing import Literal, get_args

from playground.errors import ConfigError, SequenceTooLong

Position = Literal["learned", "sinusoidal"]
Activation = Literal["gelu", "gelu_tanh"]


@dataclass(frozen=True)
class GPTConfig:
    """Shape of one GPT.

    vocab_size       V, number of token ids, at least 2
    context_length   most tokens the model sees at once, at least 1
    d_model          C, width of the residual stream
    num_heads        H, attention heads a layer; must divide d_model
    num_layers       transformer blocks
    mlp_expansion    width of the MLP in units of d_model (GPT-2: 4)
    dropout          share of activations zeroed in training, 0 <= dropout < 1
    use_bias         shifts in linear layers and LayerNorms (the head never has one)
    qkv_bias         shift in the query, key and value projections; only with use_bias
    weight_tying     the output head is the token embedding itself (Press and Wolf 2017)
    position         "learned" table (GPT-2) or fixed "sinusoidal" (Vaswani et al. 2017, 3.5)
    activation       exact "gelu" or its tanh form "gelu_tanh", which GPT-2 uses

    Raises ConfigError with a sentence that names the value and what is allowed.
    """

    vocab_size: int = 50257
    context_length: int = 1024
    d_model: int = 768
    num_heads: int = 12
    num_layers: int = 12
    mlp_expansion: int = 4
    dropout: float = 0.1
    use_bias: bool = True
    weight_tying: bool = True
    qkv_bias: bool = True
    position: Position = "learned"
    activation: Activation = "gelu_tanh"

    def __post_init__(self) -> None:
        for name in _INTEGERS:
            _require_integer(name, getattr(self, name), 2 if name == "vocab_size" else 1)
        for name in ("use_bias", "weight_tying", "qkv_bias"):
            if not isinstance(getattr(self, name), bool):
                _refuse(name, getattr(self, name), "true or false")
        _require_dropout(self.dropout)
        _require_choice("position", self.position, get_args(Position))
        _require_choice("activation", self.activation, get_args(Activation))
        if self.d_model % self.num_heads:
            _refuse_heads(self.d_model, self.num_heads)
        if self.position == "sinusoidal" and self.d_model % 2:
            _refuse("d_model", self.d_model, "an even number with sinusoidal positions")

    @property
    def head_width(self) -> int:
        """D, channels of one attention head."""
        return self.d_model // self.num_heads

    @property
    def mlp_width(self) -> int:
        """Channels inside the MLP."""
        return self.mlp_expansion * self.d_model

    @property
    def has_qkv_bias(self) -> bool:
        """Whether the query, key and value projections have a shift."""
        return self.use_bias and self.qkv_bias

    @property
    def cached_per_token(self) -> int:
        """Numbers in the keys and values of one token, all layers."""
        return 2 * self.num_layers * self.d_model

    def to_dict(self) -> dict[str, int | float | bool | str]:
        """All fields by name, ready for JSON."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


_INTEGERS = (
    "vocab_size",
    "context_length",
    "d_model",
    "num_heads",
    "num_layers",
    "mlp_expansion",
)


_LARGEST_TRIED = 1 << 16


def head_choices(d_model: int, num_heads: int, count: int = 2) -> list[int]:
    """The `count` divisors of d_model nearest to num_heads, in rising order.

    Divisors are looked for up to the root of d_model, as each comes with its counterpart above it,
    and no further than _LARGEST_TRIED, so that a width of any size is answered at once.
    """
    small = [n for n in range(1, min(math.isqrt(d_model), _LARGEST_TRIED) + 1) if d_model % n == 0]
    divisors = {*small, *(d_model // n for n in small)}
    return sorted(sorted(divisors, key=lambda n: (abs(n - num_heads), n))[:count])


def width_choices(d_model: int, num_heads: int) -> list[int]:
    """The multiples of num_heads next to d_model, in rising order."""
    below = d_model // num_heads * num_heads
    return [width for width in (below, below + num_heads) if width > 0]


def require_room(length: int, context_length: int) -> None:
    """Raise SequenceTooLong when `length` tokens do not fit into the context."""
    if length > context_length:
        raise SequenceTooLong(
            "sequence_too_long",
            f"The sequence has {length} tokens, but the context holds {context_length}; "
            f"keep the last {context_length}.",
            length=length,
            context_length=context_length,
        )


def _refuse_heads(d_model: int, num_heads: int) -> None:
    heads, widths = head_choices(d_model, num_heads), width_choices(d_model, num_heads)
    raise ConfigError(
        "heads_do_not_divide",
        f"d_model {_short(d_model)} cannot be split over {_short(num_heads)} heads; "
        f"try {_either(heads)} {'head' if heads == [1] else 'heads'}, "
        f"or d_model {_either(widths)}.",
        d_model=d_model,
        num_heads=num_heads,
        heads=heads,
        widths=widths,
    )


def _either(numbers: list[int]) -> str:
    return " or ".join(map(_short, numbers))


def _short(value: object) -> str:
    """What was given, short enough for a sentence however long it is."""
    return reprlib.repr(value)


def _refuse(name: str, given: object, allowed: str) -> None:
    raise ConfigError(
        "config_value",
        f"{name} is {_short(given)}; allowed: {allowed}.",
        name=name,
        given=given,
        allowed=allowed,
    )


def _require_integer(name: str, value: object, least: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        _refuse(name, value, f"a whole number of at least {least}")


def _require_dropout(value: object) -> None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or not 0 <= value < 1:  # type: ignore[arg-type,operator]
        _refuse("dropout", value, "a number from 0 up to but not including 1")


def _require_choice(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        _refuse(name, value, " or ".join(allowed))
