"""Every command that is killed, with an office in which it has something to do.

Those that write in the database are those of `writers.py`, so that a new one is killed without being named
here; beside them stand those that make or move an office and that write files (below), and what works with
servers or by itself (`by_itself.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from office.database import engine
from scraper.unfinished import PREFIX
from tests.office import forms
from tests.office.writers import WRITERS, Writer, busy, with_pages
from tests.workplace import MORI, Workplace

Words = tuple[object, ...]


def _nothing() -> list[str]:
    return []


@dataclass(frozen=True)
class Ready:
    """A command's words for the office as it is now; what has to be put back outside of it for each kill;
    what is wrong there when it was killed and typed again; what to wait for when it was killed."""

    words: Words
    reset: Callable[[], object] = _nothing
    faults: Callable[[], list[str]] = _nothing
    gone: Callable[[], object] = _nothing


@dataclass(frozen=True)
class Case:
    """A command to be killed: within `office` stands an office in which it has something to do.

    `twice`: why what it leaves is another thing when it is typed twice; without it that is a fault. `unlike`:
    columns by table that are not compared, and files by the beginning of their path, each with why. `found`:
    what `doctor` may find of a killed one beside what any may leave (trial.py), and why. `makes`: whether it
    makes the office, so that there is none before. `later`: minutes until it is typed again. `then`: what is
    typed behind it, as the officer would, where only that works out what is asked."""

    name: str
    office: Callable[[Workplace], AbstractContextManager[Ready]]
    twice: str = ""
    unlike: Mapping[str, str] = field(default_factory=dict)
    found: Mapping[str, str] = field(default_factory=dict)
    makes: bool = False
    then: Words = ()
    family: str = ""
    later: int = 0


def written(writer: Writer) -> Callable[[Workplace], AbstractContextManager[Ready]]:
    """The office of a command that `writers.py` knows, or of one like these."""

    @contextmanager
    def office(work: Workplace) -> Iterator[Ready]:
        writer.office(work)
        for words in writer.before:
            work.done(*(work.folder.parent / "elsewhere" if word == "{to}" else word for word in words))
        yield Ready(writer.made(work))

    return office


def _in(
    office: Callable[[Workplace], object], *words: object, before: tuple[Words, ...] = (), to: str = ""
) -> Callable[[Workplace], AbstractContextManager[Ready]]:
    return written(Writer(words, before, office, (lambda work: work.folder.parent / to) if to else None))


def wherever(work: Workplace) -> object:
    """A busy office for which units can be written, though that of a test may lie in /tmp."""
    work.monkeypatch.setattr("cli.install.OWN", ())
    return busy(work)


ANOTHER = "a decision given again stands in the place of the first, which is told as taken back"
REPORTED = "each import is a report of its own, told with its day"
TWICE = {
    "import": REPORTED,
    "import FILE": REPORTED,
    "inbox import": REPORTED,
    "resolve": ANOTHER,
    "members apart": ANOTHER,
    "members erase": ANOTHER,
    **{name: ANOTHER for name in WRITERS if name.startswith("rule ")},
    "account token": "each is a token of its own, shown once",
    "account reset": "each is a link of its own, shown once; the one before opens nothing any more",
}

SHOWN_ONCE = "a secret, shown once"
KEPT = {".elsewhere.site/members.sqlite": "with no room nothing is kept of players, and the site says so"}
"""What the site keeps for its next build, which is slower without."""
UNLIKE: dict[str, dict[str, str]] = {
    "account add": {"account_link.token_sha256": SHOWN_ONCE},
    "account reset": {"account_link.token_sha256": SHOWN_ONCE},
    "account token": {"account_session.token_sha256": SHOWN_ONCE},
    **dict.fromkeys(("site", "site again"), KEPT),
}

IN_DATABASE = {
    name: Case(
        name,
        written(writer),
        twice=TWICE.get(name, ""),
        unlike=UNLIKE.get(name, {}),
        family="queensland" if name == "members acf" else "",
    )
    for name, writer in WRITERS.items()
}


@contextmanager
def _restore(work: Workplace) -> Iterator[Ready]:
    busy(work)
    folder = work.folder.parent / "backups"
    work.done("backup", folder)
    (file,) = folder.iterdir()
    work.folder.rename(work.folder.with_name("before"))
    yield Ready(("restore", file))


@contextmanager
def _init(work: Workplace) -> Iterator[Ready]:
    work.folder.rename(work.folder.with_name("before"))
    yield Ready(("init", "--name", "Invented Federation", "--officer", "Invented Officer"))


@contextmanager
def _migrate(work: Workplace) -> Iterator[Ready]:
    before_last = forms.revisions()[-2]
    work.database.unlink()
    with work.monkeypatch.context() as patch:  # an engine that is kept knows its database at the newest form
        patch.setattr(engine, "sqlite", lambda path: engine.sqlite_at(lambda: path))
        forms.load(engine.sqlite(work.database), before_last, forms.kept_state(before_last))
        yield Ready(("migrate",))


KEY = "a key is random"
KEYS = {f"office/{name}": KEY for name in ("key.sec", "key.pub", "key-", "statements/")}
MAKING = {
    "init": Case(
        "init", _init, makes=True,
        unlike=dict.fromkeys(KEYS, KEY + "; made when first needed if the making was killed"),
    ),
    "restore": Case("restore", _restore, makes=True),
    "migrate": Case("migrate", _migrate, makes=True),
    "key --new": Case(
        "key --new",
        _in(busy, "key", "--new", "--yes"),
        twice="each is another key; the one before is kept beside it",
        unlike={**KEYS, "office/statements/": "signed with it", "journal.subject": KEY, "journal.now": KEY},
        found={
            "signature-differs": "there is a new key, and not everything is signed with it: the same again",
            "key-lost": "the old one is put aside, the new one is not there yet: the same again",
        },
    ),
}  # fmt: skip
"""What makes an office, or its key."""


@contextmanager
def _damaged(work: Workplace) -> Iterator[Ready]:
    """What a killed command left in each folder, and what a power cut kept from being written."""
    busy(work)
    for folder in (work.folder, work.folder / "seen", work.folder / "statements"):
        (folder / f"{PREFIX}file").write_bytes(b"")
    (work.folder / PREFIX).mkdir()
    (work.folder / PREFIX / "half").write_bytes(b"")
    heads = work.folder / "heads.txt"
    heads.write_bytes(heads.read_bytes().splitlines(keepends=True)[0])
    for file in (work.folder / "statements").glob("0002-*"):
        file.unlink()
    yield Ready(("doctor", "--repair"))


FILES: dict[str, Callable[[Workplace], AbstractContextManager[Ready]]] = {
    "export list": _in(busy, "export", "list"),
    "export games": _in(busy, "export", "games"),
    "export members": _in(busy, "export", "members", "--for", "swiss-manager"),
    "export trf": _in(busy, "export", "trf", "E1", "--city", "Koyo", "--arbiter", "Invented Arbiter"),
    "members export": _in(busy, "members", "export", to="register.csv"),
    "rulings export": _in(busy, "rulings", "export", "{to}"),
    "bundle": _in(busy, "bundle", "{to}"),
    "backup": _in(with_pages, "backup", "{to}"),
    "announce --template": _in(busy, "announce", "--template"),
    "inbox reply --template": _in(busy, "inbox", "reply", "--template"),
    "notices text": _in(busy, "notices", "text", "waiting"),
    "install": _in(wherever, "install", "--to", "{to}"),
    "members everything": _in(busy, "members", "everything", MORI, to="everything.json"),
    "form": _in(busy, "form", to="form.xlsx"),
    "doctor --repair": _damaged,
    "site again": _in(
        busy, "site", "{to}", "--address", "https://federation.example/", before=(("site", "{to}"),)
    ),
}
"""What writes files, and no row."""

IN_FILES = {name: Case(name, office, unlike=UNLIKE.get(name, {})) for name, office in FILES.items()}
