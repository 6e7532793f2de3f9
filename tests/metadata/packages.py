# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/install-packages where there is no apt: it names what is missing as the machine's own packager does.
Usage: packages.py SOURCE-FOLDER"""
import os
import subprocess
import sys
import tempfile

root = sys.argv[1]
lists = os.path.join(root, "resources", "apt-packages.txt")
# Who asks what is there, and the line that installs the rest.
packagers = {"dnf": ("rpm", "sudo dnf install", "gtk4-devel"), "pacman": ("pacman", "sudo pacman -S --needed", "gtk4"),
             "brew": ("brew", "brew install", "cairo")}
needed = ["sh", "sed", "cut", "echo"]


def machine(folder, packager, there):
    """A PATH with this packager alone; @there: the package that is not missing."""
    for name in needed:
        found = subprocess.run(["sh", "-c", f"command -v {name}"], capture_output=True, text=True).stdout.strip()
        if found.startswith("/"):
            os.symlink(found, os.path.join(folder, name))
    for name in {packager, packagers[packager][0]} if packager else ():
        with open(os.path.join(folder, name), "w") as script:
            script.write(f'#!/bin/sh\nfor last in "$@"; do :; done\n[ "$last" = "{there}" ]\n')
        os.chmod(script.name, 0o755)


failed = 0
rows = [line for line in open(lists).read().splitlines() if line and not line.startswith("#")]
print(f"1..{len(packagers) + 3}")
ok = all(line.split("#")[1].count("|") == 2 for line in rows)
failed += not ok
print(("ok" if ok else "not ok") + " 1 every package has a name for the three others, or a dash")
for number, (packager, (ask, install, gtk)) in enumerate(packagers.items(), 2):
    with tempfile.TemporaryDirectory() as folder:
        machine(folder, packager, "meson")
        ran = subprocess.run([os.path.join(root, "tools", "install-packages"), lists], env={"PATH": folder},
                             capture_output=True, text=True)
        words = ran.stderr.split()
        ok = (ran.returncode == 1 and install in ran.stderr and gtk in words and "meson" not in words
              and not {"-", "libgtk-4-dev", "Fedora", "Arch", "Homebrew."} & set(words))
        failed += not ok
        print(("ok" if ok else "not ok") + f" {number} {packager}" + ("" if ok else "\n# " + ran.stderr))
with tempfile.TemporaryDirectory() as folder:
    machine(folder, None, "")
    ran = subprocess.run([os.path.join(root, "tools", "install-packages"), lists], env={"PATH": folder},
                         capture_output=True, text=True)
    ok = ran.returncode == 0 and "neither apt" in ran.stderr
    failed += not ok
    print(("ok" if ok else "not ok") + " 5 a machine without any of them goes on, with a sentence")
# Packages are built with what the program is built with.
with open(os.path.join(root, "resources", "debian", "control")) as control:
    built_with = control.read().split("\n\n")[0]
missing = [line.split()[0] for line in rows if "-dev " in line and f"\n {line.split()[0]}" not in built_with]
failed += missing != []
print(("not ok" if missing else "ok") + " 6 Debian's Build-Depends have every library",
      *(f"\n# {name}" for name in missing))
sys.exit(failed > 0)
