#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a large computation takes to end after Ctrl-C, wherever in it that comes.

usage: cancel.py INTERPLAY-CLI [ROUNDS]

A process also has to give its memory back, which takes 0.1 s for some GB: what is left when that is
known is the program's own. The time of the fastest end of an idle process of the same size is not
taken off."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time

# What runs, and when it is told to stop at the latest.
COMMANDS = {
    "solve, 6000 examples of 4 paths": ("sweep hmc4 --n-train 6000 --widths 10", 30),
    "solve, 2000 examples of 4 paths": ("sweep hmc4 --n-train 2000 --widths 10,30,100", 12),
    "sample, 1000 examples of 4 paths": ("sample hmc4 --n-train 1000 --widths 10", 30),
    "train, 2048 sequences a step": ("train glyphs --batch 2048 --steps 100", 10),
}


def seconds_to_end(cli, command, wait, folder):
    arguments = command.split()
    if arguments[0] in ("train", "sample"):
        name = "out.safetensors" if arguments[0] == "train" else "out.npz"
        arguments += ["--out", os.path.join(folder, name)]
    process = subprocess.Popen([cli, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(wait)
        return None
    except subprocess.TimeoutExpired:
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait()
        return time.monotonic() - begin


def main():
    cli, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 8
    random.seed(1)
    longest = 0
    for name, (command, latest) in COMMANDS.items():
        times = []
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                taken = seconds_to_end(cli, command, random.uniform(0.2, latest), folder)
            if taken is not None:
                times.append(1000 * taken)
        if times:
            times.sort()
            longest = max(longest, times[-1])
            print(f"{name}: {len(times)} times, median {times[len(times) // 2]:.0f} ms, longest {times[-1]:.0f} ms",
                  flush=True)
    print(f"longest: {longest:.0f} ms (target 100 ms)")


main()
