"""What stood in a form that was refused: kept for an hour in memory alone, for who sent it and in his
browser, and put into the form again when he goes back to its page. Never files and secrets."""

from __future__ import annotations

import secrets
import threading
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from html import escape
from html.parser import HTMLParser
from itertools import accumulate

SECRET = ("token", "password", "old", "new", "again", "code", "secret")
"""Fields that are not sent back to the browser."""
OURS = ("all", "back", "choice", "decision", "do", "done", "key", "mark", "numbers", "once", "shown", "step")
"""What a page fills in by itself, also into the addresses of its links: nobody typed it."""
TYPED = "as-typed"
"""What the address of a page says the form by that goes back into it."""
HOUR = timedelta(hours=1)
MOST = 10_000_000
"""Signs of all that is kept; what strangers sent goes first, then what was sent first."""
EACH = 1000
"""Reckoned for each field beside what stands in it: an empty one takes room too."""

Fields = Sequence[tuple[str, str]]


def without_secrets(fields: Iterable[tuple[str, object]]) -> Fields:
    """The fields that are kept, of all that were sent; lines end as in a page, which a browser sends with a
    carriage return more."""
    return [
        (name, value.replace("\r\n", "\n").replace("\r", "\n"))
        for name, value in fields
        if isinstance(value, str) and name not in SECRET
    ]


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that was refused. `account`: who sent it, None of a stranger; `browser`: the token of his forms;
    `method` and `action` of the form."""

    account: int | None
    browser: str
    method: str
    action: str
    fields: Fields
    at: datetime

    @property
    def size(self) -> int:
        return sum(EACH + len(name) + len(value) for name, value in self.fields)


class Refused:
    """Every form that was refused at a desk within the hour."""

    def __init__(self) -> None:
        self._sent: dict[str, Sent] = {}
        self._lock = threading.Lock()

    def put(self, sent: Sent) -> str | None:
        """Keeps a form; what it is asked for by, None where nothing was typed into it, or too much."""
        if sent.size > MOST or not any(value.strip() for name, value in sent.fields if name not in OURS):
            return None
        key = secrets.token_urlsafe(24)
        with self._lock:
            self._forget(sent.at)
            self._sent[key] = sent
            size = sum(one.size for one in self._sent.values())
            while size > MOST:
                strangers = (key for key, one in self._sent.items() if one.account is None)
                size -= self._sent.pop(next(strangers, next(iter(self._sent)))).size
        return key

    def of(self, key: str, account: int | None, browser: str, now: datetime) -> Sent | None:
        """What was sent by this account from this browser; None where it is kept no more."""
        with self._lock:
            self._forget(now)
            found = self._sent.get(key)
        return found if found and (found.account, found.browser) == (account, browser) else None

    def _forget(self, now: datetime) -> None:
        for key in [key for key, one in self._sent.items() if abs(now - one.at) > HOUR]:
            del self._sent[key]


@dataclass(slots=True)
class _Part:
    """A tag of a page from `begin` to `end`. `kind`: of an input its type, else the tag itself; `inner`:
    where what it holds ends, of a text; `options` of a choice; `folds` that it lies in."""

    tag: str
    name: str
    kind: str
    attrs: dict[str, str | None]
    begin: int
    end: int
    inner: int = 0
    text: str = ""
    options: list[_Part] = field(default_factory=list)
    folds: tuple[_Part, ...] = ()

    @property
    def value(self) -> str:
        """What the browser sends for it as it stands in the page."""
        if self.kind == "select":
            return next((one.value for one in self.options if "selected" in one.attrs), "")
        if "value" in self.attrs:
            return self.attrs["value"] or ""
        return "on" if self.kind in ("checkbox", "radio") else self.text.strip()

    def written(self) -> str:
        told = (name if value is None else f'{name}="{escape(value)}"' for name, value in self.attrs.items())
        return f"<{' '.join((self.tag, *told))}>"


class _Forms(HTMLParser):
    """The forms of a page, each as its own tag followed by those of its fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[list[_Part]] = []
        self._lines = [0, *accumulate(len(line) + 1 for line in page.split("\n"))]
        self._folds: list[_Part] = []
        self._inside: _Part | None = None
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        begin, given = self._here(), defaultdict(str, {name: value or "" for name, value in attrs})
        end, kind = begin + len(self.get_starttag_text() or ""), given["type"] if tag == "input" else tag
        part = _Part(tag, given["name"], kind, dict(attrs), begin, end)
        part.folds = tuple(self._folds)
        if tag == "details":
            self._folds.append(part)
        elif tag == "form":
            self.forms.append([part])
        elif tag == "option" and self.forms:
            self.forms[-1][-1].options.append(part)
        elif tag in ("input", "textarea", "select", "button") and self.forms:
            self.forms[-1].append(part)
        if tag in ("option", "textarea"):
            self._inside = part

    def handle_data(self, data: str) -> None:
        if self._inside is not None:
            self._inside.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "details" and self._folds:
            self._folds.pop()
        elif tag in ("option", "textarea") and self._inside is not None:
            self._inside.inner, self._inside = self._here(), None

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def filled(page: str, sent: Sent) -> tuple[str, Fields]:
    """The page with what was sent in its form, and what found no place there: all of it where the page has
    this form no more. Marks of what was seen go back as well: what is other since then is refused again."""
    forms = [form for form in _Forms(page).forms if _is_of(form[0], sent)]
    left = list(sent.fields)
    changed: dict[int, tuple[int, str]] = {}
    for part in max(forms, key=lambda form: _fits(form, sent), default=[])[1:]:
        if (now := _put(part, left)) is None:
            continue
        changed[part.begin] = now
        if part.kind == "select":
            changed |= {option.begin: (option.end, option.written()) for option in part.options}
        if part.kind != "hidden" and part.value != "":
            for fold in part.folds:
                fold.attrs["open"] = None
                changed[fold.begin] = fold.end, fold.written()
    for begin, (end, text) in sorted(changed.items(), reverse=True):
        page = page[:begin] + text + page[end:]
    return page, [(name, value) for name, value in left if name not in OURS and value.strip()]


