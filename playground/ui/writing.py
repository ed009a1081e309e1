"""A generation as it runs, turned into what the page shows. Knows the loop, no component."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from playground.decoding.generation import Step, generate
from playground.decoding.source import LogitsSource
from playground.figures.formatting import format_share
from playground.locales.words import Words
from playground.serving.limits import GENERATION_SECONDS
from playground.text.labels import token_label
from playground.text.streaming import TextStream
from playground.ui import fragments
from playground.ui.scene import Scene

SECONDS_BETWEEN_UPDATES = 0.1
STOPPED_BY_VISITOR = "visitor"
STOPPED_BY_TIME = "time"
CLEARED = "cleared"
"""A visitor has stopped the text and does not want to see it any more."""


@dataclass
class Writing:
    """One run of one visitor: what it has written so far and why it stopped, None while it runs.

    pieces: text that became visible, with the steps it took. `words` may change while it runs.
    """

    scene: Scene
    seed: int
    words: Words
    pieces: list[tuple[str, list[Step]]] = field(default_factory=list)
    tokens: int = 0
    seconds: float = 0.0
    first: Step | None = None
    stop_reason: str | None = None

    def text_html(self) -> str:
        """The prompt and the tinted tokens."""
        spans = [self._span(text, steps) for text, steps in self.pieces]
        return fragments.written_text(self.scene.prompt.text, spans)

    def facts_html(self) -> str:
        """How it was drawn, with which seed, how many tokens and how fast."""
        words, params = self.words.generate, self.scene.params
        how = words.greedy
        if not params.is_greedy:
            how = words.sampled.format(temperature=f"{params.temperature:g}")
        facts = [how, words.seed_used.format(seed=self.seed)]
        facts.append(words.tokens.format(count=self.tokens))
        if self.seconds > 0:
            rate = f"{self.tokens / self.seconds:,.0f}"
            facts.append(words.tokens_per_second.format(rate=rate))
        return fragments.facts(facts)

    def reason_html(self) -> str:
        """Why it stopped, or that it runs."""
        words = self.words.generate
        sentences = {
            None: words.running,
            "length": words.stopped_by_length,
            "stop": words.stopped_by_end,
            STOPPED_BY_VISITOR: words.stopped_by_you,
            STOPPED_BY_TIME: words.stopped_by_time.format(seconds=GENERATION_SECONDS),
        }
        return fragments.sentence(sentences[self.stop_reason], "reason")

    def _span(self, text: str, steps: list[Step]) -> str:
        """One visible piece; a character that took several tokens tells them all."""
        tips = [
            self.words.generate.token_hover.format(
                label=token_label(self.scene.encoding, step.id),
                id=step.id,
                before=format_share(step.probability_before),
                after=format_share(step.probability_after),
            )
            for step in steps
        ]
        probability = min(step.probability_before for step in steps)
        return fragments.written_token(text, "\n".join(tips), probability)


def write(writing: Writing, source: LogitsSource, max_new_tokens: int) -> Iterator[None]:
    """Let a Writing grow to its end; yields when there is something to show: at the first token,
    then about ten times a second, and at the end. Ends at once when `stop_reason` is set."""
    scene = writing.scene
    stream = TextStream(scene.encoding)
    waiting: list[Step] = []
    started = shown = time.monotonic()
    steps = generate(
        source,
        scene.prompt.ids,
        scene.params,
        max_new_tokens=max_new_tokens,
        seed=writing.seed,
        end_of_text=scene.encoding.end_of_text,
    )
    for step in steps:
        if writing.stop_reason is not None:
            yield  # so that an update which was on its way is not the last one
            return
        now = time.monotonic()
        late = now - started > GENERATION_SECONDS
        reason = step.stop_reason or (STOPPED_BY_TIME if late else None)
        waiting.append(step)
        text = stream.push(step.id) + (stream.finish() if reason else "")
        if text:
            writing.pieces.append((text, waiting))
            waiting = []
        writing.first = writing.first or step
        writing.tokens += 1
        writing.seconds = now - started
        writing.stop_reason = reason
        if reason or writing.tokens == 1 or now - shown >= SECONDS_BETWEEN_UPDATES:
            shown = now
            yield
        if reason:
            return
