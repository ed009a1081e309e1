"""Whoever wants to know when a model runs, whatever form the pass takes."""

from collections.abc import Callable
from typing import Any

from torch import Tensor

from playground.decoding.model_source import ModelSource

Before = Callable[[int], None]


def before_each_pass(source: ModelSource, tell: Before) -> Callable[[], None]:
    """Call `tell` with the number of tokens before each pass; what is returned ends that."""
    hook = source.model.register_forward_pre_hook(lambda _, inputs: tell(inputs[0].shape[1]))
    one_more = source.after_one_more

    def told(*given: Any) -> Tensor:
        tell(1)
        return one_more(*given)

    source.after_one_more = told  # type: ignore[assignment]

    def end() -> None:
        hook.remove()
        source.after_one_more = one_more

    return end
