"""A module that stays whole however its weights come in or move.

torch moves and loads tensors one by one: `to_empty`, `load_state_dict(assign=True)` and a change of
device each break a tie between two modules, and forget buffers that are not stored. So what follows
from the config and the weights is derived again after each of them.
"""

from collections.abc import Callable
from typing import Any, Self

import torch
from torch import Tensor, nn

from playground.gpt.config import GPTConfig


class WithDerivedState(nn.Module):
    """A model with a `config`, a `head` and a `token_embedding`, which may be tied."""

    config: GPTConfig

    def __init__(self) -> None:
        super().__init__()
        self.register_load_state_dict_pre_hook(_complete_state)  # type: ignore[no-untyped-call]
        self.register_load_state_dict_post_hook(_derive)  # type: ignore[no-untyped-call]

    def derive(self) -> None:
        """Tie what is tied, and make the buffers that are not stored."""
        raise NotImplementedError

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        """What `to`, `to_empty` and the like go through."""
        super()._apply(fn, recurse)  # type: ignore[no-untyped-call]
        self.derive()
        return self


def _complete_state(
    model: WithDerivedState,
    state: dict[str, Tensor],
    prefix: str,
    metadata: dict[str, Any],
    strict: bool,
    missing: list[str],
    unexpected: list[str],
    errors: list[str],
) -> None:
    """Before a state is loaded: a tied matrix may be in it once, or twice with the same numbers."""
    if not model.config.weight_tying:
        return
    head, embedding = (f"{prefix}{name}.weight" for name in ("head", "token_embedding"))
    if head in state and embedding in state:
        if state[head] is not state[embedding] and not torch.equal(state[head], state[embedding]):
            errors.append(f"{head} and {embedding} differ, but this model ties them.")
    elif head in state:
        state[embedding] = state[head]
    elif embedding in state:
        state[head] = state[embedding]


def _derive(model: WithDerivedState, _: object) -> None:
    model.derive()
