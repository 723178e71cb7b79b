"""The picture of a result: what is typed in it can be read."""

import re
from pathlib import Path

from redpip.core.words import line
from redpip.web.sharing import FinalSheet
from redpip.web.sharing_picture import picture


def test_a_long_line_goes_on_below_and_the_letters_stay_large(tmp_path: Path) -> None:
    long = (
        "Each pays its number, a red one twice, to whoever has the most of it: these points are the whole of the game"
    )
    sheet = FinalSheet("poobah", "poobah", "Grand Poobah", "Mia wins.", (), [line("Player  1 2 3"), line(long)], {})
    drawn = picture(sheet, tmp_path)
    sizes = [float(size) for size in re.findall(r'class="typed".*?font-size="([\d.]+)"', drawn)]
    assert len(sizes) == 3
    assert min(sizes) > 16
