"""The rows of lists as they stand on pages. By hand: a site's lists have more than a million of them, and a
template takes five times as long."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from publication.account.blocks import safe
from publication.account.figures import plus
from publication.site.held import Row


def row_texts(rows: Iterable[Row], shown: Sequence[str]) -> list[str]:
    """Rows of a page one by one; `shown`: the columns that not every list has, of those that it has."""
    with_kanji, with_k, made = "kanji" in shown, "k" in shown, []
    for rank, number, name, kanji, rating, change, _how, games, played, k, _active, _member, signs in rows:
        who = safe(number)
        made.append(
            f'<tr><td class="n">{"–" if rank is None else rank}</td><td class="n">{rating}{signs}</td>'
            f'<th scope="row"><a href="../../members/{who}.html"><bdi>{safe(name)}</bdi></a></th>'
            f'{f"""<td class="kj"><bdi>{safe(kanji)}</bdi></td>""" if with_kanji else ""}'
            f'<td class="id">{who}</td>{_change(change)}<td class="n g">{games}</td>'
            f'<td class="n g">{played or ""}</td>'
            f'{f"""<td class="n g">{"" if k is None else k}</td>""" if with_k else ""}</tr>\n'
        )
    return made


@lru_cache(maxsize=4096)
def _change(change: int | None) -> str:
    way = "up" if (change or 0) > 0 else "down" if (change or 0) < 0 else ""
    return f'<td class="n {way}">{"" if change is None else plus(change)}</td>'
