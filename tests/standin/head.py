"""The boxes above a list: gate or details and menu, "Last update", and the search box."""

from __future__ import annotations

from html import escape

from tests.standin.model import Event

SITE = "https://chess-results.com"

GATE = """<div class="defaultDialogMsg" style="width: 821px; clear:both;">
<h3>Note: To reduce the server load by daily scanning of all links (daily 100.000 sites and more) by search \
engines like Google, Yahoo and Co, all links for tournaments older than 5 days (end-date) are shown after \
clicking the following button:</h3>
<p class="CRsmall"><input type="submit" value="Show tournament details" id="cb_alleDetails" \
name="cb_alleDetails" style="width:250px;Z-INDEX: 1; LEFT: 20px; " /></p></div>
"""

SEARCH = """<div class="defaultDialog" style="width: {width}px; height:28px; POSITION:relative; clear:both;">
<span id="l_such_label" class="CRLabel" style="Z-INDEX:107;LEFT:18px;POSITION:absolute;TOP:4px;width:250px;">\
Search for player</span>
<input name="txt_name" type="text" maxlength="30" id="txt_name" class="CRText" \
style="width:150px;z-index:118;left:280px;position:absolute;top:4px;"/>
<a id="Link_Suche" class="CRLink" href="javascript:__doPostBack('Link_Suche','')" \
style="display:inline-block;width:100px;left:470px;position:absolute;top:4px;">Search</a>
</div>
"""


class Shown:
    """How one request wants the page: which view, with details, behind the gate or not."""

    def __init__(
        self, event: Event, art: int, rd: int | None, *, details: bool, gated: bool, flags: bool
    ) -> None:
        self.event = event
        self.art = art
        self.rd = rd
        self.gated = gated
        self.details = details and not gated
        self.flags = flags
        self.width = 985 if self.details else 821

    def link(self, **parameters: int | str | None) -> str:
        """A link inside the page, as it stands in the HTML: absolute, without node."""
        given = {
            **parameters,
            "turdet": "YES" if self.details else None,
            "flag": 30 if self.flags else None,
            "snr": parameters.get("snr"),
        }
        snr = given.pop("snr")
        query = "".join(f"&amp;{k}={v}" for k, v in {**given, "snr": snr}.items() if v is not None)
        return f"{SITE}/tnr{self.event.number}.aspx?lan=1{query}"


def head(shown: Shown) -> str:
    event = shown.event
    remark = f'<h3 Class="CRmsg">{event.remark}</h3>' if event.remark else ""
    title = f"{remark}<h2>{escape(event.name)}</h2>"
    update = (
        f'<p class="CRsmall">Last update {event.last_update:%d.%m.%Y %H:%M:%S}, '
        f"Creator/Last Upload: {escape(event.uploader)}</p>"
    )
    opening = f'<div class="defaultDialog" style="width: {shown.width}px; clear:both;">{title}'
    outer = '<table cellSpacing="0" cellPadding="0" border="0"><tr><td Class="CR0" width="672">'
    if shown.gated:
        # The table is opened and never closed on gated pages.
        top = GATE + opening + outer + update + "</div>"
    elif shown.details:
        advert = (
            '</td><td class="CR0" width="8"></td><td class="CR0" width="300">\n'
            '<div data-fuse="result_mrec"></div>\n</td></tr></table>'
        )
        top = opening + outer + _details(event) + update + _menu(shown) + advert + "</div>"
    else:
        top = opening + update + _menu(shown) + "</div>"
    # F: the pages of the round robin have no search for players.
    return top + (SEARCH.format(width=shown.width) if event.system != "round-robin" else "")


def _details(event: Event) -> str:
    """Rows are left out when empty; the rows of the arbiters are aligned to the top."""
    last = f" to {event.last_day:%Y/%m/%d}" if event.last_day != event.first_day else ""
    rated = [e.rating for e in event.entrants if e.rating]
    average = str(round(sum(rated) / len(rated))) if rated else ""
    place = escape(event.location)
    maps = f'<a Class="CRdb" href="https://www.google.com/maps/search/{place}" target="_blank">{place}</a>'
    fide = (
        f'<a Class="CRdb" href="https://ratings.fide.com/tournament_information.phtml?event={event.fide_event}"'
        f' target="_blank">{event.fide_event}</a>'
        if event.fide_event
        else ""
    )
    rows = [
        ("", "Organizer(s)", escape(event.organizer)),
        ("", "Federation", event.federation),
        ("", "Tournament director", escape(event.director)),
        (' valign="top"', "Chief Arbiter", escape(event.chief_arbiter)),
        (' valign="top"', "Arbiter", escape(event.arbiters)),
        ("", f"Time control ({event.time_control_kind})", escape(event.time_control)),
        ("", "Location", maps if event.location else ""),
        ("", "Number of rounds", str(event.round_count)),
        ("", "Tournament type", _TYPES[event.system]),
        ("", "Rating calculation", event.rating_calculation),
        ("", "FIDE-Event-ID", fide),
        ("", "Date", f"{event.first_day:%Y/%m/%d}{last}"),
    ]
    if event.average_age is None:
        rows.append(("", "Rating-Ø", average))
    else:
        rows.append(("", "Rating-Ø / Average age", f"{average} / {event.average_age}"))
    body = "".join(
        f'<tr{align}><td class="CR">{label}</td><td class="CR">{value}</td></tr>'
        for align, label, value in rows
        if value
    )
    program = (
        '<tr><td Class="CR">Pairing program</td><td Class="CR">'
        '<a href="https://swiss-manager.at/" target="_blank">Swiss-Manager</a>,&nbsp;'
        '<a href="DownloadTurnier.Aspx?art=1">Swiss-Manager tournamentfile</a></td></tr>'
    )
    return f'<table border="0" cellpadding="1" cellspacing="1">{body}{program}</table>'


