"""What the site's files of figures hold: JSON schemas (draft 2020-12), published beside them."""

from collections.abc import Mapping
from importlib.resources import files

KINDS: Mapping[str, str] = {
    "index.json": "index",
    "people.json": "people",
    "statistics.json": "statistics",
    "arrived.json": "arrived",
    "top.json": "top",
    "top-{group}.json": "group",
    "lists/{list}-v{version}.json": "list",
    "members/{id}.json": "member",
    "events/{event}.json": "event",
    "clubs/{club}.json": "club",
    "rules/{edition}.json": "rules",
}
"""By the address below `data/` of a kind of file: its schema."""


def address(kind: str) -> str:
    """Where a schema stands below `data/`."""
    return f"schemas/{kind}.schema.json"


def schema(kind: str) -> bytes:
    """A schema by the name of its kind."""
    return files(__package__).joinpath(f"{kind}.schema.json").read_bytes()
