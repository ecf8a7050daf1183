"""docs/next-edition.md, done as it stands there on a copy of the source."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rating.case import load_case, outcome_of
from rating.codes import told
from rating.errors import CaseError

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "next-edition.md"
CASE = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(sh|toml|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ADDED = re.compile(r"# add to (\S+)\n")
STEPS = BLOCK.findall(PAGE.read_text("utf-8"))

RECKONED = """
from datetime import date
from rating.columns import engine as columns
from rating.columns.engine import missing
from rating.editions import edition_for, load
from rating.engine import rate
from rating.records import Event, Game, Held, Member
from rating.rulings import RULINGS

assert [edition_for(date(2027, month, 1)).id for month in (4, 5)] == ["jcf-2024-10", "jcf-2027-04"]
law, before = load("jcf-2027-04"), load("jcf-2024-10")
assert missing(law) == ()
assert RULINGS["R1"].articles["jcf-2027-04"] == "5(2), 7(2)"
day, always = date(2027, 4, 3), ((date(2020, 1, 1), date(2030, 1, 1)),)
people = [
    Member("A", membership=always, ratings={"standard": Held(1500, 500, 1500)}),
    Member("B", membership=always, ratings={"standard": Held(1500, 499, 1500)}),
    Member("C", membership=always, ratings={"standard": Held(1105, 100, 1105)}),
    Member("D", membership=always, ratings={"standard": Held(1105, 100, 1105)}),
]
played = [Game(1, "A", "B", "1-0", day, day), Game(1, "C", "D", "1-0", day, day)]
event = Event("E", day, day, tuple(played), type="standard")
how = {"list_date": date(2027, 5, 1)}
for engine in (rate, columns.rate):
    # Half a point each: 5 of K 10, 10 of K 20. D stands at the floor.
    now = engine(people, [event], **how)
    assert now.edition == "jcf-2027-04"
    assert [row.rating for row in now.lists["standard"]] == [1505, 1490, 1115, 1100]
    assert now.lists["standard"][3].floor_acted
    then = engine(people, [event], edition=before, **how)
    assert [row.rating for row in then.lists["standard"]] == [1510, 1490, 1115, 1095]
print("as worked by hand")
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The source of the calculation, to be changed."""
    shutil.copytree(ROOT / "rating", tmp_path / "rating", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def done(copy: Path, kind: str, text: str) -> None:
    if kind == "sh":
        subprocess.run(["bash", "-euc", text], cwd=copy, check=True)
        return
    where = ADDED.match(text)
    assert where, text
    path = copy / where[1]
    assert path.is_file()
    path.write_text(f"{path.read_text('utf-8').rstrip()}\n\n\n{text[where.end() :]}", "utf-8")


def reckoned(copy: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", RECKONED]
    environment = {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)


def test_the_page_makes_an_edition_that_reckons_as_worked_by_hand(copy: Path) -> None:
    for kind, text in STEPS:
        done(copy, kind, text)
    found = reckoned(copy)
    assert (found.returncode, found.stdout) == (0, "as worked by hand\n"), found.stderr[-2000:]


@pytest.mark.parametrize("left_out", range(1, len(STEPS)))
def test_no_step_can_be_left_out(copy: Path, left_out: int) -> None:
    for kind, text in (*STEPS[:left_out], *STEPS[left_out + 1 :]):
        done(copy, kind, text)
    assert reckoned(copy).returncode != 0


def test_the_japanese_page_does_the_same_line_by_line() -> None:
    blocks = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    japanese = (ROOT / "docs" / "ja" / "next-edition.md").read_text("utf-8")
    assert blocks.findall(japanese) == blocks.findall(PAGE.read_text("utf-8"))
    assert len(blocks.findall(japanese)) > len(STEPS)


def test_a_file_that_is_no_case_is_sent_to_the_case_on_the_page_which_can_be_worked_out() -> None:
    with pytest.raises(CaseError) as refused:
        load_case("[]")
    (problem,) = told(refused.value.problems)
    assert "docs/next-edition.md" in problem.remedy
    (case,) = CASE.findall(PAGE.read_text("utf-8"))
    rows = outcome_of(load_case(case))["lists"]["standard"]
    assert [(row["id"], row["change"]) for row in rows] == [("A", "-11.40"), ("B", "+11.40")]
