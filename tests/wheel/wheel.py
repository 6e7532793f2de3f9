#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python wheel: built from a copy of the sources, installed into a fresh virtual environment and used there, as TAP.

usage: wheel.py SOURCE_ROOT
"""
import importlib.util
import os
import subprocess
import sys
import tempfile

SYSTEM = "/usr/bin/python3"
ROOT = os.path.abspath(sys.argv[1])
USE = """
import importlib.metadata, os, interplay
from interplay import _case
assert "site-packages" in interplay.__file__ and importlib.metadata.version("interplay") == interplay.__version__
result = interplay.sweep(interplay.example("example-paths"), [10, interplay.GP])
assert result.U.shape == (2, 4, 4)
result.save("figure.svg")
assert os.path.getsize("figure.svg") > 5000 and _case._exporter().export_case
print(repr(float(result.accuracy[0])))
"""


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def clean():
    """The environment without what finds the package of a build."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "INTERPLAY_LIBRARY")}


def check(good, number, what, said=""):
    print(f"{'ok' if good else 'not ok'} {number} - {what}", flush=True)
    for line in said.splitlines()[-15:] if not good else ():
        print(f"# {line}")
    return good


def main():
    if sys.executable != SYSTEM and importlib.util.find_spec("mesonpy") is None and os.path.exists(SYSTEM):
        os.execv(SYSTEM, [SYSTEM, *sys.argv])
    if importlib.util.find_spec("mesonpy") is None or importlib.util.find_spec("numpy") is None:
        print("1..0 # SKIP no meson-python and NumPy for this Python")
        return
    with tempfile.TemporaryDirectory(prefix="interplay-wheel-") as folder:
        sources, env = os.path.join(folder, "sources"), clean()
        copied = run("git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", sources)
        if copied.returncode != 0:
            print("1..0 # SKIP the sources are no git repository")
            return
        # Without optimization the compiler takes half as long; the numbers are held by other tests.
        built = run(sys.executable, "-m", "pip", "wheel", sources, "--no-build-isolation", "--no-deps", "-w", folder,
                    "--config-settings=setup-args=-Doptimization=0", env=env)
        wheels = [name for name in os.listdir(folder) if name.endswith(".whl")]
        if not check(len(wheels) == 1, 1, "a wheel is built", built.stdout + built.stderr):
            print("1..1")
            return
        venv = os.path.join(folder, "venv")
        run(sys.executable, "-m", "venv", "--system-site-packages", venv)
        done = run(os.path.join(venv, "bin", "pip"), "install", "--no-deps", "--no-index", os.path.join(folder, wheels[0]), env=env)
        check(done.returncode == 0, 2, "and installed into a virtual environment", done.stdout + done.stderr)
        used = run(os.path.join(venv, "bin", "python"), "-c", USE, cwd=folder, env=env)
        check(used.returncode == 0, 3, "the package works there", used.stdout + used.stderr)
        told = run(os.path.join(venv, "bin", "interplay-cli"), "sweep", "example-paths", "--widths", "10", "--json", cwd=folder,
                   env=env)
        check(told.returncode == 0 and used.stdout.strip() in told.stdout, 4, "and the command line, with the same numbers",
              told.stdout[-500:] + told.stderr)
        notebook = run(os.path.join(venv, "bin", "python"), os.path.join(ROOT, "tests", "python", "test-notebook.py"),
                       os.path.join(sources, "resources", "notebooks", "two-papers.ipynb"), os.path.join(folder, "cells"), env=env)
        check(notebook.returncode == 0 and "not ok" not in notebook.stdout, 5, "and the notebook of both papers",
              notebook.stdout + notebook.stderr)
    print("1..5")


main()
