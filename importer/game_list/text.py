"""A list of games as CSV: told by its headings, with comma, semicolon or tab between the cells."""

import csv
import io

from importer.csv_file import decoded
from importer.errors import ImportRefused
from importer.game_list.read import find_list
from importer.given import GivenFile
from importer.workbook.sheet import Sheet, check
from scraper.records import Problem

_BEGINNING = 4096
_DELIMITERS = ",;\t"


def is_game_list(data: bytes) -> bool:
    """Whether one of the first lines is the headings of a list of games."""
    return b"\0" not in data[:_BEGINNING] and _delimiter(data) is not None


def list_sheet(file: GivenFile) -> Sheet | Problem:
    """The lines as a sheet; a problem for another encoding, an open quotation mark, or too many lines."""
    delimiter = _delimiter(file.data) or ","
    try:
        text = decoded(file.data, file.name)
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        rows, widest = [], 1
        for row in reader:
            rows.append(row)
            widest = max(widest, len(row))
            check(file.name, len(rows), widest)
    except ImportRefused as refused:
        return refused.problems[0]
    except csv.Error as error:
        remedy = "look for a quotation mark that is not closed, and send the file again"
        return Problem(
            "bad-line", f"{file.name}, line {reader.line_num}", "a line of CSV", str(error), remedy
        )
    return Sheet("", rows)


def _delimiter(data: bytes) -> str | None:
    """What stands between the headings; None if none of the first lines has them."""
    for encoding in ("utf-8-sig", "cp932"):
        lines = data[:_BEGINNING].decode(encoding, "ignore").splitlines()[:10]
        for delimiter in _DELIMITERS:
            rows = [[cell.strip(' "') for cell in line.split(delimiter)] for line in lines]
            if find_list([Sheet("", rows)]) is not None:
                return delimiter
    return None
