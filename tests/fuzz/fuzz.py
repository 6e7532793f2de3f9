#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs one fuzzing harness over the committed corpus and what earlier runs found, for
INTERPLAY_FUZZ_SECONDS (10), and reports executions.

usage: fuzz.py PROGRAM NAME    (TAP)

What breaks the program is kept as crash-* beside it, in the build folder: give it to the program as
its argument to see it again, and put it into corpus/NAME once it is mended."""

import os
import re
import subprocess
import sys
import tempfile

# The parser of json-glib 1.6 loses what it has of a text that turns out to be damaged.
LEAKING = ("safetensors", "checkpoints", "saved", "written", "session")
# Some inputs are slow by nature, and longer ones say nothing new.
MOST_BYTES = {"written": 4096, "saved": 64, "text": 4096, "session": 4096}


def main():
    program, name = os.path.abspath(sys.argv[1]), sys.argv[2]
    here = os.path.dirname(os.path.abspath(__file__))
    seconds = os.environ.get("INTERPLAY_FUZZ_SECONDS", "10")
    kept = os.path.join(os.path.dirname(program), "corpus-" + name)
    os.makedirs(kept, exist_ok=True)
    print("1..1", flush=True)
    # Files that are written are synced each time: in memory that costs nothing.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir=memory) as folder:
        command = [program, kept, os.path.join(here, "corpus", name), f"-max_total_time={seconds}", "-timeout=20",
                   "-rss_limit_mb=3000", "-malloc_limit_mb=1500", "-print_final_stats=1",
                   f"-max_len={MOST_BYTES.get(name, 16384)}", f"-artifact_prefix={os.path.dirname(program)}/"]
        dictionary = os.path.join(here, name + ".dict")
        if os.path.exists(dictionary):
            command.append("-dict=" + dictionary)
        environment = dict(os.environ, TMPDIR=folder)
        environment["ASAN_OPTIONS"] = ":".join(
            ["allocator_may_return_null=1", os.environ.get("ASAN_OPTIONS", ""),
             f"detect_leaks={0 if name in LEAKING else 1}"])
        run = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             errors="replace")
        good = run.returncode == 0
        print(f"{'ok' if good else 'not ok'} 1 /fuzz/{name}")
        executions = re.search(r"number_of_executed_units:\s*(\d+)", run.stdout)
        peak = re.search(r"peak_rss_mb:\s*(\d+)", run.stdout)
        if executions:
            print(f"# fuzz {name}: {executions[1]} executions in {seconds} s, at most {peak[1] if peak else '?'} MB")
        if not good:
            for line in run.stdout.splitlines()[-60:]:
                print("# " + line)
    return 0 if good else 1


sys.exit(main())
