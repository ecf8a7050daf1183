"""The button in front of old tournaments: five days after its end a page hides details and links.

Source: shared/chess-results.md, section 3. The input `cb_alleDetails` in `.defaultDialogMsg` tells a
gated page; `P1_LinkButton2` does not, it is on every page. The fields that are posted are the hidden
inputs that are there (one saved page has no `__EVENTTARGET`) and the button.
"""

from dataclasses import dataclass
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser

BUTTON = "cb_alleDetails"


@dataclass(frozen=True, slots=True)
class Gate:
    """The form to post: its absolute address and its fields in the order of the page."""

    action: str
    fields: dict[str, str]


def find_gate(body: bytes, address: str) -> Gate | None:
    """The gate of a page that was received from `address` (the final one), None if the page has none."""
    tree = LexborHTMLParser(body)
    button = tree.css_first(f".defaultDialogMsg input[name={BUTTON}]")
    if button is None:
        return None
    fields: dict[str, str] = {}
    # Of the whole document: gated pages leave tables open, so the form's own end is not to be trusted.
    for node in tree.css("input[type=hidden]"):
        name = node.attributes.get("name")
        if name:
            fields[name] = node.attributes.get("value") or ""
    fields[BUTTON] = button.attributes.get("value") or ""
    form = tree.css_first("form[action]")
    action = (form.attributes.get("action") or "") if form else ""
    try:
        target = urljoin(address, action)
    except ValueError:
        # Left as it stands: the client refuses it by name.
        target = action
    return Gate(action=target, fields=fields)
