#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes files that are meant to break a reader, in the folder named.

usage: make-hostile.py FOLDER

Prints for each file its name and what is right: the exit codes of a command that reads it as a case
("1", or "0 3" where it can be solved or not), whether it is a case, images or a network.
Uses nothing but Python's own library.
"""
import io
import json
import os
import random
import struct
import sys
import zipfile
import zlib

random.seed(9)


def npy(shape, descr="<f8", data=b"", version=1, order="False"):
    head = ("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (descr, order, shape)).encode()
    head += b" " * ((64 - (10 + len(head) + 1) % 64) % 64) + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(head)) + head + data


def doubles(shape, values):
    text = "(" + "".join("%d," % n for n in shape) + ")"
    return npy(text, "<f8", struct.pack("<%dd" % len(values), *values))


def noise(*shape):
    n = 1
    for size in shape:
        n *= size
    return [random.gauss(0, 1) for _ in range(n)]


def archive(members, method=zipfile.ZIP_STORED, suffix=".npy"):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in members:
            file.writestr(name + suffix, data)
    return out.getvalue()


def texts(shape, words):
    longest = max(map(len, words))
    data = b"".join(word.ljust(longest, "\0").encode("utf-32-le") for word in words)
    return npy(shape, "<U%d" % longest, data)


def good(**changes):
    """A small case that can be solved, with arrays changed or added."""
    members = {"xi_train": doubles((4, 2, 3), noise(4, 2, 3)), "xi_test": doubles((2, 2, 3), noise(2, 2, 3)),
               "y_train": doubles((4,), [1, -1, 1, -1]), "y_test": doubles((2,), [1, -1]),
               "heads": doubles((1,), [2])}
    members.update(changes)
    return list(members.items())


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png(width, height, middle=b"", rows=None):
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    rows = zlib.compress(bytes((width + 1) * height)) if rows is None else rows
    return SIGNATURE + head + middle + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def drawings(image, n=4):
    return [("i/%s/c%d/x%d.png" % ("AB"[k % 2], k // 4, k), image) for k in range(n)]


def overlapped(image, n):
    """A list of files all of which are one and the same."""
    name = b"i/A/c0/x000000.png"
    data, check = zlib.compress(image, 9)[2:-4], zlib.crc32(image)
    local = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, 8, 0, 0, check, len(data), len(image), len(name), 0)
    entries = [b"i/%s/c%d/x%06d.png" % (b"AB"[k % 2:k % 2 + 1], k // 4 % 10, k) for k in range(n)]
    central = b"".join(struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, 20, 0, 8, 0, 0, check, len(data), len(image),
                                   len(entry), 0, 0, 0, 0, 0, 0) + entry for entry in entries)
    body = local + name + data
    return body + central + struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, n & 0xffff, n & 0xffff, len(central), len(body), 0)


def tensors(header):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text


def lying(data):
    """The list of files says other sizes than the file itself."""
    data = bytearray(data)
    at = data.rfind(b"PK\1\2")
    data[at + 20:at + 28] = struct.pack("<II", 0x7fffffff, 0x7fffffff)
    return bytes(data)


def cases():
    deflate = zipfile.ZIP_DEFLATED
    yield "good", archive(good()), "0"
    yield "huge62", archive([("xi_train", npy("(4611686018427387904, 2, 3)"))]), "1"
    yield "huge62b", archive([("xi_train", npy("(4611686018427387904,)"))]), "1"
    yield "huge1e9", archive([("xi_train", npy("(1000000000,)"))]), "1"
    yield "hugezero", archive([("xi_train", npy("(0, 4611686018427387904, 4611686018427387904)"))]), "1"
    yield "negative", archive([("xi_train", npy("(-1, 2)"))]), "1"
    yield "digits", archive([("xi_train", npy("(%s,)" % ("9" * 60000)))]), "1"
    yield "long-header", archive([("xi_train", b"\x93NUMPY\x02\x00" + struct.pack("<I", 1000000000) + b"{" * 100)]), "1"
    yield "object", archive([("xi_train", npy("(1,)", "|O", b"cos\nsystem\n(S'id'\ntR."))]), "1"
    yield "lying", lying(archive([("xi_train", npy("(1000000000,)"))])), "1"
    yield "bomb", archive([("xi_train", npy("(20000000,)", "|b1", bytes(20000000)))], deflate), "1"
    yield "bomb-shape", archive(good(xi_train=npy("(3333334, 2, 3)", "|b1", bytes(20000004))), deflate), "1"
    yield "bomb-labels", archive(good(y_train=npy("(20000000,)", "|b1", bytes(20000000))), deflate), "1"
    yield "bomb-heads", archive(good(heads=npy("(20000000,)", "|b1", bytes(20000000))), deflate), "1"
    yield "bomb-unused", archive(good(other=npy("(20000000,)", "|b1", bytes(20000000))), deflate), "0 3"
    yield "bomb-name", archive(good(name=npy("()", "<U5000000", bytes(20000000))), deflate), "1"
    yield "bomb-names", archive(good(path_names=npy("(2,)", "<U5000000", bytes(40000000))), deflate), "1"
    yield "bomb-scalar", archive(good(temperature=npy("(20000000,)", "|b1", bytes(20000000))), deflate), "1"
    yield "lzma", archive(good(), zipfile.ZIP_LZMA), "1"
    yield "bzip2", archive(good(), zipfile.ZIP_BZIP2), "1"
    yield "many", archive([("a%d" % i, npy("(0,)")) for i in range(30000)]), "1"
    yield "twice", archive(good() + [("y_tesx", doubles((2,), [1, -1]))]).replace(b"y_tesx", b"y_test"), "1"
    yield "escape", archive(good() + [("\x1b]0;pwn\x07../../etc/passwd", doubles((), [1]))]), "0 3"
    yield "escape-broken", archive(good() + [("\x1b[31mRED", npy("(-1,)"))]), "1"
    yield "long-name", archive(good() + [("a" * 60000, doubles((), [1]))]), "1"
    yield "names", archive(good(name=texts("()", ["\x1b[31mred\n\u202etxt"]),
                                path_names=texts("(2,)", ["\x1b]0;pwn\x07", "\u202egood\u200b"]),
                                head_names=texts("(2,)", ["a\tb\x9b31m", "\x00"]))), "0 3"
    yield "readout", archive(good(readout=texts("()", ["\x1b[31mlast"]))), "1"
    for value, name in ((float("nan"), "nan"), (float("inf"), "inf"), (1e100, "1e100"), (1e99, "1e99"), (-1e308, "-1e308")):
        xi = noise(4, 2, 3)
        xi[7] = value
        yield "xi-" + name, archive(good(xi_train=doubles((4, 2, 3), xi))), "1" if abs(value) != 1e99 else "0 1 3"
        yield "y-" + name, archive(good(y_train=doubles((4,), [0.5, value, 1, -1]))), "0 1 3"
        yield "temperature-" + name, archive(good(temperature=doubles((), [value]))), "0 1 3"
        yield "variance-" + name, archive(good(variances=doubles((3,), [1, value, 1]))), "0 1 3"
    yield "zero-features", archive(good(xi_train=doubles((4, 2, 3), [0] * 24), temperature=doubles((), [0]))), "0 1 3"
    yield "empty", b"", "1"
    yield "cut", archive(good())[:-40], "1"


def images():
    text = zlib.compress(bytes(7900000), 9)
    claim = SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 5, 4, 8, 0, 0, 0, 0)) + struct.pack(">I", 0x7ffffff0)
    names = [(b"zTXt", b"zTXt"), (b"iTXt", b"iTXt"), (b"iCCP", b"iCCP"), (b"IDAT", b"IDAT"), (b"PLTE", b"PLTE"),
             (b"eXIf", b"eXIf"), (b"aaAa", b"aaAa")]
    for kind, name in names:
        yield "claim-" + name.decode(), archive(drawings(claim + kind), suffix=""), "1"
    many = b"".join(chunk(b"zTXt", b"k%d\0\0" % i + text) for i in range(400))
    profile = chunk(b"iCCP", b"p\0\0" + text)
    yield "many-texts", archive(drawings(png(5, 4, many)), zipfile.ZIP_DEFLATED, ""), "1"
    yield "profile", archive(drawings(png(5, 4, profile)), zipfile.ZIP_DEFLATED, ""), "1"
    yield "pixels", archive(drawings(png(5, 4, rows=text)), zipfile.ZIP_DEFLATED, ""), "1"
    yield "side", archive(drawings(png(60000, 60000, rows=text)), zipfile.ZIP_DEFLATED, ""), "1"
    yield "sides", archive(drawings(png(5, 4)) + [("i/A/c0/y.png", png(60000, 60000, rows=text))], zipfile.ZIP_DEFLATED, ""), "1"
    yield "overlapped", overlapped(png(5, 4) + bytes(4000000), 60000), "1"
    yield "packed", archive(drawings(png(5, 4) + bytes(3900000), 20), zipfile.ZIP_DEFLATED, ""), "1"
    yield "lzma", archive(drawings(png(5, 4)), zipfile.ZIP_LZMA, ""), "1"
    yield "escape", archive([("i/\x1b[31mA/c\x07/x.png", b"no image")], suffix=""), "1"
    yield "broken-utf8", archive([("i/Aqqqq/c0/x.png", b"no image")], suffix="").replace(b"qqqq", b"\xff\xfe\x9b\x80"), "1"


def networks():
    deep, close = b"[" * 75000, b"]" * 75000
    yield "deep", tensors(b'{"a":' + deep + close + b"}"), "1"
    yield "deep-open", tensors(b'{"a":' + deep), "1"
    yield "deep-objects", tensors(b'{"a":' * 75000), "1"
    yield "deep-metadata", tensors(b'{"__metadata__":{"interplay_network":"' + deep + close + b'"}}'), "1"
    yield "deep-task", tensors(b'{"__metadata__":{"interplay_network":"{}","interplay_task":"' + deep + b'"}}'), "1"
    yield "wide", tensors(b"{" + b",".join(b'"%d":[]' % i for i in range(300000)) + b"}"), "1"
    yield "surrogate", tensors(b'{"adam\\ud800x":{"dtype":"Q","shape":[],"data_offsets":[0,0]}}'), "1"
    yield "escape", tensors(b'{"\\u001b]0;pwn\\u0007\\u001b[31mRED":{"dtype":"Q","shape":[],"data_offsets":[0,0]}}'), "1"
    yield "claims", struct.pack("<Q", 99999999) + b"{" + b" " * 100, "1"


def roles():
    """Names that are roles of arrays, of a further test set."""
    yield "escape", archive(good(**{"xi_test_\x1b[31mred": doubles((2, 2, 3), noise(2, 2, 3)),
                            "y_test_\x1b[31mred": doubles((2,), [1, -1])})), "0"


def main():
    folder = sys.argv[1]
    for kind, suffix, files in (("case", ".npz", cases()), ("images", ".zip", images()),
                                ("network", ".safetensors", networks()), ("roles", ".npz", roles())):
        for name, data, codes in files:
            with open(os.path.join(folder, kind + "-" + name + suffix), "wb") as file:
                file.write(data)
            print(kind, kind + "-" + name + suffix, codes, sep="\t")


if __name__ == "__main__":
    main()
