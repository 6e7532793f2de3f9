# SPDX-License-Identifier: GPL-3.0-or-later
"""What users of other command lines expect: pipes, "-", one meaning of an option, a bar that never goes back.
Usage: test-cli-conventions.py INTERPLAY-CLI"""
import json
import math
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import traceback
import zipfile

cli = os.path.abspath(sys.argv[1])
folder = tempfile.TemporaryDirectory()


def shell(line, **options):
    return subprocess.run(["sh", "-c", line.replace("CLI", shlex.quote(cli))], cwd=folder.name, capture_output=True, text=True,
                          **options)


def accuracies(line, **options):
    ran = shell(line, **options)
    assert ran.returncode == 0, ran.stderr
    return [row["accuracy"] for row in json.loads(ran.stdout)["rows"]]


def refused(line, code, *words):
    ran = shell(line, stdin=subprocess.DEVNULL)
    assert ran.returncode == code, (ran.returncode, ran.stderr)
    assert all(word in ran.stderr for word in words), ran.stderr


def pipes():
    """A pipe, a redirected file and a file give the same numbers."""
    assert shell("CLI export-case hmc2 --out case.npz").returncode == 0
    named = accuracies("CLI sweep case.npz --widths 10,20 --json")
    assert named == accuracies("cat case.npz | CLI sweep - --widths 10,20 --json")
    assert named == accuracies("CLI sweep - --widths 10,20 --json < case.npz")
    assert shell("CLI sweep case.npz --widths 10,20 --out rows.npz").returncode == 0


def dash():
    """“-” is standard input, and no output."""
    refused("CLI sweep hmc2 --out -", 2, "--out", "“-”")
    refused("CLI sweep -", 1, "/dev/stdin")
    refused(": | CLI sweep -", 1, "empty")
    assert not os.path.exists(os.path.join(folder.name, "-"))


def spellings():
    """Each command has --width or --widths, and names it where the other is given."""
    for command in ("sweep", "map", "kernels", "sample", "prune", "plan"):
        told = shell(f"CLI {command} --help-all").stdout
        shown = {name for name in ("width", "widths") if re.search(rf"--{name}=", told)}
        assert len(shown) == 1, (command, shown)
        other = "width" if "widths" in shown else "widths"
        refused(f"CLI {command} hmc2 --{other} 10", 2, f"Unknown option --{other}. Did you mean “--{shown.pop()}”?")
    network = shell("CLI cases glyphs").stdout
    assert "\nnetwork-width" in network and "\nwidth" not in network
    assert "Unknown option --width" in shell("CLI train glyphs --width 8").stderr


def unknown_options():
    """An unknown option is named, be its value a number, a word or a case; a missing file is named before it."""
    for command in ("sweep", "map", "sample", "prune", "attention"):
        refused(f"CLI {command} --temprature 0.5", 2, "Unknown option --temprature. Did you mean “--temp")
    refused("CLI sweep --wdiths 10,20", 2, "Unknown option --wdiths. Did you mean “--widths”?")
    refused("CLI figure --lok paper", 2, "Unknown option --lok. Did you mean “--look”?")
    for line in ("--lok paper gone.npz", "--lok gone.npz", "gone.npz --lok paper"):
        refused(f"CLI figure {line}", 1, "“gone.npz” cannot be read")


def npy(shape, values):
    header = repr({"descr": "<f8", "fortran_order": False, "shape": shape}).ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(values)}d", *values)


def told():
    """Help has ranges and defaults; errors say what would be right."""
    for command in re.findall(r"^  (\S+)", shell("CLI --help").stdout.split("Commands:\n")[1].split("\n\n")[0], re.M):
        lines = shell(f"CLI {command} --help").stdout.splitlines()
        assert command == "help" or 0 < len(lines) <= 40, (command, len(lines))
    listed = {one["name"]: one for one in json.loads(shell("CLI cases hmc4 --json").stdout)}
    assert listed["n-train"]["default"] == "100" and "from 2" in listed["n-train"]["meaning"], listed
    help_text = shell("CLI cases hmc4").stdout
    assert "(from 0 to 1; default: 0.7)" in help_text and "glyph" not in help_text
    assert re.search(r"--chains=n +chains \(from 1 to 64; default: 4\)", shell("CLI sample --help").stdout)
    assert "gradient" in re.search(r"--order=ORDER.*", shell("CLI figure --help-all").stdout)[0]
    assert all(line.split()[0] in shell("CLI cases").stdout for line in ("paper", "scan-snap", "example-paths"))
    refused("CLI sweep rows.npz", 1, "results and not a case", "figure")
    refused("CLI sweep hcm4", 1, "example-paths", "Did you mean “hmc4”?")
    with zipfile.ZipFile(os.path.join(folder.name, "odd.npz"), "w") as odd:
        odd.writestr("xi_train.npy", npy((20, 8, 5), [math.sin(i * i) for i in range(20 * 8 * 5)]))
        odd.writestr("heads.npy", npy((2,), [2.0, 4.0]))
        odd.writestr("ytrain.npy", npy((20,), [1.0, -1.0] * 10))
    refused("CLI sweep odd.npz", 1, "no array y_train. Did you mean “ytrain”?")


def watch(line):
    """What is written on a terminal."""
    master, slave = pty.openpty()
    ran = subprocess.Popen([cli, *line.split()], cwd=folder.name, stderr=slave, stdout=subprocess.DEVNULL)
    os.close(slave)
    text = b""
    while True:
        try:
            read = os.read(master, 65536)
        except OSError:
            break
        text += read
    assert ran.wait() in (0, 3), text  # so few draws are not to be trusted
    return text.decode()


def bar():
    """It grows to its end through all parts of a command, and never goes back."""
    for line in ("sample hmc2 --widths 10,20 --draws 60 --warmup 20", "sweep hmc2 --widths 10,20 --seeds 1-4",
                 "figure hmc2 --panel u --frames 6 --out a.gif", "prune hmc2 --random 3"):
        text = watch(line)
        shares = [int(share) for share in re.findall(r"(\d+) %", text)]
        assert len(shares) > 3 and shares == sorted(shares) and shares[-1] > 70, (line, shares)
        bars = [len(drawn) for drawn in re.findall(r"\[(#*) *\]", text)]
        assert bars == sorted(bars) and max(bars) >= 14, (line, bars)


checks = [pipes, dash, spellings, unknown_options, told, bar]
print(f"1..{len(checks)}")
failed = 0
for number, check in enumerate(checks, 1):
    try:
        check()
        print(f"ok {number} {check.__doc__}")
    except Exception:  # the next ones run all the same
        failed += 1
        print(f"not ok {number} {check.__doc__}\n# " + traceback.format_exc().replace("\n", "\n# "))
sys.exit(failed > 0)
