"""Pictures of players and lists for messengers and networks, which show one beside a link (Open Graph).

One picture for both languages, 1200 by 630 dots. Letters come from a font of this computer; where none has
kanji, a picture shows what is in Roman letters alone, never boxes. Pillow is an extra (`pictures`).
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from office.errors import refusal
from publication.design.styles import mark
from publication.site.builder import Site
from publication.site.render import SHARED, unmarked
from publication.site.settings import WORDS, SiteSettings
from publication.site.versions import Version

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont


WIDTH, HEIGHT = 1200, 630
EDGE, BAND = 64, 132
BACK, BAND_BACK, ON_BAND, TEXT, DIM, ACCENT = "#fbfaf7", "#1e2d47", "#fff", "#1c2026", "#595f68", "#b23420"
COLOURS = 48
SMALLEST = 26
"""A name that is longer still is cut."""

FONTS = (
    *("NotoSansCJK-Bold.ttc", "NotoSansCJK-Regular.ttc", "NotoSansCJKjp-Bold.otf", "NotoSansJP-Bold.otf"),
    *("NotoSansJP-Bold.ttf", "NotoSansJP[wght].ttf", "ipaexg.ttf", "ipag.ttf", "TakaoPGothic.ttf"),
    *("ヒラギノ角ゴシック W6.ttc", "BIZ-UDGothicB.ttc", "YuGothB.ttc", "meiryob.ttc", "meiryo.ttc"),
)
"""Usual fonts with kanji on Linux, macOS and Windows; Pillow looks for them where the system keeps fonts."""


class Painter:
    """Draws the pictures of one site. `name`, `name_ja`: the federation's."""

    def __init__(self, name: str, name_ja: str) -> None:
        """Refused without Pillow."""
        try:
            from PIL import Image, ImageDraw
        except ModuleNotFoundError as error:
            remedy = 'pipx install --force "./banzuke-….whl[pictures]", or: banzuke site DIR --no-pictures'
            raise refusal("no-pictures", "--pictures", "Pillow", f"no library {error.name}", remedy) from None
        self._ground = Image.new("RGB", (WIDTH, HEIGHT), BACK)
        self._draw = ImageDraw.Draw
        draw = self._draw(self._ground)
        draw.rectangle((0, 0, WIDTH, BAND), fill=BAND_BACK)
        draw.rectangle((0, HEIGHT - 10, WIDTH, HEIGHT), fill=ACCENT)
        _seal(draw, EDGE, (BAND - 76) // 2, 76)
        called = [t for t in dict.fromkeys((name_ja, name)) if drawable(t)] or [roman(name)]
        _line(draw, (EDGE + 104, BAND // 2), "  ".join(called), 44, ON_BAND, WIDTH - 2 * EDGE - 104, "lm")

    def person(self, name: str, kanji: str, ratings: Sequence[tuple[str, int]], since: str) -> bytes:
        """A player: his names, each rating with what it is called, and the list since which he has them."""
        image, draw = self._begun()
        above, below = (kanji, name) if kanji and drawable(kanji) else (name, "")
        _line(draw, (EDGE, 236), _shown(above), 84, TEXT, WIDTH - 2 * EDGE, "lm")
        if below:
            _line(draw, (EDGE, 320), _shown(below), 46, DIM, WIDTH - 2 * EDGE, "lm")
        self._figures(draw, [(called, str(rating)) for called, rating in ratings])
        _line(draw, (WIDTH - EDGE, HEIGHT - 48), since, 28, DIM, 420, "rm")
        return _png(image)

    def listing(self, day: str, called: str, counts: Sequence[tuple[str, int]]) -> bytes:
        """A list: its day in figures, what it is called, and how many ratings of each type it has."""
        image, draw = self._begun()
        _line(draw, (EDGE, 236), day, 96, TEXT, WIDTH - 2 * EDGE, "lm")
        _line(draw, (EDGE, 326), _shown(called), 44, DIM, WIDTH - 2 * EDGE, "lm")
        self._figures(draw, [(of, str(count)) for of, count in counts])
        return _png(image)

    def plain(self, called: str) -> bytes:
        """Any other page: what the site is."""
        image, draw = self._begun()
        _line(draw, (EDGE, 330), _shown(called), 84, TEXT, WIDTH - 2 * EDGE, "lm")
        return _png(image)

    def _begun(self) -> tuple[Image.Image, ImageDraw.ImageDraw]:
        image = self._ground.copy()
        return image, self._draw(image)

    def _figures(self, draw: ImageDraw.ImageDraw, figures: Sequence[tuple[str, str]]) -> None:
        """Up to three columns, figures large and what they are above."""
        for at, (called, figure) in enumerate(figures[:3]):
            x = EDGE + at * 400
            _line(draw, (x, 412), _shown(called), 30, DIM, 340, "lm")
            _line(draw, (x, 500), figure, 124, ACCENT if at == 0 else TEXT, 340, "lm")


@cache
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A font of this size in dots: one that has kanji if this computer has any, else Pillow's own."""
    from PIL import ImageFont

    for name in FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


@cache
def _glyph(letter: str) -> bytes:
    return bytes(font(32).getmask(letter))


def drawable(text: str) -> bool:
    """Whether the font has every letter of a text."""
    missing = _glyph("\U0010ffff")
    return all(letter.isspace() or _glyph(letter) != missing for letter in unmarked(text))


def roman(text: str) -> str:
    """What the font has of a text once its letters have lost their marks."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if not unicodedata.combining(c) and drawable(c)).strip()


def _shown(text: str) -> str:
    text = unmarked(text)
    return text if drawable(text) else roman(text)


def _line(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, fill: str, width: int, anchor: str
) -> None:
    """A line no wider than `width`: smaller where it is longer, then cut."""
    long = draw.textlength(text, font(size))
    if long > width:
        size = max(SMALLEST, int(size * width / long))
        while draw.textlength(text, font(size)) > width and len(text) > 1:
            text = text.removesuffix("…")[:-1] + "…"
    draw.text(at, text, fill=fill, font=font(size), anchor=anchor)


_PATHS = re.compile(r'<path d="([^"]*)" fill="#fff"( fill-opacity)?')
_SQUARES = re.compile(r"M(\d+) (\d+)h3v3")


def _seal(draw: ImageDraw.ImageDraw, x: int, y: int, size: int) -> None:
    """The mark: its squares stand in publication/design/mark.svg."""
    unit, drawn = size / 16, mark().decode()
    draw.rounded_rectangle((x, y, x + size, y + size), radius=3 * unit, fill="#c23b22")
    for squares, faint in _PATHS.findall(drawn):
        fill = "#da8a7c" if faint else "#fff"
        for left, top in _SQUARES.findall(squares):
            a, b = x + int(left) * unit, y + int(top) * unit
            draw.rectangle((round(a), round(b), round(a + 3 * unit) - 1, round(b + 3 * unit) - 1), fill=fill)


def _png(image: Image.Image) -> bytes:
    data = io.BytesIO()
    image.quantize(COLOURS, method=2, dither=0).save(data, "PNG", compress_level=6)  # type: ignore[arg-type]
    return data.getvalue()


@cache
def _painter(settings: SiteSettings) -> Painter:
    return Painter(settings.named("en"), settings.named("ja"))


def _both(key: str) -> str:
    return " ".join(dict.fromkeys((WORDS["en"][key], WORDS["ja"][key])))


def player_picture(site: Site, number: str) -> str:
    """Where a player's picture stands; "" without one."""
    has = site.settings.pictures and site.people.shown[number].ratings
    return f"pictures/members/{number}.png" if has else ""


def list_picture(site: Site, version: Version) -> str:
    """Where a version's picture stands; "" without one."""
    return f"pictures/lists/{version.slug}.png" if site.settings.pictures else ""


def player_pictures(site: Site, last_list: Mapping[str, str]) -> None:
    """Those of all players; drawn anew where a name or a rating is another one. `last_list`: by ID the date
    of the last list that is another one for somebody."""
    for person in site.people.shown.values():
        if path := player_picture(site, person.id):
            facts = (person.name, person.kanji, person.ratings, last_list.get(person.id, ""))
            if mark := site.anew(path, *facts):
                ratings = [(_both(type_), rating) for type_, rating in person.ratings]
                drawn = _painter(site.settings).person(person.name, person.kanji, ratings, facts[3])
                site.put(path, drawn, mark)


def list_pictures(site: Site) -> None:
    """Those of all versions."""
    for version in site.versions:
        counts = site.tables(version)
        path = list_picture(site, version)
        if path and (mark := site.anew(path, version.mark, counts)):
            told = [(_both(type_), count) for type_, count in counts.items()]
            drawn = _painter(site.settings).listing(str(version.list_date), _both("rating_list"), told)
            site.put(path, drawn, mark)


def shared_picture(site: Site) -> None:
    """That of every other page: with the federation's name where pictures are drawn."""
    if not site.settings.pictures:
        site.put(SHARED, (files("publication.design") / "share.png").read_bytes())
    elif mark := site.anew(SHARED, WORDS["en"]["rating_list"]):
        site.put(SHARED, _painter(site.settings).plain(_both("rating_list")), mark)