def _menu(shown: Shown) -> str:
    """The rows `LABEL | links`; what is shown now is bold and no link."""
    event, link = shown.event, shown.link
    paired = [r.number for r in event.rounds if r.rows]
    width = "" if shown.details else ' width="821"'
    rows = []
    if event.groups:
        groups = [
            f"<i><b>{escape(name)}</b></i>"
            if number == event.number
            else f'<a href="{SITE}/tnr{number}.aspx?lan=1&amp;art=0&amp;flag=30">{escape(name)}</a>'
            for number, name in event.groups
        ]
        rows.append(("Tournament selection", ", ".join(groups)))
    rows.append(
        (
            "Links",
            f'<a href="{SITE}/CalendarLink.aspx?lan=1&amp;tnr={event.number}">'
            "Link with tournament calendar</a>",
        )
    )
    toggle = ("NO", "No tournament details") if shown.details else ("YES", "Show tournament details")
    here = f"&amp;art={shown.art}" + (f"&amp;rd={shown.rd}" if shown.rd else "")
    rows.append(
        (
            "Parameters",
            f' <a href="{SITE}/tnr{event.number}.aspx?lan=1{here}&amp;flag=30&amp;turdet={toggle[0]}">'
            f"{toggle[1]}</a>, "
            f'<a href="{SITE}/tnr{event.number} .aspx?lan=1{here}&amp;flag=NO">no flags</a>',
        )
    )
    lists = [(0, "Starting rank"), (3, "Alphabetical list"), (13, "Statistics"), (14, "Playing schedule")]
    if event.system == "round-robin":
        rows += _lists_of_round_robin(shown, paired)
    elif event.system == "team-swiss":
        from tests.standin.teams import menu_rows

        rows += menu_rows(shown)
    else:
        rows.append(("Lists", ", ".join(_entry(shown, art, text) for art, text in lists)))
    if paired and event.system == "swiss":
        done = f"Final Ranking crosstable after {paired[-1]} Rounds"
        if paired[-1] < event.round_count:
            done = f"Ranking crosstable after Round {paired[-1]}"
        rows.append(
            (
                "",
                ", ".join(
                    _entry(shown, art, text) for art, text in ((4, done), (5, "Starting rank crosstable"))
                ),
            )
        )
        rows.append(("Board Pairings", _rounds(shown, paired)))
        ranks = ", ".join(f'<a href="{link(art=1, rd=n)}">Rd.{n}</a>' for n in paired)
        rows.append(("Ranking list after", ranks))
    rows.append(
        (
            "Excel and Print",
            f'<a href="{SITE}/tnr{event.number}.aspx?lan=1&amp;zeilen=0{here}&amp;prt=4&amp;excel=2010" '
            f'target="_blank">Export to Excel (.xlsx)</a>, '
            f'<a href="QRCodes.aspx?lan=1&amp;code=Init&amp;tnr={event.number}">QR-Codes</a>',
        )
    )
    body = "".join(
        f'<tr valign="top"><td class="CRnowrap b">{label}</td><td class="CR">{value}</td></tr>'
        if label
        else f'<tr><td></td><td class="CR">{value}</td></tr>'
        for label, value in rows
    )
    return f'<table border="0" cellpadding="1" cellspacing="1"{width}>{body}</table>'


_TYPES = {"swiss": "Swiss-System", "round-robin": "Round robin", "team-swiss": "Swiss-System for teams"}


def _lists_of_round_robin(shown: Shown, paired: list[int]) -> list[tuple[str, str]]:
    """Three rows, without a link for each round."""
    after = "after 0 Rounds"
    if paired:
        after = f"after {paired[-1]} Rounds"
    lines: tuple[tuple[tuple[int, str], ...], ...] = (
        (
            (0, "Starting rank list of players"),
            (3, "Alphabetical list"),
            (79, "Alphabetical list all groups"),
        ),
        ((1, f"Final Ranking {after}"), (2, "Pairings/Results")),
        (
            (4, f"Final Ranking crosstable {after}"),
            (5, "Starting rank crosstable"),
            (13, "Statistics"),
            (14, "Playing schedule"),
        ),
    )
    return [
        ("" if number else "Lists", ", ".join(_entry(shown, art, text) for art, text in line))
        for number, line in enumerate(lines)
    ]


def _entry(shown: Shown, art: int, text: str) -> str:
    if art == shown.art:
        return f"<i><b>{text}</b></i>"
    return f'<a class="CRdb" href="{shown.link(art=art)}">{text}</a>'


def _rounds(shown: Shown, paired: list[int]) -> str:
    """`Rd.1, Rd.2/9, not paired`; the last round paired carries the number of rounds."""
    parts = []
    for number in paired:
        text = f"Rd.{number}/{shown.event.round_count}" if number == paired[-1] else f"Rd.{number}"
        if shown.art == 2 and shown.rd == number:
            parts.append(f"<i><b>{text}, </b></i>" if number != paired[-1] else f"<i><b>{text} </b></i>, ")
        else:
            separator = ", " if number != paired[-1] else " , "
            parts.append(f'<a href="{shown.link(art=2, rd=number)}">{text}</a>{separator}')
    return "".join(parts) + _entry(shown, 40, "not paired")
