"""What people come back for: shared results, the same dice for several, and a profile that can be carried along."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
    op.create_table(
        "shares",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
    )
    op.create_table(
        "challenges",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
    )
    op.create_table(
        "rounds",
        sa.Column("same", sa.String(48), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False, unique=True),
        sa.Column("figures", sa.JSON),
    )
    op.create_table(
        "profiles",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_table(
        "codes",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("codes", "profiles", "rounds", "challenges", "shares", "keys"):
        op.drop_table(name)
