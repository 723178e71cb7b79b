"""What lists say of a table, so that they need not read its events."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("summary", sa.JSON))


def downgrade() -> None:
    op.drop_column("tables", "summary")
