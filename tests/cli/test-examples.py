# SPDX-License-Identifier: GPL-3.0-or-later
"""Every example of a command's help runs as it stands, in one folder after the other, and writes what it says.
Usage: test-examples.py INTERPLAY-CLI"""
import os
import subprocess
import sys
import tempfile

cli = os.path.abspath(sys.argv[1])
# What writes comes before what reads it.
FIRST = ["export-case", "sweep", "plan", "run"]


def ask(*words):
    return subprocess.run([cli, *words], capture_output=True, text=True, check=True).stdout


def commands():
    lines = ask("--help").split("Commands:\n")[1].split("\n\n")[0].splitlines()
    return [line.split()[0] for line in lines]


def examples(command):
    told = ask(command, "--help").split("Examples:\n")
    return [line.strip() for line in told[1].strip().splitlines()] if len(told) == 2 else []


def written(line):
    words = line.split()
    return [words[i + 1] for i, word in enumerate(words) if word == "--out"]


failed = 0
names = commands()
names.sort(key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
lines = [(name, line) for name in names for line in examples(name) or [None]]
print(f"1..{len(lines)}")
with tempfile.TemporaryDirectory() as folder:
    where = os.path.join(folder, "bin")
    os.mkdir(where)
    os.symlink(cli, os.path.join(where, "interplay-cli"))
    environment = {**os.environ, "PATH": where + os.pathsep + os.environ["PATH"]}
    for number, (name, line) in enumerate(lines, 1):
        if line is None:
            failed += 1
            print(f"not ok {number} {name} has an example")
            continue
        ran = subprocess.run(["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True)
        there = [os.path.exists(os.path.join(folder, path)) for path in written(line)]
        good = ran.returncode == 0 and all(there) and line.startswith("interplay-cli " + name)
        failed += not good
        print(("ok" if good else "not ok") + f" {number} {line}")
        if not good:
            print("# " + ran.stderr.replace("\n", "\n# "))
sys.exit(failed > 0)
