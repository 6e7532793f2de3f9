#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages of help as resources/make-help.py makes them: formulas, runs of a line, and pages that are refused."""
import json
import os
import subprocess
import sys
import tempfile

FORMULAS = [("K = U_{pq} C", "<i>K</i> = <i>U</i><sub><i>p</i><i>q</i></sub> <i>C</i>", "K = Upq C"),
            ("log det", "log det", "log det"),
            ("α β^2", "<i>α</i> <i>β</i><sup>2</sup>", "α β2"),
            ("a < b", "<i>a</i> &lt; <i>b</i>", "a < b")]
RUNS = [("**so** and `x<y` of *it*", "<b>so</b> and <tt>x&lt;y</tt> of <i>it</i>", "so and x<y of it"),
        ("see [the $U$](u)", '<a href="u">the <i>U</i></a>', "see the U"),
        ("**`.pt` files**", "<b><tt>.pt</tt> files</b>", ".pt files")]
REFUSED = ["", "no title\n", "# Title\n\ntext\n", "# Title\ngroup: Theory\nnonsense: 1\n\ntext\n",
           "# Title\ngroup: Theory\n\n> U_{pq\n", "# Title\ngroup: Theory\n\n| a | b |\n"]


def make(folder, page):
    path = os.path.join(folder, "page.md")
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)
    symbols = os.path.join(folder, "symbols.tsv")
    with open(symbols, "w", encoding="utf-8") as file:
        file.write("U\tU\tu\tpaths\torder parameter\n")
    return subprocess.run([*sys.argv[1:], symbols, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def blocks(folder, body):
    return json.loads(make(folder, f"# Title\ngroup: Theory\n\n{body}\n").stdout)[0]["blocks"]


def check_lines(folder):
    for source, markup, plain in [*((f"> {text}", *rest) for text, *rest in FORMULAS), *RUNS]:
        block = blocks(folder, source)[0]
        assert block["markup"].endswith(markup), block
        assert block["plain"] == plain, block


def check_kinds(folder):
    kinds = [block["kind"] for block in blocks(folder, "one\nline\n\n## two\n\n- three\n- four\n\n> five\n\n```\nsix\n\n```\n{symbols}")]
    assert kinds == ["paragraph", "heading", "item", "item", "formula", "code", "item"], kinds


def check_refused(folder):
    for page in REFUSED:
        done = make(folder, page)
        assert done.returncode == 1 and done.stderr.startswith("make-help: ") and not done.stdout, (page, done)


def main():
    checks = [check_lines, check_kinds, check_refused]
    print(f"1..{len(checks)}")
    for number, check in enumerate(checks, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                check(folder)
                print(f"ok {number} - {check.__name__}")
            except AssertionError as error:
                print(f"# {error}\nnot ok {number} - {check.__name__}")


main()
