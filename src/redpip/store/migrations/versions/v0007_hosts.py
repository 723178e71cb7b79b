"""Who opened a table is found without reading all first events."""

from alembic import op

revision = "0007"
down_revision = "0006"

HOST = {
    "sqlite": "(CASE WHEN json_valid(data) THEN json_extract(data, '$.host') END)",
    "postgresql": "((data ->> 'host'))",
}


def upgrade() -> None:
    op.execute(f"CREATE INDEX events_host ON events {HOST[op.get_bind().dialect.name]} WHERE seq = 1")


def downgrade() -> None:
    op.execute("DROP INDEX events_host")
