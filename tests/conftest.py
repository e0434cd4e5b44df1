"""How every test runs: properties repeat the same examples everywhere, so that a red run is red for everyone.

`just explore` loads the other profile and searches for examples that nobody has seen.
"""

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, database=None, print_blob=True)
settings.register_profile("explore", deadline=None, max_examples=1_000, print_blob=True)
settings.load_profile("ci")
