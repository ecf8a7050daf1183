"""The first tables"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

from office.database.migrations import frozen_0001

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TRIGGERS = {"sqlite": frozen_0001.sqlite, "postgresql": frozen_0001.postgresql}


def upgrade() -> None:
    op.create_table(
        "list_version",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("list_date", sa.Date(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("previous_id", sa.Integer(), nullable=True),
        sa.Column("edition", sa.String(), nullable=True),
        sa.Column("interpretations", sa.String(), nullable=False),
        sa.Column("period_first", sa.Date(), nullable=True),
        sa.Column("period_last", sa.Date(), nullable=True),
        sa.Column("made_at", UTCDateTime(), nullable=False),
        sa.Column("published_at", UTCDateTime(), nullable=True),
        sa.Column("published_by", sa.String(), nullable=True),
        sa.Column("inputs", sa.LargeBinary(), nullable=False),
        sa.Column("inputs_sha256", sa.String(), nullable=False),
        sa.Column("text_sha256", sa.String(), nullable=False),
        sa.Column("report", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["previous_id"], ["list_version.id"], name=op.f("fk_list_version_previous_id_list_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_list_version")),
        sa.UniqueConstraint("list_date", "version", name=op.f("uq_list_version_list_date_version")),
    )
    with op.batch_alter_table("list_version", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_list_version_list_date"), ["list_date"], unique=False)

    op.create_table(
        "member",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("federation_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kanji", sa.String(), nullable=True),
        sa.Column("kana", sa.String(), nullable=True),
        sa.Column("born", sa.Date(), nullable=True),
        sa.Column("sex", sa.String(), nullable=True),
        sa.Column("federation", sa.String(), nullable=True),
        sa.Column("fide_id", sa.String(), nullable=True),
        sa.Column("club", sa.String(), nullable=True),
        sa.Column("joined", sa.Date(), nullable=True),
        sa.Column("known_since", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member")),
        sa.UniqueConstraint("federation_id", name=op.f("uq_member_federation_id")),
    )
    with op.batch_alter_table("member", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_member_fide_id"), ["fide_id"], unique=False)

    op.create_table(
        "report",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=True),
        sa.Column("arrived_on", sa.Date(), nullable=False),
        sa.Column("day_stated", sa.Boolean(), nullable=False),
        sa.Column("received_at", UTCDateTime(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("problem", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report")),
    )
    with op.batch_alter_table("report", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_report_reference"), ["reference"], unique=False)

    op.create_table(
        "ruling",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("event_key", sa.String(), nullable=True),
        sa.Column("code", sa.String(), nullable=True),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("made_at", UTCDateTime(), nullable=False),
        sa.Column("taken_back_at", UTCDateTime(), nullable=True),
        sa.Column("taken_back_by", sa.String(), nullable=True),
        sa.Column("taken_back_why", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ruling")),
    )
    with op.batch_alter_table("ruling", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ruling_event_key"), ["event_key"], unique=False)

    op.create_table(
        "setting",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_setting")),
    )
    op.create_table(
        "earlier_game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("federation_id", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("opponent_rating", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("event_key", sa.String(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("opponent_id", sa.String(), nullable=True),
        sa.Column("opponent_name", sa.String(), nullable=True),
        sa.Column("list_date", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["version_id"], ["list_version.id"], name=op.f("fk_earlier_game_version_id_list_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_earlier_game")),
    )
    with op.batch_alter_table("earlier_game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_earlier_game_federation_id"), ["federation_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_earlier_game_version_id"), ["version_id"], unique=False)

    op.create_table(
        "fide_rating",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_fide_rating_member_id_member")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fide_rating")),
        sa.UniqueConstraint("member_id", "type", name=op.f("uq_fide_rating_member_id_type")),
    )
    op.create_table(
        "game_line",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("federation_id", sa.String(), nullable=True),
        sa.Column("player_name", sa.String(), nullable=False),
        sa.Column("opponent_id", sa.String(), nullable=True),
        sa.Column("opponent_name", sa.String(), nullable=False),
        sa.Column("event_key", sa.String(), nullable=False),
        sa.Column("event_name", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=True),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("type", sa.String(), nullable=True),
        sa.Column("colour", sa.String(), nullable=True),
        sa.Column("result", sa.String(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("rating_from", sa.String(), nullable=True),
        sa.Column("opponent_rating", sa.Integer(), nullable=True),
        sa.Column("opponent_rating_from", sa.String(), nullable=True),
        sa.Column("d", sa.Integer(), nullable=True),
        sa.Column("d_used", sa.Integer(), nullable=True),
        sa.Column("pd", sa.Integer(), nullable=True),
        sa.Column("k", sa.Integer(), nullable=True),
        sa.Column("k_reason", sa.String(), nullable=True),
        sa.Column("k_article", sa.String(), nullable=True),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("c", sa.Integer(), nullable=True),
        sa.Column("column", sa.String(), nullable=True),
        sa.Column("expected_article", sa.String(), nullable=True),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("for_initial", sa.Boolean(), nullable=False),
        sa.Column("reasons", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["list_version.id"], name=op.f("fk_game_line_version_id_list_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_line")),
    )
    with op.batch_alter_table("game_line", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_line_federation_id"), ["federation_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_game_line_version_id"), ["version_id"], unique=False)

    op.create_table(
        "list_member",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("federation_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kanji", sa.String(), nullable=True),
        sa.Column("member_on_day", sa.Boolean(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("last_game", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["version_id"], ["list_version.id"], name=op.f("fk_list_member_version_id_list_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_list_member")),
        sa.UniqueConstraint(
            "version_id", "federation_id", name=op.f("uq_list_member_version_id_federation_id")
        ),
    )
    with op.batch_alter_table("list_member", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_list_member_federation_id"), ["federation_id"], unique=False)

    op.create_table(
        "list_rating",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("federation_id", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("previous", sa.Integer(), nullable=True),
        sa.Column("previous_from", sa.String(), nullable=True),
        sa.Column("taken_from", sa.String(), nullable=True),
        sa.Column("change", sa.Integer(), nullable=True),
        sa.Column("rounded", sa.Integer(), nullable=True),
        sa.Column("floored", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("period_games", sa.Integer(), nullable=False),
        sa.Column("peak", sa.Integer(), nullable=False),
        sa.Column("peak_assumed", sa.Boolean(), nullable=False),
        sa.Column("adopted", sa.Boolean(), nullable=False),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("k", sa.Integer(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("initial", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["version_id"], ["list_version.id"], name=op.f("fk_list_rating_version_id_list_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_list_rating")),
        sa.UniqueConstraint(
            "version_id", "federation_id", "type", name=op.f("uq_list_rating_version_id_federation_id_type")
        ),
    )
    with op.batch_alter_table("list_rating", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_list_rating_federation_id"), ["federation_id"], unique=False)

    op.create_table(
        "membership",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("known_since", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_membership_member_id_member")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
        sa.UniqueConstraint("member_id", "first_day", name=op.f("uq_membership_member_id_first_day")),
    )
    with op.batch_alter_table("membership", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_membership_member_id"), ["member_id"], unique=False)

    op.create_table(
        "problem",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("event_key", sa.String(), nullable=True),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("expected", sa.String(), nullable=False),
        sa.Column("found", sa.String(), nullable=False),
        sa.Column("remedy", sa.String(), nullable=False),
        sa.Column("blocks", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("ruling_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["ruling_id"], ["ruling.id"], name=op.f("fk_problem_ruling_id_ruling")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_problem")),
        sa.UniqueConstraint("key", name=op.f("uq_problem_key")),
    )
    with op.batch_alter_table("problem", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_problem_event_key"), ["event_key"], unique=False)

    op.create_table(
        "reading",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("report_id", sa.Integer(), nullable=False),
        sa.Column("event_key", sa.String(), nullable=False),
        sa.Column("reader", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("record", sa.String(), nullable=False),
        sa.Column("read_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["report_id"], ["report.id"], name=op.f("fk_reading_report_id_report")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reading")),
    )
    with op.batch_alter_table("reading", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_reading_event_key"), ["event_key"], unique=False)
        batch_op.create_index(batch_op.f("ix_reading_report_id"), ["report_id"], unique=False)

    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("tournament", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("group", sa.String(), nullable=True),
        sa.Column("federation", sa.String(), nullable=True),
        sa.Column("organizer", sa.String(), nullable=True),
        sa.Column("first_day", sa.Date(), nullable=True),
        sa.Column("last_day", sa.Date(), nullable=True),
        sa.Column("round_count", sa.Integer(), nullable=True),
        sa.Column("system", sa.String(), nullable=True),
        sa.Column("time_control", sa.String(), nullable=True),
        sa.Column("printed_kind", sa.String(), nullable=True),
        sa.Column("minutes_at_60", sa.Integer(), nullable=True),
        sa.Column("last_update", sa.DateTime(), nullable=True),
        sa.Column("link_came_on", sa.Date(), nullable=False),
        sa.Column("arrived_on", sa.Date(), nullable=False),
        sa.Column("day_stated", sa.Boolean(), nullable=False),
        sa.Column("complete_on", sa.Date(), nullable=True),
        sa.Column("reading_id", sa.Integer(), nullable=False),
        sa.Column("newer_reading_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["newer_reading_id"], ["reading.id"], name=op.f("fk_event_newer_reading_id_reading")
        ),
        sa.ForeignKeyConstraint(["reading_id"], ["reading.id"], name=op.f("fk_event_reading_id_reading")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
        sa.UniqueConstraint("key", name=op.f("uq_event_key")),
    )
    op.create_table(
        "version_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("event_key", sa.String(), nullable=False),
        sa.Column("reading_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["reading_id"], ["reading.id"], name=op.f("fk_version_event_reading_id_reading")
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["list_version.id"], name=op.f("fk_version_event_version_id_list_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_version_event")),
        sa.UniqueConstraint("version_id", "event_key", name=op.f("uq_version_event_version_id_event_key")),
    )
    with op.batch_alter_table("version_event", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_version_event_event_key"), ["event_key"], unique=False)

    op.create_table(
        "event_player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=True),
        sa.Column("federation", sa.String(), nullable=True),
        sa.Column("national_id", sa.String(), nullable=True),
        sa.Column("fide_id", sa.String(), nullable=True),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("rating_national", sa.Integer(), nullable=True),
        sa.Column("rating_international", sa.Integer(), nullable=True),
        sa.Column("sex", sa.String(), nullable=True),
        sa.Column("club", sa.String(), nullable=True),
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("match_rule", sa.String(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("candidates", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_event_player_event_id_event")),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_event_player_member_id_member")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_player")),
        sa.UniqueConstraint("event_id", "number", name=op.f("uq_event_player_event_id_number")),
    )
    with op.batch_alter_table("event_player", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_event_player_member_id"), ["member_id"], unique=False)

    op.create_table(
        "event_round",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("played_on", sa.Date(), nullable=True),
        sa.Column("time", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_event_round_event_id_event")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_round")),
        sa.UniqueConstraint("event_id", "number", name=op.f("uq_event_round_event_id_number")),
    )
    op.create_table(
        "pairing",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=True),
        sa.Column("white", sa.Integer(), nullable=False),
        sa.Column("black", sa.Integer(), nullable=True),
        sa.Column("result", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("colours", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_pairing_event_id_event")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pairing")),
    )
    with op.batch_alter_table("pairing", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_pairing_event_id"), ["event_id"], unique=False)

    dialect = op.get_bind().dialect.name
    for statement in TRIGGERS[dialect]():
        op.execute(statement)
