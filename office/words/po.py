"""The catalogues as files: read (a damaged one is a named error), written always in the same form, compiled;
brought up to the sources, with translations taken in from a file.

Only for those who change or build the catalogues; a running office reads the compiled ones alone.
"""

import json
import os
import re
import string
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.core import UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

from office.errors import OfficeError
from office.words import LANGUAGES, LOCALE
from scraper.records import Problem

HEADER = """\
# Words of Banzuke, {language}. How to change them: docs/words.md.
msgid ""
msgstr ""
"Project-Id-Version: banzuke\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""
LINE = re.compile(
    r"""(?x) \s* | \#(?!~).*\s* | \#~\|.*\s*
    | (\#~\ )? ((msgctxt|msgid|msgid_plural|msgstr(\[\d\])?)\ )? "([^"\\]|\\["\\ntr])*" \s*"""
)
PLACE = re.compile(r"\{\w+\}")
Key = tuple[str, str]
"""Context (empty for none) and English text, the singular one: what names a message."""


def path(language: str) -> Path:
    """The source of a language's words."""
    return LOCALE / language / "LC_MESSAGES" / "banzuke.po"


def key(message: Message) -> Key:
    return message.context or "", message.id if isinstance(message.id, str) else message.id[0]


def messages(catalog: Catalog) -> list[Message]:
    """All messages but the header, by context and text."""
    return sorted((m for m in catalog if m.id), key=key)


def forms(message: Message) -> tuple[str, ...]:
    """The translation of a message: one text, or one for each plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def english(message: Message) -> tuple[str, ...]:
    """The source text of a message: one, or the singular and the plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def read(file: Path, language: str) -> Catalog:
    """A catalogue from its file; refused if it is no whole catalogue of this language."""
    try:
        lines = file.read_bytes().decode("utf-8-sig").splitlines(keepends=True)
        wrong = next((n for n, line in enumerate(lines, 1) if not LINE.fullmatch(line)), None)
        if wrong is not None:
            raise OfficeError(_unreadable(f"{file}, line {wrong}", lines[wrong - 1].strip()))
        found = read_po(lines, locale=language, domain="banzuke", abort_invalid=True)
    except (OSError, PoFileError, ValueError, UnknownLocaleError) as error:
        raise OfficeError(_unreadable(str(file), str(error))) from error
    if (stated := str(found.locale)) != language:
        raise OfficeError(_unreadable(str(file), f"Language: {stated}", f"Language: {language}"))
    if extra := _read_past(lines, found):
        raise OfficeError(_unreadable(str(file), extra, "each text once, with its translation"))
    return found


def _read_past(lines: list[str], found: Catalog) -> str:
    """What Babel passes over in silence: a text that stands twice, a translation without its text."""
    held = len(found) + len(found.obsolete) + 1
    for word in ("msgid", "msgstr"):
        stand = sum(bool(re.match(rf'(#~ )?{word}(\[0\])? "', line)) for line in lines)
        if stand != held:
            return f"{stand} lines {word} for {held} texts"
    return ""


def _unreadable(where: str, found: str, expected: str = "a gettext catalogue, whole and in UTF-8") -> Problem:
    remedy = "correct the file where it is damaged, or take the last good version back from git"
    return Problem("catalogue-unreadable", where, expected, found, remedy)


def text(catalog: Catalog, language: str) -> str:
    """A catalogue as its file holds it: the same messages give the same bytes, whoever writes them. The
    English one holds only what it says otherwise than the sources."""
    out = BytesIO()
    ordered = Catalog(locale=language, domain="banzuke")
    for message in messages(catalog):
        if language == "en" and not all(forms(message)):
            continue
        message.flags.discard("python-format")
        message.locations = [(name, 0) for name in sorted({name for name, _ in message.locations})]
        ordered[message.id] = message
    for _, message in sorted((key(m), m) for m in catalog.obsolete.values()):
        ordered.obsolete[key(message)] = message
    write_po(out, ordered, width=100, omit_header=True, include_lineno=False)
    head = HEADER.format(language=language, plural_forms=ordered.plural_forms)
    return (head + out.getvalue().decode()).rstrip("\n") + "\n"


def write(catalog: Catalog, file: Path, language: str) -> bool:
    """Writes the catalogue's file if it would change; whether it did."""
    new = text(catalog, language)
    if file.exists() and file.read_text("utf-8") == new:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(new, encoding="utf-8")
    return True


def unfit(catalog: Catalog, language: str) -> Iterator[Problem]:
    """What would be said wrongly: blank, other placeholders than the English text's, missing plural forms."""
    for message in messages(catalog):
        said = [form for form in forms(message) if form]
        where = f"{path(language)}: {english(message)[0]!r}"
        allowed = {places(text) for text in english(message)}
        for form in said:
            if not form.strip():
                yield Problem("translation-unfit", where, "a translation", "blank", "translate the text")
            elif places(form) not in allowed:
                expected = " or ".join(", ".join(sorted(a)) or "none" for a in allowed if a is not None)
                remedy = "write each placeholder as the English text does"
                yield Problem("translation-unfit", where, f"the placeholders {expected}", form, remedy)
        wanted = catalog.num_plurals if message.pluralizable else 1
        if said and len(said) != wanted:
            remedy = "write each form"
            yield Problem("translation-unfit", where, f"{wanted} plural forms", str(len(said)), remedy)


