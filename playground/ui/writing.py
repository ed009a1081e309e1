"""A text as it grows, turned into what the page shows. Knows the engine, no component."""

import threading
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from playground.decoding.generation import Step
from playground.figures.formatting import format_share
from playground.locales.counts import Count
from playground.locales.words import Words
from playground.serving.engine.interface import TextRequest
from playground.serving.engine.stream import Steps, StepStream
from playground.serving.limits import GENERATION_SECONDS
from playground.text.labels import token_label
from playground.text.script import set_apart
from playground.text.streaming import TextStream
from playground.ui import fragments
from playground.ui.scene import Scene

SECONDS_BETWEEN_UPDATES, SLOWING = 0.1, 0.05
"""A slow phone takes 0.2 s for an update (measured with a processor slowed six times), and shows a
text, and that it was stopped, later and later while there are ten per second."""
STOPPED_BY_VISITOR = "cancelled"
FAILED = "failed"
CLEARED = "cleared"
"""A visitor has stopped the text and does not want to see it any more."""


@dataclass
class Writing:
    """One run of one visitor: what it has written so far and why it stopped, None while it runs.

    length: most tokens of it, 0 before it is asked for; pieces: text that became visible, with the
    steps it took; ends: how many steps there were when each of them did; stream: where the steps
    come from, None before there is one. `words` may change while it runs.
    """

    scene: Scene
    seed: int
    words: Words
    length: int = 0
    pieces: list[tuple[str, list[Step]]] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    seconds: float = 0.0
    stop_reason: str | None = None
    stream: StepStream | None = None

    def __post_init__(self) -> None:
        self._changing = threading.Lock()
        self._text = TextStream(self.scene.encoding)
        self._unseen: list[Step] = []
        self._spans: tuple[str, list[str]] = (self.words.code, [])

    @property
    def tokens(self) -> int:
        """Written so far."""
        return len(self.steps)

    @property
    def text(self) -> str:
        """What was written, as far as it can be seen."""
        return "".join(text for text, _ in self.pieces)

    @property
    def is_whole(self) -> bool:
        """Whether it came to its own end."""
        return self.stop_reason in ("stop", "length")

    @property
    def first(self) -> Step | None:
        """The step that was drawn from the prompt alone."""
        return self.steps[0] if self.steps else None

    @property
    def ids(self) -> tuple[int, ...]:
        """What was written, end of text included."""
        return tuple(step.id for step in self.steps)

    def request(self, max_new_tokens: int, visitor: str) -> TextRequest:
        """What to ask an engine for: it goes on behind what is written."""
        self.length = max_new_tokens
        return TextRequest(
            choice=self.scene.choice,
            vocab_size=self.scene.vocab_size,
            prompt_ids=self.scene.prompt.ids,
            params=self.scene.params,
            max_new_tokens=max_new_tokens,
            seed=self.seed,
            end_of_text=self.scene.encoding.end_of_text,
            visitor=visitor,
            written_ids=self.ids,
        )

    def is_of(self, scene: Scene) -> bool:
        """Whether it was written from this very scene, in whatever language."""
        return replace(self.scene, words=scene.words) == scene

    def came_from(self, scene: Scene, seed: int | None, length: int) -> bool:
        """Whether it was asked for with these settings; with no seed, any will do."""
        return self.is_of(scene) and seed in (None, self.seed) and self.length in (0, length)

    def add(self, steps: Steps) -> None:
        """Tokens that were written; a character shows when it is whole. None come after the end."""
        with self._changing:
            if self.stop_reason is not None:
                return
            for step in steps:
                self.steps.append(step)
                self._unseen.append(step)
                self._show(self._text.push(step.id))

    def finish(self, reason: str | None) -> None:
        """The end, whatever brings it; a character that is not whole shows as U+FFFD."""
        with self._changing:
            self._show(self._text.finish())
            self.stop_reason = reason

    def begin(self, stream: StepStream) -> StepStream:
        """Take the steps from a stream; nothing comes of it if the run was stopped before."""
        self.stream = stream
        if self.stop_reason is not None:
            stream.cancel()
        return stream

    def stop(self, reason: str) -> None:
        """Let the run end, whoever writes it."""
        self.finish(reason)
        if self.stream is not None:
            self.stream.cancel()

    def text_html(self) -> str:
        """The prompt and the tinted tokens."""
        return fragments.written_text(self.scene.prompt.text, self.spans(), self.text)

    def spans(self) -> list[str]:
        """The tinted tokens, each drawn once and kept. Several threads may ask at once."""
        language, drawn = self._spans
        if language != self.words.code:
            language, drawn = self.words.code, []
        drawn = drawn + [self._span(text, steps) for text, steps in self.pieces[len(drawn) :]]
        self._spans = language, drawn
        return drawn

    def piece_of(self, place: int | None) -> int | None:
        """The piece in which the token at `place` shows, if there is one yet."""
        if place is None:
            return None
        return next((piece for piece, end in enumerate(self.ends) if end > place), None)

    def facts_html(self) -> str:
        """How it was drawn, with which seed, how many tokens and how fast."""
        words, params = self.words.generate, self.scene.params
        how = words.greedy
        if not params.is_greedy:
            how = words.sampled.format(temperature=f"{params.temperature:g}")
        facts = [how, words.seed_used.format(seed=self.seed)]
        facts.append(words.tokens.format(count=Count(self.tokens)))
        if self.seconds > 0:
            rate = Count(round(self.tokens / self.seconds))
            facts.append(words.tokens_per_second.format(rate=rate))
        if not self.scene.choice.trained:
            facts.append(words.untrained)
        return fragments.facts(facts)

    def reason_html(self) -> str:
        """Why it stopped, or that it runs."""
        words = self.words.generate
        sentences = {
            None: words.running,
            "length": words.stopped_by_length,
            "stop": words.stopped_by_end,
            STOPPED_BY_VISITOR: words.stopped_by_you,
            "time": words.stopped_by_time.format(seconds=GENERATION_SECONDS),
            FAILED: words.stopped_by_error,
        }
        kind = "reason running" if self.stop_reason is None else "reason"
        return fragments.sentence(sentences[self.stop_reason], kind)

    def _show(self, text: str) -> None:
        if text:
            self.pieces.append((text, self._unseen))
            self.ends.append(len(self.steps))
            # A token may end one character and begin the next, which is then its work too.
            self._unseen = self._unseen[-1:] if self._text.is_open else []

    def _span(self, text: str, steps: list[Step]) -> str:
        """One visible piece; a character that took several tokens tells them all."""
        tips = [
            self.words.generate.token_hover.format(
                label=set_apart(token_label(self.scene.encoding, step.id)),
                id=step.id,
                before=format_share(step.probability_before),
                after=format_share(step.probability_after),
            )
            for step in steps
        ]
        probability = min(step.probability_before for step in steps)
        return fragments.written_token(text, "\n".join(tips), probability)


async def write(writing: Writing, stream: StepStream) -> AsyncGenerator[None]:
    """Let a Writing grow to its end; yields when there is something to show: at the first token,
    then ten times a second, later less often, and at the end; now and then while it waits. Ends at
    once when it is stopped.

    Raises the error with which the stream ends.
    """
    started = time.monotonic()
    async with aclosing(stream.updates(SECONDS_BETWEEN_UPDATES, SLOWING)) as updates:
        async for steps in updates:
            if steps and writing.stop_reason is None:
                writing.add(steps)
                writing.seconds = time.monotonic() - started
            elif writing.tokens == 0:
                started = time.monotonic()  # it waits behind others
            yield
    if writing.stop_reason is None:
        writing.finish(stream.end)
    yield  # in place of an update that was on its way when it was stopped
