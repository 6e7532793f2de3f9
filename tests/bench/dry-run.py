#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The time that --dry-run tells, compared with the time that the same command takes.

usage: dry-run.py CLI    (fails where they differ by more than a factor of three)"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time

FACTOR = 3.0
LEAST = 0.5  # seconds; shorter times are noise
UNITS = {"s": 1, "min": 60, "h": 3600}
COMMANDS = [
    "sweep hmc4 --widths 10,20,50,100,500 --n-train 300",
    "sweep hmc4 --widths 10,100 --n-train 200 --seeds 1-4",
    "sweep glyphs --widths 20,100",
    "map hmc4 --x N=10:1000:8 --y T=0.01:1:6",
    "map hmc4 --x N=10:1000:3 --y P=40:600:5:linear",
    "sample hmc2 --widths 20,100 --draws 400",
    "sample hmc4 --widths 100 --draws 200 --n-train 200",
    "dynamics joma-stack",
    "dynamics joma-hierarchy --steps 2000 --seeds 1",
    "train glyphs --steps 300 --minutes 0 --width 64",
]


def run(words):
    begin = time.monotonic()
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    if result.returncode not in (0, 3):
        sys.exit(f"{shlex.join(words)}: {result.stderr}")
    return result.stdout, time.monotonic() - begin


def main():
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for command in COMMANDS:
            words = [sys.argv[1], *shlex.split(command)]
            text, asked = run([*words, "--dry-run"])
            number, unit = re.search(r"about ([0-9.e+]+) (\w+) and ", text).groups()
            told = float(number) * UNITS[unit]
            ending = ".safetensors" if command.startswith("train") else ".npz"
            _, took = run([*words, "--out", os.path.join(folder, "out" + ending)])
            ratio = max(told, LEAST) / max(took, LEAST)
            fine = 1 / FACTOR <= ratio <= FACTOR
            bad += not fine
            print(f"{'' if fine else 'BAD '}{told:8.2f} s told in {asked:5.2f} s, {took:8.2f} s taken: {command}", flush=True)
    return 1 if bad else 0


sys.exit(main())
