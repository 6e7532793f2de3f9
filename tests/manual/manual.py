#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds manual pages and the completion of shells to what the programs' --help tells, as TAP.

Every option of every command must be in its page and complete in every shell; pages are without
warnings; and the shells complete for real: bash by its variables, fish by its complete -C, zsh in a
terminal of its own.

usage: manual.py INTERPLAY INTERPLAY-CLI FOLDER
"""
import functools
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

WINDOW, COMMANDS, FOLDER = map(os.path.abspath, sys.argv[1:])
PAGES = os.path.join(FOLDER, "man1")
OPTION = re.compile(r"^  (?:-(\w), )?--([a-z0-9-]+)(=\S+)? ?", re.M)
FILES = ["mine.npz", "my file.npz", "net.safetensors", "book.txt", "talk.json"]


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=60, **more)


def read(*names):
    with open(os.path.join(FOLDER, *names), encoding="utf-8") as file:
        return file.read()


def commands():
    listed = run(COMMANDS, "--help").stdout.split("Commands:\n")[1].split("\n\n")[0]
    return re.findall(r"^  (\S+)", listed, re.M)


def options(*words):
    """(letter, name) of every option; what two experiments have is told with a prefix the second time."""
    told = OPTION.findall(run(*words, "--help-all").stdout)
    groups = [name[len("help-"):] + "-" for _, name, _ in told if name.startswith("help-")]
    for letter, name, _ in told:
        plain = [name[len(group):] for group in groups
                 if name.startswith(group) and name != "gapplication-service"]
        yield letter, plain[0] if plain else name


@functools.lru_cache(maxsize=None)
def blocks(shell, name):
    """What a completion says of each command."""
    text = read({"bash": "%s", "zsh": "_%s", "fish": "%s.fish"}[shell] % name)
    if shell == "bash":
        text = text.split("_options () {")[1]
        return dict(re.findall(r"^    '(\S*)'\)\n(.*?)^      ;;$", text, re.M | re.S))
    if shell == "zsh":
        return {"": text, **dict(re.findall(r"^    \((\S+)\)\n(.*?)^      ;;$", text, re.M | re.S))}
    found = {"": text}
    for line in text.splitlines():
        on = re.search(r"_on ([a-z-]+)", line)
        if on:
            found[on[1]] = found.get(on[1], "") + line + "\n"
    return found


def known(shell, name, block):
    return re.search({"bash": r"(?<![\w-])--%s(?![\w-])", "zsh": r"--%s[=\[]", "fish": r" -l %s "}[shell]
                     % re.escape(name), block) is not None


def check_options():
    wrong = []
    counts = 0
    for program, words, command in [("interplay", [WINDOW], "")] + [
            ("interplay-cli", [COMMANDS, command], command) for command in commands()]:
        page = read("man1", program + ("-" + command if command else "") + ".1")
        for letter, name in options(*words):
            counts += 1
            shown = (f"\\fB\\-{letter}\\fR, " if letter else "") + "\\fB\\-\\-" + name.replace("-", "\\-") + "\\fR"
            if shown not in page:
                wrong.append(f"{program} {command}: --{name} is not in its page")
            for shell in ["bash", "zsh", "fish"]:
                if not known(shell, name, blocks(shell, program).get(command, "")):
                    wrong.append(f"{program} {command}: {shell} does not complete --{name}")
    if counts < 200:
        wrong.append(f"only {counts} options were found")
    return wrong


def check_pages():
    wanted = ["interplay.1", "interplay-cli.1"] + [f"interplay-cli-{name}.1" for name in commands()]
    wrong = [f"there is no page {name}" for name in wanted if not os.path.exists(os.path.join(PAGES, name))]
    return wrong + [f"{name} is of no command" for name in os.listdir(PAGES) if name not in wanted]


def check_formatter(*words):
    wrong = []
    for name in sorted(os.listdir(PAGES)):
        done = run(*words, os.path.join(PAGES, name))
        if done.returncode != 0 or done.stderr or "lint" in words and done.stdout:
            wrong.append(f"{name}: {done.returncode} {done.stderr}{done.stdout}")
    return wrong


def check_syntax(shell):
    wrong = []
    for program in ["interplay", "interplay-cli"]:
        name = {"bash": "%s", "zsh": "_%s", "fish": "%s.fish"}[shell] % program
        done = run(shell, "-n", os.path.join(FOLDER, name))
        if done.returncode != 0 or done.stderr:
            wrong.append(f"{name}: {done.stderr}")
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
    (["interplay-cli", "figure", "--heatmap", "sid"], {"side-by-side"}, None),
    (["interplay-cli", "figure", "--look", ""], {"own", "paper"}, None),
    (["interplay-cli", "figure", "hmc4", "--format", "pdf,p"], {"pdf,png", "pdf,pdf"}, None),
    (["interplay-cli", "figure", "hmc4", ""], set(), set()),
    (["interplay-cli", "figure", "--out", ""], {"folder", "my folder"}, None),
    (["interplay-cli", "sweep", ""], set(), {"hmc4", "mine.npz", "my file.npz", "net.safetensors", "folder"}),
    (["interplay-cli", "sweep", "b"], {"book.txt"}, None),
    (["interplay-cli", "sweep", "--out", "mi"], {"mine.npz"}, None),
    (["interplay-cli", "sweep", "--widths", "1"], set(), set()),
    (["interplay-cli", "sweep", "--widths", "10", ":", "20", "hmc"], set(), {"hmc4", "hmc2"}),
    (["interplay-cli", "sweep", "hmc4", "--glyph"], set(), set()),
    (["interplay-cli", "sweep", "--glyph-al"], {"--glyph-alphabets"}, None),
    (["interplay-cli", "train", "--preset", ""], {"paper-16-heads", "paper-27-paths"}, None),
    (["interplay-cli", "prune", "--order", "sc"], {"score"}, None),
    (["interplay-cli", "prune", "net.safetensors", "mi"], {"mine.npz"}, None),
    (["interplay-cli", "sample", "--method", "t"], {"tempered"}, None),
    (["interplay-cli", "dynamics", "joma-j"], {"joma-joint"}, None),
    (["interplay-cli", "dynamics", "joma-joint", "--attention", "so"], {"softmax"}, None),
    (["interplay-cli", "story", ""], set(), {"paper", "talk.json"}),
    (["interplay-cli", "unknown", ""], set(), set()),
    (["interplay", "hm"], set(), {"hmc4", "hmc2"}),
    (["interplay", "hmc4", "mi"], {"mine.npz"}, None),
    (["interplay", "--pres"], {"--present"}, None),
    (["interplay", "--present", "pap"], {"paper"}, None),
]


def check_bash(folder):
    wrong = []
    for words, exactly, among in BASH:
        script = ('source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                  + "_" + words[0].replace("-", "_") + '; printf "%s\\n" "${COMPREPLY[@]}"')
        done = run("bash", "--norc", "-c", script, os.path.join(FOLDER, words[0]), *words, cwd=folder)
        got = set(done.stdout.splitlines()) - {""}
        if done.stderr or (got != exactly if not among else not among <= got):
            wrong.append(f"{words}: {sorted(got)} {done.stderr}")
    return wrong


def check_fish(folder):
    wrong = []
    home = dict(os.environ, HOME=folder, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder)
    for line, wanted, unwanted in [
            ("interplay-cli sw", {"sweep"}, {"figure"}),
            ("interplay-cli figure --panel accur", {"accuracy"}, set()),
            ("interplay-cli figure --theme=con", {"--theme=contrast", "--theme=contrast-dark"}, set()),
            ("interplay-cli figure hmc4 --format pdf,s", {"pdf,svg"}, set()),
            ("interplay-cli figure my", {"my file.npz"}, set()),
            ("interplay-cli figure --out fol", {"folder/"}, set()),
            ("interplay-cli sweep hmc4 --", {"--noise-parallel"}, {"--glyph-alphabets", "--panel"}),
            ("interplay-cli sweep --", {"--noise-parallel", "--glyph-alphabets"}, {"--panel"}),
            ("interplay-cli story paper --", {"--fps"}, {"--widths"}),
            ("interplay --pres", {"--present"}, set()),
            ("interplay hm", {"hmc4", "hmc2"}, {"joma-joint"})]:
        source = " ".join("source " + os.path.join(FOLDER, name) + ";"
                          for name in ["interplay.fish", "interplay-cli.fish"])
        done = run("fish", "-c", f"{source} complete -C '{line}'", cwd=folder, env=home)
        got = {row.split("\t")[0].replace("\\ ", " ") for row in done.stdout.splitlines()}
        if done.stderr or not wanted <= got or got & unwanted:
            wrong.append(f"{line}: {sorted(got)} {done.stderr}")
    return wrong


class Terminal:
    """zsh as somebody types in it."""

    def __init__(self, folder):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ.update(TERM="dumb", HOME=folder, ZDOTDIR=folder)
            os.execvp("zsh", ["zsh", "-f", "-i"])
        self.type(f"fpath=({FOLDER} $fpath); autoload -U compinit; compinit -D -u; unsetopt beep; "
                  "LISTMAX=1000; PS1=; unset zle_bracketed_paste; stty cols 200; echo rea''dy\n", "ready")

    def type(self, text, until, seconds=30):
        """What appears until it holds a word, or the time is over."""
        os.write(self.fd, text.encode())
        seen, end = "", time.monotonic() + seconds
        while not re.search(until, seen) and time.monotonic() < end:
            if select.select([self.fd], [], [], 0.2)[0]:
                try:
                    seen += os.read(self.fd, 65536).decode(errors="replace")
                except OSError:
                    break
        return seen

    def close(self):
        os.write(self.fd, b"\x15exit\n")
        os.close(self.fd)
        os.waitpid(self.pid, 0)


def check_zsh(folder):
    wrong = []
    terminal = Terminal(folder)
    for line, wanted in [
            ("interplay-cli sw", "interplay-cli sweep "),
            ("interplay-cli figure --panel accur", "--panel accuracy "),
            ("interplay-cli figure --theme=contrast-", "--theme=contrast-dark "),
            ("interplay-cli figure mi", "figure mine.npz "),
            ("interplay-cli sweep hmc4 --noise-par", "--noise-parallel="),
            ("interplay-cli dynamics joma-joint --attention=so", "--attention=softmax "),
            ("interplay-cli story pap", "story paper "),
            ("interplay --pres", "--present="),
            ("interplay hmc4 mi", "hmc4 mine.npz ")]:
        seen = terminal.type(line + "\t", re.escape(wanted))
        if wanted not in seen:
            wrong.append(f"{line}: {seen!r}")
        terminal.type("\x15", "$", 0.2)
    terminal.close()
    return wrong


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in FILES:
            with open(os.path.join(folder, name), "w", encoding="utf-8"):
                pass
        for name in ["folder", "my folder"]:
            os.mkdir(os.path.join(folder, name))
        checks = [
            ("a page for every command", None, check_pages),
            ("every option is in its page and completes", None, check_options),
            ("groff has no warning", "groff", lambda: check_formatter("groff", "-man", "-ww", "-z", "-Tutf8")),
            ("mandoc finds no error", "mandoc", lambda: check_formatter("mandoc", "-T", "lint", "-W", "error")),
            ("bash reads its files", "bash", lambda: check_syntax("bash")),
            ("bash completes", "bash", lambda: check_bash(folder)),
            ("zsh reads its files", "zsh", lambda: check_syntax("zsh")),
            ("zsh completes", "zsh", lambda: check_zsh(folder)),
            ("fish reads its files", "fish", lambda: check_syntax("fish")),
            ("fish completes", "fish", lambda: check_fish(folder)),
        ]
        print(f"1..{len(checks)}")
        for number, (title, needs, check) in enumerate(checks, 1):
            if needs is not None and shutil.which(needs) is None:
                print(f"ok {number} {title} # SKIP {needs} is not installed")
                continue
            wrong = check()
            print(f"{'not ok' if wrong else 'ok'} {number} {title}")
            for sentence in wrong[:40]:
                print("#", sentence.replace("\n", " / "))
    return 0


if __name__ == "__main__":
    sys.exit(main())