def _is_of(form: _Part, sent: Sent) -> bool:
    says = {"action": "", "method": "get", **form.attrs}
    return (says["action"], says["method"]) == (sent.action, sent.method)


def _fits(form: list[_Part], sent: Sent) -> tuple[int, int]:
    """How well one of several forms of the same address fits: by what it says itself, then by its fields."""
    fields, names = set(sent.fields), {name for name, _value in sent.fields}
    own = [part for part in form[1:] if part.kind in ("hidden", "button", "checkbox")]
    return sum((p.name, p.value) in fields for p in own), len(names & {p.name for p in form[1:]})


def _put(part: _Part, left: list[tuple[str, str]]) -> tuple[int, str] | None:
    """The field with what was sent for it, which is taken from what is left: where its tag ends, and the new
    one; None where it stays as it is."""
    if part.kind in ("checkbox", "radio", "button"):
        was = (part.name, part.value) in left
        if was:
            left.remove((part.name, part.value))
        if part.kind != "button":
            _mark(part, "checked", was)
            return part.end, part.written()
    if part.kind in ("button", "file", "password") or part.name in SECRET:
        return None
    value = next((value for name, value in left if name == part.name), None)
    if value is None or (part.kind == "select" and value not in [one.value for one in part.options]):
        return None
    left.remove((part.name, value))
    if part.kind == "textarea":
        part.text = value
        return part.inner, f"{part.written()}\n{escape(value)}"  # a browser leaves out the first line's end
    if part.kind == "select":
        for one in part.options:
            _mark(one, "selected", one.value == value)
        return part.end, part.written()
    part.attrs["value"] = value
    return part.end, part.written()


def _mark(part: _Part, name: str, put: bool) -> None:
    part.attrs.pop(name, None)
    if put:
        part.attrs[name] = None
