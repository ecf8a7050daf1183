"""An assessment in short, for a terminal."""

from office.assess.assessment import Assessment
from office.text_table import table
from office.words import _
from publication.assess import remarks, words


def text(told: Assessment) -> str:
    """The scores, best first, the drift, and what cannot be said."""
    lines = [*predictions(told), *remarks.of_courses(told), *remarks.of_trends(told)]
    return "\n".join(lines).rstrip() + "\n"


def predictions(told: Assessment) -> list[str]:
    """Which games, the scores, best first, and what cannot be said of them."""
    headings = (_("model"), _("log loss"), _("Brier score"), _("accuracy"), _("per 1,000 games"), "")
    rows = [
        (
            words.model(s.name, s.kind),
            words.plain(s.logarithmic, 4),
            words.plain(s.brier, 4),
            words.percent(s.accuracy),
            words.per_thousand(s),
            words.verdict(s),
        )
        for s in told.scores
    ]
    head = _("{lists}: {games}", lists=words.lists(told.dates), games=words.games(told))
    return [head, "", table(rows, headings, right=(1, 2, 3, 4)), "", *remarks.of_predictions(told)]
