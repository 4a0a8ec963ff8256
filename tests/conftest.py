"""Settings for all tests."""

import os
import signal

from hypothesis import settings

settings.register_profile("ci", deadline=None, max_examples=40, derandomize=True)
settings.load_profile("ci")

# Tests use small batches: threads of torch would only wait for each other. It reads this when it is first imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Ray starts a cluster of its own for a test that names none: otherwise it would join one that another test process has
# started for a while, and end with it.
os.environ["RAY_ADDRESS"] = "local"

# Who starts the tests in the background has them ignore Ctrl+C, and those that try it would search for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
