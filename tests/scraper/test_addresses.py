"""Addresses of Chess-Results in running text and as given."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.addresses import (
    Address,
    AddressError,
    find_addresses,
    is_site_url,
    read_address,
    read_list_address,
    tournament_of,
)

PLAIN = Address(1234567)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://chess-results.com/tnr1234567.aspx", PLAIN),
        ("http://chess-results.com/tnr1234567.aspx?lan=1", PLAIN),
        ("https://www.chess-results.com/tnr1234567.aspx", PLAIN),
        ("HTTPS://S2.Chess-Results.COM/Tnr1234567.ASPX?LAN=1&ART=2&RD=5&SNode=S0", Address(1234567, 2, 5)),
        (
            "https://s11.chess-results.com/TNR1234567.aspx?lan=22&art=4&force_refresh=True",
            Address(1234567, 4),
        ),
        ("chess-results.com/tnr1234567.aspx?art=40", Address(1234567, 40)),
        ("  <https://chess-results.com/tnr1234567.aspx?lan=1&amp;art=5>  ", Address(1234567, 5)),
        ("https://chess-results.com/tnr1234567.aspx?art=x", PLAIN),
    ],
)
def test_an_address_of_any_node_and_spelling_is_read(text: str, expected: Address) -> None:
    assert read_address(text) == expected


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("結果はhttps://chess-results.com/tnr11.aspxです", [11]),
        ("結果はhttps://chess-results.com/tnr11.aspx?lan=1&art=1。次は", [11]),
        ("(https://chess-results.com/tnr11.aspx?lan=1), then", [11]),
        ("＜https://chess-results.com/tnr11.aspx?lan=1＞", [11]),
        ("「chess-results.com/tnr11.aspx」と「s3.chess-results.com/Tnr12.aspx」", [11, 12]),
        ("See http://chess-results.com/tnr11.aspx.", [11]),
        ('<a href="https://chess-results.com/tnr11.aspx?lan=1&amp;art=2&amp;rd=3">here</a>', [11]),
        ("<https://s1.chess-results.com/tnr11.aspx?lan=1\r\n  &art=2>", [11]),
        ("https://chess-results.com/tnr12.aspx https://chess-results.com/tnr11.aspx?art=1\n"
         "https://s1.chess-results.com/tnr12.aspx?art=4", [12, 11]),
        ("mail to info@chess-results.com or see chess-results.com for more", []),
        ("", []),
    ],
)  # fmt: skip
def test_addresses_are_found_in_running_text_once_and_in_order(text: str, numbers: list[int]) -> None:
    assert [a.tournament for a in find_addresses(text).addresses] == numbers


@pytest.mark.parametrize("before", ["URL:", "結果:www.", "A/", "//", "https:/", "https//", "http:"])
def test_a_link_without_a_whole_scheme_is_found_behind_a_colon_or_a_slash(before: str) -> None:
    found = find_addresses(
        f"{before}chess-results.com/tnr11.aspx?art=4, https://chess-results.com/tnr12.aspx"
    )
    assert [(a.tournament, a.art) for a in found.addresses] == [(11, 4), (12, None)]
    assert [a.tournament for a in find_addresses("URL:tnr1100055").addresses] == [1100055]


@pytest.mark.parametrize("between", [",", ";", ", ", ";\n", "", ",;"])
@pytest.mark.parametrize(
    "second", ["https://chess-results.com", "www.chess-results.com", "s2.chess-results.com"]
)
@pytest.mark.parametrize("query", ["", "?lan=1", "?lan=1&art=2&rd=3"])
def test_links_one_behind_the_other_are_all_found(between: str, second: str, query: str) -> None:
    text = f"https://chess-results.com/tnr11.aspx{query}{between}{second}/tnr12.aspx{query}{between}"
    found = find_addresses(text + "http://chess-results.com/tnr13.aspx.")
    assert [a.tournament for a in found.addresses] == [11, 12, 13]
    assert found.refused == ()


def test_a_link_behind_one_of_another_host_is_found_and_the_other_named() -> None:
    found = find_addresses("https://example.jp/a,https://chess-results.com/tnr11.aspx;www.example.jp")
    assert [a.tournament for a in found.addresses] == [11]
    assert [p.place for p in found.refused] == ["https://example.jp/a"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://chess-results.com/tnr1499733", Address(1499733)),
        ("https://chess-results.com/tnr1499733?lan=1&art=4", Address(1499733, 4)),
        ("https://chess-results.com/tnr1452107 .aspx?lan=1&art=2&rd=3", Address(1452107, 2, 3)),
        ("https://chess-results.com/tnr1452107%20.aspx", Address(1452107)),
        ("https://chess-results.com/tnr1452107.aspx&art=4", Address(1452107, 4)),
        ("https://chess-results.com/tnr1452107.aspx,Autumn", Address(1452107)),
        ("https://chess-results.com/tnr14997=\r\n33.aspx?art=4", Address(1499733, 4)),
    ],
)
def test_an_address_that_lost_a_little_is_still_the_tournament_s(text: str, expected: Address) -> None:
    assert read_address(text) == expected
    assert find_addresses(f"See {text}\nand more").addresses == (expected,)
    assert read_address(text).url.startswith(f"https://chess-results.com/tnr{expected.tournament}.aspx?lan=1")


@pytest.mark.parametrize(
    "text",
    [
        "https://chess-results.com/tnr14997=\n33.aspx?lan=3D1&art=3D2",
        "https://chess-resul=\r\nts.com/tnr1499=\r\n733.aspx?lan=3D1&art=3D=\r\n2",
        '<a href=3D"https://chess-results.com/tnr1499733.aspx?lan=3D1&amp;=\nart=3D2">',
    ],
)
def test_an_address_broken_by_quoted_printable_is_joined(text: str) -> None:
    found = find_addresses(text)
    assert found.addresses == (Address(1499733, 2),)
    assert found.refused == ()


def test_a_soft_break_behind_an_address_is_no_part_of_it() -> None:
    found = find_addresses("https://chess-results.com/tnr11.aspx=\n and https://chess-results.com/tnr12.aspx=\n"
                           "https://chess-results.com/tnr13.aspx")  # fmt: skip
    assert [a.tournament for a in found.addresses] == [11, 12, 13]


@pytest.mark.parametrize("rest", ["\n33.aspx", " 33.aspx?lan=1", "\r\n> 33?lan=1"])
def test_half_a_number_is_refused_and_not_another_tournament(rest: str) -> None:
    found = find_addresses(f"https://chess-results.com/tnr14997{rest}")
    assert found.addresses == ()
    assert [p.code for p in found.refused] == ["address-broken"]
    assert "one line" in found.refused[0].remedy
    assert [a.tournament for a in find_addresses("chess-results.com/tnr14997\n33 players").addresses] == [
        14997
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://archive.chess-results.com/tnr1100055.aspx?lan=1&art=4", Address(1100055, 4)),
        ("tnr1100055", Address(1100055)),
        ("Tnr1100055.aspx?art=4", Address(1100055, 4)),
        ("ｔｎｒ１１０００５５", Address(1100055)),
        (
            "ｈｔｔｐｓ：／／ｃｈｅｓｓ－ｒｅｓｕｌｔｓ．ｃｏｍ／ｔｎｒ１１０００５５．ａｓｐｘ？ａｒｔ＝４",
            Address(1100055, 4),
        ),
        ("ｈｔｔｐｓ：／／chess-results.com/tnr1100055.aspx", Address(1100055)),
        ("https：//chess-results.com/tnr1100055.aspx", Address(1100055)),
        ("https://chess-results.com/ｔｎｒ１１０００５５．ａｓｐｘ", Address(1100055)),
        ("https%3A%2F%2Fchess-results.com%2Ftnr1100055.aspx%3Flan%3D1%26art%3D4", Address(1100055, 4)),
        ("https%253A%252F%252Fchess-results.com%252Ftnr1100055.aspx", Address(1100055)),
        ("https://chess-results.com%2Ftnr1100055.aspx", Address(1100055)),
        ("https://chess-results.com/%74nr1100055%2Easpx?art=4", Address(1100055, 4)),
        ("https://chess-results.com/tnr11\u200b00055.aspx?art=4", Address(1100055, 4)),
        ("https://chess-\u00adresults.com/tnr11%E2%80%8B00055.aspx", Address(1100055)),
        ("https://chess-results.com/ tnr1100055.aspx", Address(1100055)),
        ("chess-results.com /tnr1100055.aspx", Address(1100055)),
        ("https://chess-results.com/\r\n> tnr1100055", Address(1100055)),
        (
            "https://eu-west-1.protection.sophos.com/?d=chess-results.com"
            "&u=aHR0cHM6Ly9jaGVzcy1yZXN1bHRzLmNvbS90bnIxMTAwMDU1LmFzcHg_YXJ0PTQ=&i=NWI&t=x&h=1",
            Address(1100055, 4),
        ),
        (
            "https://urldefense.proofpoint.com/v1/url?u=https://chess-results.com/tnr1100055.aspx&k=a",
            Address(1100055),
        ),
        (
            "https://urldefense.proofpoint.com/v2/url?u=https-3A__chess-2Dresults.com_tnr1100055.aspx&d=D",
            Address(1100055),
        ),
    ],
)
def test_an_address_that_a_program_or_a_keyboard_changed_is_read(text: str, expected: Address) -> None:
    found = find_addresses(f"結果は\n{text}\nです")
    assert (found.addresses, found.refused) == ((expected,), ())
    assert found.addresses[0].art == expected.art
    assert read_address(text).tournament == expected.tournament


@pytest.mark.parametrize(
    "text",
    [
        "tnr1100055.xlsx",
        "https://example.jp/tnr1100055.aspx",
        "mail@tnr1100055",
        "xtnr1100055",
        "tnr110",
        "tnr１1000５5",
        '<td name="tnr1100055">x</td>',
    ],
)
def test_a_word_like_a_tournament_is_none(text: str) -> None:
    assert find_addresses(text).addresses == ()


@pytest.mark.parametrize(
    "link",
    [
        "chessresults.com/tnr1100055.aspx?lan=1",
        "www.chess-result.com/tnr1100055.aspx",
        "chess-results.con/tnr1100055",
        "chess_results.com/tnr1100055.aspx",
        "chess-results,com/tnr1100055.aspx",
        "chess-results/tnr1100055.aspx",
        "chess-results.com\\tnr1100055.aspx",
        "chess-results.comtnr1100055.aspx",
    ],
)
@pytest.mark.parametrize("before", ["our results: ", "URL:", "https://chess-results.com/tnr1100056.aspx, "])
def test_a_link_with_the_site_s_name_misspelt_is_named_and_not_guessed(before: str, link: str) -> None:
    found = find_addresses(f"{before}{link} and more")
    assert [a.tournament for a in found.addresses] == ([1100056] if before.startswith("http") else [])
    assert [(p.code, p.place) for p in found.refused] == [("address-not-chess-results", link)]


def test_a_full_width_digit_behind_an_address_is_no_part_of_its_number() -> None:
    found = find_addresses("https://chess-results.com/tnr1100055１位の方")
    assert [a.tournament for a in found.addresses] == [1100055]


@pytest.mark.parametrize(
    ("link", "who"),
    [
        ("https://bit.ly/3aBcDeF", "bit.ly"),
        ("bit.ly/3aBcDeF", "bit.ly"),
        ("https://protect-eu.mimecast.com/s/AbCdE?domain=chess-results.com", "Mimecast"),
        ("https://url.uk.m.mimecastprotect.com/s/AbCdE?domain=chess-results.com", "Mimecast"),
        ("https://eu-west-1.protection.sophos.com/?d=chess-results.com&u=bm90IGFuIGFkZHJlc3M=", "Sophos"),
        ("https://secure-web.cisco.com/1xYz", "Cisco"),
    ],
)
def test_a_link_that_does_not_show_where_it_leads_is_named_and_not_guessed(link: str, who: str) -> None:
    found = find_addresses(f"結果 {link} です")
    assert found.addresses == ()
    assert [(p.code, p.place) for p in found.refused] == [("address-hidden", link)]
    assert who in found.refused[0].found


def test_what_an_html_mail_links_for_its_looks_is_no_refused_link() -> None:
    text = """<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><script src="https://cdn.example/a.js"></script>
