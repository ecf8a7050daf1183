"""The site's words by the keys its templates use: English in words.toml, the rest in catalogues."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from office.words import LANGUAGES as SPOKEN
from office.words import _, speaking

Words = Mapping[str, str]


class _Words(dict[str, str]):
    """Words of a language. A template's `w.key` asks for an attribute first, and only where there is none for
    the key: here each word is both, which is twice as fast."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.__dict__.update(words)


OTHER = {"en": "日本語", "ja": "English"}
"""What the link to the other language is called: in that language."""

ENGLISH: Words = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))


def _in(language: str) -> Words:
    with speaking(language):
        return _Words({"other": OTHER[language], **{key: _(text) for key, text in ENGLISH.items()}})


LANGUAGES: Mapping[str, Words] = {language: _in(language) for language in SPOKEN}
