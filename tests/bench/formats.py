#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the default figure takes in each format, and in all of them: half a second is asked for. CPU seconds
of the whole command, the least of several, without the solving: rows are read from a file of results.

usage: formats.py INTERPLAY-CLI
"""
import os
import resource
import subprocess
import sys
import tempfile
import time

CLI = sys.argv[1]
FORMATS = ["png", "svg", "pdf", "tex"]
ROUNDS = 5


def spend(words):
    """The least CPU seconds, and the seconds that went by, of a command."""
    best = (float("inf"), float("inf"))
    for _ in range(ROUNDS):
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, (used, end - begin))
    return best


with tempfile.TemporaryDirectory() as folder:
    rows = os.path.join(folder, "rows.npz")
    subprocess.run([CLI, "sweep", "hmc4", "--out", rows], check=True, stdout=subprocess.DEVNULL)
    draw = [CLI, "figure", rows, "--panel", "all", "-o", folder, "--format"]
    for format_ in FORMATS + [",".join(FORMATS)]:
        print("figure as %-16s %.3f s of CPU, %.3f s" % ((format_,) + spend(draw + [format_])))
    print("with solving        %-6s %.3f s of CPU, %.3f s"
          % (("",) + spend([CLI, "figure", "hmc4", "--panel", "all", "-o", folder, "--format", ",".join(FORMATS)])))
