#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Documents, menus, schema and package lists name only what the program has, as TAP.

usage: names.py SOURCE_ROOT INTERPLAY-CLI
"""
import glob
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

ROOT, CLI = sys.argv[1], os.path.abspath(sys.argv[2])
# Documents that say how the program is used today. The change log names what is gone.
DOCUMENTS = ["README.md", "src/DESIGN.md", "resources/CONTRIBUTING.md", "resources/Containerfile", "resources/api/begin.md",
             *sorted(os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, "resources/help/*.md")))]
# Options of other programs that the documents show, and of the two scripts at the top.
FOREIGN_OPTIONS = {
    "meson": {"prefix", "benchmark", "setup", "tags", "no-rebuild", "suite"},
    "sbatch and srun": {"array", "time", "mem", "export", "partition", "cpus-per-task", "wrap", "account", "dependency",
                        "parsable", "kill-on-invalid-dep", "test-only"},
    "check": {"full", "quick", "fuzz"},
    "others": {"user", "libs", "cflags", "bind", "version", "with", "onto"},
}
MESON_OPTIONS = {"prefix", "optimization", "b_sanitize", "b_lundef", "c_args", "buildtype", "libdir"}
# pkg-config names and libraries of meson.build, and the package of Debian that has their headers.
PACKAGES = {
    "glib-2.0": "libgtk-4-dev", "gio-2.0": "libgtk-4-dev", "gio-unix-2.0": "libgtk-4-dev", "gtk4": "libgtk-4-dev",
    "gobject-2.0": "libgtk-4-dev", "m": None,
    "openblas": "libopenblas-dev", "lapacke": "liblapacke-dev", "gsl": "libgsl-dev", "libarchive": "libarchive-dev",
    "json-glib-1.0": "libjson-glib-dev", "cairo": "libcairo2-dev", "pangocairo": "libpango1.0-dev", "libpng": "libpng-dev",
    "libxml-2.0": "libxml2-dev", "zlib": "zlib1g-dev", "cairo-pdf": "libcairo2-dev", "cairo-svg": "libcairo2-dev",
    "gobject-introspection-1.0": None,  # an option of the build that is left out where it is missing
}


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def ask(*words):
    return subprocess.run([CLI, *words], capture_output=True, text=True, timeout=60, check=True).stdout


def commands():
    lines = ask("--help").split("Commands:\n")[1].split("\n\n")[0].splitlines()
    return [line.split()[0] for line in lines]


def code_of(text):
    """Code spans and indented or fenced blocks of Markdown, where options and commands are named."""
    blocks = re.findall(r"^(?: {4}|\t)(.*)$", text, re.M) + re.findall(r"```[^\n]*\n(.*?)```", text, re.S)
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.S))
    return blocks + spans


def sources(*patterns):
    for pattern in patterns:
        for path in glob.glob(os.path.join(ROOT, pattern), recursive=True):
            yield os.path.relpath(path, ROOT), open(path, encoding="utf-8").read()


def check_commands():
    """Each “interplay-cli WORD” of a document is a command."""
    known = set(commands()) | {"help"}
    return [f"{name}: interplay-cli {word}" for name in DOCUMENTS for code in code_of(read(name))
            for word in re.findall(r"\binterplay-cli ([a-z][a-z-]*)", code) if word not in known]


def check_options():
    """Each --option of a document is one of a command, of a script of the project, or of a program named above."""
    known = set().union(*FOREIGN_OPTIONS.values())
    for command in commands():
        known |= set(re.findall(r"--([a-z][a-z0-9-]*)", ask(command, "--help-all")))
    known |= set(re.findall(r"--([a-z][a-z0-9-]*)", ask("--help")))
    for name in os.listdir(os.path.join(ROOT, "tools")):
        path = os.path.join(ROOT, "tools", name)
        if os.path.isfile(path):
            known |= set(re.findall(r"--([a-z][a-z0-9-]*)", open(path, encoding="utf-8").read()))
    for _, text in sources("src/app/shell/*.c"):
        known |= set(re.findall(r'\{ "([a-z][a-z0-9-]*)", ', text))
    return [f"{name}: --{word}" for name in DOCUMENTS for code in code_of(read(name))
            for word in re.findall(r"(?<![\w-])--([a-z][a-z0-9-]*)", code) if word not in known]


def check_build_options():
    """Each -Dname of a document, of ./check and of the recipes is an option of the build."""
    known = set(re.findall(r"^option\('([a-z]+)'", read("meson_options.txt"), re.M))
    return [f"{name}: -D{word}" for name in [*DOCUMENTS, "check", "launch", "tools/make-deb", "resources/debian/rules"]
            for word in re.findall(r"(?<![\w-])-D([a-z_]+)=", read(name)) if word not in known | MESON_OPTIONS]


def check_help_index():
    """Each page of help is of a panel or a composite, or is linked from README or another page."""
    index = [line.split()[0] for line in ask("help").splitlines() if re.match(r"^ {0,2}[a-z][a-z0-9-]* {2,}", line)]
    pages = {os.path.basename(name)[:-3] for name in DOCUMENTS if name.startswith("resources/help/")}
    panels = set(re.findall(r"[a-z0-9-]+", ask("figure", "--help").split("--panel")[1].split("(default")[0]))
    linked = {page for name in DOCUMENTS for page in re.findall(r"\]\((?:resources/help/)?([a-z0-9-]+)\.md", read(name))}
    wrong = [f"help: {page} has no page" for page in index if page not in pages]
    code = "".join(text for _, text in sources("src/**/*.c", "src/**/*.h", "ui/*.ui"))
    tasks = {"task-" + line.split()[0] for line in ask("cases").splitlines() if line.strip()}
    wrong += [f"{page}.md: neither a panel, nor linked, nor named by the program" for page in sorted(pages - panels - linked - tasks)
              if f'"{page}"' not in code and f">{page}<" not in code and f"\t{page}\t" not in read("resources/symbols.tsv")]
    return wrong + [f"{page}.md: linked, not there" for page in linked - pages if not os.path.exists(os.path.join(ROOT, page + ".md"))
                    and page not in ("CHANGELOG", "CONTRIBUTING", "DESIGN", "THEORY")]


def check_stories():
    """The page of stories names those that come with the program, and no others."""
    listed = read("resources/help/stories.md").split("stories are built in")[1].split("\n\n")[0]
    there = {os.path.basename(name)[:-5] for name in glob.glob(os.path.join(ROOT, "resources/stories/*.json"))}
    return sorted(there ^ set(re.findall(r"`([a-z]+)`", listed)))


def check_paths():
    """Each file or folder of the project that a document names is there."""
    wrong = []
    for name in DOCUMENTS:
        for code in code_of(read(name)):
            for path in re.findall(r"(?<![\w./-])((?:\.\./)?(?:src|tests|resources|tools|include)/[\w./-]*\w)", code):
                path = path.replace("../", "")
                if not os.path.exists(os.path.join(ROOT, path)):
                    wrong.append(f"{name}: {path}")
    return wrong


def check_actions():
    """Each action that a menu, a key or a button names is declared, with its target."""
    texts = dict(sources("src/app/**/*.c", "src/app/**/*.h", "src/document/*.c"))
    rows = set(re.findall(r'"([a-z][a-z0-9-]*(?:::[a-z][a-z0-9-]*)?)"', "".join(texts.values())))
    declared = set(re.findall(r'\{ "([a-z][a-z0-9:-]*)",\s*(?:G_CALLBACK|NULL|[.])', "".join(texts.values())))
    variants = {row.split("::")[0] for row in declared if "::" in row} - declared
    strings = {row.split("::")[0] for row in rows}
    named = {}
    for name, text in [*texts.items(), *sources("ui/*.ui", "resources/*.ui")]:
        for action in re.findall(r"\b(?:win|app)\.([a-z][a-z0-9-]*[a-z0-9])(?![\w-])", text):
            named.setdefault(action, name)
    targets = {f"{action}::{target}": name for name, text in sources("ui/*.ui") for action, target in re.findall(
        r"win\.([a-z-]+)</(?:attribute|property)>\s*<[^>]*target\">'?([a-z-]+)'?<", text) if action in variants}
    return [f"{name}: action {action}" for action, name in named.items() if action not in strings] + [
        f"{name}: action {action}" for action, name in targets.items() if action not in declared]


def check_schema():
    """Each key of the schema is used, and each key that is used is in the schema."""
    keys = {key.get("name") for key in tree.parse(os.path.join(ROOT, "resources/org.interplay.Interplay.gschema.xml")).iter("key")}
    text = "".join(text for _, text in sources("src/app/**/*.c", "src/app/**/*.h"))
    used = set(re.findall(r'g_settings_\w+ \([^;"]*"([a-z-]+)"', text))
    return [f"{key}: no code names it" for key in keys if f'"{key}"' not in text] + [
        f"{key}: not in the schema" for key in used - keys]


def check_packages():
    """The libraries of meson.build and the packages to build with are the same."""
    found = set(re.findall(r"(?:dependency|find_library) ?\('([\w.+-]+)'", "".join(
        text for _, text in sources("meson.build", "src/**/meson.build", "resources/meson.build"))))
    listed = set(re.findall(r"^(\S+-dev)\b", read("resources/apt-packages.txt"), re.M))
    needed = {PACKAGES.get(name, f"the package of {name}, which names.py does not know") for name in found} - {None}
    return [f"{name}: not in apt-packages.txt" for name in sorted(needed - listed)] + [
        f"{name}: no library of meson.build needs it" for name in sorted(listed - needed)]


def main():
    checks = [check_commands, check_options, check_build_options, check_help_index, check_stories, check_paths, check_actions,
              check_schema, check_packages]
    print(f"1..{len(checks)}")
    for number, check in enumerate(checks, 1):
        wrong = check()
        print(f"{'not ok' if wrong else 'ok'} {number} {check.__doc__.splitlines()[0]}")
        for sentence in wrong:
            print("#", sentence)
    return 0


if __name__ == "__main__":
    sys.exit(main())