<style>@import url(https://fonts.example/a.css);</style><link href="https://cdn.example/a.css"></head>
<body background="https://cdn.example/a.png"><!-- https://cdn.example/comment --><img src="https://cdn.example/b.png">
<p>Results: <a href="https://chess-results.com/tnr11.aspx?lan=1&amp;art=1">here</a>, photos:
<a href="https://photos.example/">there</a> or https://visible.example/</p></body></html>"""
    found = find_addresses(text)
    assert found.addresses == (Address(11, 1),)
    assert [p.place for p in found.refused] == ["https://photos.example/", "https://visible.example/"]


@pytest.mark.parametrize("blank", [" ", "\n", "\u3000"])
def test_an_address_in_angles_that_are_never_closed_takes_no_longer_than_another(blank: str) -> None:
    """It took the square of what stands behind it, and strangers may paste a megabyte."""
    began = time.process_time()
    found = find_addresses("<https://chess-results.com/tnr1234567.aspx" + blank * 900_000)
    assert [one.tournament for one in found.addresses] == [1234567]
    assert time.process_time() - began < 3
    closed = f"<https://chess-results.com/tnr12345{blank * 3}\n67.aspx{blank * 5_000}>"
    assert [one.tournament for one in find_addresses(closed).addresses] == [1234567]


def test_a_wrapped_address_keeps_the_parameters_of_its_second_line() -> None:
    found = find_addresses("<https://s1.chess-results.com/tnr11.aspx?lan=1\n&art=2&rd=7>")
    assert found.addresses == (Address(11, 2, 7),)


def test_other_links_of_a_text_are_named_and_none_is_an_address() -> None:
    text = "https://example.jp/tnr5.aspx, https://chess-results.com/Karte.aspx?lan=1 ftp://chess-results.com/tnr1.aspx"
    found = find_addresses(text)
    assert found.addresses == ()
    assert [p.code for p in found.refused] == [
        "address-not-chess-results",
        "address-not-a-tournament",
        "address-not-chess-results",
    ]


@pytest.mark.parametrize(
    ("page", "url"),
    [
        ("TurnierSuche.aspx?lan=22&SNode=S0", "TurnierSuche.aspx?lan=1"),
        ("turniersuche.aspx", "turniersuche.aspx?lan=1"),
        ("SpielerSuche.aspx", "SpielerSuche.aspx?lan=1"),
        ("fed.aspx?lan=1&fed=JPN", "fed.aspx?lan=1&fed=JPN"),
        ("Default.aspx", "Default.aspx?lan=1"),
        ("Kalender.aspx?id=60061", "Kalender.aspx?lan=1&id=60061"),
    ],
)
def test_a_page_that_lists_tournaments_is_one_where_the_text_names_no_tournament(page: str, url: str) -> None:
    text = f"see https://s2.chess-results.com/{page} please"
    found = find_addresses(text)
    assert [a.url for a in found.lists] == [f"https://chess-results.com/{url}"]
    assert found.refused == ()
    beside = find_addresses(f"{text}, or https://chess-results.com/tnr5.aspx")
    assert (beside.lists, [a.tournament for a in beside.addresses]) == ((), [5])
    assert [p.code for p in beside.refused] == ["address-not-a-tournament"]


@pytest.mark.parametrize(
    "text", ["chess-results.com", "https://chess-results.com/", "https://evil.org/fed.aspx"]
)
def test_the_bare_site_and_lists_of_other_sites_are_no_list(text: str) -> None:
    assert read_list_address(text) is None
    assert find_addresses(text).lists == ()


def test_the_games_of_a_tournament_are_a_view_of_it() -> None:
    address = read_address("https://chess-results.com/PartieSuche.aspx?lan=1&id=50023&tnr=77&art=3")
    assert (address.tournament, address.art) == (77, None)
    with pytest.raises(AddressError):
        read_address("https://chess-results.com/PartieSuche.aspx?art=36&id=6555977")


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("https://chess-results.com.evil.org/tnr1.aspx", "chess-results.com.evil.org"),
        ("https://evil-chess-results.com/tnr1.aspx", "evil-chess-results.com"),
        ("https://x.chess-results.com/tnr1.aspx", "x.chess-results.com"),
        ("https://chess-results.com@evil.org/tnr1.aspx", "user name"),
        ("https://chess-results.com:443@evil.org/tnr1.aspx", "user name"),
        ("https://me:pass@chess-results.com/tnr1.aspx", "user name"),
        ("https://chess-results.com:8443/tnr1.aspx", "port"),
        ("https://chess-results.com:/tnr1.aspx", "port"),
        ("https://chess-results.com./tnr1.aspx", "chess-results.com."),
        ("ftp://chess-results.com/tnr1.aspx", "ftp"),
        ("javascript://chess-results.com/tnr1.aspx", "javascript"),
        ("https://evil.org\\@chess-results.com/tnr1.aspx", "characters"),
        ("https://chess-results.com\t.evil.org/tnr1.aspx", "characters"),
        ("https://ｃhess-results.com/tnr1.aspx", "characters"),
        ("https://[chess-results.com/tnr1.aspx", "no readable address"),
        ("/tnr1.aspx", "host"),
        ("", "host"),
    ],
)
def test_what_is_not_chess_results_is_refused_by_name(text: str, met: str) -> None:
    with pytest.raises(AddressError) as caught:
        read_address(text)
    problem = caught.value.problem
    assert problem.code == "address-not-chess-results"
    assert met in problem.found
    assert "chess-results.com/tnr" in problem.expected
    assert problem.remedy


