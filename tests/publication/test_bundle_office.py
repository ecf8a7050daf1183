"""Archives that the office itself signed and that are not what it said: its key, which everybody knows, does
not make them so. The statements, which others have as well, bind the office too."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from office.chain.minisign import SecretKey, made, secret_key, signed
from office.chain.statements import statement_of
from office.lists.packing import sha256
from office.words.formats import day as told
from tests.publication.forged import Parts, head_signed
from tests.publication.test_bundle_forged import other_result, verified, whole, with_head  # noqa: F401
from tests.workplace import Said, Workplace


def key_of(work: Workplace) -> SecretKey:
    return secret_key((work.folder / "key.sec").read_bytes())


def by_the_office(work: Workplace, parts: Parts, **other: bytes) -> Said:
    """These parts with the others in them, every sum in the head right and the head signed by the office; as
    who knows the key is told of them."""
    sums = {name: sha256(data) for name, data in other.items()}
    parts = with_head(parts | other, lambda head: head["files"].update(sums))
    said = verified(work, head_signed(parts, key_of(work)), "--key", work.folder / "key.pub")
    assert said.code == 1
    return said


def versions(parts: Parts) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(parts["bundle.json"])["versions"]
    return found


def test_another_list_than_its_statement_names_is_refused(work: Workplace, whole: Parts) -> None:  # noqa: F811
    genuine = versions(whole)[-1]["published_sha256"]
    said = by_the_office(work, other_result(whole))
    problem = said.problem()
    assert problem["code"] == "verify-signature"
    assert problem["expected"] == f"the list of 2026-12-01, version 1, SHA-256 {genuine}"
    assert "as published" not in said.all


def test_another_list_beside_the_sum_of_its_statement_is_refused(
    work: Workplace,
    whole: Parts,  # noqa: F811
) -> None:
    """It comes out of its inputs, and all else is as published."""
    genuine = versions(whole)[-1]["published_sha256"]
    forged = with_head(
        other_result(whole), lambda head: head["versions"][-1].update(published_sha256=genuine)
    )
    said = by_the_office(work, forged)
    problem = said.problem()
    assert problem["code"] == "verify-differs"
    assert problem["expected"] == f"the published list, SHA-256 {genuine}"
    assert f"list of {told('2026-12-01')}, version 1: not as published" in said.err


@pytest.mark.parametrize("at", [0, -1])
def test_a_statement_without_the_offices_own_signature_is_refused(
    work: Workplace,
    whole: Parts,  # noqa: F811
    at: int,
) -> None:
    """By somebody else's key, or by the office's over another statement."""
    path = versions(whole)[at]["statement"]
    of_another = whole[versions(whole)[1]["statement"] + ".minisig"]
    for other in (signed(made(), whole[path], "a list"), of_another):
        said = by_the_office(work, whole, **{path + ".minisig": other})
        assert [(p["code"], p["place"]) for p in said.problems()] == [
            ("verify-signature", f"forged.zip, {path}.minisig")
        ]


@pytest.mark.parametrize("at", [0, 1])
def test_statements_that_do_not_follow_each_other_are_refused(
    work: Workplace,
    whole: Parts,  # noqa: F811
    at: int,
) -> None:
    """One was written and signed anew; the next one names the one that was there."""
    path, behind = (version["statement"] for version in versions(whole)[at : at + 2])
    other = replace(statement_of(whole[path]), head="0" * 64).text()
    said = by_the_office(work, whole, **{path: other, path + ".minisig": signed(key_of(work), other, "it")})
    problem = said.problem()
    assert (problem["code"], problem["place"]) == ("verify-signature", f"forged.zip, {behind}")
    assert problem["expected"] == f"the statement before it, SHA-256 {sha256(other)}"


def test_a_list_that_is_left_out_between_others_is_missed_by_its_number(
    work: Workplace,
    whole: Parts,  # noqa: F811
) -> None:
    gone = versions(whole)[1]
    paths = {gone[part] for part in ("text", "inputs", "pages", "statement")}
    paths.add(gone["statement"] + ".minisig")

    def without(head: dict[str, Any]) -> None:
        head["versions"].remove(gone)
        head["files"] = {path: sum_ for path, sum_ in head["files"].items() if path not in paths}

    left = with_head({path: data for path, data in whole.items() if path not in paths}, without)
    told_of = [(p["code"], p["expected"], p["found"]) for p in by_the_office(work, left).problems()]
    assert ("verify-signature", "publication number 2", "none") in told_of
