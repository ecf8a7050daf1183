"""Exported files read back, and JSON held against its schema."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyarrow import parquet
from python_calamine import CalamineWorkbook

from tests.workplace import Workplace


def written(work: Workplace, *words: object) -> dict[str, bytes]:
    """What `export list` writes, in an empty folder."""
    folder = work.folder / "out"
    for path in folder.glob("*"):
        path.unlink()
    work.done("export", "list", "--to", folder, *words)
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir())}


def one(work: Workplace, *words: object) -> bytes:
    (data,) = written(work, *words).values()
    return data


def rows(data: bytes, encoding: str = "utf-8") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(encoding), newline="")))


def sheets(data: bytes) -> dict[str, list[list[Any]]]:
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    return {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}


def unzipped(data: bytes) -> dict[str, str]:
    archive = zipfile.ZipFile(io.BytesIO(data))
    return {name: archive.read(name).decode() for name in archive.namelist()}


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any], place: str) -> Iterator[str]:
    """What a value does not keep of the parts of JSON Schema that our schema uses; a part that is not known
    here is an error, so that nothing in the schema is passed over."""
    known = {
        "$schema", "$id", "title", "description", "type", "additionalProperties", "required", "properties",
        "const", "$ref", "oneOf", "items", "enum", "pattern", "minimum", "$defs",
    }  # fmt: skip
    assert schema.keys() <= known, schema.keys() - known
    if "$ref" in schema:
        yield from faults(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, place)
    if "oneOf" in schema and sum(not list(faults(value, s, root, place)) for s in schema["oneOf"]) != 1:
        yield f"{place} is not one of its kinds"
    if "const" in schema and value != schema["const"]:
        yield f"{place} is not {schema['const']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place} is none of {schema['enum']}"
    if "type" in schema:
        kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
        if _kind(value) not in kinds:
            yield f"{place} is {_kind(value)}, not {kinds}"
    if "pattern" in schema and not (isinstance(value, str) and re.search(schema["pattern"], value)):
        yield f"{place} does not fit {schema['pattern']}"
    if "minimum" in schema and not (isinstance(value, int) and value >= schema["minimum"]):
        yield f"{place} is below {schema['minimum']}"
    if isinstance(value, dict):
        parts = schema.get("properties", {})
        yield from (f"{place}: {name} is missing" for name in schema.get("required", ()) if name not in value)
        for name, part in value.items():
            if name in parts:
                yield from faults(part, parts[name], root, f"{place}.{name}")
            elif schema.get("additionalProperties") is False:
                yield f"{place}: {name} is not known"
            elif isinstance(schema.get("additionalProperties"), dict):
                yield from faults(part, schema["additionalProperties"], root, f"{place}.{name}")
    if isinstance(value, list) and "items" in schema:
        for n, item in enumerate(value):
            yield from faults(item, schema["items"], root, f"{place}[{n}]")


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    names = {bool: "boolean", int: "integer", str: "string", dict: "object", list: "array"}
    return names.get(type(value), "number")


def tells(text: str, what: str | int) -> bool:
    """Whether a text names something: a number by itself, not as signs within a checksum or a key."""
    if not (word := str(what)).isdecimal():
        return word in text
    return re.search(rf"(?<![0-9A-Za-z]){word}(?![0-9A-Za-z])", text) is not None


def told(file: Path) -> str:
    """All that a file holds as text: parts of archives and workbooks, the rows of Parquet, and letters of
    both encodings that exports are written in."""
    data = file.read_bytes()
    if data.startswith(b"PK"):
        archive = zipfile.ZipFile(io.BytesIO(data))
        return "\n".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())
    if data.startswith(b"PAR1"):
        return str(parquet.read_table(io.BytesIO(data)).to_pylist())
    return "\n".join(data.decode(letters, "replace") for letters in ("utf-8", "cp932"))
