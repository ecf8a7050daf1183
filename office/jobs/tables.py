"""The tables of jobs. Nothing that is published stands on them."""

from datetime import datetime

from sqlmodel import Field, SQLModel

import importer.tables  # noqa: F401  the naming convention
from office.journal.note import watch


class JobRow(SQLModel, table=True):
    """A job. `words` (JSON): what its command is given beside its own words; `next_due`: when it is to run
    next, None while it is switched off; `late_since`: the oldest moment it was due at without a run that
    ended well; `attempt`: how often it was tried for the moment at hand. Who carries it out now: `holder`,
    in the folder `place`, in the run `run_id`; `beat` is counted up while he lives."""

    __tablename__ = "job"

    name: str = Field(primary_key=True)
    switched_on: bool = False
    schedule: str
    words: str = "[]"
    changed_by: str
    changed_at: datetime
    due: datetime | None = None
    next_due: datetime | None = None
    late_since: datetime | None = None
    attempt: int = 0
    holder: str | None = None
    place: str | None = None
    run_id: int | None = None
    beat: int = 0


watch(JobRow)


class JobRunRow(SQLModel, table=True):
    """One run. `due`: the moment it was due at; `asked_by`: who asked for it outside the schedule;
    `result`: how it ended, as office/jobs/kinds.py says it, None while it runs; `code`: the command's exit
    code, None where it was killed; `log`: the end of what it said."""

    __tablename__ = "job_run"

    id: int | None = Field(default=None, primary_key=True)
    job: str = Field(index=True)
    due: datetime
    attempt: int
    asked_by: str | None = None
    began_at: datetime
    ended_at: datetime | None = None
    result: str | None = None
    code: int | None = None
    log: str = ""
