"""Foveate beside its peers: `just bench peers`. The comparison stands in comparison.py, the job in job.py."""

import sys
from pathlib import Path

# Python looks in this folder first; what benches share stands one up.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from peers.comparison import measure, shown
from rounds import run

if __name__ == "__main__":
    run(measure, shown)
