"""Whether memberships hold on every day of an event is worked out where the office asks before a list
(importer, which does not know the regulations) and by the article when one is made: they say the same."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from importer.checks.report import covered
from rating.articles.membership import first_day_without_membership
from rating.editions import load
from rating.interpretations import OURS

BEGINS = date(2026, 3, 1)
DAYS = st.integers(0, 12).map(lambda n: BEGINS + timedelta(days=n))
SPANS = st.tuples(DAYS, DAYS).map(lambda span: (min(span), max(span)))


@given(st.lists(SPANS, max_size=5), SPANS)
def test_the_question_before_a_list_and_the_article_agree(
    spans: list[tuple[date, date]], event: tuple[date, date]
) -> None:
    law = load("jcf-2024-10")
    held = {first + timedelta(days=n) for first, last in spans for n in range((last - first).days + 1)}
    first, last = event
    whole = all(first + timedelta(days=n) in held for n in range((last - first).days + 1))
    assert covered(spans, first, last) is whole
    assert (first_day_without_membership(law, spans, first, last, False, OURS) is None) is whole
