"""Helpers of the tests are imported by name from this folder; hypothesis draws the same cases in every run."""

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

SLOW_DRAWS = [HealthCheck.too_slow]  # a whole game is one example

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=4, suppress_health_check=SLOW_DRAWS)
settings.register_profile("explore", deadline=None, max_examples=200, suppress_health_check=SLOW_DRAWS)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
