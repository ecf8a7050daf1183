"""One published version derived again from the inputs its run froze."""

from collections.abc import Iterator
from datetime import date

from sqlmodel import Session

from office.errors import OfficeError, problem_of
from office.lists.canonical import TABLES, canonical_parts, canonical_text, parts_of
from office.lists.chain import place_of
from office.lists.columns import Columns, StoredRows
from office.lists.law import switches_of
from office.lists.packing import sha256_of, unpacked, unpacked_signature
from office.runs.derived import derived_tables
from office.runs.inputs import Values
from office.runs.rate import reckon, refusing
from office.runs.report import counts_of, games_of, run_report
from office.tables import ListVersionRow
from office.words import speaking
from rating.edition import Edition
from rating.editions import load
from rating.interpretations import Interpretations
from scraper.records import Problem


def derived_text(inputs: Values, number: int, law: Edition, switches: Interpretations) -> str:
    """The canonical text of a list, from its inputs alone."""
    return "".join(_parts(derived_tables(reckon(inputs, law, switches), inputs, law), inputs, number, law))


def _parts(tables: dict[type, Columns], inputs: Values, number: int, law: Edition) -> Iterator[str]:
    return parts_of(date.fromisoformat(inputs["list"]), number, "run", law.id, tables)


def _same(stored: StoredRows, tables: dict[type, Columns]) -> bool:
    """Whether every stored cell is the derived one, row by row. Where it is, the text of both is the same;
    where it is not, the two texts say whether that is more than another order."""
    for table in TABLES:
        held, made = stored.columns(table), tables.get(table, {})
        for name, column in held.items():
            if name != "id" and tuple(column) != tuple(made.get(name, ())):
                return False
    return True


def draft_faults(
    stored_rows: StoredRows, draft: ListVersionRow, inputs: Values, law: Edition, switches: Interpretations
) -> Iterator[Problem]:
    """Everything by which a draft with its rows is not what these inputs, gathered now, give: rows, inputs,
    counts, report and period."""
    place = f"list of {draft.list_date}"
    text_sha256 = sha256_of(canonical_parts(stored_rows.session, draft, stored_rows))
    outcome = reckon(inputs, law, switches)
    games = games_of(outcome)
    told = [("counts", draft.counts, counts_of(outcome, inputs, games))]
    tables = derived_tables(outcome, inputs, law)
    if not _same(stored_rows, tables):
        stored = canonical_text(stored_rows.session, draft, stored_rows)
        if stored != (again := "".join(_parts(tables, inputs, draft.version, law))):
            told.append(("rows", *_first_difference(stored, again)))
    told += [
        ("signature", draft.text_sha256, text_sha256),
        ("inputs", unpacked_signature(draft.inputs), draft.inputs_sha256),
        ("edition", draft.edition, law.id),
        ("first day of the period", str(draft.period_first), str(outcome.period.first)),
        ("last day of the period", str(draft.period_last), str(outcome.period.last)),
    ]
    with speaking("en"):
        report = run_report(outcome, inputs, law, games)
    if draft.report != report:
        told.append(("report", *_first_difference(draft.report, report)))
    for what, held, given in told:
        if held != given:
            yield problem_of("draft-changed", f"{place}, {what}", f"{given}, as the run gives", f"{held}")


def version_faults(session: Session, version: ListVersionRow) -> Iterator[Problem]:
    """Everything by which a published version is not what it says: the text of its rows, its inputs, and
    what these inputs give today."""
    place = place_of(version)
    rows = StoredRows(session, version.id)
    if (found := sha256_of(canonical_parts(session, version, rows))) != version.text_sha256:
        yield _other(place, f"rows with SHA-256 {version.text_sha256}", f"rows with {found}")
    try:
        inputs = unpacked(version.inputs)
    except (OSError, EOFError, ValueError) as error:
        yield _other(place, "the inputs its run froze", f"inputs that cannot be unpacked: {error}")
        return
    if (found := unpacked_signature(version.inputs)) != version.inputs_sha256:
        yield _other(place, f"inputs with SHA-256 {version.inputs_sha256}", found)
    if version.how == "opening":
        return
    previous = session.get(ListVersionRow, version.previous_id or 0)
    named = inputs["previous"]
    if previous is None or previous.text_sha256 != named["text_sha256"]:
        found = "none" if previous is None else previous.text_sha256
        yield _other(place, f"the list of {named['list']} with {named['text_sha256']} before it", found)
    try:
        with refusing():
            law, switches = load(version.edition or ""), switches_of(version)
        outcome = reckon(inputs, law, switches)
        tables, counts = derived_tables(outcome, inputs, law), counts_of(outcome, inputs, games_of(outcome))
        again = None if _same(rows, tables) else "".join(_parts(tables, inputs, version.version, law))
    except (OfficeError, KeyError, TypeError, ValueError) as error:
        yield _other(place, "inputs that give a list", f"{type(error).__name__}: {error}")
        return
    if again is not None and again != (stored := canonical_text(session, version, rows)):
        yield _other(place, *_first_difference(stored, again))
    if version.counts not in (None, counts):  # None: made before counts were kept
        yield _other(place, f"the counts {counts}", str(version.counts))


def _first_difference(stored: str, again: str) -> tuple[str, str]:
    old, new = stored.splitlines(), again.splitlines()
    for a, b in zip(old, new, strict=False):
        if a != b:
            return f"“{a}”", f"“{b}”"
    return f"{len(old)} lines", f"{len(new)} lines"


def _other(place: str, expected: str, found: str) -> Problem:
    remedy = "restore the office from a copy made before; a published list is never repaired by hand"
    return Problem("rebuild-differs", place, expected, found, remedy)
