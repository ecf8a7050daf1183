"""The same month on PostgreSQL: a real server, started from a wheel, gives the same list as SQLite."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event, make_url, text
from sqlalchemy.exc import DatabaseError

from cli.demo.run import ARRIVED, LIST, OPENING, answers
from cli.main import app, main
from cli.session import open_office
from importer.register_replay import register_faults
from office.chain.key import office_public_key
from office.database.engine import look, postgresql, transaction
from office.errors import OfficeError
from office.place import Place
from office.tables import SettingRow
from office.words import speaking
from publication.site.people import met_merged
from tests.importer.forms import PLAYERS, filled
from tests.importer.invented import register_csv
from tests.office.chained import Chained
from tests.on_postgresql import made_database
from tests.workplace import HATA, MORI, ONO, TANI, Workplace

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "cli" / "demo" / "data"


def _month(folder: Path, *init: str) -> bytes:
    def banzuke(*words: str) -> None:
        app(["--office", str(folder), *words], standalone_mode=False)

    banzuke("init", "--officer", "Tester", *init)
    banzuke("members", "import", str(DATA / "register.csv"))
    games = str(DATA / "opening-games.csv")
    banzuke("opening", "import", str(DATA / "opening.csv"), "--games", games, "--list", str(OPENING))
    replay = str(ROOT / "cassettes" / "autumn-2026")
    banzuke("import", str(DATA / "email.txt"), "--reported", str(ARRIVED), "--replay", replay)
    for number, answer, reason in answers(folder):
        banzuke("resolve", f"P{number}", *answer, "--reason", reason)
    banzuke("rate")
    banzuke("publish", "--yes")
    banzuke("export", "list")
    return (folder / "lists" / f"rating-{LIST}.csv").read_bytes()


def test_a_month_on_postgresql_gives_the_list_that_sqlite_gives(
    server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    embedded = _month(tmp_path / "embedded")
    served = _month(tmp_path / "served", "--database", server)
    assert not (tmp_path / "served" / "banzuke.sqlite").exists()
    assert served == embedded
    assert _site(tmp_path / "served") == _site(tmp_path / "embedded")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("ANALYZE")  # of which comes another way to the same rows
    assert _assessed(tmp_path / "served", capsys) == _assessed(tmp_path / "embedded", capsys)
    _published_rows_cannot_change(tmp_path / "served")


def _assessed(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    app(["--office", str(folder), "assess"], standalone_mode=False)
    return capsys.readouterr().out


def test_a_register_of_which_the_server_has_no_statistics_is_not_gone_through_for_each_member(
    server: str, tmp_path: Path
) -> None:
    """As after the register was imported: its facts would be read once for each member."""
    register = tmp_path / "register.csv"
    people = ({"ID": f"N{90_000_000 + n}", "Name": f"Mori Sora{n}", "Sex": "f"} for n in range(2000))
    register.write_bytes(register_csv([{**one, "Club": "Invented", "Federation": "JPN"} for one in people]))
    for words in (("init", "--database", server), ("members", "import", str(register))):
        app(["--office", str(tmp_path / "office"), *words], standalone_mode=False)
    asked: list[tuple[str, Any]] = []
    with open_office(tmp_path / "office").reading() as session:
        connection = session.connection()
        event.listen(connection, "before_cursor_execute", lambda *told: asked.append(told[2:4]))
        assert not list(register_faults(session))
        ((statement, facts),) = [one for one in asked if "register_fact" in one[0] and "GROUP BY" in one[0]]
        plan = connection.exec_driver_sql(f"EXPLAIN {statement}", facts).scalars().all()
    assert "Nested Loop" not in "\n".join(plan)


def _site(folder: Path) -> dict[str, bytes]:
    """Every file of the website without what is of this office or this second: feeds, the key with what it
    signed and the sums over both, when a page was saved; written twice."""
    site = folder / "site"
    for _ in range(2):
        app(["--office", str(folder), "site", str(site)], standalone_mode=False)
    own = {"feeds", "statements", "key.pub", "SHA256SUMS"}
    files = [p for p in site.rglob("*") if p.is_file() and not {p.parent.name, p.name} & own]
    assert site / "en/members/index.html" in files
    key = office_public_key(Place(folder))
    assert key is not None
    moment = re.compile(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d")
    return {
        str(p.relative_to(site)): moment.sub(
            b"MOMENT", p.read_bytes().replace(key.text.encode(), b"KEY").replace(key.id.encode(), b"ID")
        )
        for p in files
    }


def _published_rows_cannot_change(folder: Path) -> None:
    engine = open_office(folder).engine
    for statement in (
        "UPDATE list_version SET state = 'draft'",
        "DELETE FROM list_version",
        "UPDATE list_rating SET rating = rating + 1",
        "DELETE FROM game_line",
        "UPDATE publication SET report = ''",
        "INSERT INTO version_event (version_id, event_key, reading_id) SELECT version_id, 'x', reading_id"
        " FROM version_event LIMIT 1",
        "UPDATE reading SET record = '{}'",
    ):
        with pytest.raises(DatabaseError, match="does not change"), engine.begin() as connection:
            connection.execute(text(statement))
    engine.dispose()


def test_the_language_of_the_office_is_spoken_where_neither_line_nor_environment_names_one(
    server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["banzuke", *words])
        with speaking("en"), pytest.raises(SystemExit) as stopped:
            main()
        assert stopped.value.code == 0
        return capsys.readouterr().out

    monkeypatch.delenv("BANZUKE_LANG", raising=False)
    office = ("--office", str(tmp_path / "served"))
    said(*office, "init", "--database", server)
    english = said(*office, "status")
    assert english.startswith("0 members, no list yet.")
    assert said(*office, "language", "ja") == "ja\n"
    japanese = said(*office, "status")
    assert japanese.startswith("会員0名")
    assert said(*office, "migrate") == "データベースはすでに最新の形式です。移行はありませんでした\n"
    assert said(*office, "doctor") == "レーティング部に異常はありません\n"
    assert said("--lang", "en", *office, "status") == english
    monkeypatch.setenv("BANZUKE_LANG", "en")
    assert said(*office, "status") == english
    assert said("--lang", "ja", *office, "status") == japanese


def test_a_server_that_does_not_answer_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "banzuke.toml").write_text('database = "postgresql://nobody@127.0.0.1:1/none"\n')
    monkeypatch.setattr(sys, "argv", ["banzuke", "--office", str(tmp_path), "status"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 1
    assert "database-unreachable" in capsys.readouterr().err


def test_a_server_that_takes_no_more_connections_is_told_as_one_that_runs(
    cluster: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute("CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")
    address = make_url(cluster).set(username="crowded").render_as_string(hide_password=False)
    (tmp_path / "banzuke.toml").write_text(f'database = "{address}"\n')
    monkeypatch.setattr(sys, "argv", ["banzuke", "--office", str(tmp_path), "status"])
    with pytest.raises(SystemExit):
        main()
    said = capsys.readouterr().err
    assert 'too many connections for role "crowded"' in said and "max_connections" in said
    assert "start the server" not in said


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_does_not_keep_utf_8_is_refused_by_name(
    cluster: str,
    tmp_path: Path,
    encoding: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = f"old_{encoding.lower()}"
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0")
    address = make_url(cluster).set(database=name).render_as_string(hide_password=False)
    monkeypatch.setattr(
        sys, "argv", ["banzuke", "--office", str(tmp_path / "office"), "init", "--database", address]
    )
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 1
    said = capsys.readouterr().err
    assert "database-encoding" in said and encoding in said


@pytest.mark.parametrize("there", ["an office", "another program"])
def test_an_office_is_made_in_a_database_that_has_none_and_nothing_of_our_names(
    server: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    there: str,
) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("CREATE TABLE beside (name text)")
        if there == "another program":
            connection.execute("CREATE TABLE member (name text)")
        else:
            app(["--office", str(tmp_path / "first"), "init", "--database", server], standalone_mode=False)
        tables = connection.execute("SELECT count(*) FROM pg_tables").fetchall()
        monkeypatch.setattr(sys, "argv", ["banzuke", "--office", str(tmp_path), "init", "--database", server])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert connection.execute("SELECT count(*) FROM pg_tables").fetchall() == tables
    assert stopped.value.code == 1
    said = capsys.readouterr().err
    assert ("office-exists" if there == "an office" else "database-not-empty") in said
    assert "name an empty database" in said


def test_a_pooler_may_give_each_transaction_another_connection(server: str) -> None:
    """Nothing that belongs to a connection outlives a transaction: a statement that was prepared would."""
    engine = postgresql(server)
    with engine.connect() as connection:
        for number in range(20):
            connection.execute(text("SELECT :number"), {"number": number}).all()
        assert connection.execute(text("SELECT count(*) FROM pg_prepared_statements")).scalar() == 0


def test_what_the_driver_meets_after_an_error_is_not_shown(server: str) -> None:
    code = """import sys
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from office.database.engine import postgresql
with postgresql(sys.argv[1]).begin() as connection:
    connection.execute(text("CREATE TEMPORARY TABLE one (id integer PRIMARY KEY)"))
    try:
        connection.execute(text("INSERT INTO one VALUES (:id)"), [{"id": 1}] * 3000)
    except IntegrityError:
        connection.rollback()
