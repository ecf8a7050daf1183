"""The whole register: names, memberships, organizers, applications"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

from office.database.migrations import facts_0004

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TRIGGERS = {"sqlite": facts_0004.sqlite, "postgresql": facts_0004.postgresql}
TEXT_FIELDS = ("name", "kanji", "kana", "sex", "federation", "fide_id", "club")
DAY_FIELDS = ("born", "joined")
SOURCE = "entered before the office kept its sources"


def upgrade() -> None:
    _members()
    _memberships()
    _facts()
    _organizers()
    _fide()


def _members() -> None:
    for name in ("surname", "given", "school", "location", "level"):
        op.add_column("member", sa.Column(name, sa.String(), nullable=True))
    for name in ("withheld", "birth_withheld"):
        op.add_column("member", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    # In words, since SQLite cannot add a constraint to a table, but can add a column that carries one.
    op.execute(
        "ALTER TABLE member ADD COLUMN merged_into INTEGER"
        " CONSTRAINT fk_member_merged_into_member REFERENCES member (id)"
    )
    op.create_table(
        "member_name",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("known_since", UTCDateTime(), nullable=False),
        sa.Column("known_until", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_member_name_member_id_member")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member_name")),
    )
    op.create_index(op.f("ix_member_name_member_id"), "member_name", ["member_id"])


def _memberships() -> None:
    with op.batch_alter_table("membership") as batch:
        batch.add_column(sa.Column("kind", sa.String(), nullable=False, server_default="annual"))
        batch.add_column(sa.Column("event_key", sa.String(), nullable=True))
        batch.add_column(sa.Column("paid_on", sa.Date(), nullable=True))
        batch.add_column(sa.Column("known_until", UTCDateTime(), nullable=True))
        batch.drop_constraint(op.f("uq_membership_member_id_first_day"), type_="unique")


def _facts() -> None:
    op.create_table(
        "register_fact",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("field", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=True),
        sa.Column("valid_from", sa.Date(), nullable=True),
        sa.Column("known_since", UTCDateTime(), nullable=False),
        sa.Column("known_until", UTCDateTime(), nullable=True),
        sa.Column("source", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_register_fact_member_id_member")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_register_fact")),
    )
    op.create_index(op.f("ix_register_fact_member_id"), "register_fact", ["member_id"])
    into = "INSERT INTO register_fact (member_id, field, value, known_since, source)"
    for field in (*TEXT_FIELDS, *DAY_FIELDS):
        op.execute(
            f"{into} SELECT id, '{field}', CAST({field} AS VARCHAR), known_since, '{SOURCE}'"
            f" FROM member WHERE {field} IS NOT NULL ORDER BY id"
        )
    op.execute(
        f"{into} SELECT member.id, 'fide-' || fide_rating.type, CAST(fide_rating.rating AS VARCHAR),"
        " member.known_since, fide_rating.source"
        " FROM fide_rating JOIN member ON member.id = fide_rating.member_id ORDER BY fide_rating.id"
    )
    for statement in TRIGGERS[op.get_bind().dialect.name]():
        op.execute(statement)


def _organizers() -> None:
    op.create_table(
        "organizer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("known_since", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizer")),
        sa.UniqueConstraint("name", name=op.f("uq_organizer_name")),
    )
    op.create_table(
        "organizer_name",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("organizer_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("known_since", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organizer_id"], ["organizer.id"], name=op.f("fk_organizer_name_organizer_id_organizer")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizer_name")),
    )
    op.create_index(op.f("ix_organizer_name_organizer_id"), "organizer_name", ["organizer_id"])
    op.create_table(
        "organizer_span",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("organizer_id", sa.Integer(), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=True),
        sa.Column("known_since", UTCDateTime(), nullable=False),
        sa.Column("known_until", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["organizer_id"], ["organizer.id"], name=op.f("fk_organizer_span_organizer_id_organizer")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizer_span")),
    )
    op.create_index(op.f("ix_organizer_span_organizer_id"), "organizer_span", ["organizer_id"])
    op.create_table(
        "application",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_name", sa.String(), nullable=False),
        sa.Column("organizer", sa.String(), nullable=False),
        sa.Column("event_key", sa.String(), nullable=True),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("applied_on", sa.Date(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("form", sa.String(), nullable=True),
        sa.Column("announced", sa.Boolean(), nullable=True),
        sa.Column("known_since", UTCDateTime(), nullable=False),
        sa.Column("known_until", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application")),
    )
    op.create_index(op.f("ix_application_event_key"), "application", ["event_key"])


def _fide() -> None:
    op.create_table(
        "fide_list",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("file", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("imported_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fide_list")),
        sa.UniqueConstraint("month", "kind", "sha256", name=op.f("uq_fide_list_month_kind_sha256")),
    )
    op.create_table(
        "fide_player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("list_id", sa.Integer(), nullable=False),
        sa.Column("fide_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("federation", sa.String(), nullable=False),
        sa.Column("sex", sa.String(), nullable=True),
        sa.Column("title", sa.String(), nullable=True),
        sa.Column("standard", sa.Integer(), nullable=True),
        sa.Column("rapid", sa.Integer(), nullable=True),
        sa.Column("blitz", sa.Integer(), nullable=True),
        sa.Column("born_year", sa.Integer(), nullable=True),
        sa.Column("flag", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["list_id"], ["fide_list.id"], name=op.f("fk_fide_player_list_id_fide_list")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fide_player")),
    )
    op.create_index(op.f("ix_fide_player_list_id"), "fide_player", ["list_id"])
    op.create_index(op.f("ix_fide_player_fide_id"), "fide_player", ["fide_id"])
