"""The commands: make, dump, compare. See the package."""

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

from benchmarks.same_bytes.compare import compared
from benchmarks.same_bytes.desk import Desk, Product
from benchmarks.same_bytes.dump import dumped
from benchmarks.same_bytes.earlier import Earlier
from benchmarks.same_bytes.japan import Japan
from benchmarks.same_bytes.queensland import Queensland
from benchmarks.same_bytes.year import Year

COMMAND = re.compile(r"^  ([a-z][a-z-]*)(?:  |$)", re.MULTILINE)
"""A command in the help of the one above it."""

YEARS: dict[str, type[Year]] = {"earlier": Earlier, "queensland": Queensland, "japan": Japan}
OFFICES = ("demo", *YEARS)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.same_bytes")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in (
        ("make", "build the offices with the product and dump them"),
        ("dump", "dump copies of the offices that another folder holds"),
    ):
        command = commands.add_parser(name, help=words)
        if name == "dump":
            command.add_argument("source", type=Path, help="a folder that make wrote")
        else:
            command.add_argument("--form", type=Path, help="form.xlsx of another folder, to be filled in")
        command.add_argument("folder", type=Path, help="what is written; it must not be there yet")
        command.add_argument("--main", default="cli.main", help="the module whose main is banzuke")
        command.add_argument("--pythonpath", type=Path, help="the checkout that the product is taken from")
        command.add_argument(
            "--only", choices=OFFICES, action="append", help="these offices alone; repeat it"
        )
    command = commands.add_parser("compare", help="tell what differs; exit code 1 if anything exact does")
    command.add_argument("before", type=Path)
    command.add_argument("after", type=Path)
    command.add_argument("--words", action="store_true", help="every change of visible text, once")
    given = parser.parse_args()
    if given.command == "compare":
        sys.exit(not compared(given.before, given.after, words=given.words))
    if given.folder.exists():
        parser.error(f"{given.folder} is there already")
    with tempfile.TemporaryDirectory() as compiled:
        # Every command reads the migrations: without compiled ones that is half of its time.
        sys.pycache_prefix, sys.dont_write_bytecode = compiled, False
        product = Product.of(given.main, given.pythonpath, getattr(given, "form", None))
        _work(product, given.folder.absolute(), getattr(given, "source", None), given.only or OFFICES)


def _work(product: Product, folder: Path, source: Path | None, names: tuple[str, ...]) -> None:
    offices = (source or folder) / "offices"
    if source is None:
        for name in names:
            _timed(f"{name} built", partial(_built, product, name, folder))
    for office in sorted(offices.iterdir()):
        if office.name.split("-")[0] in names:
            _timed(f"{office.name} dumped", partial(dumped, product, office, folder))
    _helped(product, folder)
    shutil.rmtree(folder / "work")


def _built(product: Product, name: str, folder: Path) -> None:
    """Builds an office in a folder that is not kept, and keeps what it came to."""
    work, keep = folder / "work" / name, folder / "offices"
    desk = Desk(product, work / "office", work / "files")
    if name in YEARS:
        YEARS[name](desk).build(keep)
        return
    product.present.on(date(2026, 11, 2))
    desk.done("demo", "--to", desk.folder)
    desk.keep(keep / name)


def _helped(product: Product, folder: Path) -> None:
    """What every command says of itself, and the report form as it is handed out."""
    desk = Desk(product, folder / "work" / "no-office", folder / "work")
    desk.done("form", folder / "form.xlsx")
    to = folder / "words" / "help"
    to.mkdir(parents=True)
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        words = waiting.pop()
        said = desk.run(*words, "--help")
        if said.code == 0:
            (to / f"{'-'.join(words) or 'banzuke'}.txt").write_text(said.out)
            waiting += [(*words, name) for name in COMMAND.findall(said.out)]


def _timed(words: str, job: Callable[[], None]) -> None:
    began = time.process_time()
    job()
    print(f"{words}: {time.process_time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
