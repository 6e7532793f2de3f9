# SPDX-License-Identifier: GPL-3.0-or-later
"""A page that interplay-cli figure wrote, unpacked as resources/web/page.js unpacks it."""

import base64
import json
import re
import zlib


class Page:
    """The stops of a page, each with its frames: their labels, names and HTML."""

    def __init__(self, text):
        packed = re.search(r'id="data">([^<]*)<', text)[1]
        data = json.loads(zlib.decompress(base64.b64decode(packed)))
        self.stops = data["stops"]
        for frame in (frame for stop in self.stops for frame in stop["frames"]):
            frame["html"] = "\n".join(data["lines"][k] for k in frame["lines"])
        shown = re.findall(r'<div class="frame">\n(.*?)</div>\n</section>', text, re.S)
        for stop, html in zip(self.stops, shown):
            stop["frames"][stop["first"]]["html"] = html


def drawings(html):
    return re.findall(r"<svg.*?</svg>", html, re.S)


def items(svg):
    """The classes of everything that can be hovered, its own name first, and its sentence."""
    return [(classes.split()[1:], sentence)
            for classes, sentence in re.findall(r'class="(item [^"]*)"[^>]*>\s*<title>([^<]*)</title>', svg)]


def shapes(svg):
    """What is drawn, in its order: shapes and texts, not the areas of items."""
    svg = re.sub(r"<defs>.*?</defs>", "", svg, flags=re.S)
    svg = re.sub(r'<path[^>]*class="item.*?</path>', "", svg, flags=re.S)
    return re.findall(r' d="([^"]*)"|<text[^>]*>(.*?)</text>', svg, re.S)
