"""A simulation and an assessment as somebody asks for them, by either door: which rules, which lists, and
what is told of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from sqlmodel import Session

from office.assess.assessment import Assessment, assess
from office.assess.baselines import USUAL_K
from office.errors import OfficeError
from office.runs.rate import chosen_from
from office.simulate.report import report
from office.simulate.run import Rules, SimulatedList, rules_from, simulate
from office.words import _
from publication.assess.report import page
from publication.assess.tables import files
from publication.assess.text import predictions
from publication.exports.fields import wishes_of
from publication.site.settings import load_settings


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulation: its lists, and what is told of them."""

    lists: Sequence[SimulatedList]
    text: str


def simulated(
    session: Session,
    edition: str | None,
    amended: Path | None,
    interpretation: Sequence[str],
    *,
    first: date | None,
    last: date | None,
) -> Simulated:
    """Published lists under other rules; of an amended edition also whether it predicts better than the
    published lists did, on the same games. Refused as `office/simulate/run.py` says."""
    rules = rules_from(edition, amended, chosen_from([*interpretation]))
    changed = [edition or (amended.name if amended else ""), *interpretation]
    lists = simulate(session, rules, first=first, last=last)
    what = ", ".join(filter(None, changed)) or _("the rules each list was made with")
    told = [report(lists, what, rules).rstrip()]
    if amended is not None:
        told += _predicted(session, amended.name, rules, lists)
    return Simulated(lists, "\n".join(told))


def _predicted(session: Session, name: str, rules: Rules, lists: Sequence[SimulatedList]) -> list[str]:
    days = [one.list_date for one in lists]
    heading = _("Does it predict better?")
    try:
        told = assess(session, [(name, rules)], first=min(days), last=max(days), baseline=("even",))
    except OfficeError as error:
        if [problem.code for problem in error.problems] != ["assess-no-games"]:
            raise
        return ["", heading, "  " + _("no game between rated players on these lists: nothing can be said")]
    return ["", heading, *(f"  {line}".rstrip() for line in predictions(told))]


def assessed(
    session: Session,
    editions: Sequence[str],
    amended: Sequence[Path],
    interpretation: Sequence[str],
    *,
    first: date | None,
    last: date | None,
    baseline: Sequence[str] = (),
    k: int = USUAL_K,
) -> Assessment:
    """Published lists beside these editions, these amended files, these readings (all of them together) and
    baselines; nobody who asked to be withheld is named."""
    contenders = [(name, rules_from(name, None, {})) for name in dict.fromkeys(editions)]
    alike = Counter(path.name for path in dict.fromkeys(amended))
    for path in dict.fromkeys(amended):
        contenders.append((path.name if alike[path.name] == 1 else str(path), rules_from(None, path, {})))
    if interpretation:
        chosen = chosen_from([*interpretation])
        contenders.append((", ".join(interpretation), rules_from(None, None, chosen)))
    told = assess(session, contenders, first=first, last=last, baseline=baseline, k=k)
    withheld = wishes_of(session).withheld  # they count in the figures all the same
    return replace(
        told,
        crossings=[one for one in told.crossings if one.id not in withheld],
        shifts=[one for one in told.shifts if one.id not in withheld],
    )


def written(session: Session, told: Assessment) -> list[tuple[str, bytes]]:
    """The files of an assessment, by name: its tables, and the report as a page."""
    return [*files(told), ("report.html", page(told, load_settings(session).name))]
