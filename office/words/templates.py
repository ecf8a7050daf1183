"""Templates of a catalogue, by which a text that was made from one is found again."""

import re
import string
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

LETTERS = re.compile(r"[^\W\d_]")
COMMAND = re.compile(r"\bbanzuke [^:;,“”()]+")
"""A command in a text, to be typed as it stands in every language."""

COUNTED = re.compile(r"\| [a-z]+")
"""What stands around the one place of `{count} rounds`: a number, and no words that end so as well."""


class Template:
    """`{rows} rows`: the texts between its places, in order, and what it is told as."""

    def __init__(self, text: str, told: str) -> None:
        self.told = told
        commands = COMMAND.findall(text)
        self.typed = {name for command in commands for name in re.findall(r"(?<= )\{(\w+)\}", command)}
        self.names: list[str] = []
        self.between = [""]
        for literal, name, _, _ in string.Formatter().parse(text):
            self.between[-1] += literal
            if name is not None:
                self.names.append(name)
                self.between.append("")
        self.counts = len(self.names) == 1 and COUNTED.fullmatch("|".join(self.between)) is not None
        letters = sum(len(LETTERS.findall(literal)) for literal in self.between)
        self.size = sum(map(len, self.between)) if letters > 1 else 0
        self.weight = (letters, self.size)

    def facts(self, text: str) -> dict[str, str] | None:
        """What stands in its places if `text` was made from it."""
        first, last = self.between[0], self.between[-1]
        if not self.names:
            return {} if text == first else None
        end = len(text) - len(last)
        if not text.startswith(first) or not text.endswith(last) or end < len(first):
            return None
        at, found = len(first), []
        for literal in self.between[1:-1]:
            stands = text.find(literal, at, end)
            if stands < 0:
                return None
            found.append(text[at:stands])
            at = stands + len(literal)
        if self.counts and " " in text[at:end] and not text[at:end].split()[-1].isdigit():
            return None
        return dict(zip(self.names, [*found, text[at:end]], strict=True))

    def words(self) -> Iterator[str]:
        """Words that every text made from it holds: those that no place can lengthen."""
        last = len(self.between) - 1
        for n, literal in enumerate(self.between):
            for word in re.finditer(r"\w+", literal):
                if (n == 0 or word.start() > 0) and (n == last or word.end() < len(literal)):
                    yield word.group()


class Templates:
    """All templates of a catalogue, by one rare word of each."""

    def __init__(self, told: Mapping[str, str]) -> None:
        self.exact: dict[str, str] = {}
        made = []
        for text, other in told.items():
            try:
                template = Template(text, other)
            except ValueError:
                continue  # braces that do not close: a text of people, not made from a template
            if template.names:
                made.append(template)
            else:
                self.exact[template.between[0]] = other.replace("{{", "{").replace("}}", "}")
        common = Counter(word for t in made for word in set(t.words()))
        self._by_word: dict[str, list[Template]] = defaultdict(list)
        for template in made:
            rarest = min(template.words(), key=lambda word: (common[word], -len(word)), default="")
            self._by_word[rarest].append(template)

    def find(self, text: str, size: int, holding: str = "") -> tuple[Template, dict[str, str]] | None:
        """The template of `text`, of those with so many signs of their own and `holding`, and its facts."""
        words = {"", *re.findall(r"\w+", text)}
        fits = [t for word in words for t in self._by_word.get(word, ()) if t.size >= size]
        for template in sorted(fits, key=lambda t: t.weight, reverse=True):
            facts = template.facts(text)
            if facts is not None and any(holding in literal for literal in template.between):
                return template, facts
        return None
