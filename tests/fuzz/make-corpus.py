#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the first inputs of every harness to corpus/: small, valid, one of each kind.

usage: make-corpus.py    (needs NumPy)"""

import gzip
import io
import json
import os
import struct
import zipfile
import zlib

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
random = np.random.default_rng(1)


def put(target, name, data):
    folder = os.path.join(HERE, "corpus", target)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)


def npy(array):
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.asarray(array), allow_pickle=False)
    return buffer.getvalue()


def npz(arrays, compress=False):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED) as file:
        for name, array in arrays.items():
            file.writestr(zipfile.ZipInfo(name + ".npy"), npy(array))
    return buffer.getvalue()


def arrays():
    for dtype in ("<f8", ">f4", "<f2", "|b1", "<i8", ">u2", "|i1", "<U5", "|S3"):
        kind = np.dtype(dtype).kind
        value = np.array(["a", "bcde"], dtype) if kind in "US" else np.arange(6).reshape(2, 3).astype(dtype)
        put("npy", dtype.strip("<>|") + ".npy", npy(value))
    put("npy", "fortran.npy", npy(np.asfortranarray(np.arange(6.0).reshape(2, 3))))
    put("npy", "scalar.npy", npy(np.float64(3)))
    put("npz", "numbers.npz", npz({"a": np.arange(6.0).reshape(2, 3), "b": np.int8([1, -1]), "c": np.array("text")}))
    put("npz", "frequencies.npz", npz({"X": np.arange(6.0).reshape(3, 2) + 1}))
    put("npz", "deflated.npz", npz({"a": np.zeros((3, 4), ">f4"), "names": np.array(["x", "yy"])}, True))


def case(level, T=3, L=2, N0=2, P=3, H=(2, 1), more=()):
    labels = {"y_train": np.where(random.random(P) < .5, -1.0, 1.0), "y_test": np.array([1.0, -1.0])}
    if level == "paths":
        Pi = int(np.prod(H))
        return dict(labels, xi_train=random.normal(size=(P, Pi, N0)), xi_test=random.normal(size=(2, Pi, N0)),
                    heads=np.array(H), **dict(more))
    inputs = dict(labels, x_train=random.normal(size=(P, T, N0)), x_test=random.normal(size=(2, T, N0)))
    for layer in range(L):
        if level == "weights":
            inputs[f"w_{layer + 1}"] = random.normal(size=(H[layer], N0, N0)) * .5
        elif level == "keys":
            inputs[f"wk_{layer + 1}"] = random.normal(size=(H[layer], 3, N0)) * .5
            inputs[f"wq_{layer + 1}"] = random.normal(size=(H[layer], 3, N0)) * .5
        else:
            for which, count in (("train", P), ("test", 2)):
                weights = random.random((count, H[layer], T, T))
                inputs[f"attn_{layer + 1}_{which}"] = weights / weights.sum(-1, keepdims=True)
    return dict(inputs, **dict(more))


def cases():
    put("case", "paths.npz", npz(case("paths")))
    put("case", "weights.npz", npz(case("weights")))
    put("case", "keys.npz", npz(case("keys")))
    put("case", "attention.npz", npz(case("attention")))
    put("case", "one-token.npz", npz(case("weights", T=1)))
    put("case", "one-token-attention.npz", npz(case("attention", T=1, H=(1, 2))))
    for readout in ("first", "last", "mean"):
        put("case", f"readout-{readout}.npz", npz(case("weights", more={"readout": np.array(readout)}.items())))
    put("case", "settings.npz", npz(case("paths", more={"temperature": np.float64(.1), "variances": np.ones(4),
                                                         "path_names": np.array(["good", "a"])}.items())))
    put("case", "regression.npz", npz(dict(case("paths"), y_train=np.array([.1, 2, -3]), y_test=np.array([.5, 1]))))
    put("case", "one-layer.npz", npz(case("weights", L=1, H=(3,))))


def tensors():
    def whole(header, data):
        text = json.dumps(header).encode()
        return struct.pack("<Q", len(text)) + text + data

    two = {"a": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]},
           "b": {"dtype": "F64", "shape": [1], "data_offsets": [16, 24]}, "__metadata__": {"format": "pt"}}
    put("safetensors", "whole.safetensors", whole(two, bytes(24)))
    put("safetensors", "header.json", json.dumps(two).encode() + bytes(24))
    for dtype, size in (("BF16", 2), ("F16", 2), ("I8", 1), ("BOOL", 1), ("I64", 8)):
        header = {"t": {"dtype": dtype, "shape": [2], "data_offsets": [0, 2 * size]}}
        put("safetensors", dtype, json.dumps(header).encode() + bytes(2 * size))
    put("safetensors", "surrogate", b'{"\\ud800":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}' + bytes(4))
    put("safetensors", "deep", b'{"a":' + b"[" * 100 + b"]" * 100 + b"}")


def checkpoints():
    layers = {"layers.3.w": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}}
    half = {"h.3.mlp.c_fc.weight": {"dtype": "F16", "shape": [2, 3], "data_offsets": [0, 12]},
            "__metadata__": {"step": "5"}}
    put("checkpoints", "pattern", b"*layers.#.w\nstep7\n" + json.dumps(layers).encode() + b"aaaabbbbccccdddd")
    put("checkpoints", "known", b"\n12\n" + json.dumps(half).encode() + b"aaaabbbbcccc")


def png(width=5, height=4, depth=8, kind=0, extra=b""):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    channels = {0: 1, 2: 3, 4: 2, 6: 4}[kind]
    row = b"\0" + bytes(range(1, 1 + (width * channels * depth + 7) // 8))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)) + extra
            + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


def images():
    for depth, kind in ((8, 0), (1, 0), (16, 0), (8, 2), (8, 4), (8, 6)):
        put("png", f"{kind}-{depth}.png", png(depth=depth, kind=kind))
    text = b"zTXt" + b"k\0\0" + zlib.compress(bytes(1000))
    put("png", "text.png", png(extra=struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))))
    put("png", "claims.png", png()[:33] + struct.pack(">I", 0x7ffffff0) + b"zTXt")

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for alphabet in "AB":
            for character in ("c1", "c2"):
                for drawing in range(2):
                    name = f"images/{alphabet}/{character}/{drawing}.png"
                    file.writestr(zipfile.ZipInfo(name), png(3, 3, 1 if drawing else 8))
    put("image-zip", "two-alphabets.zip", buffer.getvalue())
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(zipfile.ZipInfo("i/A/c1/x.png"), png())
    put("image-zip", "one.zip", buffer.getvalue())

    labels = struct.pack(">II", 0x801, 4) + bytes([0, 1, 0, 1])
    pictures = struct.pack(">IIII", 0x803, 4, 2, 2) + bytes(range(16))
    labels += bytes(-len(labels) % 8)
    put("idx", "plain", bytes([len(labels) // 8]) + labels + pictures)
    exact = struct.pack(">II", 0x801, 8) + bytes([0, 1] * 4)
    put("idx", "eight", bytes([2]) + exact + struct.pack(">IIII", 0x803, 8, 1, 1) + bytes(range(8)))
    packed = gzip.compress(exact, mtime=0)
    packed += bytes(-len(packed) % 8)
    put("idx", "packed", bytes([len(packed) // 8]) + packed
        + gzip.compress(struct.pack(">IIII", 0x803, 8, 1, 1) + bytes(range(8)), mtime=0))


def texts():
    for number, text in enumerate(('{"a": [1, 2.5e-08, -0.0, true, null, "\\u00e9\\n"]}', "[]", "1e300", '"x"',
                                   '{"a":{"b":{"c":[[[]]]}}}', "[9007199254740993, 1e-320]")):
        put("json", str(number), text.encode())
    put("text", "paragraphs", b"\xf0one two one.\n\nTwo three, don't <unk> <eos> one")
    put("text", "folded", b"\x01" + "été naïve \u2028 A a b".encode())
    for kind in range(5):
        put("kept", f"{kind}", bytes([kind]))
    # Nothing changed; a number put into the last array; the end cut off; bytes of a header.
    for target, begin in (("session", b""), ("stored", b"\0"), ("stored", b"\1")):
        end = "-sampled" if begin == b"\1" else ""
        put(target, "whole" + end, begin)
        put(target, "number" + end, begin + bytes([20, 0, 0, 8]))
        put(target, "cut" + end, begin + bytes([0, 200, 1, 255]))
        put(target, "header" + end, begin + bytes([3, 40, 0, 0x20]) + b"9,")
    put("session", "document.json", '{"parameters": {"case": "hmc2"}, "note": "été\\n"}'.encode())
    put("roles", "option", b"x_train=embeddings,y_train=targets\\,1,attn_train_1=")
    put("roles", "roles.json", b'{"x_train": "a", "y_test": "b", "attn_test_2": ""}')
    put("results", "classes", bytes(range(7)) + bytes(random.integers(0, 255, 200).tolist()))
    put("results", "real", bytes([1, 1, 1, 2, 4, 3, 1]) + bytes(random.integers(0, 256, 300).tolist()))
    put("results", "one", bytes(30))


arrays()
cases()
tensors()
checkpoints()
images()
texts()