def places(template: str) -> frozenset[str] | None:
    """The placeholders of a text, None if its braces do not close. A text without any may hold braces."""
    try:
        return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name is not None)
    except ValueError:
        return None


def untranslated(catalog: Catalog) -> list[Key]:
    """What stands without a translation, or with one that nobody has looked at since its English changed."""
    return [key(m) for m in messages(catalog) if m.fuzzy or not all(forms(m))]


def compile_all() -> list[Path]:
    """Writes the compiled catalogue beside each source; refused with every message that does not fit or is
    not translated into another language than English, and with every folder that is no language of ours."""
    written = []
    for folder in LOCALE.iterdir():
        if folder.is_dir() and folder.name not in LANGUAGES:
            remedy = "remove the folder, or add the language (docs/words.md)"
            expected = f"one of {', '.join(LANGUAGES)}"
            raise OfficeError(Problem("catalogue-unreadable", str(folder), expected, folder.name, remedy))
    for language in LANGUAGES:
        catalog = read(path(language), language)
        problems = list(unfit(catalog, language))
        for _, said in untranslated(catalog) if language != "en" else ():
            where = f"{path(language)}: {said!r}"
            problems.append(
                Problem("translation-unfit", where, "a translation", "none", "translate the text")
            )
        if problems:
            raise OfficeError(*problems)
        written.append(compiled(catalog, path(language).with_suffix(".mo")))
    return written


def compiled(catalog: Catalog, file: Path) -> Path:
    """The compiled form of what is translated, put in place in one step."""
    for message in messages(catalog):
        if not all(forms(message)):
            catalog.delete(message.id, message.context)
    catalog.creation_date = datetime(2020, 2, 2, tzinfo=UTC)  # a wheel's: the same bytes at any time
    out = BytesIO()
    write_mo(out, catalog)
    part = file.with_suffix(f".{os.getpid()}.mo.part")
    part.write_bytes(out.getvalue())
    part.replace(file)
    return file


def updated(catalog: Catalog, sources: Catalog, language: str) -> Catalog:
    """The messages of the sources with the translations there are. What the sources no longer say stays at
    the end of the file, as obsolete, if it was translated: texts come back."""
    had = {key(m): m for m in (*catalog.obsolete.values(), *messages(catalog))}
    asked = {key(m) for m in messages(sources)}
    shapes = {_shape(at): m for at, m in had.items() if at not in asked and all(forms(m))}
    gone: set[Key] = set()
    new = Catalog(locale=language, domain="banzuke")
    for message in messages(sources):
        old = had.pop(key(message), None)
        if old is None and not message.pluralizable:
            old = shapes.get(_shape(key(message)))
            gone |= {key(old)} if old is not None else set()
            old = _renamed(old, message)
        made = new.add(message.id, locations=message.locations, context=message.context)
        if old is not None:
            made.user_comments = old.user_comments
            made.flags |= old.flags & {"fuzzy"}
            made.string = _as_asked(old, made, new.num_plurals)
    for at, message in had.items():
        if all(forms(message)) and at not in gone:
            message.locations, message.auto_comments = [], []
            new.obsolete[key(message)] = message
    return new


def _shape(key: Key) -> Key:
    """A message but for the names of its places."""
    return key[0], PLACE.sub("{}", key[1])


def _renamed(old: Message | None, new: Message) -> Message | None:
    """A translation of the same text with other names of places, such as a variable's in the source."""
    if old is None or old.pluralizable:
        return None
    names = dict(zip(PLACE.findall(str(old.id)), PLACE.findall(str(new.id)), strict=True))
    return Message(new.id, PLACE.sub(lambda place: names.get(place[0], place[0]), forms(old)[0]))


def _as_asked(old: Message, new: Message, plurals: int) -> str | tuple[str, ...]:
    """The old translation in the shape of the new message: one form, or one for each plural."""
    had = forms(old)
    if not new.pluralizable:
        return had[0]
    return (had * plurals)[:plurals] if len(had) == 1 else had


def take(catalog: Catalog, lines: Iterable[dict[str, object]], where: str) -> int:
    """Puts translations into a catalogue; how many changed it. Refused if one names no message of it."""
    known = {key(m): m for m in messages(catalog)}
    changed, problems = 0, []
    for n, line in enumerate(lines, 1):
        named = str(line.get("msgctxt") or ""), str(line.get("msgid") or "")
        message = known.get(named)
        if message is None:
            found = f"msgctxt {named[0]!r}, msgid {named[1]!r}"
            remedy = (
                "take context and text as the catalogue writes them (make words brings it up to the sources)"
            )
            place = f"{where}, entry {n}"
            problems.append(Problem("translation-of-nothing", place, "a message", found, remedy))
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
        for message in messages(read(file, language)):
            if all(forms(message)):
                yield {"msgctxt": message.context, "msgid": key(message)[1], "msgstr": message.string}
    elif file.suffix == ".json":
        yield from json.loads(file.read_text("utf-8"))
    else:
        for line in file.read_text("utf-8").splitlines():
            if line.strip():
                context, text, translation = (_plain(cell) for cell in line.split("\t"))
                yield {"msgctxt": context, "msgid": text, "msgstr": translation}


def _plain(cell: str) -> str:
    return cell.replace("\\n", "\n").replace("\\t", "\t")