"""
    ended = subprocess.run([sys.executable, "-c", code, server], capture_output=True, text=True, cwd=ROOT)
    assert (ended.returncode, ended.stderr) == (0, "")


SAID_TO_ALL = (
    "datestyle = 'German, DMY'",
    "default_transaction_isolation = 'serializable'",
    "client_encoding = 'SQL_ASCII'",
    "quote_all_identifiers = on",
    "standard_conforming_strings = off",
    "timezone = 'America/St_Johns'",
    'search_path = "Rating Office"',
)
"""What the owner of a server can have set for everybody who comes to a database."""


def test_what_a_server_says_to_everybody_changes_nothing_for_the_office(server: str, tmp_path: Path) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute('CREATE SCHEMA "Rating Office"')
        for told in SAID_TO_ALL:
            connection.execute(f"ALTER DATABASE {make_url(server).database} SET {told}".encode())
    for words in (
        ("init", "--officer", "Tester"),
        ("members", "import", str(DATA / "register.csv")),
        ("opening", "import", str(DATA / "opening.csv"), "--list", str(OPENING)),
        ("database", "copy", server),
        ("doctor",),
    ):
        app(["--office", str(tmp_path / "office"), *words], standalone_mode=False)
    engine = open_office(tmp_path / "office").engine
    heard: list[str | None] = []
    with ThreadPoolExecutor() as pool, closing(psycopg.connect(server)) as watching:

        def second() -> None:
            with transaction(engine) as session:
                heard.append(session.get_one(SettingRow, "name").value)

        with transaction(engine) as session:
            waiting = pool.submit(second)
            while not watching.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchall():
                assert not waiting.done()
            session.get_one(SettingRow, "name").value = "told by the first"
        waiting.result()
    assert heard == ["told by the first"]


def test_settings_that_name_no_database_are_refused(tmp_path: Path) -> None:
    (tmp_path / "banzuke.toml").write_text("database = 3\n")
    with pytest.raises(OfficeError, match="postgresql://"):
        open_office(tmp_path)


def test_a_name_longer_than_an_index_holds_keeps_nobody_from_the_desk(work: Workplace, cluster: str) -> None:
    """A player whom no register has is asked about. With two thousand letters in his name nothing could be
    stored any more that looks at the questions; an organizer without an account could send it."""
    office = work.folder.with_name("long")
    address = made_database(cluster, "long_name", None)
    work.done("--office", office, "init", "--officer", "Mori Sora", "--database", address)
    name = "".join(chr(0x4E00 + 7919 * n % 20_000) for n in range(2000))
    form = work.folder.with_name("report.xlsx")
    for other in (name, name[:-1] + "龍"):
        form.write_bytes(filled(players=[*PLAYERS[:3], (4, other, "", "")]))
        assert work.run("--office", office, "import", form).code in (0, 3)
        asked = work.run("--office", office, "problems").out
        assert other[-50:] in asked.replace("\n", "").replace(" ", "")


def test_who_was_met_under_an_entry_that_was_merged_is_found_as_on_a_file(
    offices: dict[str, Chained],
) -> None:
    """A server that is asked for what differs sorts only by what it is asked for."""
    found = {}
    for name, office in offices.items():
        with look(office.engine) as session:
            found[name] = met_merged(session, {MORI: TANI, HATA: ONO})
    assert found["postgresql"] == found["sqlite"]
    assert (MORI, TANI) in found["sqlite"][HATA]
