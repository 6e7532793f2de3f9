#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A web page is one file that asks for nothing, says what it is, and holds at every width the drawing
that the program exports at that width, in both colours."""

import html.parser
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import webpage
from webpage import DARK, LIGHT

CLI = sys.argv[1]
WIDTHS = ["10", "100", "gp"]
count = failed = 0


def check(name, good, why=""):
    global count, failed
    count += 1
    failed += not good
    print("%sok %d - %s" % ("" if good else "not ", count, name))
    if not good and why:
        print("# " + str(why)[:2000].replace("\n", "\n# "))


def run(*words):
    return subprocess.run([CLI, *words], capture_output=True, text=True)


class Reader(html.parser.HTMLParser):
    """Elements with their attributes, and whether every one is closed in its order."""
    EMPTY = {"meta", "input", "br", "link", "img"}

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.found, self.ids = [], [], [], []

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        self.ids += [value for name, value in attributes if name == "id"]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        self.ids += [value for name, value in attributes if name == "id"]

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append((tag, self.getpos()))


def test_structure(text):
    reader = Reader()
    reader.feed(text)
    check("elements are closed in their order", not reader.wrong and not reader.open, reader.wrong[:3])
    check("no id is there twice", len(set(reader.ids)) == len(reader.ids),
          [one for one in set(reader.ids) if reader.ids.count(one) > 1][:10])
    outside = [one for one in re.findall(r"https?://[^\s\"'<>)]*", text)
               if not re.match(r"http://www\.w3\.org/(2000/svg|1999/xlink)", one)]
    check("nothing is elsewhere", not outside, outside)
    loading = [(tag, name) for tag, attributes in reader.found for name in attributes
               if name == "src" or (name in ("href", "xlink:href")
                                    and not attributes[name].startswith(("#", "data:")))]
    check("nothing is loaded", not loading and "@import" not in text, loading)
    policy = [a.get("content", "") for t, a in reader.found if t == "meta" and "http-equiv" in a]
    check("the policy allows nothing from elsewhere",
          policy == ["default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"],
          policy)
    check("it has a language and a title", reader.found[0] == ("html", {"lang": "en"})
          and "<title>hmc4</title>" in text)
    parts = [a for t, a in reader.found if a.get("class") == "part"]
    check("every panel says what it shows", len(parts) == 6
          and all(a["role"] == "img" and len(a["aria-label"]) > 40 and a["tabindex"] == "0" for a in parts),
          parts)
    tables = re.findall("<table>(.*?)</table>", text, re.S)
    check("every panel has a table with cells", len(tables) == 6 and all(table.count("<td>") > 3 for table in tables),
          [len(table) for table in tables])
    check("what is said of the pointer is told", any(a.get("aria-live") == "polite" for t, a in reader.found))
    check("it says where it comes from", "interplay-cli html hmc4" in text and "Made by Interplay" in text)
    for figure in re.findall(r'<div class="base" aria-hidden="true">(<svg.*?</svg>)', text, re.S):
        xml.etree.ElementTree.fromstring(figure)
    check("its drawings are XML", True)


def test_frames(page, folder):
    stop = page.data["stops"][0]
    check("it has a frame for each width", [f["label"] for f in stop["frames"]] == ["10", "100", "GP"],
          [f["label"] for f in stop["frames"]])
    for i, panel in enumerate(["all", "kernels"]):
        bases = webpage.numbers(stop["figures"][i]["bases"])
        for version, theme in enumerate(["light", "dark"]):
            for frame, width in enumerate(WIDTHS):
                out = os.path.join(folder, "%s-%s" % (theme, width))
                done = run("figure", "hmc4", "--widths", ",".join(WIDTHS), "--width", width, "--panel", panel,
                           "--theme", theme, "--mark-width", "--format", "svg", "--out", out)
                with open(os.path.join(out, "hmc4-%s.svg" % panel)) as file:
                    wanted, pictures = webpage.split(webpage.without_words(file.read()))
                pieces = list(page.pieces(bases[frame], version))
                text = "".join(p for p in pieces if isinstance(p, str))
                check("%s at %s in %s is what is exported" % (panel, width, theme),
                      done.returncode == 0 and text == wanted
                      and [p for p in pieces if not isinstance(p, str)] == pictures,
                      first_difference(text, wanted))


def first_difference(a, b):
    k = next((k for k, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    return "%r, and not %r" % (a[max(k - 80, 0):k + 80], b[max(k - 80, 0):k + 80])


def test_linked(page):
    stop = page.data["stops"][0]
    n = len(stop["frames"][0]["says"])
    says = [page.plain(k) for k in webpage.numbers(stop["frames"][0]["says"])]
    check("everything that is pointed at is said", n > 30 and all(says), says)
    check("every width is a thing", all(frame["row"] > 0 for frame in stop["frames"]))
    for figure in stop["figures"]:
        lit = [webpage.numbers(one) for one in figure["lit"]]
        check("everything is lit in every frame", all(len(one) == n for one in lit))
        check("something is lit", sum(page.plain(k) != "" for k in lit[0]) >= 16)
        found = set()
        for line in page.plain(webpage.numbers(figure["maps"])[0]).split("\n"):
            found |= {int(run.split("*")[0]) for run in line.split()}
        check("things are found by the pointer", len(found) >= 16 and max(found) <= n, found)
        for part in figure["parts"]:
            steps = page.plain(webpage.numbers(part["steps"])[0]).split("\n")[:-1]
            check("arrow keys lead from everything", len(steps) == n + 1
                  and all(len(line.split()) == 4 for line in steps) and steps[0] != "0 0 0 0", steps[:3])


def test_story(folder):
    path = os.path.join(folder, "story.html")
    done = run("html", "paper", "--out", path)
    with open(path) as file:
        text = file.read()
    page = webpage.Page(text)
    run("story", "paper", "--out", os.path.join(folder, "slide.svg"))
    check("a story is written", done.returncode == 0, done.stderr)
    test_stops = page.data["stops"]
    check("a story has its stops", len(test_stops) == 5 == text.count('class="said"'))
    for i, stop in enumerate(test_stops):
        with open(os.path.join(folder, "slide-%d.svg" % (i + 1))) as file:
            wanted, pictures = webpage.split(webpage.without_words(file.read()))
        pieces = list(page.pieces(webpage.numbers(stop["figures"][0]["bases"])[0], LIGHT))
        drawn = "".join(p for p in pieces if isinstance(p, str))
        check("stop %d is the slide" % (i + 1), drawn == wanted
              and [p for p in pieces if not isinstance(p, str)] == pictures, first_difference(drawn, wanted))
    done = run("html", "paper", "--panel", "u", "--out", path)
    check("a story takes no panel", done.returncode == 2 and "--panel" in done.stderr, done.stderr)


def test_rows(folder):
    """Results are a page without being solved."""
    sweep, path = os.path.join(folder, "sweep"), os.path.join(folder, "rows.html")
    run("plan", "hmc4", "--n-train", "40", "--n-test", "60", "-w", "10,20", "-t", "0.1", "--out", sweep)
    run("run", sweep)
    merged = os.path.join(folder, "merged.npz")
    run("merge", sweep, "--out", merged)
    done = run("html", merged, "--out", path)
    check("merged results are written", done.returncode == 0, done.stderr)
    with open(path) as file:
        one = webpage.Page(file.read())
    check("they have a frame for each row and no kernels", [f["label"] for f in one.data["stops"][0]["frames"]]
          == ["10", "20"] and len(one.data["stops"][0]["figures"]) == 1)


def test_refused(folder):
    for words, status, said in [
            (["hmc4"], 2, "--out"), (["hmc4", "--out", folder + "/a.htm"], 2, ".html"),
            (["hmc4", "--out", folder + "/none/a.html"], 1, "none"),
            (["hmc4", "--width", "7", "--out", folder + "/a.html"], 2, "--width"),
            (["hmc4", "--panel", "none", "--out", folder + "/a.html"], 2, "--panel")]:
        done = run("html", *words)
        check("refused: " + " ".join(words[1:2]), done.returncode == status and said in done.stderr
              and not os.path.exists(folder + "/a.html"), done.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.html")
        done = run("html", "hmc4", "--widths", ",".join(WIDTHS), "--out", path)
        check("it is written", done.returncode == 0, done.stderr)
        with open(path) as file:
            text = file.read()
        check("its foot names the widths asked for", "widths = 10, 100, gp;" in text.lower())
        page = webpage.Page(text)
        test_structure(text)
        test_frames(page, folder)
        test_linked(page)
        test_story(folder)
        test_rows(folder)
        test_refused(folder)
        again = os.path.join(folder, "again.html")
        run("html", "hmc4", "--widths", ",".join(WIDTHS), "--out", again)
        with open(again) as file:
            check("the same page is the same file", file.read().replace("again.html", "page.html") == text)
        whole = os.path.join(folder, "whole.html")
        run("html", "hmc4", "--out", whole)
        check("the paper's example has less than 600 kB", os.path.getsize(whole) < 600000,
              os.path.getsize(whole))
    print("1..%d" % count)
    return failed > 0


sys.exit(main())
