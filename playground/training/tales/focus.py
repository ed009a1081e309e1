"""Whom the last two sentences named, so that a pronoun is used only where it can mean but one."""

from dataclasses import dataclass, field

from playground.training.tales.world import Being


@dataclass
class Focus:
    """current, before: who is named in this sentence and in the one before it."""

    current: list[Being] = field(default_factory=list)
    before: list[Being] = field(default_factory=list)
    pronouns_in_a_row: int = 0

    def name(self, *beings: Being) -> None:
        """These are named here."""
        for being in beings:
            if being not in self.current:
                self.current.append(being)

    def end_sentence(self) -> None:
        """A full stop; a sentence that names nobody leaves everything as it was."""
        if self.current:
            self.before, self.current = self.current, []

    def clear(self) -> None:
        """A new paragraph: begin with names."""
        self.before, self.current, self.pronouns_in_a_row = [], [], 0

    def alone(self, being: Being) -> bool:
        """Whether a pronoun can only mean this one."""
        near = self.current + self.before
        return being in near and all(
            other is being or other.pronoun != being.pronoun for other in near
        )
