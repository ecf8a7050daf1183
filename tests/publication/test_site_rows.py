"""The rows of lists, written once for equal rows: the same as the template and json write them."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from publication.site.held import Row
from publication.site.render import template
from publication.site.row_texts import RANK, RowTexts

SHOWN = (("kanji", "k"), ("kanji",), ("k",), ())

PLAIN = Row(1, "N10000001", "Mori Ken", "森 健", 1804, 12, "rated", 40, 5, 20, 1, 1, "")
ROWS = (
    PLAIN,
    PLAIN._replace(rank=2, id="N10000002", name="Tani <b>&\"'", kanji="", change=-7, signs="P*"),
    PLAIN._replace(rank=3, id="N10000003", name="=1+1", kanji="＝一", change=0, k=None, active=0),
    PLAIN._replace(rank=None, id="N10000004", name='quoted "twice", with a comma', change=None, member=0),
    PLAIN._replace(rank=None, id="N10000005", name="\u202eright to left", period_games=0),
    PLAIN._replace(rank=10, id="N10000006", name="two\nlines", kanji="三\n行"),
    PLAIN._replace(rank=11, id="N10000007", name=f"the sign {RANK} itself", kanji=RANK),
    PLAIN._replace(rank=12, id="N10000008", name="\u2028 \U0001f600 \\ \x07", how="adopted", games=0),
    PLAIN._replace(rank=None, id="N10000009", name="\r\nsplit", kanji="-4", k=0),
)


def as_page(rows: Sequence[Row], shown: Sequence[str]) -> str:
    return template("list_rows.html").render(rows=rows, shown=shown)


def assert_same(kept: RowTexts, rows: Sequence[Row], shown: tuple[str, ...]) -> None:
    texts = kept.of(rows, shown)
    assert "".join(texts[0]) == as_page(rows, shown)
    assert [as_page([row], shown) for row in rows] == list(texts[0])
    assert texts[1] == json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("shown", SHOWN)
def test_rows_are_as_the_template_and_json_write_them(shown: tuple[str, ...]) -> None:
    assert_same(RowTexts(), ROWS, shown)


def test_rows_that_stay_are_taken_from_the_list_before_with_their_new_rank() -> None:
    kept = RowTexts()
    for shown in SHOWN:
        assert_same(kept, ROWS, shown)
        moved = [row if row.rank is None else row._replace(rank=row.rank + 100) for row in ROWS]
        assert_same(kept, moved, shown)
        assert_same(kept, [row._replace(rank=None) for row in ROWS], shown)
        assert_same(kept, [row._replace(rank=n) for n, row in enumerate(ROWS, 1)], shown)


def test_rows_that_stay_are_not_rendered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = RowTexts()
    rows = [PLAIN._replace(rank=n, id=f"N{n:08d}") for n in range(1, 30)]
    kept.of(rows, ("kanji",))
    seen: list[Row] = []
    real = template("list_rows.html")

    class Counting:
        def render(self, rows: Sequence[Row], shown: Sequence[str]) -> str:
            seen.extend(rows)
            return real.render(rows=rows, shown=shown)

    monkeypatch.setattr("publication.site.row_texts.template", lambda _: Counting())
    changed = [row._replace(rank=31 - row.rank) for row in rows[:-1]] + [rows[-1]._replace(rating=1805)]
    texts = kept.of(changed, ("kanji",))
    assert [row.id for row in seen] == [rows[-1].id]
    assert "".join(texts[0]) == real.render(rows=changed, shown=("kanji",))


def test_an_empty_list_has_an_empty_table() -> None:
    page, as_json = RowTexts().of([], ())
    assert (list(page), as_json) == ([], "[]")
