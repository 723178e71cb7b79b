"""How long somebody waits for `redpip advise spicy 424425`, the whole process: the first time after an install, when
nothing is compiled, and later. Beside it, in turns with it, what Python itself and NumPy take, since a busy machine
slows down all of them.

    python benchmarks/answer.py [--runs 9] [--source src]
"""

from __future__ import annotations

import argparse
import compileall
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ASK = ["-m", "redpip", "advise", "spicy", "424425"]
COMMANDS = {"python": ["-c", "pass"], "python with numpy": ["-c", "import numpy"], "advise": ASK}


def installed(source: Path, folder: Path) -> None:
    """As an installer leaves it: modules compiled by Python, kernels by nobody."""
    shutil.copytree(source / "redpip", folder / "redpip", ignore=shutil.ignore_patterns("__pycache__"))
    compileall.compile_dir(str(folder), quiet=1)


def asked(command: list[str], folder: Path) -> tuple[float, float]:
    """Seconds by the clock and of processor time."""
    begin, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "numba")}
    subprocess.run([sys.executable, *command], env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - begin, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--source", type=Path, default=Path(__file__).parent.parent / "src")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        installed(wanted.source, Path(name))
        first = asked(ASK, Path(name))
        print(f"advise, first after an install: clock {first[0]:.2f} s, processor {first[1]:.2f} s")
        runs = [{what: asked(command, Path(name)) for what, command in COMMANDS.items()} for _ in range(wanted.runs)]
    for what in COMMANDS:
        clock, processor = zip(*(run[what] for run in runs), strict=True)
        shown = (f"{statistics.median(times):.2f} s (least {min(times):.2f})" for times in (clock, processor))
        print(f"{what}: clock {{}}, processor {{}}, {len(runs)} runs".format(*shown))
    print("load", *(f"{load:.1f}" for load in os.getloadavg()), "on", os.cpu_count(), "cores")


if __name__ == "__main__":
    main()
