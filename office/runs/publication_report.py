"""The publication report as plain text: the same version, the same text."""

from collections.abc import Iterator, Sequence

from importer.rulings import Rulings
from office.lists.rows import type_name
from office.runs.publication import Moved, OfType, Publication
from office.runs.publication_alarms import Alarm, accepted, games
from office.text_table import table

MOST = 10
"""How many gains and losses are named; who ties with the last is named too."""

EDGES = (-100, -50, -25, -10, -1, 0, 1, 10, 25, 50, 100)
"""Where the bars of the histogram begin, in points: each reaches to before the next one away from 0."""

BAR = 40


def report_text(found: Publication, alarms: Sequence[Alarm], rulings: Rulings) -> str:
    """Counts, histogram, gains and losses for each type; then who fell inactive, and the alarms."""
    against = f"the list of {found.previous}" if found.previous else "no list before it"
    lines = [f"List of {found.list_date}, version {found.version}, against {against}"]
    for of in found.types:
        lines += ["", *_type(of)]
    if found.previous:
        count = f"{len(found.inactive)} since that list, {found.still_inactive} for longer"
        lines += ["", f"Inactive: {count}", *(f"  {number} {name}" for number, name in found.inactive)]
    lines += ["", f"Alarms: {len(alarms)}" if alarms else "Alarms: none"]
    for alarm in alarms:
        word = accepted(rulings, alarm)
        said = f"accepted by {word.who}: {word.reason}" if word else "waits for the officer's word"
        lines.append(f"  {alarm.name}: {alarm.who or 'the draft'}: {alarm.found}; {alarm.expected}; {said}")
    return "\n".join(lines) + "\n"


def _type(of: OfType) -> Iterator[str]:
    yield (
        f"{type_name(of.type)}: {len(of.ratings)} on the list: {len(of.new)} new,"
        f" {len(of.changed)} changed, {len(of.unchanged)} unchanged; {len(of.left)} left"
    )
    for m in of.new:
        yield f"  new: {m.id} {m.name}, {m.rating}"
    for gone in of.left:
        yield f"  left: {gone.id} {gone.name}, {gone.rating}"
    played = [m for m in of.ratings if m.before is not None and (m.points or m.period_games)]
    if played:
        yield "  Changes in points, of who played or was adjusted:"
        yield from (f"    {line}" for line in _histogram([m.points for m in played]))
    for title, sign in (("Biggest gains", 1), ("Biggest losses", -1)):
        chosen = _first([m for m in of.changed if m.points * sign > 0], sign)
        if chosen:
            yield f"  {title}:"
            cells = [
                (f"{m.points:+d}", m.before, m.rating, games(m.period_games), m.id, m.name) for m in chosen
            ]
            yield from (
                f"    {line}" for line in table(cells, ("", "before", "now", "", "ID", "name")).split("\n")
            )


def _histogram(points: Sequence[int]) -> Iterator[str]:
    counts = dict.fromkeys(EDGES, 0)
    for change in points:
        if change < 0:
            edge = min(e for e in EDGES if e < 0 and change <= e)
        else:
            edge = max(e for e in EDGES if 0 <= e <= change)
        counts[edge] += 1
    top = max(counts.values())
    for n, count in enumerate(counts.values()):
        bar = "#" * -(-count * BAR // top)
        yield f"{_range(n):>13}  {count:>5}  {bar}".rstrip()


def _range(n: int) -> str:
    edge = EDGES[n]
    if edge == 0:
        return "0"
    far = EDGES[n - 1] if edge < 0 and n else EDGES[n + 1] if edge > 0 and n + 1 < len(EDGES) else None
    if far is None:
        return f"{edge:+d} and {'less' if edge < 0 else 'more'}"
    return f"{far + 1:+d} to {edge:+d}" if edge < 0 else f"{edge:+d} to {far - 1:+d}"


def _first(moved: Sequence[Moved], sign: int) -> list[Moved]:
    ordered = sorted(moved, key=lambda m: (-m.points * sign, m.id))
    last = ordered[MOST - 1].points if len(ordered) > MOST else None
    return [m for n, m in enumerate(ordered) if n < MOST or m.points == last]
