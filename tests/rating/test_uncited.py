"""What the law decides about a player stands in article functions, which are cited; what makes a list only
calls them. A condition on what a player holds, anywhere else, is a rule without an article."""

import ast
import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

import rating
from rating.records import Held, Member
from rating.steps import Kind, Standing

ROOT = Path(rating.__file__).parent
MAKES_A_LIST = (
    *("adjusted", "engine", "fee_statement", "field", "game_lines", "k_in_period", "reports", "rows"),
    *("queensland/engine", "queensland/events"),
)
FACTS = {field.name for kind in (Held, Member, Standing) for field in fields(kind)} | {"held"}
FACTS -= {"id", "rating", "ratings", "games", "earlier"}  # read everywhere, for their own sake
FACTS -= {"decided"}  # the officer's word, not the player's
KINDS = set(get_args(Kind))

# Conditions that stay, each with what decides in its place.
ALLOWED = {
    ("game_lines", "own.rating is None"): "6(3) entering, asked for who is UR by standing_before",
    ("game_lines", "other.rating is None"): "2022 6(3) rating_of_unrated, asked for who meets a UR player",
    (
        "game_lines",
        "not any((item.held for item in field.standings.all_of(player)))",
    ): "a game of no type is too fast",
    ("rows", "standing.rating is None"): "6(3) initial and decision, asked for who is UR by standing_before",
    ("rows", "row is None"): "2019 2(4) decision_asked, asked for who stays UR",
    ("rows", "standing.source == 'adopted'"): "what a row is called that on_list has let in",
    (
        "rows",
        "line.enters_at != line.opponent_rating or (other.source == 'adopted' and (not rated))",
    ): "R5 counts_as_rated, asked whether what enters is a rating or assumed",
    (
        "queensland/engine",
        "type in member.ratings and member.last_played is None and (player not in mine)",
    ): "QJ intro active; the notice says what it made of it",
    ("queensland/engine", "member.last_played is not None"): "a check of the input, before any rule acts",
    ("queensland/events", "kind == 'adult'"): "QJ 3 adult_rating, asked for whom the role kind calls one",
    ("queensland/events", "kind != 'rated'"): "QJ 1 event_change: only a full rating moves by an event",
}


def conditions(tree):
    """Everything on which something depends: tests, filters, operands, comparisons."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            yield node.test, [*(node.body if isinstance(node.body, list) else [node.body])]
        elif isinstance(node, ast.comprehension):
            yield from ((test, []) for test in node.ifs)
        elif isinstance(node, ast.Compare) or (
            isinstance(node, ast.BoolOp) and not isinstance(node.values[-1], ast.Constant)
        ):
            yield node, []


def asks_article(nodes):
    return any(
        isinstance(call, ast.Call)
        and ast.unparse(call.func).rpartition(".")[0].endswith(("shapes", "queensland"))
        for node in nodes
        for call in ast.walk(node)
    )


def is_rule(test, depending):
    """Whether a condition asks what a player holds, or what kind of player he is, or asks one article where
    another has said nothing."""
    for node in ast.walk(test):
        if isinstance(node, ast.Attribute) and node.attr in FACTS:
            called = any(
                isinstance(c, ast.Call) and node in ast.walk(c) for c in ast.walk(test) if asks_article([c])
            )
            if not called:
                return True
        if isinstance(node, ast.Compare):
            names = {part.id for part in (node.left, *node.comparators) if isinstance(part, ast.Name)}
            words = {c.value for c in ast.walk(node) if isinstance(c, ast.Constant)}
            if names & FACTS or words & KINDS:
                return True
            nothing = any(isinstance(part, ast.Constant) and part.value is None for part in node.comparators)
            if nothing and isinstance(node.ops[0], ast.Is) and asks_article(depending):
                return True
    return False


def rules_in(source):
    """The conditions in a source that are rules, as written; the parts of one are not named again."""
    found = [test for test, depending in conditions(ast.parse(source)) if is_rule(test, depending)]
    inner = {id(part) for test in found for part in ast.walk(test) if part is not test}
    return [ast.unparse(test) for test in found if id(test) not in inner]


@pytest.mark.parametrize("module", MAKES_A_LIST)
def test_no_rule_about_a_player_stands_outside_the_article_functions(module):
    found = set(rules_in((ROOT / f"{module}.py").read_text(encoding="utf-8")))
    assert found == {condition for where, condition in ALLOWED if where == module}


def test_every_module_that_makes_a_list_is_looked_at():
    sources = {path.relative_to(ROOT).with_suffix("").as_posix(): path for path in ROOT.rglob("*.py")}
    asking = {
        name
        for name, path in sources.items()
        if re.search(r"law\.(shapes|queensland)\.", path.read_text(encoding="utf-8"))
    }
    elsewhere = ("articles/", "columns/", "case", "checks")
    assert {name for name in asking if not name.startswith(elsewhere)} == set(MAKES_A_LIST)


ONCE_UNCITED = [
    # JCF 6(2): a row only with a rated game.
    "if standing.held or player in changes:\n    row = 1",
    # JCF 6(1), 6(2): the precedence of what a rating is taken from.
    "if fide is not None:\n    standing = fide",
    "if found is None:\n    found = law.shapes.outside_rating(law, member, switches)",
    # QJ 2: who is pooled.
    "if held is not None and not held.provisional:\n    row = 1",
    "if held is None and (member.acf or not events):\n    row = None",
    'kind = ("provisional" if held.provisional else "rated")',
]


@pytest.mark.parametrize("code", ONCE_UNCITED)
def test_what_once_stood_uncited_would_be_found(code):
    assert rules_in(code)


@pytest.mark.parametrize(
    "code",
    [
        "if law.shapes.on_list(law, standing, len(played), switches):\n    row = 1",
        "if row is not None:\n    rows.append(row)",
        "peak = max(rating, held.peak if held else 0)",
    ],
)
def test_asking_an_article_is_no_rule(code):
    assert not rules_in(code)
