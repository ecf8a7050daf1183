"""What the columns of a register file are called for people: in English by their headings, as in the file."""

from office.words import N_, _

LABELS = frozenset(
    {
        *(N_("ID"), N_("Name"), N_("Surname"), N_("Given"), N_("Kanji"), N_("Kana")),
        *(N_("Former names"), N_("Roman spellings"), N_("Kanji spellings"), N_("Kana spellings")),
        *(N_("Birth"), N_("Sex"), N_("Federation"), N_("FIDE ID"), N_("Club"), N_("School")),
        *(N_("Location"), N_("Level"), N_("Withheld"), N_("Birth withheld"), N_("Joined")),
        *(N_("FIDE ST"), N_("FIDE RP"), N_("FIDE Source"), N_("FIDE RP Source")),
        *(N_("Memberships"), N_("Merged into")),
    }
)


def label(heading: str) -> str:
    """A column's name in the language spoken; the heading itself where it is none of ours."""
    return _(heading) if heading in LABELS else heading
