"""The answer to what-if, in words."""

from office.runs.report import signed
from office.whatif.games import Answer


def what_if_text(answer: Answer) -> str:
    """Each supposed game with its figures, then what the next list would say."""
    outcome, row = answer.outcome, answer.row
    who = f"{answer.names[answer.member.id]} ({answer.member.id})"
    taken = next((x for x in answer.lines if x.rating_from == "adopted" and x.counts), None)
    lines = [
        f"{who}, {answer.type}: supposed games, as for the list of {outcome.list_date},"
        f" on the ratings of {outcome.previous_list}; nothing is stored"
    ]
    for x in answer.lines:
        against = f"{answer.names[x.opponent]} {x.opponent_rating or 'UR'}"
        if x.counts and x.pd is not None and x.c is not None:
            lines.append(
                f"  {_score(x.score)} against {against}: D {x.d}, PD {x.pd // 100}.{x.pd % 100:02d},"
                f" K {x.k}, C {signed(x.c)}"
            )
        else:
            why = "; ".join(f"{r.reason} ({r.article}): {_named(r.detail, answer)}" for r in x.reasons)
            towards = ", counted towards an initial rating" if x.for_initial else ""
            lines.append(f"  {_score(x.score)} against {against}: not rated: {why}{towards}")
    if taken is not None and row is not None:
        whose = f"{row.taken_from} ({row.taken_under})"
        lines.append(f"  His rating of {taken.rating} is taken over from {whose} with these games")
    if row is None:
        lines.append("  Still unrated (UR)")
    elif row.how == "initial" and row.initial is not None:
        pr = row.initial.performance
        lines.append(f"  Initial rating {row.rating}: {pr.games} games, {pr.p} %, dp {pr.dp:+d}, PR {pr.pr}")
    else:
        floor = ", held at the floor" if row.floor_acted else ""
        lines.append(
            f"  {row.previous} {signed(row.change or 0)}, rounded {row.rounded:+d}: {row.rating}{floor}"
        )
    return "\n".join(lines)


def _named(detail: str, answer: Answer) -> str:
    """The engine's words with names for IDs."""
    for number, name in sorted(answer.names.items(), key=lambda at: -len(at[0])):
        detail = detail.replace(number, name)
    return detail


def _score(halves: int | None) -> str:
    return {0: "0", 1: "½", 2: "1"}.get(halves if halves is not None else -1, "–")
