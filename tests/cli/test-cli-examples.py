# SPDX-License-Identifier: GPL-3.0-or-later
"""Every example of a command's help runs as it stands, in one folder after the other, and writes what it says;
so do those of "help papers" that take a moment, and README's commands and its Python where meson devenv runs them, but
that what is sampled or mapped is only estimated.
Usage: test-cli-examples.py INTERPLAY-CLI"""
import os
import re
import shutil
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


def papers():
    """The commands that draw figures of the papers, but those of glyphs, of long runs and of the reader's files."""
    drawn = re.findall(r"^ *(interplay-cli figure (?!glyphs)[^=.\n]*)$", ask("help", "papers"), re.M)
    return [line + " --format svg --out papers" for line in drawn]


def written(line):
    words = line.split()
    return [words[i + 1] for i, word in enumerate(words) if word == "--out"]


def readme():
    """README's command lines, and its lines of Python, which begin with import interplay."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        text = file.read()
    block = re.search(r"^    import interplay\n\n((?:    .*\n)+)", text, re.M)[0]
    within = re.findall(r"`(interplay-cli (?!help)[^`]* --[^`]*)`", text)
    return re.findall(r"^    (interplay-cli .*)$", text, re.M) + within, re.sub("^    ", "", block, flags=re.M)


def python():
    """One that has NumPy: Debian's packages are for its own."""
    for name in [sys.executable, "/usr/bin/python3"]:
        if subprocess.run([name, "-c", "import numpy, matplotlib"], capture_output=True, check=False).returncode == 0:
            return name
    return None


def run_readme(number, line, folder):
    """One line in what meson devenv sets."""
    words = ["meson", "devenv", "-C", os.path.dirname(cli), "-w", folder, "sh", "-c", line]
    if shutil.which("meson") is None:
        print(f"ok {number} # SKIP there is no meson")
        return 0
    ran = subprocess.run(words, env={**os.environ, "MPLBACKEND": "Agg"}, capture_output=True, text=True, check=False)
    print(("ok" if ran.returncode == 0 else "not ok") + f" {number} README: " + line.splitlines()[0].replace("#", ":"))
    for told in ran.stderr.splitlines() if ran.returncode else ():
        print("# " + told)
    return int(ran.returncode != 0)


ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
failed = 0
names = commands()
names.sort(key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
lines = [(name, line) for name in names for line in examples(name) or [None]] + [("figure", line) for line in papers()]
shown, script = readme()
print(f"1..{len(lines) + len(shown) + 1}")
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
with tempfile.TemporaryDirectory() as folder:
    for name in ["mine.npz", "case.npz"]:
        shutil.copy(os.path.join(ROOT, "resources", "examples", "example-weights.npz"), os.path.join(folder, name))
    for number, line in enumerate(shown, len(lines) + 1):
        failed += run_readme(number, re.sub(r"^(interplay-cli (?:sample|map) [^#]*)", r"\1 --dry-run ", line), folder)
    with open(os.path.join(folder, "readme.py"), "w", encoding="utf-8") as file:
        file.write(script)
    if python() is None:
        print(f"ok {len(lines) + len(shown) + 1} # SKIP no Python here has NumPy and matplotlib")
    else:
        failed += run_readme(len(lines) + len(shown) + 1, python() + " readme.py", folder)
sys.exit(failed > 0)
