"""The catalogues brought up to the sources, and translations taken in from a file."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message

from office.errors import OfficeError
from office.words import po
from scraper.records import Problem

PLACE = re.compile(r"\{\w+\}")


def updated(catalog: Catalog, sources: Catalog, language: str) -> Catalog:
    """The messages of the sources with the translations there are. What the sources no longer say stays at
    the end of the file, as obsolete, if it was translated: texts come back."""
    had = {po.key(m): m for m in (*catalog.obsolete.values(), *po.messages(catalog))}
    asked = {po.key(m) for m in po.messages(sources)}
    shapes = {_shape(key): m for key, m in had.items() if key not in asked and all(po.forms(m))}
    gone: set[po.Key] = set()
    new = Catalog(locale=language, domain="banzuke")
    for message in po.messages(sources):
        old = had.pop(po.key(message), None)
        if old is None and not message.pluralizable:
            old = shapes.get(_shape(po.key(message)))
            gone |= {po.key(old)} if old is not None else set()
            old = _renamed(old, message)
        made = new.add(message.id, locations=message.locations, context=message.context)
        if old is not None:
            made.user_comments = old.user_comments
            made.flags |= old.flags & {"fuzzy"}
            made.string = _as_asked(old, made, new.num_plurals)
    for key, message in had.items():
        if all(po.forms(message)) and key not in gone:
            message.locations, message.auto_comments = [], []
            new.obsolete[po.key(message)] = message
    return new


def _shape(key: po.Key) -> po.Key:
    """A message but for the names of its places."""
    return key[0], PLACE.sub("{}", key[1])


def _renamed(old: Message | None, new: Message) -> Message | None:
    """A translation of the same text with other names of places, such as a variable's in the source."""
    if old is None or old.pluralizable:
        return None
    names = dict(zip(PLACE.findall(str(old.id)), PLACE.findall(str(new.id)), strict=True))
    return Message(new.id, PLACE.sub(lambda place: names.get(place[0], place[0]), po.forms(old)[0]))


def _as_asked(old: Message, new: Message, plurals: int) -> str | tuple[str, ...]:
    """The old translation in the shape of the new message: one form, or one for each plural."""
    forms = po.forms(old)
    if not new.pluralizable:
        return forms[0]
    return (forms * plurals)[:plurals] if len(forms) == 1 else forms


def take(catalog: Catalog, lines: Iterable[dict[str, object]], where: str) -> int:
    """Puts translations into a catalogue; how many changed it. Refused if one names no message of it."""
    known = {po.key(m): m for m in po.messages(catalog)}
    changed, problems = 0, []
    for n, line in enumerate(lines, 1):
        key = str(line.get("msgctxt") or ""), str(line.get("msgid") or "")
        message = known.get(key)
        if message is None:
            found = f"msgctxt {key[0]!r}, msgid {key[1]!r}"
            remedy = (
                "take context and text as the catalogue writes them (make words brings it up to the sources)"
            )
            problems.append(
                Problem("translation-of-nothing", f"{where}, entry {n}", "a message", found, remedy)
            )
            continue
        given = line.get("msgstr") or ""
        string = tuple(str(g) for g in given) if isinstance(given, list | tuple) else str(given)
        if message.pluralizable and isinstance(string, str):
            string = (string,) * catalog.num_plurals
        changed += message.string != string
        message.string = string
        message.flags.discard("fuzzy")
    if problems:
        raise OfficeError(*problems)
    return changed


def entries(file: Path, language: str) -> Iterator[dict[str, object]]:
    """The translations of a file: .po, .json (a list of objects) or .tsv (context, text, translation;
    `\\n` and `\\t` written so)."""
    if file.suffix == ".po":
        for message in po.messages(po.read(file, language)):
            if all(po.forms(message)):
                yield {"msgctxt": message.context, "msgid": po.key(message)[1], "msgstr": message.string}
    elif file.suffix == ".json":
        yield from json.loads(file.read_text("utf-8"))
    else:
        for line in file.read_text("utf-8").splitlines():
            if line.strip():
                context, text, translation = (_plain(cell) for cell in line.split("\t"))
                yield {"msgctxt": context, "msgid": text, "msgstr": translation}


def _plain(cell: str) -> str:
    return cell.replace("\\n", "\n").replace("\\t", "\t")
