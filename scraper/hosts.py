"""Hosts of links: the site's own, and those behind which nobody sees where a link leads."""

from urllib.parse import urlsplit

NODES = r"www\.|archive\.|s[0-9]{1,2}\."
"""Names that stand before the site's own: its nodes, and the archive of old tournaments (reported)."""

_SHORTENERS = (
    "bit.ly bitly.com j.mp t.co tinyurl.com tiny.cc goo.gl ow.ly is.gd v.gd buff.ly lnkd.in cutt.ly rb.gy"
    " t.ly s.id shorturl.at short.gy bl.ink dlvr.it qrco.de rebrand.ly x.gd ux.nu onl.la onl.bz onl.sc onl.tw"
    " 00m.in urx.red urx.space"
)
SHORTENERS = frozenset(_SHORTENERS.split())
"""Services that stand a short link for a long one; only they know which."""

GATEWAYS: dict[str, str] = {
    "mimecast.com": "Mimecast",
    "mimecastprotect.com": "Mimecast",
    "protection.sophos.com": "Sophos",
    "safelinks.protection.outlook.com": "Safe Links",
    "urldefense.com": "Proofpoint",
    "urldefense.proofpoint.com": "Proofpoint",
    "linkprotect.cudasvc.com": "Barracuda",
    "secure-web.cisco.com": "Cisco",
    "clicktime.symantec.com": "Symantec",
    "fireeye.com": "Trellix",
    "trendmicro.com": "Trend Micro",
    "hornetsecurity.com": "Hornetsecurity",
    "edgepilot.com": "EdgePilot",
    "emailprotection.link": "AppRiver",
    "menlosecurity.com": "Menlo",
    "avanan.click": "Avanan",
    "ct.sendgrid.net": "SendGrid",
    "list-manage.com": "Mailchimp",
    "mandrillapp.com": "Mailchimp",
    "hubspotlinks.com": "HubSpot",
    "awstrack.me": "Amazon SES",
    "rs6.net": "Constant Contact",
}
"""Programs that rewrite the links of mails, by the end of their hosts."""


def hides(url: str) -> str | None:
    """Who stands between an address and where it leads; None where the address is the page's own."""
    try:
        host = (urlsplit(url if "://" in url else f"https://{url}").hostname or "").removeprefix("www.")
    except ValueError:
        return None
    if host in SHORTENERS:
        return f"a link of the shortener {host}"
    names = (name for end, name in GATEWAYS.items() if host == end or host.endswith(f".{end}"))
    name = next(names, None)
    return f"a link rewritten by {name} ({host})" if name else None
