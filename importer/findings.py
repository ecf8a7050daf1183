"""What a check finds: a problem value with the subject a ruling can be made on."""

from dataclasses import dataclass

from importer.rulings import Subject, fingerprint, subject_text


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem of one event. `subject` names what it is about as the source does; `blocks` tells
    whether a list waits for it, or of a published event whether it has to be decided (otherwise it is
    shown, and `remedy` says what is done without an answer); `settled_by` is the id of the ruling that
    answers it."""

    event_key: str | None
    code: str
    subject: Subject
    place: str
    expected: str
    found: str
    remedy: str
    blocks: bool = True
    settled_by: int | None = None

    @property
    def key(self) -> str:
        """Event, code and subject: the same question keeps the same number."""
        return f"{self.event_key or ''}|{self.code}|{subject_text(self.subject)}"

    @property
    def facts(self) -> str:
        """The fingerprint that a decision on this very finding carries."""
        return fingerprint(self.code, self.expected, self.found)
