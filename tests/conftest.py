"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("ci", deadline=None, max_examples=40, derandomize=True)
settings.load_profile("ci")
