"""Every operation of the API, asked what its description says and what it forbids: each answer is one that
the description names. A few questions each; more by `python -m benchmarks.api_fuzz`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from office.accounts.people import add
from office.accounts.programs import admit
from office.accounts.roles import Role
from office.database.engine import transaction
from tests.web.conftest import REPLAY, Served, served_copy
from web.api.published import description

HERE = Path(__file__).parent
CONFIG = schemathesis.Config.from_path(HERE / "api_fuzz.toml")
SCHEMA = schemathesis.openapi.from_dict(description(), config=CONFIG)


@dataclass(frozen=True)
class Asking:
    """Where the API is, and a token by which it takes reports."""

    address: str
    office: Path
    headers: dict[str, str]


@pytest.fixture(scope="module")
def asking(demonstration: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    folder = tmp_path_factory.mktemp("fuzzed") / "office"
    unbraked = "api_questions = 1000000\napi_reports = 1000000\n"
    with served_copy(demonstration, folder, unbraked, replay=REPLAY) as desk:
        yield Asking(desk.address, desk.work.folder, {"Authorization": f"Bearer {_token(desk)}"})


def _token(desk: Served) -> str:
    with transaction(desk.work.engine()) as session:
        row = add(session, "Program", Role.REPORTER, who="a test", now=desk.work.moment)
        return admit(session, row.id or 0, "fuzz", who="a test", now=desk.work.moment)


@SCHEMA.parametrize()
@settings(max_examples=10, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_answer_is_one_that_the_description_names(case: schemathesis.Case, asking: Asking) -> None:
    case.call_and_validate(base_url=asking.address, headers=asking.headers)


def test_no_question_left_a_report_of_a_fault(asking: Asking) -> None:
    """What nobody foresaw writes one: there is none, and the desk still answers."""
    assert list(asking.office.glob("fault-*.txt")) == []
    assert httpx.get(f"{asking.address}api/v1/lists").status_code == 200
