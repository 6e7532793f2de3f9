#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether two files of results hold the same arrays: names, order, types and shapes, and all bytes but of times.

usage: same-results.py A.npz B.npz [continued|stopped]

With "stopped" how often a gradient was taken does not count: a transition that was cut off was begun twice.
With "continued" numbers need not be the same to the last bit: the action to 1e-10, what follows from it as it must.
"""
import ast
import struct
import sys
import zipfile


def arrays(path):
    """(name, header, bytes) of each, in the file's order."""
    found = []
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None, path
        for name in archive.namelist():
            data = archive.read(name)
            length = struct.unpack("<H", data[8:10])[0]
            found.append((name[:-4], ast.literal_eval(data[10:10 + length].decode()), data[10 + length:]))
    return found


def main():
    a, b = arrays(sys.argv[1]), arrays(sys.argv[2])
    continued, stopped = sys.argv[3:] == ["continued"], sys.argv[3:] == ["stopped"]
    assert [name for name, *_ in a] == [name for name, *_ in b], ([name for name, *_ in a], [name for name, *_ in b])
    assert len(a) > 20, len(a)
    for (name, head, x), (_, other, y) in zip(a, b):
        assert head == other, (name, head, other)
        if name.endswith("seconds") or x == y or stopped and name == "posterior_gradients":
            continue
        assert continued, f"{name} differs"
        if name == "action":
            n = len(x) // 8
            for u, v in zip(struct.unpack(f"<{n}d", x), struct.unpack(f"<{n}d", y)):
                assert u != u and v != v or abs(u - v) <= 1e-10 * max(abs(u), 1), (name, u, v)
        assert name not in ("widths", "temperature", "accuracy", "converged", "settings", "accuracy_gp_lines"), name


main()
