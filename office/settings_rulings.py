"""Rulings on the desk's API, which no text decides either: each has a setting for its switch.

They stand in docs/interpretations.md behind those of the regulations. No rating hangs on them, so no
run stores them.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SettingRuling:
    """`alternatives` by what `banzuke.toml` says; those that are `followed` stand first."""

    number: str
    name: str
    left_open: str
    alternatives: Mapping[str, str]
    consulted_in: str
    followed: int = 1


RULINGS = (
    SettingRuling(
        "R88",
        "Whom the API tells what is published",
        "Lists are announced (3(6)); no text says whether programs may read them, nor whether they have to "
        "say who they are.",
        {
            'api = "open"': "everybody, without signing in: it tells nothing that the website does not show.",
            'api = "by-token"': "programs that show a token of an account that may report.",
            'api = "off"': "nobody; no reports are taken by it either.",
        },
        "`web/api/asked.py`",
    ),
    SettingRuling(
        "R89",
        "How often a program may ask and report",
        "How much one asks of a desk that others use as well.",
        {
            "api_questions = 1200": "so many questions a minute from one address, twenty a second: who reads "
            "10,000 members one by one has them in nine minutes.",
            "api_reports = 20": "so many reports an hour by one token, as from one address at the form for "
            "organizers.",
            "api_questions, api_reports = N": "any other number; `api_reports = 0` takes none.",
        },
        "`web/app.py`, `web/api/reports.py`",
        followed=2,
    ),
    SettingRuling(
        "R90",
        "How far a report by token is believed",
        "A report is an organizer's, or of somebody he names (4(2)); a token lies in a file of a program.",
        {
            'api_trust = "as-mail"': "never further than a mail: it arrived today and from the token's "
            "account; saved pages are not taken, whoever the account is of.",
            'api_trust = "as-owner"': "an officer's token as if he had sent the report himself at the desk.",
        },
        "`web/api/reports.py`",
    ),
)


def markdown() -> str:
    """The last part of docs/interpretations.md."""
    parts = [
        "",
        "## Of the desk",
        "",
        "No rating hangs on these. Each is switched in `banzuke.toml` ([settings](settings.md)).",
    ]
    for ruling in RULINGS:
        parts += ["", f"## {ruling.number} · {ruling.name}", "", f"Consulted in {ruling.consulted_in}.", ""]
        parts += [f"**Left open.** {ruling.left_open}", ""]
        for number, (word, meaning) in enumerate(ruling.alternatives.items()):
            mark = "**followed:** " if number < ruling.followed else ""
            parts.append(f"- `{word}` – {mark}{meaning}")
    return "\n".join(parts) + "\n"