@pytest.mark.parametrize(
    "page", ["", "Default.aspx?lan=1", "TurnierSuche.aspx", "tnr0.aspx", "tnr12.html", "a/tnr12.aspx"]
)
def test_pages_of_the_site_that_are_no_tournament_are_refused_by_name(page: str) -> None:
    with pytest.raises(AddressError) as caught:
        read_address(f"https://chess-results.com/{page}")
    assert caught.value.problem.code == "address-not-a-tournament"


def test_pages_are_fetched_in_english_with_all_rows() -> None:
    address = read_address("http://s3.chess-results.com/Tnr77.aspx?lan=22&art=1")
    assert address.page(0, details=True) == (
        "https://chess-results.com/tnr77.aspx?lan=1&art=0&turdet=YES&zeilen=99999&flag=30"
    )
    assert address.page(2, 5) == "https://chess-results.com/tnr77.aspx?lan=1&art=2&rd=5&zeilen=99999&flag=30"
    assert address.url == "https://chess-results.com/tnr77.aspx?lan=1&art=1"


_PIECES = st.sampled_from(
    ["https://", "http://", "chess-results.com", "s1.", "www.", "/tnr", "12", ".aspx", "@", ":", "/", "\\",
     "<", ">", "&amp;", "。", " ", "\n", "=\n", ",", "<!--", "<p ", "evil.org", "[", "]", "%", "#",
     ".", "\x00", "ｃ", "?art="]
)  # fmt: skip
_TEXTS = st.one_of(st.text(), st.lists(_PIECES, max_size=12).map("".join))
_BESIDE = [
    "x.",
    "evil.org/",
    "evil.org@",
    "evil.org?",
    "evil-",
    "me:pass@",
    "ftp://",
    "chess-results.com.evil.org",
]
_SITE = ["https://", "http://", "HTTPS://", "https://www.", "https://s1.", "http://S2.", "https://archive."]
_LINKS = st.tuples(
    st.sampled_from([*_SITE, "", "//"]),
    st.sampled_from([*[""] * len(_BESIDE) * 2, *_BESIDE]),
    st.sampled_from([*["chess-results.com"] * 5, "Chess-Results.COM", "chess-results.com:80"]),
    st.sampled_from([*["/tnr12", "/Tnr1234567", "/tnr345"] * 3, "/tnr0", "\\tnr12"]),
    st.sampled_from([".aspx", "", ".html", ".ASPX?LAN=1&art=4", ".aspx?url=https://evil.org/tnr5.aspx"]),
).map("".join)
_IN_TEXT = st.tuples(_TEXTS, _LINKS, _PIECES, _LINKS, _TEXTS).map("".join)


@given(_IN_TEXT | _IN_TEXT | _TEXTS)
def test_no_text_raises_and_no_address_is_of_another_host(text: str) -> None:
    for address in find_addresses(text).addresses:
        if address.met.lower().startswith("tnr"):
            continue
        met = address.met if "://" in address.met else f"https://{address.met}"
        assert is_site_url(met)
        host = urlsplit(met).hostname or ""
        assert host == "chess-results.com" or host.removesuffix(".chess-results.com").strip(
            "s0123456789"
        ) in ("", "www", "archive")
        assert urlsplit(address.url).hostname == "chess-results.com"
        assert tournament_of(address.url) == address.tournament > 0


@given(_LINKS | _LINKS | _TEXTS)
def test_a_given_text_is_an_address_or_an_address_error(text: str) -> None:
    try:
        address = read_address(text)
    except AddressError as error:
        codes = ("address-not-chess-results", "address-not-a-tournament", "address-hidden")
        assert error.problem.code in codes  # noqa: PT017
    else:
        assert is_site_url(address.url)
