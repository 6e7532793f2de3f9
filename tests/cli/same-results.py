#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether two files of results hold the same arrays: names, order, types and shapes, and all bytes but of times.

usage: same-results.py A.npz B.npz [continued|stopped|stacked|from ROW]

With "stopped" how often a gradient was taken does not count: a transition that was cut off was begun twice.
With "stacked" the numbers of B have an axis of one row more, and settings may list what they are in another way.
With "from" A is some of the rows of B, from that one on; what A has once each of them has.
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


def part(a, b, first):
    """Whether A is the rows of B from the one called first on, to the last bit."""
    n = next(head["shape"][0] for name, head, _ in a if name == "temperature")
    found = {name: array for name, *array in b}
    assert len(a) > 20
    for name, head, x in a:
        other, y = found[name]
        if name == "settings" or name.endswith("seconds"):
            continue
        shape, whole = head["shape"], other["shape"]
        assert head["descr"] == other["descr"], name
        if shape == whole:
            assert x == y, name
            continue
        size = len(y) // whole[0]
        mine = y[first * size:(first + n) * size]
        assert shape in ((n, *whole[1:]), whole[1:]), (name, shape, whole)
        assert mine == (x if shape[:1] == (n,) and len(shape) == len(whole) else n * x), name


def main():
    a, b = (arrays(path) for path in sys.argv[1:3])
    stacked = sys.argv[3:] == ["stacked"]
    if stacked:  # widths come first in what is merged
        a, b = (sorted(file, key=lambda array: array[0]) for file in (a, b))
    if sys.argv[3:4] == ["from"]:
        return part(a, b, int(sys.argv[4]))
    continued, stopped = sys.argv[3:] == ["continued"], sys.argv[3:] == ["stopped"]
    assert [name for name, *_ in a] == [name for name, *_ in b], ([name for name, *_ in a], [name for name, *_ in b])
    assert len(a) > 20 or sys.argv[3:] == ["few"], len(a)
    for (name, head, x), (_, other, y) in zip(a, b):
        if stacked and name not in ("settings", "widths"):
            shape = head["shape"] if other["descr"].startswith("<U") or other["shape"] == head["shape"] else (1, *head["shape"])
            head = {**head, "shape": shape}
        elif stacked:
            continue
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
