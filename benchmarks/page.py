"""What the page costs: bytes over the wire for a table, time to the first roll, long tasks while dice fall.

python benchmarks/page.py
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

PORT = 18767
SERVER = """
import sys
from pathlib import Path
from redpip.web.live import Pace
from redpip.web.serve import serve
serve("127.0.0.1", int(sys.argv[2]), Path(sys.argv[1]), browser=False, pace=Pace())
"""
WATCH = """
window.longTasks = [];
new PerformanceObserver((list) => list.getEntries().forEach((one) => window.longTasks.push(one.duration)))
  .observe({type: "longtask", buffered: true});
"""


class Wire:
    """Counts what the browser receives, as it comes over the wire."""

    def __init__(self, session: CDPSession) -> None:
        self.sizes: dict[str, int] = {}
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._finished)

    def _finished(self, facts: dict[str, Any]) -> None:
        self.sizes[facts["requestId"]] = int(facts["encodedDataLength"])

    @property
    def total(self) -> int:
        return sum(self.sizes.values())


def measure(page: Page, url: str) -> None:
    wire = Wire(page.context.new_cdp_session(page))
    page.add_init_script(WATCH)
    start = time.perf_counter()
    page.goto(url)
    home = wire.total
    page.locator(".hero .btn.main").click()
    ready = page.locator('#main[aria-disabled="false"]')
    ready.wait_for(timeout=60_000)
    to_table = time.perf_counter() - start
    page.evaluate("window.longTasks.length = 0")
    ready.click()
    page.locator("rp-sheet button[data-key]:visible").first.wait_for()
    to_roll = time.perf_counter() - start
    page.wait_for_timeout(1500)
    tasks: list[float] = page.evaluate("window.longTasks")
    print(f"home                     {home / 1000:8.1f} kB compressed")
    print(f"table, home included     {wire.total / 1000:8.1f} kB compressed")
    print(
        f"from the address to a table that waits for the first roll {to_table:6.2f} s, to its result {to_roll:6.2f} s"
    )
    print(f"long tasks (over 50 ms) during the roll: {len(tasks)}, the longest {max(tasks, default=0):.0f} ms")


def main() -> None:
    program = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-c", SERVER, str(Path(folder) / "tables.sqlite"), str(PORT)]
        service = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert service.stdout is not None
            service.stdout.readline()
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            measure(browser.new_page(), f"http://127.0.0.1:{PORT}/")
            browser.close()
        finally:
            service.kill()


if __name__ == "__main__":
    main()
