"""The demo's files beside the cassette: register, opening list, earlier games, the organizer's e-mail."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date

from tests.standin.autumn import CUP, OPEN, RAPID
from tests.standin.people import Member, Rating

REGISTER = (
    "ID,Name,Kanji,Kana,Birth,Sex,Federation,FIDE ID,Club,Joined,FIDE ST,FIDE RP,FIDE Source,Memberships"
)
OPENING = "ID,Name,ST,ST-G,ST-Peak,RP,RP-G,RP-Peak"
GAMES = "ID,Type,Date,Opponent Rating,Score,Source"

EMAIL = f"""\
From: koyo-club@example.jp
To: rating@example.jp
Date: Mon, 19 Oct 2026 20:15:02 +0900
Subject: 9月・10月の大会結果報告 / results of our autumn events

レーティング担当者様

いつもお世話になっております。秋の三大会の結果をご報告いたします。
風街オープン(5回戦、90分+30秒)の結果はこちらです:
<https://s2.chess-results.com/tnr{OPEN}.aspx?lan=1&art=1
&rd=5&SNode=S0>

月見ラピッド(6回戦、15分+10秒)は http://chess-results.com/tnr{RAPID}.aspx?lan=1 にあります。
紅葉ウィークエンドカップ(4回戦、45分+15秒)の結果はhttps://chess-results.com/Tnr{CUP}.aspx?lan=22&art=4。

大会の写真: https://photos.example.jp/autumn-2026/

Dear rating officer,

these are the results of our three autumn events; the links are above. One guest without membership
played in the rapid. Photos of all events are on the page of our club.

Koyo Chess Club
"""
"""One link is wrapped over two lines and has a node and a view, one is http, one ends in a full stop."""


def register_csv(register: Sequence[Member]) -> str:
    return _csv(
        REGISTER,
        (
            (
                m.id,
                m.name,
                m.kanji,
                m.kana,
                _day(m.birth),
                m.sex,
                "JPN",
                m.fide_id,
                m.club,
                _day(m.joined),
                m.fide_standard,
                m.fide_rapid,
                m.fide_source,
                "; ".join(f"{first}/{last}" for first, last in m.memberships),
            )
            for m in register
        ),
    )


def opening_csv(register: Sequence[Member]) -> str:
    """Those with a rating of either type; the type in which a player is unrated is empty."""
    return _csv(
        OPENING,
        ((m.id, m.name, *_rating(m.standard), *_rating(m.rapid)) for m in register if m.standard or m.rapid),
    )


def games_csv(register: Sequence[Member]) -> str:
    return _csv(
        GAMES, ((m.id, g.kind, g.day, g.opponent, g.score, g.source) for m in register for g in m.games)
    )


def files(register: Sequence[Member]) -> dict[str, str]:
    """Every file of cli/demo/data by name."""
    return {
        "register.csv": register_csv(register),
        "opening.csv": opening_csv(register),
        "opening-games.csv": games_csv(register),
        "email.txt": EMAIL,
    }


def _rating(rating: Rating | None) -> tuple[object, object, object]:
    return (rating.value, rating.games, rating.peak) if rating else (None, None, None)


def _day(day: date | None) -> str:
    return day.isoformat() if day else ""


def _csv(header: str, rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header.split(","))
    writer.writerows(rows)
    return text.getvalue()
