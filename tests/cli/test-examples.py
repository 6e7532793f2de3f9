# SPDX-License-Identifier: GPL-3.0-or-later
"""Every example of a command's help runs as it stands, in one folder after the other, and writes what it says.
Usage: test-examples.py INTERPLAY-CLI"""
import os
import struct
import subprocess
import sys
import tempfile
import zipfile

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


def array(shape, values):
    """As NumPy writes it, which need not be there."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    start = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
    return start + struct.pack(f"<{len(values)}d", *values)


def write_probes(path):
    """What another program writes: two layers of two heads."""
    labels = [1, -1] * 4
    features = [(label if head == 1 else 0) + (7 * i + 3 * head + k) % 5
                for i, label in enumerate(labels) for head in range(2) for k in range(3)]
    with zipfile.ZipFile(path, "w") as file:
        for part in ("train", "test"):
            file.writestr(f"y_{part}.npy", array([8], labels))
            for layer in (1, 2):
                file.writestr(f"xi_{part}_{layer}.npy", array([8, 2, 3], features))


failed = 0
names = commands()
names.sort(key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
lines = [(name, line) for name in names for line in examples(name) or [None]]
print(f"1..{len(lines)}")
with tempfile.TemporaryDirectory() as folder:
    where = os.path.join(folder, "bin")
    os.mkdir(where)
    write_probes(os.path.join(folder, "probes.npz"))
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
