"""Parts of an explanation that text and HTML say alike, in either language."""

from fractions import Fraction
from typing import Any

from office.runs.report import signed
from publication.account.words import ENGLISH, Words, say

Values = dict[str, Any]

SCORES = {0: "0", 1: "½", 2: "1", None: "–"}


def title(doc: Values, words: Words) -> str:
    """Whose explanation of which list."""
    member = doc["member"]
    kanji = f" {member['kanji']}" if member["kanji"] and words is not ENGLISH else ""
    of = say(words, "list_of", day=doc["list"], version=doc["version"])
    head = f"{member['name']}{kanji} ({member['id']}), {of}"
    state = words[doc["state"]]
    return f"{head}, {state}" if state else head


def made_under(doc: Values, words: Words) -> str:
    """Edition, period, and the list whose ratings were used."""
    previous = doc["previous_list"]
    return say(
        words,
        "made_under",
        edition=doc["edition"],
        first=doc["period"][0],
        last=doc["period"][1],
        list=previous["list"],
        version=previous["version"],
    )


def headline(part: Values, words: Words) -> str:
    """A type and what became of its rating."""
    name = words[part["type"]]
    if part["how"] == "unrated":
        return f"{name}: {words['unrated']}"
    if part["how"] == "initial":
        return f"{name}: {say(words, 'initial_rating', rating=part['rating'])}"
    source = say(
        words, f"from_{part['previous_from']}", article=part["previous_article"], of=part["taken_from"]
    )
    return f"{name}: {part['previous']} → {part['rating']} ({source})"


def day(game: Values, words: Words) -> str:
    """The day of a game; that there is none where the round has no date."""
    first, last = game["days"]
    return first if first == last else words["no_date"]


def game_note(game: Values, doc: Values, words: Words) -> str:
    """Event, article and column of the expected score, K and why."""
    used = "" if game["d"] == game["d_used"] else say(words, "counted_as", d=game["d_used"])
    return say(
        words,
        "game_note",
        event=game["event"]["name"],
        pd_article=game["expected_article"],
        column=game["column"],
        used=used,
        k_article=game["k_article"],
        k_reason=k_reason(game["k_reason"], doc["k_numbers"], words),
    )


def k_reason(reason: str, numbers: Values, words: Words) -> str:
    """Why a K holds, with the numbers of the edition."""
    key = f"k_{reason}"
    if reason == "top" and "k_top_from_peak" not in numbers:
        key = "k_top_rating"
    if reason == "junior" and "k_junior_below_peak" not in numbers:
        key = "k_junior_rating" if "k_junior_below_rating" in numbers else "k_junior_plain"
    return say(words, key, **numbers)


def left_out(game: Values, words: Words) -> str:
    """A game that does not count, with every reason and its article."""
    return say(
        words,
        "left_out",
        round=game["round"],
        day=day(game, words),
        opponent=game["opponent"]["name"],
        result=game["result"],
        event=game["event"]["name"],
        why="; ".join(_reason(r, words) for r in game["reasons"]),
    )


def _reason(reason: Values, words: Words) -> str:
    told = say(words, reason["reason"], detail=reason["detail"])
    if "{detail}" in words[reason["reason"]]:
        return f"{told} ({reason['article']})"
    if words is ENGLISH:
        return f"{told} ({reason['article']}): {reason['detail']}"
    about = " ".join(filter(None, (reason.get("who"), reason["day"])))
    return f"{told}（{reason['article']}）" + (f": {about}" if about else "")


def kept_game(game: Values, words: Words) -> str:
    """A UR player's game against a rated opponent."""
    return say(
        words,
        "kept_game",
        day=game["date"],
        score=SCORES[game["score"]],
        opponent=f"{game['opponent_name']}, " if game["opponent_name"] else "",
        rating=game["opponent_rating"],
        list=_of_list(game, words),
        event=game["source"],
        round=say(words, "kept_round", round=game["round"]) if game["round"] else "",
    )


def _of_list(game: Values, words: Words) -> str:
    """Of which list the opponent's rating is, or that it was assumed because he was unrated too."""
    if game["list"]:
        return say(words, "kept_list", list=game["list"])
    return words["kept_assumed"] if game["event_key"] else ""


def window(part: Values, words: Words) -> str:
    """How many games of which days an initial rating is worked from."""
    told, assumed = part["initial"], part["unrated_opponent"]
    return say(
        words,
        "window" if assumed is None else "window_any",
        count=len(told["games"]),
        first=told["window"][0],
        last=told["window"][1],
        article=part["initial_article"],
        assumed=assumed,
    )


def kept(part: Values, words: Words) -> str:
    """How many games are kept of who is unrated."""
    key = "kept" if part["unrated_opponent"] is None else "kept_any"
    return say(words, key, article=part["initial_article"], count=len(part["kept"]))


def performance(part: Values, words: Words) -> str:
    """RA, percentage, dp and their sum; by FIDE's calculator the points for each half point over half."""
    told, floor = part["initial"], part["floor"]
    ra = Fraction(*told["ra"])
    held = ""
    if told["floor_acted"]:
        held = say(words, "performance_floor", article=floor["article"], rating=part["rating"])
    if decided := told.get("decided"):
        return say(words, "decided", **decided, article=told["article"], floor=held)
    over, each = told["score"] - len(told["games"]), part["half_point"]
    return say(
        words,
        "performance" if each is None or over < 0 else "performance_fide",
        over=over,
        each=each,
        ra=str(ra),
        points=f"{told['score'] // 2}{'½' if told['score'] % 2 else ''}",
        count=len(told["games"]),
        p=told["p"],
        dp=f"{told['dp']:+d}",
        pr=told["pr"],
        article=told["article"],
        floor=held,
    )


def closing(part: Values, words: Words) -> list[str]:
    """The sum, the counts, and whether it was added up again; nothing for who is unrated."""
    if part["how"] == "unrated":
        return []
    if part["how"] == "initial":
        lines = [say(words, "initial_in_all", games=part["games_in_all"], k=part["k_printed"])]
    else:
        lines = [_sum(part, words), _in_all(part, words)]
        if added := part.get("adjustment"):
            told = {**added, "points": f"{added['points']:+d}"}
            lines.insert(1, say(words, "adjustment", **told))
    marks = part.get("marks", {"words": ()})
    lines += [say(words, f"mark_{mark}", article=marks["article"]) for mark in marks["words"]]
    check = part["check"]
    lines.append(words["checked"] if check["holds"] else say(words, "check_failed", found=check["found"]))
    return lines


def _sum(part: Values, words: Words) -> str:
    floor, added = part["floor"], part.get("adjustment")
    if not part["games"] and not floor["acted"] and not added:
        return words["no_game"]
    told = part["sum"]
    return say(
        words,
        "sum_of_one" if len(part["games"]) == 1 else "sum",
        count=len(part["games"]),
        change=signed(told["change"]),
        rounded=f"{told['rounded']:+d}",
        article=told["article"],
        previous=part["previous"],
        rating=part["rating"],
        floor=say(words, "sum_floor", article=floor["article"]) if floor["acted"] else "",
        adjusted=say(words, "sum_adjusted", points=f"{added['points']:+d}") if added else "",
    )


def _in_all(part: Values, words: Words) -> str:
    assumed = words["in_all_assumed"] if part["peak_assumed"] else ""
    return say(
        words, "in_all", games=part["games_in_all"], peak=part["peak"], assumed=assumed, k=part["k_printed"]
    )
