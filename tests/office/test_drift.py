"""`banzuke drift`: pages that are built otherwise than those that were read are named by what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scraper.errors import CertificateRefused
from scraper.look import first_drift
from scraper.records import SavedPage
from tests.publication.site import connect, event, import_, uploaded, with_result
from tests.samples import samples, saved
from tests.standin.faults import Fault
from tests.standin.round_robin import all_play_all
from tests.standin.server import Standin, render
from tests.standin.serving import Asked, Says
from tests.standin.teams import team_event
from tests.workplace import Said, Workplace, once

NUMBER = 9900001


@pytest.fixture
def standin(work: Workplace) -> Iterator[Standin]:
    work.moment = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)
    with Standin([event()]) as serving:
        connect(work.monkeypatch, serving)
        once(import_)(work, NUMBER)
        serving.requests.clear()
        yield serving


def rebuilt(old: str, new: str) -> Fault:
    """A page in which the site has changed how it is built."""

    def change(asked: Asked, right: Says) -> Says:
        text = right.body.decode()
        assert right.status == 302 or old in text
        return replace(right, body=text.replace(old, new).encode())

    return change


def drift(work: Workplace, *words: object) -> Said:
    return work.run("drift", *words)


def test_one_page_of_each_kind_is_compared_and_is_built_as_before(standin: Standin, work: Workplace) -> None:
    said = drift(work)
    assert said.code == 0, said.all
    kinds = [line.split(": ")[0] for line in said.out.splitlines()]
    assert sorted(kinds) == ["crosstable", "not-paired", "pairings", "start-list"]
    assert len(standin.requests) == 4


CHANGES = {
    "a heading": ("art=5&", "Starting rank crosstable</h2>", "Cross table</h2>", "heading of the view"),
    "a column": ("art=5&", "&nbsp;TB1&nbsp;", "Score", "columns of the list"),
    "a column more": ("art=2&", ">White</td>", ">Team</td><td>White</td>", "columns of the list"),
    "a class of the rows": ("art=40&", 'class="CRg1"', 'class="row odd"', "rows of the list"),
    "a second list": ("art=5&", "</table></div>", '</table><table class="CRs1"></table></div>', "lists"),
    "no list": ("art=5&", 'class="CRs1"', 'class="grid"', "lists"),
    "a label of the details": ("art=0&", ">Number of rounds<", ">Rounds<", "labels of the details"),
    "a label of the menu": ("art=5&", ">Lists<", ">Views<", "labels of the menu"),
    "the update line": ("art=5&", "Last update ", "Updated on ", "update line"),
    "a heading of the round": ("art=2&", "<h3>Round 1 on", "<h3>Round 1, ", "heading of the round"),
    "the form": ("art=5&", 'id="form1"', 'id="main"', "form"),
    "the language": ("art=5&", 'lang="en"', 'lang="de"', "language"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_the_first_difference_is_named(standin: Standin, work: Workplace, name: str) -> None:
    where, old, new, part = CHANGES[name]
    standin.faults[where] = rebuilt(old, new)
    said = drift(work)
    assert said.code == 3
    problem = said.problem()
    assert problem["code"] == "layout-drift"
    assert problem["place"].endswith(f": {part}")
    assert problem["expected"] != problem["found"]


def test_other_values_are_no_drift(standin: Standin, work: Workplace) -> None:
    standin.events[NUMBER] = uploaded(with_result(event(), 1, 1, "1/2"), 500)
    assert drift(work).code == 0
    standin.events[NUMBER] = event(gated=True)
    assert drift(work, "--event", "E1").code == 0


def test_saved_pages_of_a_folder_are_compared_without_asking_anybody(
    standin: Standin, work: Workplace, tmp_path: Path
) -> None:
    folder = tmp_path / "saved"
    folder.mkdir()
    page = render(event(), "lan=1&art=5&zeilen=99999&flag=30&SNode=S0", "s1")
    (folder / "a-cross.html").write_text(page, encoding="utf-8")
    (folder / "b-cross.html").write_text(page.replace("<th", "<td"), encoding="utf-8")
    (folder / "c-other.html").write_text(page.replace("art=5", "art=97").replace("rank cross", "x"), "utf-8")
    said = drift(work, "--from", folder)
    assert said.code == 3
    assert standin.requests == []
    assert [p["code"] for p in said.problems()] == ["layout-drift", "nothing-kept"]
    assert "a-cross.html" in said.out.splitlines()[0]
    assert said.err.splitlines()[-1] == f"Next: look at these pages in a browser; they are in {folder}"


def test_without_a_kept_page_there_is_nothing_to_compare(work: Workplace) -> None:
    assert drift(work).problem()["code"] == "nothing-kept"
    assert drift(work, "--event", "E9").problem()["code"] == "no-such-event"


def test_a_refusal_by_the_site_ends_it(standin: Standin, work: Workplace) -> None:
    standin.faults["tnr"] = lambda asked, right: Says(403)
    said = drift(work)
    assert said.code == 1
    assert said.problem()["code"] == "refused-by-site"
    assert len(standin.requests) == 1


def test_a_site_that_does_not_answer_may_do_so_in_a_while(standin: Standin, work: Workplace) -> None:
    standin.faults["tnr"] = lambda asked, right: Says(503)
    said = drift(work)
    assert (said.code, said.problem()["code"]) == (75, "server-error")


def test_a_certificate_that_does_not_hold_may_do_so_in_a_while(standin: Standin, work: Workplace) -> None:
    def refused(*_given: object, **_named: object) -> None:
        raise CertificateRefused("https://chess-results.com/", "a certificate", "certificate has expired")

    work.monkeypatch.setattr("scraper.client.Client.get", refused)
    said = drift(work)
    assert (said.code, said.problem()["code"]) == (75, "certificate-refused")


ALIKE: dict[str, tuple[Callable[[], SavedPage], str]] = {
    "a round": (lambda: saved("british2026_champ_r1"), "british2026_champ_r2"),
    "a crosstable": (lambda: saved("british2026_champ_crosstable"), "british2026_champ_crosstable_final"),
    "a round with games": (lambda: saved("british2026_champ_r5"), "british2026_champ_r8"),
}


@pytest.mark.parametrize("name", ALIKE)
def test_real_pages_of_one_kind_are_built_alike(name: str) -> None:
    page, other = ALIKE[name]
    assert first_drift(page(), saved(other)) is None


def test_real_pages_of_different_kinds_or_years_are_not() -> None:
    samples("chess-results")
    swiss = saved("british2026_champ_crosstable_final")
    drifted = first_drift(swiss, saved("ussa2026_roundrobin_crosstable"))
    assert drifted is not None
    russian = first_drift(saved("british2026_champ_r1"), saved("kids2020_r5_russian"))
    assert russian is not None
    assert russian.part in ("language", "form")


RENDERED = {
    "ussa2026_roundrobin_startingrank": (all_play_all(10), "lan=1&flag=NO"),
    "ussa2026_roundrobin_pairings": (all_play_all(10), "lan=1&art=2&rd=1"),
    "ussa2026_roundrobin_crosstable": (all_play_all(10), "lan=1&art=5"),
    "portugal2026_team_pairings_r1": (team_event(), "lan=1&art=2&rd=1&turdet=YES"),
    "portugal2026_team_standings": (team_event(), "lan=1&art=1&turdet=YES"),
}


@pytest.mark.parametrize("sample", RENDERED)
def test_the_stand_ins_round_robins_and_teams_are_built_as_the_real_ones(sample: str) -> None:
    shown, query = RENDERED[sample]
    ours = SavedPage(render(shown, query, "s1").encode(), "ours", "")
    assert first_drift(saved(sample), ours) is None
