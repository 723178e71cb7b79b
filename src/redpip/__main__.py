"""``python -m redpip`` is the command ``redpip``."""

from redpip.cli import main

main()
