"""The site's words: one table a language, the same keys (a test holds it)."""

from __future__ import annotations

from collections.abc import Mapping

from publication.site.words_en import ENGLISH
from publication.site.words_ja import JAPANESE

Words = Mapping[str, str]

LANGUAGES: Mapping[str, Words] = {"ja": JAPANESE, "en": ENGLISH}
