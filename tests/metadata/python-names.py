# SPDX-License-Identifier: GPL-3.0-or-later
"""Every name that a script or test uses is defined, and every import is used: a script that no test can run here
(PyTorch, a browser) must not fail on it elsewhere.
Usage: python-names.py SOURCE-FOLDER"""
import os
import subprocess
import sys

root = sys.argv[1]
# Templates, whose names the program defines in front of them.
TEMPLATES = os.path.join(root, "resources", "python")


def scripts():
    """All files of Python."""
    for place in ("src", "tests", "tools", "resources"):
        for folder, _folders, files in os.walk(os.path.join(root, place)):
            for name in files:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    if name.endswith(".py") or file.readline().startswith(b"#!/usr/bin/env python3"):
                        yield path


print("1..1")
found = [path for path in scripts() if not path.startswith(TEMPLATES)]
ran = subprocess.run(["pyflakes3", *found], capture_output=True, text=True, check=False)
lines = [line for line in (ran.stdout + ran.stderr).splitlines() if line]
for line in lines:
    print("#", os.path.relpath(line, root))
print("not ok 1" if lines or len(found) < 20 else "ok 1")
sys.exit(1 if lines else 0)
