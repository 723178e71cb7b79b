"""The event log, its secrets, and which device plays where."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("server_seed", sa.String(64), nullable=False),
        sa.Column("invite_key", sa.String(64), nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True),
    )


def downgrade() -> None:
    for name in ("devices", "secrets", "events", "tables"):
        op.drop_table(name)
