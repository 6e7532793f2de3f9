# SPDX-License-Identifier: GPL-3.0-or-later
"""A page that interplay-cli html wrote, unpacked as resources/web/page.js unpacks it."""

import base64
import json
import re
import struct
import zlib

LIGHT, DARK = 0, 1
PICTURE = re.compile(r'data:image/png;base64,[^"\']*')


def numbers(packed):
    """What was written as what each is more than the one after the last."""
    result, expected = [], 0
    for more in packed:
        result.append(expected + more)
        expected += more + 1
    return result


class Page:
    def __init__(self, text):
        self.text = text
        self.data = json.loads(self.unpack("data"))
        self.pixels = self.unpack("pixels")

    def unpack(self, name):
        return zlib.decompress(base64.b64decode(re.search(r'id="%s">([^<]*)<' % name, self.text)[1]))

    def picture(self, number, version):
        """Rows of colours."""
        w, h, at, how, palette = self.data["images"][number]
        colors = self.data["colors"]
        palette = [int(colors[12 * k + 6 * version:12 * k + 6 * version + 6], 16) for k in numbers(palette)]
        symmetric, transposed, n = how == 1, how == 2, h * (h + 1) // 2 if how == 1 else w * h
        rows = []
        for y in range(h):
            row = []
            for x in range(w):
                a, b = (x, y) if transposed or (symmetric and x > y) else (y, x)
                k = at + (a * (a + 1) // 2 + b if symmetric else a * w + b)
                row.append(palette[self.pixels[k] + (256 * self.pixels[k + n] if len(palette) > 256 else 0)])
            rows.append(row)
        return rows

    def pieces(self, number, version):
        """Text, and pictures as rows of colours."""
        packed = self.data["texts"][number]
        if version == DARK:
            packed = self.data["darks"].get(str(number), packed)
        for k in numbers(packed):
            piece = self.data["pieces"][k]
            if isinstance(piece, int):
                yield self.picture(piece, version)
            else:
                yield piece if isinstance(piece, str) else piece[version]

    def plain(self, number, version=LIGHT):
        return "".join(self.pieces(number, version))


def decode(address):
    """Rows of colours of a PNG of 8 bits a channel."""
    data, at, packed = base64.b64decode(address.split(",", 1)[1]), 8, b""
    while at < len(data):
        n, name = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + n]
        at += 12 + n
        if name == b"IHDR":
            w, h, _, kind = struct.unpack(">IIBB", chunk[:10])
        if name == b"IDAT":
            packed += chunk
    size = {2: 3, 6: 4}[kind]
    raw, rows, before = zlib.decompress(packed), [], bytearray(w * size)
    for y in range(h):
        line = bytearray(raw[y * (w * size + 1) + 1:(y + 1) * (w * size + 1)])
        how = raw[y * (w * size + 1)]
        for i in range(len(line)):
            left = line[i - size] if i >= size else 0
            up, corner = before[i], before[i - size] if i >= size else 0
            if how == 1:
                line[i] = (line[i] + left) & 255
            elif how == 2:
                line[i] = (line[i] + up) & 255
            elif how == 3:
                line[i] = (line[i] + (left + up) // 2) & 255
            elif how == 4:
                near = left + up - corner
                a, b, c = abs(near - left), abs(near - up), abs(near - corner)
                line[i] = (line[i] + (left if a <= b and a <= c else up if b <= c else corner)) & 255
        rows.append([line[i] << 16 | line[i + 1] << 8 | line[i + 2] for i in range(0, len(line), size)])
        before = line
    return rows


def split(svg):
    """The text of a drawing, and its pictures as rows of colours."""
    return PICTURE.sub("", svg), [decode(address) for address in PICTURE.findall(svg)]


def without_words(svg):
    """A drawing without what it says of itself, which a page says once for all."""
    svg = re.sub(r"\s*<(title|desc|metadata)>.*?</\1>", "", svg, flags=re.S)
    known = {}
    return re.sub(r'( id="|href="#)((?:surface|image|source-)[0-9]+)"',
                  lambda m: '%sc%d"' % (m[1], known.setdefault(m[2], len(known) + 1)), svg)
