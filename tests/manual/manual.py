#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds manual pages and the completion of bash to what the programs' --help prints, as TAP.

Every program and command has a page with every option, formatters have no warning, and bash completes for real, by
its variables.

usage: manual.py INTERPLAY INTERPLAY-CLI PAGES COMPLETION
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

WINDOW, COMMANDS, PAGES, COMPLETION = map(os.path.abspath, sys.argv[1:])
OPTION = re.compile(r"^  (?:-\w, )?--([a-z0-9-]+)", re.M)
FILES = ["mine.npz", "my file.npz", "net.safetensors", "talk.json"]


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=60, **more)


def commands():
    listed = run(COMMANDS, "--help").stdout.split("Commands:\n")[1].split("\n\n")[0]
    return re.findall(r"^  (\S+)", listed, re.M)


def check_pages():
    wanted = ["interplay.1", "interplay-cli.1"] + [f"interplay-cli-{name}.1" for name in commands()]
    wrong = [f"there is no page {name}" for name in wanted if not os.path.exists(os.path.join(PAGES, name))]
    return wrong + [f"{name} is of no command" for name in os.listdir(PAGES) if name not in wanted]


def check_options():
    wrong, count = [], 0
    for page, words in [("interplay", [WINDOW])] + [(f"interplay-cli-{c}", [COMMANDS, c]) for c in commands()]:
        with open(os.path.join(PAGES, page + ".1"), encoding="utf-8") as file:
            text = file.read().replace("\\-", "-")
        for name in OPTION.findall(run(*words, "--help-all").stdout or run(*words, "--help").stdout):
            count += 1
            if not re.search(r"--%s(?![\w-])" % name, text):
                wrong.append(f"{page}: --{name} is missing")
    return wrong + ([f"only {count} options were found"] if count < 200 else [])


def check_formatter(*words):
    wrong = []
    for name in sorted(os.listdir(PAGES)):
        done = run(*words, os.path.join(PAGES, name))
        if done.returncode != 0 or done.stderr or "lint" in words and done.stdout:
            wrong.append(f"{name}: {done.returncode} {done.stderr}{done.stdout}")
    return wrong


# A command line as bash takes it apart, and what it can be completed with: all, or some of it.
BASH = [
    (["interplay-cli", ""], set(), {"sweep", "figure", "cases"}),
    (["interplay-cli", "sw"], {"sweep"}, None),
    (["interplay-cli", "--"], {"--help", "--version"}, None),
    (["interplay-cli", "figure", "--panel", "accur"], {"accuracy"}, None),
    (["interplay-cli", "figure", "-p", "accur"], {"accuracy"}, None),
    (["interplay-cli", "figure", "--theme", "=", "contrast-"], {"contrast-dark"}, None),
    (["interplay-cli", "figure", "--theme", "="], {"light", "dark", "contrast", "contrast-dark"}, None),
    (["interplay-cli", "figure", "--out", ""], set(), {"folder", "my folder"}),
    (["interplay-cli", "sweep", ""], set(), {"hmc4", "mine.npz", "my file.npz", "net.safetensors", "folder"}),
    (["interplay-cli", "sweep", "--out", "mi"], {"mine.npz"}, None),
    (["interplay-cli", "sweep", "--best", "hmc"], set(), {"hmc4", "hmc2"}),
    (["interplay-cli", "sweep", "hmc4", "n-tr"], {"n-train="}, None),
    (["interplay-cli", "prune", "net.safetensors", "mi"], {"mine.npz"}, None),
    (["interplay-cli", "story", "tal"], {"talk.json"}, None),
    (["interplay-cli", "unknown", ""], set(), set()),
    (["interplay", "hm"], set(), {"hmc4", "hmc2"}),
    (["interplay", "hmc4", "mi"], {"mine.npz"}, None),
    (["interplay", "--pres"], {"--present"}, None),
]


def check_bash(folder):
    wrong = []
    path = os.pathsep.join([os.path.dirname(COMMANDS), os.environ["PATH"]])
    for words, exactly, among in BASH:
        script = ('source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _interplay; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        done = run("bash", "--norc", "-c", script, COMPLETION, *words, cwd=folder, env=dict(os.environ, PATH=path))
        got = set(done.stdout.splitlines()) - {""}
        if done.stderr or (got != exactly if not among else not among <= got):
            wrong.append(f"{words}: {sorted(got)} {done.stderr}")
    return wrong


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in FILES:
            with open(os.path.join(folder, name), "w", encoding="utf-8"):
                pass
        for name in ["folder", "my folder"]:
            os.mkdir(os.path.join(folder, name))
        checks = [
            ("a page for every command", "help2man", check_pages),
            ("every option is in its page", "help2man", check_options),
            ("groff has no warning", "groff",
             lambda: check_formatter("groff", "-K", "utf8", "-man", "-ww", "-z", "-Tutf8")),
            ("mandoc finds no error", "mandoc", lambda: check_formatter("mandoc", "-T", "lint", "-W", "error")),
            ("bash completes", "bash", lambda: check_bash(folder)),
        ]
        print(f"1..{len(checks)}")
        for number, (title, needs, check) in enumerate(checks, 1):
            if shutil.which(needs) is None or (check is not checks[-1][2] and not os.path.isdir(PAGES)):
                print(f"ok {number} {title} # SKIP {needs} is not installed")
                continue
            wrong = check()
            print(f"{'not ok' if wrong else 'ok'} {number} {title}")
            for sentence in wrong[:40]:
                print("#", sentence.replace("\n", " / "))
    return 0


if __name__ == "__main__":
    sys.exit(main())
