#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every file that a command writes is on the disk before it takes its name, and its name is on the disk when the
command ends: synced, renamed, the folder synced. A power cut leaves the old file or the new one.

usage: test-cli-synced.py CLI TRACE-FILES.so    (TAP)"""

import os
import shutil
import subprocess
import sys
import tempfile

CLI, TRACE = (os.path.abspath(path) for path in sys.argv[1:3])
CASE = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "hmc.npz"), "-w", "10"]
# What is written, and by which command; the last word of a command is the name of its file or folder.
COMMANDS = {
    "results": ["sweep", *CASE, "--out", "results.npz"],
    "a table": ["sweep", *CASE, "--out", "results.csv"],
    "a case": ["export-case", CASE[0], "--out", "case.npz"],
    "samples": ["sample", *CASE, "--draws", "60", "--warmup", "60", "--out", "samples.npz"],
    "a trajectory": ["dynamics", "joma-salience", "--out", "salience.npz"],
    "a network": ["train", "glyphs", "steps=2", "minutes=0", "network-width=8", "qk=4",
                  "heads=1,1", "batch=4", "--out", "network.safetensors"],
    "figures": ["figure", *CASE, "--panel", "accuracy", "--format", "pdf,svg,png,tex", "--out", "figures"],
    "a script": ["figure", *CASE, "--panel", "accuracy", "--format", "py", "--out", "scripts"],
    "a web page": ["figure", *CASE, "--panel", "accuracy", "--out", "page.html"],
    "a film": ["figure", *CASE, "--panel", "accuracy", "--frames", "2", "--out", "film.gif"],
    "a plan's folder": ["plan", *CASE, "--out", "folder"],
}


def files_of(path):
    if os.path.isfile(path):
        return [path]
    return [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]


def wrong_of(path, events):
    """What is missing for a file; an empty text for nothing."""
    at = [k for k, (what, _, to) in enumerate(events) if what == "rename" and to == path]
    if not at:
        return "never took its name by renaming"
    last, temporary = at[-1], events[at[-1]][1]
    if ("sync", temporary, "") not in events[:last]:
        return f"is renamed from {temporary}, which is not synced"
    if ("sync", os.path.dirname(path), "") not in events[last:]:
        return "has its name in a folder that is not synced"
    return ""


def main():
    print(f"1..{len(COMMANDS)}")
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        # The program may write there, wherever its output goes.
        state = os.path.join(folder, "state")
        os.makedirs(os.path.join(state, "interplay"))
        # ffmpeg loads it too, and may read there.
        trace = shutil.copy(TRACE, os.path.join(state, "interplay"))
        for number, (title, command) in enumerate(COMMANDS.items(), 1):
            log, out = os.path.join(state, "interplay", f"log-{number}"), os.path.join(folder, command[-1])
            # Twice: a new file, and one that takes the place of another.
            wrong = []
            for _ in range(1 if title == "a plan's folder" else 2):
                if os.path.exists(log):
                    os.unlink(log)
                done = subprocess.run([CLI, *command[:-1], out], cwd=folder, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, text=True,
                                      env=dict(os.environ, LD_PRELOAD=trace, INTERPLAY_TRACE_FILES=log,
                                               XDG_STATE_HOME=state))
                events = []
                if os.path.exists(log):
                    with open(log, encoding="utf-8") as file:
                        events = [tuple(line.rstrip("\n").split("\t")) for line in file]
                if done.returncode not in (0, 3):  # 3: the draws are few
                    wrong.append(done.stdout)
                wrong += [f"{path} {why}" for path in files_of(out) if (why := wrong_of(path, events))]
                if not files_of(out):
                    wrong.append("nothing was written")
            print(f"{'not ok' if wrong else 'ok'} {number} {title}")
            for sentence in wrong:
                print("# " + sentence.replace("\n", "\n# "))
            bad += bool(wrong)
    return bad > 0


sys.exit(main())
