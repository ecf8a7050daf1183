"""What stands around every page of the site: head, hidden fields, menus above and foot below."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from pathlib import Path
from string import Template

from tests.standin.model import Event

_FRAME = Template(Path(__file__).with_name("frame.html").read_text(encoding="utf-8"))

LANGUAGES = (
    "EGY:35 ARM:28 AZE:34 BIH:15 BUL:24 CAT:9 CHN:33 CRO:13 CZE:5 DEN:32 ENG:1 ESP:2 : FAI:7 FIN:18 FRA:20 "
    "GER:0 GRE:19 INA:26 : ITA:16 JPN:22 MKD:21 LTU:30 NED:17 POL:3 POR:10 ROU:27 RUS:11 SRB:14 SVK:4 SWE:6 "
    "TUR:8 UKR:12 VIE:29"
)


def page(event: Event, query: str, node: str, body: str, *, post_fields: bool) -> str:
    """A whole page. `query` is that of the request, echoed in the form's action; `body` what stands
    between the menus and the foot; `post_fields` adds the two fields only some pages have."""
    return _FRAME.substitute(
        name=escape(event.name),
        number=event.number,
        query=query.replace("&", "&amp;"),
        hidden=_hidden(event, query, post_fields),
        server_time=f"{event.server_time:%d.%m.%Y %H:%M:%S}",
        languages=_languages(),
        body=body,
        node=node.upper(),
    )


def _hidden(event: Event, query: str, post_fields: bool) -> str:
    empty = "".join(
        f'<input type="hidden" name="{name}" id="{name}" value="" />\n'
        for name in ("__EVENTTARGET", "__EVENTARGUMENT")
    )
    fields = {
        "__VIEWSTATE": _noise(f"state {event.number} {query}", 96),
        "__VIEWSTATEGENERATOR": "D5991272",
        "__EVENTVALIDATION": _noise(f"validation {event.number} {query}", 64),
    }
    rest = "".join(
        f'<input type="hidden" name="{name}" id="{name}" value="{value}" />\n'
        for name, value in fields.items()
    )
    return (empty if post_fields else "") + rest


def _noise(seed: str, length: int) -> str:
    """Something like ASP.NET's state, the same for the same page."""
    noise = b"".join(hashlib.sha256(f"{seed} {i}".encode()).digest() for i in range(length // 32 + 1))
    return "/wEP" + base64.b64encode(noise[:length]).decode()


def _languages() -> str:
    lines = []
    for entry in LANGUAGES.split():
        name, _, number = entry.partition(":")
        tab = "SelectedTab" if name == "ENG" else "OtherTabs"
        link = f'<a id="Hyp_{name}" class="{tab}" href="Default.aspx?lan={number}">{name}</a>' if name else ""
        lines.append(f"      <li>{link}</li>")
    return "\n".join(lines)
