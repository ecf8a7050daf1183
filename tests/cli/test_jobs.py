"""What is said of a job at the command line is said before it is stored."""

from __future__ import annotations

import pytest

from office.database.engine import transaction
from office.jobs.tables import JobRow
from tests.workplace import Workplace


@pytest.mark.parametrize(
    ("job", "words"),
    [
        ("site", "/srv/www --nonsense"),
        ("backup", "one two"),
        ("inbox", "--hosts example.org"),
        ("notices", "somebody"),
        ("poll", "E1 --older-than many"),
        ("poll", "--every 30"),
        ("site", "/srv/www --uploaded --upload office@example.org:/srv/site"),
        ("inbox", "''"),
    ],
)
def test_words_that_a_jobs_command_would_refuse_are_refused_at_once(
    work: Workplace, job: str, words: str
) -> None:
    said = work.run("jobs", "change", job, f"--with={words}")
    assert said.code == 2 and "Try '" in said.err
    assert words not in work.done("jobs").out


def test_a_job_that_lacks_what_the_officer_knows_is_not_run(work: Workplace) -> None:
    found = work.run("jobs", "run", "site").problem()
    assert (found["code"], found["do"]) == ("job-unready", "banzuke jobs change site --with FOLDER")
    assert "It has not run yet" in work.run("jobs", "log", "site").err
    work.done("jobs", "change", "site", "--with", "/srv/www")
    work.done("jobs", "on", "site")
    found = work.run("jobs", "change", "site", "--with", "").problem()
    assert (found["code"], found["do"]) == ("job-unready", "banzuke jobs change site --with FOLDER")
    assert "/srv/www" in work.done("jobs").out
    work.done("jobs", "off", "site")
    work.done("jobs", "change", "site", "--with", "")


@pytest.mark.parametrize(
    ("job", "words"),
    [
        ("backup", "{} --keep 30"),
        ("backup", "--keep 30 {}"),
        ("backup", "--keep=30 {}"),
        ("site", "--upload=web@www.example:ratings {}"),
        ("site", "--ages {}"),
    ],
)
def test_a_folder_is_found_from_everywhere_wherever_it_stands_among_the_words(
    work: Workplace, job: str, words: str
) -> None:
    """The worker is in another folder than who typed it: systemd's in none of ours."""
    work.monkeypatch.chdir(work.folder.parent)
    told = work.done("jobs", "change", job, f"--with={words.format('./there')}").out
    assert words.format(work.folder.parent / "there") in told
    assert f"banzuke {job}" in told and "./there" not in work.done("jobs").out


def test_an_address_that_no_site_can_be_sent_to_is_refused_before_it_is_stored(work: Workplace) -> None:
    found = work.run("jobs", "change", "site", "--with", "/srv/www --upload nowhere").problem()
    assert (found["code"], found["found"]) == ("upload-target", "“nowhere”")
    assert "nowhere" not in work.done("jobs").out


@pytest.mark.parametrize(
    ("job", "words", "code"),
    [
        ("preview", "--interpretation R1=half-up", "interpretation"),
        ("preview", "--edition nonsense", "unknown-edition"),
        ("site", "/srv/www --address nonsense", "site-address"),
        ("site", "/srv/www --desk nonsense", "site-address"),
        ("site", "/srv/www --mail nonsense", "site-mail"),
        ("site", "/srv/www --name-ja ' '", "office-unnamed"),
        ("fide", "--address nonsense", "fide-not-fetched"),
        ("inbox", "--security nonsense", "imap-settings"),
        ("backup", "/srv/backups --recipient nonsense", "backup-key-unfit"),
        ("retention", "--mails 10", "retention-too-short"),
        ("retention", "--pages 10", "retention-too-short"),
    ],
)
def test_what_a_jobs_command_says_no_to_when_it_runs_is_said_at_once(
    work: Workplace, job: str, words: str, code: str
) -> None:
    found = work.run("jobs", "change", job, f"--with={words}").problem()
    assert found["code"] == code and words not in work.done("jobs").out


@pytest.mark.parametrize(("job", "reading"), [("notices", "R92=nobody"), ("inbox", "R46")])
def test_a_reading_that_the_text_does_not_have_is_refused_before_it_is_stored(
    work: Workplace, job: str, reading: str
) -> None:
    found = work.run("jobs", "change", job, f"--with=--interpretation {reading}").problem()
    assert found["code"] in ("interpretation", "unknown-interpretation")
    assert reading not in work.done("jobs").out


@pytest.mark.parametrize("doing", ["on", "run"])
def test_a_job_that_lacks_its_folder_is_refused_with_the_command_that_gives_it(
    work: Workplace, doing: str
) -> None:
    for words in ((), ("--lang", "ja")):
        found = work.run(*words, "jobs", doing, "backup")
        assert found.code == 1
        assert f"job-unready: banzuke jobs {doing} backup\n" in found.err
        assert "  banzuke jobs change backup --with FOLDER\n" in found.err
    assert "failed" not in work.done("jobs").out


def test_the_names_of_jobs_are_the_same_in_every_language(work: Workplace) -> None:
    assert "'inbox'、'preview'" in work.run("--lang", "ja", "jobs", "on", "nothing").err


def test_help_is_shown_and_not_stored(work: Workplace) -> None:
    assert work.run("jobs", "change", "site", "--with=--help").code == 2
    assert "--help" not in work.done("jobs").out


@pytest.mark.parametrize(
    ("job", "words"),
    [
        ("site", "/srv/www --upload=office@example.org:/srv/site"),
        ("inbox", "--host mail.example.org"),
        ("inbox", "--since 2026-10-01"),
        ("backup", "'/srv/a folder'"),
        ("notices", ""),
    ],
)
def test_words_that_a_jobs_command_takes_are_stored(work: Workplace, job: str, words: str) -> None:
    work.done("jobs", "change", job, f"--with={words}")
    assert f"banzuke {job}" in (told := work.done("jobs").out) and words in told


def test_a_job_that_is_tried_again_says_after_how_many_attempts(work: Workplace) -> None:
    work.done("jobs", "on", "preview")
    for attempts, said in ((1, "(after 1 attempt)"), (2, "(after 2 attempts)")):
        with transaction(work.engine()) as session:
            session.get_one(JobRow, "preview").attempt = attempts
        assert said in work.run("jobs").out


@pytest.mark.parametrize(
    "words", ["--keep=30 /srv/backups", "--keep 30 /srv/backups", "/srv/backups --keep 30"]
)
def test_an_option_of_the_jobs_own_that_the_officer_gives_takes_its_place(
    work: Workplace, words: str
) -> None:
    said = work.done("jobs", "change", "backup", f"--with={words}").out
    assert said.endswith(f", banzuke backup {words}\n") and f"banzuke backup {words}" in work.done("jobs").out
    work.done("jobs", "change", "backup", "--with=/srv/backups --months 3")
    assert "banzuke backup --keep 14 /srv/backups --months 3" in work.done("jobs").out
