"""Two dumps compared: what has to be equal to the byte, and how the words changed."""

import json
import zipfile
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from html.parser import HTMLParser
from pathlib import Path

EXACT, WORDS = "exact", "words"
SAME, DIFFERS = "same", "differs"
SPOKEN = frozenset({"title", "alt", "aria-label", "placeholder", "content"})
"""Attributes whose text somebody sees or hears."""

SHOWN = 110


def compared(before: Path, after: Path, *, words: bool) -> bool:
    """Prints what differs; whether everything exact is equal to the byte. `words`: also how words changed."""
    for folder in (before, after):
        if not (folder / EXACT).is_dir() or (folder / "work").exists():
            print(f"{folder} is no folder that make or dump wrote to its end")
            return False
    differing: dict[str, list[tuple[str, str]]] = {}
    totals = []
    for kind in (EXACT, WORDS):
        tops = (before / kind, after / kind)
        files = {str(path.relative_to(top)) for top in tops for path in top.rglob("*") if path.is_file()}
        names = sorted(files)
        states = {name: _state(before / kind / name, after / kind / name) for name in names}
        groups: dict[str, Counter[str]] = {}
        for name, state in states.items():
            groups.setdefault("/".join(Path(kind, name).parent.parts[:3]), Counter())[state] += 1
        for group, counts in groups.items():
            print(f"{group:<45} " + ", ".join(f"{n} {state}" for state, n in sorted(counts.items())))
        differing[kind] = [(name, state) for name, state in states.items() if state != SAME]
        totals.append(f"{kind}: {len(differing[kind])} of {len(names)} files differ")
    for name, state in differing[EXACT]:
        print(f"{EXACT}/{name}: {state}")
        if state == DIFFERS:
            print(_first_difference(before / EXACT / name, after / EXACT / name))
    if words:
        changed = [name for name, state in differing[WORDS] if state == DIFFERS]
        _print_words(before / WORDS, after / WORDS, changed)
    print("\n".join(totals))
    return not differing[EXACT]


def _state(before: Path, after: Path) -> str:
    if not after.exists():
        return "only before"
    if not before.exists():
        return "only after"
    return SAME if before.read_bytes() == after.read_bytes() else DIFFERS


def _first_difference(before: Path, after: Path) -> str:
    """The first line that differs, around the place; of a zip or workbook the parts that do."""
    if zipfile.is_zipfile(before) and zipfile.is_zipfile(after):
        parts = [_parts(before), _parts(after)]
        names = sorted(parts[0].keys() | parts[1].keys())
        other = [name for name in names if parts[0].get(name) != parts[1].get(name)]
        return f"    parts: {', '.join(other) or 'none; packed otherwise'}"
    files = [[*path.read_bytes().split(b"\n"), b"(end)"] for path in (before, after)]
    for number, (one, two) in enumerate(zip(*files, strict=False), 1):
        if one != two:
            at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
            cut = slice(max(at - 40, 0), at + SHOWN - 40)
            shown = [line[cut].decode("utf-8", "backslashreplace") for line in (one, two)]
            return f"    line {number}, byte {at}\n    - {shown[0]}\n    + {shown[1]}"
    return "    one ends before the other"


def _parts(path: Path) -> dict[str, int]:
    with zipfile.ZipFile(path) as archive:
        return {part.filename: part.CRC for part in archive.infolist()}


def _print_words(before: Path, after: Path, names: list[str]) -> None:
    """Each change of visible text once, the most frequent first, with a file that has it."""
    found: Counter[tuple[str, str]] = Counter()
    example: dict[tuple[str, str], str] = {}
    for name in names:
        one, other = _visible(before / name), _visible(after / name)
        same = [("(what is seen is the same)", "")]
        for change in same if one == other else _changes(one, other):
            found[change] += 1
            example.setdefault(change, name)
    for change, count in found.most_common():
        print(f"\n{count} times, as in {WORDS}/{example[change]}")
        for sign, text in zip("-+", change, strict=True):
            for line in text.splitlines():
                print(f"{sign} {line}")


def _changes(one: list[str], other: list[str]) -> Iterator[tuple[str, str]]:
    matched = SequenceMatcher(None, one, other, autojunk=False)
    for tag, a, b, c, d in matched.get_opcodes():
        if tag == "replace" and b - a == d - c:
            yield from zip(one[a:b], other[c:d], strict=True)
        elif tag != "equal":
            yield "\n".join(one[a:b]), "\n".join(other[c:d])


def _visible(path: Path) -> list[str]:
    """The lines that somebody reads."""
    data = path.read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return [f"{len(data)} bytes"]
    if path.suffix in (".html", ".xml", ".svg", ".atom"):
        page = _Page()
        page.feed(text)
        return page.lines
    if path.suffix == ".jsonl":
        return [str(value) for line in text.splitlines() for value in json.loads(line).values()]
    return text.splitlines()


class _Page(HTMLParser):
    """The text of a page, a line for each piece between tags."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        self.lines += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent and (text := " ".join(data.split())):
            self.lines.append(text)
