"""The explanation of a member's ratings on one list, as plain text."""

from collections.abc import Iterator

from office.runs.report import signed
from office.text_table import padded
from publication.account.document import Values
from publication.account.phrases import (
    SCORES,
    closing,
    day,
    game_note,
    headline,
    kept,
    kept_game,
    left_out,
    made_under,
    performance,
    title,
    window,
)
from publication.account.words import LANGUAGES, Words, say


def explain_text(doc: Values, language: str = "en") -> str:
    """Everything behind the ratings of one member on one list, types one after the other."""
    if doc.get("family") == "queensland":
        from publication.account import queensland_text

        return queensland_text.explain_text(doc, language)
    words = LANGUAGES[language]
    lines = [title(doc, words)]
    if doc["how"] == "opening":
        lines += ["", *_opening(doc["opening"], words)]
        return "\n".join(lines) + "\n"
    lines.append(made_under(doc, words))
    for part in doc["types"]:
        lines += ["", *_type(part, doc, words)]
    if doc["games_of_no_type"]:
        lines += ["", words["no_type"], *(f"  {left_out(g, words)}" for g in doc["games_of_no_type"])]
    return "\n".join(lines) + "\n"


def _opening(opening: Values, words: Words) -> Iterator[str]:
    yield words["taken_over"]
    for rating in opening["ratings"]:
        assumed = words["peak_assumed"] if rating["peak_assumed"] else ""
        yield "  " + say(
            words, "opening_rating", **{**rating, "type": words[rating["type"]], "assumed": assumed}
        )
    for game in opening["kept"]:
        yield "  " + say(words, "ur_game", type=words[game["type"]], game=kept_game(game, words))
    if not opening["ratings"] and not opening["kept"]:
        yield "  " + words["opening_nothing"]


def _type(part: Values, doc: Values, words: Words) -> Iterator[str]:
    yield headline(part, words)
    if part["how"] == "initial":
        yield f"  {window(part, words)}"
        yield from (f"    {kept_game(game, words)}" for game in part["initial"]["games"])
        yield f"  {performance(part, words)}"
    elif part["games"]:
        yield _row(
            words["round"], words["day"], words["opponent"], words["own"], words["their"],
            "D", "PD", words["score"], "K", "C",
        )  # fmt: skip
        for game in part["games"]:
            yield _game(game, words)
            yield f"        {game_note(game, doc, words)}"
    for heading, games in (("towards", part["towards_initial"]), ("not_counted", part["not_counted"])):
        if games:
            yield "  " + say(words, heading, article=part["initial_article"])
            yield from (f"    {left_out(game, words)}" for game in games)
    if part["how"] == "unrated":
        yield f"  {kept(part, words)}"
        yield from (f"    {kept_game(game, words)}" for game in part["kept"])
    yield from (f"  {line}" for line in closing(part, words))


def _game(game: Values, words: Words) -> str:
    colour = {"white": "w", "black": "b"}.get(game["colour"] or "", "–")
    pd = f"{game['pd'] // 100}.{game['pd'] % 100:02d}"
    return _row(
        f"{game['round']} {colour}", day(game, words), game["opponent"]["name"], game["rating"],
        game["opponent_rating"], game["d"], pd, SCORES[game["score"]], game["k"], signed(game["c"]),
    )  # fmt: skip


WIDTHS = (5, 10, -28, 5, 5, 4, 4, 5, 4, 7)
"""Of the columns of games; negative: to the left."""


def _row(*cells: object) -> str:
    return "  " + "  ".join(padded(str(c), w) for c, w in zip(cells, WIDTHS, strict=True)).rstrip()
