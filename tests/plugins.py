"""Games of other packages, as an installer would leave them in a folder of the path."""

from __future__ import annotations

from pathlib import Path

# Hot Dice under another name: a whole game that nobody has translated
SOUND = """
from dataclasses import replace
from pathlib import Path
from redpip.games.hot import GAME as HOT
GAME = replace(HOT, id="{name}", name="Other Dice", about="Like another.", folder=Path(__file__).parent)
"""


def register(site: Path, name: str) -> None:
    """What an installer writes of a package that has a game."""
    facts = site / f"{name}_dice-1.0.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-dice\nVersion: 1.0\n", "utf-8")
    (facts / "entry_points.txt").write_text(f"[redpip.games]\n{name} = {name}:GAME\n", "utf-8")


def install(site: Path, name: str, source: str = SOUND, rules: str | None = "# Other Dice\n\nRoll on.\n") -> None:
    """A package with this source that says it has a game."""
    package = site / name
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(source.replace("{name}", name), "utf-8")
    if rules is not None:
        (package / "RULES.md").write_text(rules, "utf-8")
    register(site, name)
