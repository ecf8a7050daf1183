"""An opened office: what every door works with. Its place, its database, a transaction, who acts.

Nothing of the office is loaded before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlmodel import Session

    from office.place import Place
    from office.words.problems import ProblemLike


@dataclass(frozen=True, slots=True)
class Office:
    """An opened office, for whichever door. `tell`: what a person is told of what went wrong beside the work,
    and keeps nothing from being stored; `told`: what he was told so, each once."""

    place: Place
    engine: Engine
    tell: Callable[[ProblemLike], None]
    told: list[ProblemLike] = field(default_factory=list)

    def __post_init__(self) -> None:
        from office.database.engine import AFTER, WITHIN

        _opened[self.engine] = self.place, self.tell
        if _noting not in WITHIN:
            WITHIN.append(_noting)
            AFTER.append(_stored)

    def reading(self) -> AbstractContextManager[Session]:
        """A session that stores nothing."""
        from office.database.engine import look

        return look(self.engine)

    @contextmanager
    def writing(self, *, dry_run: bool = False) -> Iterator[Session]:
        """A transaction: all of it or nothing; with `dry_run` nothing. Heads of the chain that it made are
        then written beside the database, and signed."""
        import office.tables.settings  # noqa: F401  the journal asks it who the officer is
        from office.chain.statements import told_outside, write_heads
        from office.chain.tables import LINKED
        from office.database.engine import look, transaction

        if dry_run:
            with self.reading() as session:
                yield session
            return
        with self.engine.connect() as connection:
            before = _writes.set(True)
            try:
                with transaction(connection) as session:
                    yield session
                    if session.info:
                        from office.journal.note import write_register

                        write_register(session)
                    published = LINKED in session.info
            finally:
                _writes.reset(before)
            with look(connection) as session:
                self._beside(lambda: write_heads(self.place, session))
                self.sign(session)
                if published:
                    self._beside(lambda: told_outside(self.place, session))

    def sign(self, session: Session) -> None:
        """Signs what is published and not signed yet. A key that is lost keeps nothing from being stored: it
        is told."""
        from office.chain.statements import write_statements

        self._beside(lambda: write_statements(self.place, session))

    def _beside(self, write: Callable[[], object]) -> None:
        """Writes outside the database what is stored in it already: what fails is told, and is written by the
        next command that stores anything."""
        from office.chain.statements import unwritten
        from office.errors import OfficeError

        try:
            write()
        except OfficeError as error:
            problems = error.problems
        except OSError as error:
            folder = Path(error.filename or self.place.folder)
            problems = (unwritten(folder, error.strerror or str(error)),)
        else:
            return
        for problem in problems:
            if problem not in self.told:
                self.told.append(problem)
                self.tell(problem)

    def day(self, moment: datetime) -> date:
        """The calendar day of a moment where the office is."""
        from office.families import day_here

        with self.reading() as session:
            return day_here(session, moment)

    def contact(self) -> str:
        """Where Chess-Results reaches the office, as it was set; empty where nothing is."""
        from office.house import contact

        with self.reading() as session:
            return contact(session)

    def officer(self, named: str | None) -> str:
        """Who acts: as named, else the office's officer; refused where nobody is."""
        from office.errors import refusal
        from office.house import fact
        from office.journal.acting import acting, acts

        with self.reading() as session:
            who = named or fact(session, "officer")
        if not who:
            raise refusal("nobody", "--who", "who decides", "none")
        acts(who, acting().why)
        return who


_writes: ContextVar[bool] = ContextVar("writes", default=False)
"""Whether what is stored is stored by `writing`, which says it outside the database itself."""

_opened: WeakKeyDictionary[Engine, tuple[Place, Callable[[ProblemLike], None]]] = WeakKeyDictionary()


def _noting(session: Session) -> AbstractContextManager[None]:
    from office.chain.noted import noting

    return noting(session)


def _stored(bind: Engine | Connection) -> None:
    """The newest entry of the journal is known beside the database too, whoever stored something; and so are
    heads and statements that an earlier command left. `writing` does the latter itself, for its own too."""
    from office.chain.noted import write_journal
    from office.chain.statements import write_heads
    from office.database.engine import look

    within = bind is not bind.engine and bind.in_transaction()  # type: ignore[union-attr]
    if bind.engine in _opened and not within:
        place, tell = _opened[bind.engine]
        with look(bind) as session:
            office = Office(place, bind.engine, tell)
            office._beside(lambda: write_journal(place, session))
            if not _writes.get():
                office._beside(lambda: write_heads(place, session))
                office.sign(session)
