"""The invented federation: sixty members, their memberships, ratings and earlier games. Nobody exists."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from random import Random

SURNAMES = """
Akizora 秋空 アキゾラ|Asagiri 朝霧 アサギリ|Aotsuki 青月 アオツキ|Benihara 紅原 ベニハラ
Chigusano 千草野 チグサノ|Fukaumi 深海 フカウミ|Ginmori 銀森 ギンモリ|Hanakage 花影 ハナカゲ
Hinomori 陽森 ヒノモリ|Hoshikage 星影 ホシカゲ|Inazuma 稲妻 イナズマ|Kazemichi 風道 カゼミチ
Kirinami 霧波 キリナミ|Konohana 木花 コノハナ|Kumogaki 雲垣 クモガキ|Matsunone 松音 マツノネ
Mikazuki 三日月 ミカヅキ|Mizukagami 水鏡 ミズカガミ|Natsuoto 夏音 ナツオト|Nijihara 虹原 ニジハラ
Oborozuki 朧月 オボロヅキ|Rengeiwa 蓮華岩 レンゲイワ|Sazanamino 漣野 サザナミノ|Shigureno 時雨野 シグレノ
Suzukage 涼影 スズカゲ|Tamayura 玉響 タマユラ|Tokiwano 常盤野 トキワノ|Usugumo 薄雲 ウスグモ
Wakabayama 若葉山 ワカバヤマ|Yoizuki 宵月 ヨイヅキ
"""
GIVEN = """
Aoto 蒼音 アオト m|Akari 明里 アカリ f|Daichi 大地 ダイチ m|Chihiro 千尋 チヒロ f
Fumito 文人 フミト m|Emi 恵美 エミ f|Haruki 春樹 ハルキ m|Hana 花 ハナ f
Itsuki 樹 イツキ m|Kaito 海斗 カイト m|Kaede 楓 カエデ f|Masato 正人 マサト m
Naoki 直樹 ナオキ m|Mio 澪 ミオ f|Ren 蓮 レン m|Shun 駿 シュン m
Rin 凛 リン f|Takumi 匠 タクミ m|Yuto 悠斗 ユウト m|Tsumugi 紬 ツムギ f
Sora 空 ソラ m|Riku 陸 リク m|Ayane 彩音 アヤネ f
"""
CLUBS = ("Kazemachi Chess Club", "Tsukimi Chess Circle", "Koyo Chess Club", "Minato Invented University", "")

YEAR = (date(2026, 4, 1), date(2027, 3, 31))
YEAR_BEFORE = (date(2025, 4, 1), date(2026, 3, 31))


@dataclass(frozen=True)
class Rating:
    """A rating of one type on the opening list; `peak` None where the office has lost it."""

    value: int
    games: int
    peak: int | None


@dataclass(frozen=True)
class EarlierGame:
    """A game of a UR player that the office has on file. `score` as "1", "0.5" or "0"."""

    kind: str
    day: date
    opponent: int
    score: str
    source: str


@dataclass(frozen=True)
class Member:
    """`index` counts from 0 and is how the events name their players."""

    index: int
    id: str
    surname: str
    given: str
    kanji: str
    kana: str
    sex: str
    birth: date | None
    club: str
    joined: date
    memberships: tuple[tuple[date, date], ...]
    fide_id: str = ""
    fide_standard: int | None = None
    fide_rapid: int | None = None
    fide_source: str = ""
    standard: Rating | None = None
    rapid: Rating | None = None
    games: tuple[EarlierGame, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.surname} {self.given}"


NAMESAKES = (11, 41)
"""The same Roman name, two people."""
NO_BIRTH_DATE = (33, 47)
NO_STANDARD_PEAK, NO_RAPID_PEAK = 5, 30
EXPIRED = (19, 50, 51)
"""Memberships that ended on 2026-03-31; number 19 plays all the same."""
MIDWAY = 46
"""A membership that begins on 2026-10-18, the second day of the third event."""
UNRATED = (52, 53, 54, 55, 56, 57)
NEW_WITH_FIDE = 58
STRONGEST = 0
JUNIORS = (8, 14, 21, 27, 35, 38, 44, 49, 53, 57)
STANDARD_ONLY = (4, 13, 24, 37, 43)
RAPID_ONLY = (31, 48)


def members() -> tuple[Member, ...]:
    """The sixty, the same on every run."""
    random = Random(20261001)
    surnames = [entry.split() for line in SURNAMES.strip().splitlines() for entry in line.split("|")]
    given = [entry.split() for line in GIVEN.strip().splitlines() for entry in line.split("|")]
    return tuple(_special(_ordinary(i, surnames, given, random)) for i in range(60))


def _ordinary(i: int, surnames: list[list[str]], given: list[list[str]], random: Random) -> Member:
    # 30 surnames and 23 given names: no combination comes twice in sixty.
    surname, first = surnames[i % len(surnames)], given[(i * 5 + i // 30) % len(given)]
    year = 2008 + _upto(random, 8) if i in JUNIORS else 1950 + _upto(random, 52)
    birth = date(year, 1 + _upto(random, 12), 1 + _upto(random, 28))
    joined = date(max(birth.year + 7, 2004 + _upto(random, 20)), 4, 1)
    strength = max(1010, 2240 - 21 * i + _upto(random, 90))
    standard, rapid = _rating(strength, random), _rating(strength + _upto(random, 120) - 60, random)
    return Member(
        index=i,
        id=f"N{10210000 + 137 * (i + 1)}",
        surname=surname[0],
        given=first[0],
        kanji=f"{surname[1]} {first[1]}",
        kana=f"{surname[2]} {first[2]}",
        sex=first[3],
        birth=birth,
        club=CLUBS[i % len(CLUBS)],
        joined=min(joined, date(2024, 4, 1)),
        memberships=(YEAR_BEFORE, YEAR),
        fide_id=str(79000000 + 311 * i) if i % 5 == 0 else "",
        standard=standard,
        rapid=rapid,
    )


def _rating(value: int, random: Random) -> Rating:
    value = max(1000, value)
    games = 4 + _upto(random, 26) if random.random() < 0.3 else 30 + _upto(random, 400)
    return Rating(value, games, value + _upto(random, 110))


def _special(member: Member) -> Member:
    i = member.index
    if i == STRONGEST:
        member = replace(member, standard=Rating(2371, 612, 2412), rapid=Rating(2305, 148, 2361))
    if i == NAMESAKES[1]:
        member = replace(
            member, surname="Kazemichi", given="Daichi", kanji="風路 大智", kana="カゼミチ ダイチ", sex="m"
        )
    if i == NAMESAKES[0]:
        member = replace(member, given="Daichi", kanji="風道 大地", kana="カゼミチ ダイチ", sex="m")
    if i in NO_BIRTH_DATE:
        member = replace(member, birth=None)
    if i in EXPIRED:
        member = replace(member, memberships=(YEAR_BEFORE,))
    if i == MIDWAY:
        member = replace(member, memberships=((date(2026, 10, 18), YEAR[1]),))
    if i in UNRATED:
        member = replace(member, standard=None, rapid=None, joined=date(2025, 9, 1), games=EARLIER.get(i, ()))
        member = replace(member, memberships=((date(2025, 9, 1), YEAR_BEFORE[1]), YEAR), fide_id="")
    if i == NEW_WITH_FIDE:
        member = replace(member, standard=None, rapid=None, joined=date(2026, 10, 5), fide_id="79018038")
        member = replace(
            member,
            fide_standard=1735,
            fide_source="FIDE list 2026-10",
            memberships=((date(2026, 10, 5), YEAR[1]),),
        )
    if i in (10, 25, 40):
        member = replace(
            member,
            fide_standard=1500 + 9 * i,
            fide_rapid=1480 + 9 * i,
            fide_source=f"FIDE list {member.joined:%Y-%m}",
        )
    if i in STANDARD_ONLY:
        member = replace(member, rapid=None)
    if i in RAPID_ONLY:
        member = replace(member, standard=None)
    if i == NO_STANDARD_PEAK and member.standard:
        member = replace(member, standard=replace(member.standard, peak=None))
    if i == NO_RAPID_PEAK and member.rapid:
        member = replace(member, rapid=replace(member.rapid, peak=None))
    return member


def _upto(random: Random, n: int) -> int:
    """0 to n - 1; from random() alone, whose stream does not move between versions of Python."""
    return int(random.random() * n)


EARLIER: dict[int, tuple[EarlierGame, ...]] = {
    52: (
        EarlierGame("ST", date(2026, 5, 9), 1412, "1", "Satsuki Invented Open 2026"),
        EarlierGame("ST", date(2026, 5, 9), 1538, "0", "Satsuki Invented Open 2026"),
        EarlierGame("ST", date(2026, 5, 10), 1350, "0.5", "Satsuki Invented Open 2026"),
    ),
    53: (
        EarlierGame("ST", date(2026, 7, 18), 1225, "0.5", "Umi no Hi Invented Cup 2026"),
        EarlierGame("ST", date(2026, 7, 18), 1301, "0", "Umi no Hi Invented Cup 2026"),
        EarlierGame("ST", date(2026, 7, 19), 1188, "1", "Umi no Hi Invented Cup 2026"),
        EarlierGame("RP", date(2026, 8, 2), 1240, "0", "Natsu Invented Rapid 2026"),
    ),
    55: (
        EarlierGame("ST", date(2024, 6, 1), 1610, "0", "Rainy Season Invented Open 2024"),
        EarlierGame("ST", date(2024, 6, 2), 1444, "0", "Rainy Season Invented Open 2024"),
        EarlierGame("ST", date(2026, 5, 10), 1290, "0", "Satsuki Invented Open 2026"),
    ),
}
"""Games of UR players; two of number 55 are older than two years."""
