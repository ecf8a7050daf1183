"""Importing FIDE's list of 1.9 million players, against reading its lines and putting each into SQLite.

`python -m benchmarks.fide_list [PLAYERS]` makes the file (text and XML) in a folder of its own and prints
time and memory of each way, each in a process of its own.
"""

import random
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path

from benchmarks.timing import apart

PLAYERS = 1_900_000
HEAD = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit"
    "           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
FEDERATIONS = ("JPN", "RUS", "GER", "ESP", "FRA", "IND", "POL", "USA", "ITA", "HUN")
WEIGHTS = (2, 100, 100, 100, 100, 150, 80, 80, 60, 50)


def lines(players: int, seed: int = 1) -> Iterator[str]:
    """The lines of the combined list, without ends."""
    dice = random.Random(seed)
    yield HEAD
    for number in range(players):
        federation = dice.choices(FEDERATIONS, WEIGHTS)[0]
        name = f"Invented{number % 9973}, Player {number % 613}"
        ratings = [dice.choice((0, dice.randrange(1400, 2500))) for _ in range(3)]
        year = dice.choice((0, dice.randrange(1940, 2018)))
        person = f"{1000000 + number:<15}{name:<61}{federation} {dice.choice('MF')}   {'':<29}"
        yield person + "".join(f"{rating:<6}{0:<4}{20:<3}" for rating in ratings) + f"{year:04d}  "


def write_files(folder: Path, players: int) -> tuple[Path, Path]:
    """The same players as text and as XML."""
    text, xml = folder / "players_list_foa.txt", folder / "players_list_xml_foa.xml"
    with text.open("w", newline="\r\n") as a, xml.open("w") as b:
        b.write('<?xml version="1.0" encoding="UTF-8"?>\n<playerslist>\n')
        for at, line in enumerate(lines(players)):
            a.write(line + "\n")
            if at:
                b.write(_element(line))
        b.write("</playerslist>\n")
    return text, xml


def _element(line: str) -> str:
    cells = {
        "fideid": line[:15].strip(), "name": line[15:76].strip(), "country": line[76:79], "sex": line[80],
        "title": "", "w_title": "", "o_title": "", "foa_title": "", "rating": line[113:117].strip(),
        "games": "0", "k": "20", "rapid_rating": line[126:130].strip(), "rapid_games": "0", "rapid_k": "20",
        "blitz_rating": line[139:143].strip(), "blitz_games": "0", "blitz_k": "20",
        "birthday": line[152:156], "flag": "",
    }  # fmt: skip
    return "<player>\n" + "".join(f"<{k}>{v}</{k}>\n" for k, v in cells.items()) + "</player>\n"


def ours(path: Path) -> None:
    """The import, into a database of its own."""
    from sqlmodel import Session, SQLModel, create_engine

    from importer.fide_list.read import read_list
    from importer.fide_list.store import store_list, wanted_by
    from importer.tables import whole
    from office.clock import now

    engine = create_engine(f"sqlite:///{path.with_suffix('.ours.sqlite')}")
    whole()
    SQLModel.metadata.create_all(engine)
    with Session(engine) as session, session.begin():
        contents = read_list(path, wanted_by(session, "JPN"), month=date(2026, 10, 1))
        stored = store_list(session, contents, path.name, now())
    print(f"  {contents.players} players, {stored.kept} kept", flush=True)


def floor(path: Path) -> None:
    """Every line into SQLite, unread."""
    connection = sqlite3.connect(path.with_suffix(".floor.sqlite"))
    connection.execute("CREATE TABLE line (number INTEGER, text TEXT)")
    with path.open(encoding="latin-1") as file:
        connection.executemany("INSERT INTO line VALUES (?, ?)", enumerate(file))
    connection.commit()
    connection.close()


def main(players: int) -> None:
    """Each way in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="banzuke-") as folder:
        text, xml = write_files(Path(folder), players)
        for way, path in ((ours, text), (ours, xml), (floor, text)):
            print(f"{way.__name__}, {path.name}, {path.stat().st_size / 1e6:.0f} MB:", flush=True)
            took = apart(way.__name__, partial(way, path))
            if took.code:
                raise SystemExit(took.code)
            print(f"  {took.wall:.1f} s, {took.seconds:.1f} s of the processor, {took.memory:.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS)
