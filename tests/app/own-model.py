#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the code that the help page about one's own model offers, and opens the file it writes, as TAP.

usage: own-model.py PAGE.md INTERPLAY_CLI
"""
import os
import re
import subprocess
import sys
import tempfile

page, cli = sys.argv[1:3]
with open(page, encoding="utf-8") as file:
    blocks = re.findall(r"^```\n(.*?)^```", file.read(), flags=re.M | re.S)
count = 0


def check(good, what):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {what}", flush=True)


def has_numpy(python):
    return os.path.exists(python) and subprocess.run([python, "-c", "import numpy"],
                                                     capture_output=True, check=False).returncode == 0


def run_blocks(python):
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run([python, "-c", blocks[0]], cwd=folder, capture_output=True, text=True, check=False)
        check(ran.returncode == 0, "the NumPy code runs " + ran.stderr.replace("\n", " "))
        solved = subprocess.run([cli, "sweep", os.path.join(folder, "mine.npz"), "--widths", "10"],
                                capture_output=True, text=True, check=False)
        check(solved.returncode == 0 and "weights" in solved.stdout + solved.stderr,
              "its file is opened and solved " + solved.stderr.replace("\n", " "))
        # The PyTorch code with what it asks for stood in for: no PyTorch is needed for that.
        stand_in = """
import sys, types, numpy as np
class Tensor(np.ndarray):
    def numpy(self): return np.asarray(self)
def tensor(a): return np.asarray(a).view(Tensor)
class Quiet:
    def __enter__(self): pass
    def __exit__(self, *a): pass
torch = types.ModuleType("torch"); torch.no_grad = Quiet; sys.modules["torch"] = torch
rng = np.random.default_rng(2)
class Model:
    def eval(self): pass
    def get_input_embeddings(self): return lambda ids: tensor(rng.standard_normal((len(ids), 6, 5)))
    def __call__(self, ids, output_attentions):
        a = rng.random((2, len(ids), 2, 6, 6))
        return types.SimpleNamespace(attentions=[tensor(b / b.sum(-1, keepdims=True)) for b in a])
model = Model(); ids_train = np.zeros((20, 6), int); ids_test = np.zeros((10, 6), int)
y_train = tensor(np.tile([1, -1], 10)); y_test = tensor(np.tile([1, -1], 5))
"""
        ran = subprocess.run([python, "-c", stand_in + blocks[1]], cwd=folder, capture_output=True, text=True,
                             check=False)
        check(ran.returncode == 0, "the PyTorch code runs " + ran.stderr.replace("\n", " "))
        solved = subprocess.run([cli, "sweep", os.path.join(folder, "mine.npz"), "--widths", "10"],
                                capture_output=True, text=True, check=False)
        check(solved.returncode == 0 and "given attention" in solved.stdout + solved.stderr,
              "its file is opened and solved " + solved.stderr.replace("\n", " "))


def main():
    check(len(blocks) == 2, "a block of NumPy and one of PyTorch")
    if has_numpy("/usr/bin/python3"):
        run_blocks("/usr/bin/python3")
    else:
        print("ok 2 - the code runs # SKIP no NumPy beside /usr/bin/python3")
        globals()["count"] = 2
    print(f"1..{count}")


main()
