"""The whole register: names, memberships, organizers, applications"""

import sqlalchemy as sa
from alembic import op

from office.database.migrations import frozen, made

revision = "0004"
down_revision = "0003"

FIELDS = ("name", "kanji", "kana", "sex", "federation", "fide_id", "club", "born", "joined")
SOURCE = "entered before the office kept its sources"


def upgrade() -> None:
    made.add("member", "surname text?", "given text?", "school text?", "location text?", "level text?")
    for name in ("withheld", "birth_withheld"):
        op.add_column("member", made.column(f"{name} yes-no", server_default=sa.false()))
    # In words, since SQLite cannot add a constraint to a table, but can add a column that carries one.
    op.execute(
        "ALTER TABLE member ADD COLUMN merged_into INTEGER"
        " CONSTRAINT fk_member_merged_into_member REFERENCES member (id)"
    )
    made.tables(__file__, "member_name")
    with op.batch_alter_table("membership") as batch:
        batch.add_column(made.column("kind text", server_default="annual"))
        for text in ("event_key text?", "paid_on day?", "known_until moment?"):
            batch.add_column(made.column(text))
        batch.drop_constraint(op.f("uq_membership_member_id_first_day"), type_="unique")
    made.tables(__file__, "register_fact")
    _facts()
    frozen.freeze_facts()
    made.tables(
        __file__, "organizer", "organizer_name", "organizer_span", "application", "fide_list", "fide_player"
    )


def _facts() -> None:
    """What is known of members becomes facts of the register."""
    into = "INSERT INTO register_fact (member_id, field, value, known_since, source)"
    for field in FIELDS:
        op.execute(
            f"{into} SELECT id, '{field}', CAST({field} AS VARCHAR), known_since, '{SOURCE}'"
            f" FROM member WHERE {field} IS NOT NULL ORDER BY id"
        )
    op.execute(
        f"{into} SELECT member.id, 'fide-' || fide_rating.type, CAST(fide_rating.rating AS VARCHAR),"
        " member.known_since, fide_rating.source"
        " FROM fide_rating JOIN member ON member.id = fide_rating.member_id ORDER BY fide_rating.id"
    )
