"""`python -m foveate`: the command line without its script."""

from __future__ import annotations

import sys

from foveate.cli import main

sys.exit(main())
