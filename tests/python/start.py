# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the Python package begin with: a Python that has NumPy and matplotlib, and TAP."""
import os
import sys

SYSTEM = "/usr/bin/python3"
try:
    import matplotlib
    import numpy as np
except ImportError as missing:
    # Debian's packages are for its own Python.
    if sys.executable != SYSTEM and os.path.exists(SYSTEM) and "PYTHON_TRIED" not in os.environ:
        os.execve(SYSTEM, [SYSTEM, *sys.argv], {**os.environ, "PYTHON_TRIED": "1"})
    print(f"1..0 # SKIP {missing}")
    sys.exit(0)
matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

__all__ = ["check", "count", "np", "plt"]
count = 0


def check(good, what):
    """One line of TAP."""
    global count  # pylint: disable=global-statement
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {what}".replace("\n", " "), flush=True)
