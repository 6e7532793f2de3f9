#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A web page is one file that asks for nothing, says what it is, and holds at every width the drawing
that the program exports at that width. What can be hovered in it has a name and a sentence."""

import html.parser
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import webpage

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
    words = re.findall(r"</summary><p>([^<]*)</p>", text)
    check("every panel says what it shows", len(words) == 6 and all(len(one) > 40 for one in words), words)
    tables = re.findall("<table>(.*?)</table>", text, re.S)
    check("every panel has a table with cells", len(tables) == 6 and all(table.count("<td>") > 3 for table in tables),
          [len(table) for table in tables])
    check("what is said of the pointer is told", any(a.get("aria-live") == "polite" for t, a in reader.found))
    check("it says where it comes from", "interplay-cli figure hmc4" in text and "Made by Interplay" in text)
    for figure in webpage.drawings(text):
        xml.etree.ElementTree.fromstring(figure)
    check("its drawings are XML", True)


def test_frames(page, folder):
    frames = page.stops[0]["frames"]
    check("it has a frame for each width", [f["label"] for f in frames] == ["10", "100", "GP"],
          [f["label"] for f in frames])
    for i, panel in enumerate(["all", "kernels"]):
        for frame, width in zip(frames, WIDTHS):
            out = os.path.join(folder, width)
            done = run("figure", "hmc4", "--widths", ",".join(WIDTHS), "--width", width, "--panel", panel,
                       "--mark-width", "--format", "svg", "--out", out)
            with open(os.path.join(out, "hmc4-%s.svg" % panel)) as file:
                wanted = webpage.shapes(file.read())
            drawn = webpage.shapes(webpage.drawings(frame["html"])[i])
            check("%s at %s is what is exported" % (panel, width),
                  done.returncode == 0 and len(wanted) > 50 and drawn == wanted,
                  [pair for pair in zip(drawn, wanted) if pair[0] != pair[1]][:1] or (len(drawn), len(wanted)))


def test_linked(page):
    frames = page.stops[0]["frames"]
    check("every width has a name", [f["name"] for f in frames] == ["width-1", "width-2", "width-3"])
    for frame in frames:
        panels, kernels = map(webpage.items, webpage.drawings(frame["html"]))
        names = [one[0] for one, _ in panels]
        check("everything that is hovered is said at " + frame["label"],
              len(panels) > 30 and all(sentence for _, sentence in panels + kernels))
        # The heatmap has both orders and the diagonal; in the GP limit the diagram has no pairs.
        check("pairs are in the diagram and in the heatmap",
              names.count("pair-1-2") == (2 if frame["label"] == "GP" else 3) and names.count("pair-2-2") == 1, names)
        check("every width can be chosen", all(names.count(f["name"]) >= 1 for f in frames), names)
        paths = {one[0]: one[1:] for one, _ in panels if one[0].startswith("path")}
        check("a path consists of its heads", paths == {
            "path-1": ["head-1-1", "head-2-1"], "path-2": ["head-1-1", "head-2-2"],
            "path-3": ["head-1-2", "head-2-1"], "path-4": ["head-1-2", "head-2-2"]}, paths)
        check("a pair consists of its paths", ["pair-1-2", "path-1", "path-2"] in [one for one, _ in kernels],
              kernels)
    said = dict((one[0], sentence) for one, sentence in webpage.items(webpage.drawings(frames[1]["html"])[0]))
    check("sentences are those of the width", "N = 100: U = " in said["path-1"], said["path-1"])


def test_story(folder):
    path = os.path.join(folder, "story.html")
    done = run("story", "paper", "--out", path)
    with open(path) as file:
        text = file.read()
    page = webpage.Page(text)
    run("story", "paper", "--out", os.path.join(folder, "slide.svg"))
    check("a story is written", done.returncode == 0, done.stderr)
    check("a story has its stops", len(page.stops) == 5 == text.count('class="said"'))
    for i, stop in enumerate(page.stops):
        with open(os.path.join(folder, "slide-%d.svg" % (i + 1))) as file:
            wanted = webpage.shapes(file.read())
        drawn = webpage.shapes(webpage.drawings(stop["frames"][0]["html"])[0])
        check("stop %d is the slide" % (i + 1), len(wanted) > 20 and drawn == wanted)
    done = run("story", "paper", "--theme", "dark", "--out", path)
    check("the page of a story takes no theme", done.returncode == 2 and "--theme" in done.stderr, done.stderr)


def test_rows(folder):
    """Results are a page without being solved."""
    sweep, path = os.path.join(folder, "sweep"), os.path.join(folder, "rows.html")
    run("plan", "hmc4", "n-train=40", "n-test=60", "-w", "10,20", "-t", "0.1", "--out", sweep)
    run("run", sweep)
    merged = os.path.join(folder, "merged.npz")
    run("merge", sweep, "--out", merged)
    done = run("figure", merged, "--out", path)
    check("merged results are written", done.returncode == 0, done.stderr)
    with open(path) as file:
        one = webpage.Page(file.read())
    frames = one.stops[0]["frames"]
    check("they have a frame for each row and no kernels", [f["label"] for f in frames] == ["10", "20"]
          and all(len(webpage.drawings(f["html"])) == 1 for f in frames))


def test_moments(folder):
    """What happens in time is a page of its moments."""
    results, path = os.path.join(folder, "joint.npz"), os.path.join(folder, "moments.html")
    run("dynamics", "joma-joint", "--out", results)
    done = run("figure", results, "--panel", "joint-all", "--out", path)
    check("results in time are written", done.returncode == 0, done.stderr)
    with open(path) as file:
        stop = webpage.Page(file.read()).stops[0]
    names = [frame["name"] for frame in stop["frames"]]
    check("they have a frame for each of some moments", 2 < len(names) <= 12 and stop["axis"] == "Time"
          and names[0] == "moment-1" and stop["first"] == len(names) - 1, names)
    check("a moment is another drawing", len({tuple(webpage.drawings(f["html"])) for f in stop["frames"]}) == len(names))
    found = [one[0] for one, _ in webpage.items(webpage.drawings(stop["frames"][0]["html"])[0])]
    check("moments can be chosen in the plot", names[0] in found and len(found) > 2 * len(names), found[:5])


def test_refused(folder):
    for words, status, said in [
            (["hmc4", "--theme", "dark", "--out", folder + "/a.html"], 2, "--theme"),
            (["hmc4", "--out", folder + "/a.htm"], 2, ".html"),
            (["hmc4", "--out", folder + "/none/a.html"], 1, "none"),
            (["hmc4", "--width", "7", "--out", folder + "/a.html"], 2, "--width"),
            (["hmc4", "--panel", "none", "--out", folder + "/a.html"], 2, "--panel")]:
        done = run("figure", *words)
        check("refused: " + " ".join(words[1:2]), done.returncode == status and said in done.stderr
              and not os.path.exists(folder + "/a.html"), done.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.html")
        done = run("figure", "hmc4", "--widths", ",".join(WIDTHS), "--out", path)
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
        test_moments(folder)
        test_refused(folder)
        again = os.path.join(folder, "again.html")
        run("figure", "hmc4", "--widths", ",".join(WIDTHS), "--out", again)
        with open(again) as file:
            check("the same page is the same file", file.read().replace("again.html", "page.html") == text)
        whole = os.path.join(folder, "whole.html")
        run("figure", "hmc4", "--out", whole)
        check("the paper's example has less than 1.4 MB", os.path.getsize(whole) < 1400000,
              os.path.getsize(whole))
    print("1..%d" % count)
    return failed > 0


sys.exit(main())
