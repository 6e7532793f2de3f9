#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the network that comes with the program for the one-shot task of its glyphs, into this folder.

usage: make-glyph-network.py INTERPLAY-CLI [TRAINED.safetensors]     (needs Python alone; minutes on two cores)

The file has the weights alone, as 16-bit numbers, of what the program's own trainer wrote; without a trained network
that is trained first.
"""
import json
import os
import struct
import subprocess
import sys
import tempfile

TRAIN = "train glyphs --width 112 --batch 128 --steps 20000 --minutes 0".split()
OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "one-shot-glyphs.safetensors")
KEPT = ("layers.", "embedding", "readout")


def halved(data):
    """The 32-bit numbers of an array as 16-bit ones."""
    count = len(data) // 4
    return struct.pack(f"<{count}e", *struct.unpack(f"<{count}f", data))


def keep_weights(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = file.read()
    about = header.pop("__metadata__")
    kept = {"__metadata__": {name: about[name] for name in ("format", "interplay_network", "interplay_task")
                             if name in about}}
    weights = b""
    for name, array in header.items():
        if name.startswith(KEPT):
            begin, end = array["data_offsets"]
            half = halved(data[begin:end])
            kept[name] = {"dtype": "F16", "shape": array["shape"],
                          "data_offsets": [len(weights), len(weights) + len(half)]}
            weights += half
    text = json.dumps(kept, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(OUT, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + weights)


def main():
    cli, trained = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        if trained is None:
            trained = os.path.join(folder, "trained.safetensors")
            subprocess.run([cli, *TRAIN, "--out", trained], check=True)
        keep_weights(trained)


main()
