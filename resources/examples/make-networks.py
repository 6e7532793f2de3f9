#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the network that comes with the program, into this folder: of the one-shot task of its glyphs.

usage: make-networks.py INTERPLAY-CLI [glyphs [TRAINED.safetensors]]     (needs Python alone; minutes on two cores)

The files have the weights alone, as 16-bit numbers, of what the program's own trainer wrote; without a trained network
that is trained first.
"""
import json
import os
import struct
import subprocess
import sys
import tempfile

# How it is trained, what its weights begin with, and what the file says about it.
NETWORKS = {
    "glyphs": ("train glyphs network-width=112 batch=128 steps=20000 minutes=0 --out", "one-shot-glyphs.safetensors",
               ("layers.", "embedding", "readout"), ("format", "interplay_network", "interplay_task"))}


def halved(data):
    """The 32-bit numbers of an array as 16-bit ones."""
    count = len(data) // 4
    return struct.pack(f"<{count}e", *struct.unpack(f"<{count}f", data))


def keep_weights(path, out, begins, said):
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = file.read()
    about = header.pop("__metadata__")
    kept = {"__metadata__": {name: about[name] for name in said if name in about}}
    weights = b""
    for name, array in header.items():
        if name.startswith(begins):
            begin, end = array["data_offsets"]
            half = halved(data[begin:end])
            kept[name] = {"dtype": "F16", "shape": array["shape"],
                          "data_offsets": [len(weights), len(weights) + len(half)]}
            weights += half
    text = json.dumps(kept, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), out), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + weights)


def main():
    cli, names = sys.argv[1], sys.argv[2:3] or NETWORKS
    trained = sys.argv[3] if len(sys.argv) > 3 else None
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            train, out, begins, said = NETWORKS[name]
            path = trained or os.path.join(folder, out)
            if trained is None:
                subprocess.run([cli, *train.split(), path], check=True)
            keep_weights(path, out, begins, said)


main()
