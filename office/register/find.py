"""Finding the member that an ID or a name means."""

from sqlmodel import Session, col, select

from importer.ids import member_number
from importer.names import folded, name_key
from importer.tables import MemberRow
from office.errors import refusal
from office.families import family_of


def _signs(name: str) -> str:
    return folded([name])[0].replace(" ", "")


def find_member(session: Session, text: str) -> MemberRow:
    """The member of this ID, or the one member of this name in any writing; refused where it is none or
    several."""
    number = member_number(text)
    query = select(MemberRow).order_by(col(MemberRow.federation_id))
    if number:
        found = list(session.exec(query.where(MemberRow.federation_id == number)))
    else:
        key = name_key(text)
        known = session.exec(select(MemberRow.id, MemberRow.name, MemberRow.kanji, MemberRow.kana)).all()
        ids = [n for n, name, kanji, _kana in known if key and key in (name_key(name), name_key(kanji or ""))]
        if not ids and not text.isascii():  # in Japanese writing the blank says little
            signs = _signs(text)
            ids = [n for n, *names in known if signs and any(signs == _signs(name or "") for name in names)]
        found = list(session.exec(query.where(col(MemberRow.id).in_(ids))))
        found = [m for m in found if m.merged_into is None] or found
    if len(found) == 1:
        return found[0]
    id_form = family_of(session).id_form
    names = "; ".join(f"{m.federation_id} {m.name}" for m in found[:10])
    raise refusal(
        "no-such-member" if not found else "name-of-several",
        "member",
        f"one member's ID ({id_form}) or whole name",
        f"“{text}”: " + (names or "nobody on the register"),
        "give the ID" if found else "look for the ID, also by a part of a name: banzuke members search …",
    )
