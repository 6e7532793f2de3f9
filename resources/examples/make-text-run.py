#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the transformer whose finished run comes with the program, into this folder.

usage: make-text-run.py INTERPLAY-CLI [RUN.npz]     (needs NumPy; a minute on two cores)

Five layers on the invented text, at ten times the paper's rate and with some weight decay, which brings the lowest layer
back: attention of every layer becomes sparse and then denser again. The file is what the program's own trainer wrote, its numbers rounded to four
digits behind the point, of attention to two, so that it is small; without RUN.npz it is trained first.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np

TRAIN = "dynamics joma-text layers=5 network-width=96 hidden=96 rate=1e-3 decay=7e-4 steps=4000".split()
OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "example-text.npz")


def main():
    cli, run = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        if run is None:
            run = os.path.join(folder, "run.npz")
            subprocess.run([cli, *TRAIN, "--out", run], check=True)
        with np.load(run) as file:
            arrays = {name: file[name] for name in file.files}
    for name, values in arrays.items():
        if values.dtype == np.float64 and name in ("attention", "entropy", "loss", "stable_rank", "validation_loss"):
            arrays[name] = values.round(2 if name == "attention" else 4).astype(np.float32)
    np.savez_compressed(OUT, **arrays)


main()
