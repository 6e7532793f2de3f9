#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the site quickly and looks at every page of it, as TAP.

usage: site.py MAKE-SITE INTERPLAY-CLI SOURCE BUILD
"""
import glob
import html.parser
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

MAKE, CLI, SOURCE, BUILD = map(os.path.abspath, sys.argv[1:])
FOLDER = tempfile.TemporaryDirectory(prefix="interplay-site-")
OUT = os.path.join(FOLDER.name, "site")
VOID = {"meta", "link", "img", "br", "hr", "col", "input", "wbr"}
# What the browser fetches by itself; links of <a> it does not.
FETCHED = {("link", "href"), ("img", "src"), ("script", "src"), ("source", "src"), ("iframe", "src"), ("object", "data")}


class Reader(html.parser.HTMLParser):
    """What a page holds: its anchors and links, what it fetches, its text, and where its tags do not match."""

    def __init__(self):
        super().__init__()
        self.open, self.faults, self.ids, self.links, self.fetched, self.text = [], [], [], [], [], []
        self.headings, self.title, self.language, self.unsaid = 0, "", None, []

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        self.headings += tag == "h1"
        if tag == "html":
            self.language = told.get("lang")
        if tag == "img" and not (told.get("alt") or "").strip():
            self.unsaid.append(told.get("src"))
        for key, value in attributes:
            if key == "id":
                self.ids.append(value)
            elif (tag, key) in FETCHED:
                self.fetched.append(value)
            elif (tag, key) == ("a", "href"):
                self.links.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.faults.append(f"</{tag}> at line {self.getpos()[0]}, where {self.open[-1:]} is open")

    def handle_data(self, data):
        if self.open[-1:] == ["title"]:
            self.title += data
        if not {"pre", "code", "script", "style"} & set(self.open):
            self.text.append(data)


def read(file):
    with open(file, encoding="utf-8") as opened:
        return opened.read()


def read_site():
    pages = {}
    for file in glob.glob(os.path.join(OUT, "**", "*.html"), recursive=True):
        name = os.path.relpath(file, OUT)
        pages[name] = Reader()
        pages[name].feed(read(file))
    return pages


def ours(pages):
    """Pages but those of gi-docgen, whose tags and words are its matter."""
    return {name: page for name, page in pages.items() if not name.startswith("api/")}


def check_links(pages):
    """Every link within the site leads to a file that is there, and to an anchor that it has."""
    faults = []
    for name, page in pages.items():
        for link in page.links + page.fetched:
            if re.match(r"https?:|mailto:", link) or (name.startswith("api/") and link == "javascript:void(0)"):
                continue
            path, _, anchor = urllib.parse.unquote(link).partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            if not os.path.isfile(os.path.join(OUT, target)):
                faults.append(f"{name}: {link} is not there")
            elif anchor and target in pages and anchor not in pages[target].ids:
                faults.append(f"{name}: {link} has no such anchor")
    return faults


def check_requests(pages):
    """Nothing is fetched from outside, by pages, styles or pictures."""
    faults = [f"{name} fetches {link}" for name, page in pages.items() for link in page.fetched if "//" in link]
    for file in glob.glob(os.path.join(OUT, "**", "*.css"), recursive=True):
        faults += [f"{file}: {found}" for found in re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//\S*", read(file))]
    for file in glob.glob(os.path.join(OUT, "**", "*.svg"), recursive=True):
        faults += [f"{file}: {found}" for found in re.findall(r"href=\"https?://\S*", read(file))]
    return faults


def check_well_formed(pages):
    return [f"{name}: {fault}" for name, page in ours(pages).items() for fault in page.faults[:3]] + \
        [f"{name}: {page.open} are never closed" for name, page in ours(pages).items() if page.open]


def check_reached(pages):
    """Links lead from the front page to every page."""
    reached, ahead = {"index.html"}, ["index.html"]
    while ahead:
        name = ahead.pop()
        links = (urllib.parse.unquote(link).partition("#")[0] for link in pages[name].links if "//" not in link)
        found = {os.path.normpath(os.path.join(os.path.dirname(name), link)) for link in links if link}
        ahead += (found & set(pages)) - reached
        reached |= found & set(pages)
    return [f"nothing leads to {name}" for name in sorted(set(pages) - reached)]


def check_heads(pages):
    """A title of its own, one first heading, a language, and words for every picture."""
    faults, titles = [], {}
    for name, page in pages.items():
        if page.headings != 1:
            faults.append(f"{name} has {page.headings} h1")
        if page.language != "en":
            faults.append(f"{name} is in no language")
        if not page.title.strip() or page.title in titles:
            faults.append(f"{name} and {titles.get(page.title)} have the title {page.title!r}")
        titles[page.title] = name
        faults += [f"{name}: {picture} has no alt" for picture in page.unsaid]
    return faults


def check_whole(pages):
    """Every page of help, every manual page and every page of the menu is there."""
    wanted = [f"help/{os.path.basename(file)[:-3]}.html" for file in glob.glob(os.path.join(SOURCE, "resources/help/*.md"))]
    wanted += [f"man/{os.path.basename(file)}.html" for file in glob.glob(os.path.join(BUILD, "src/manual/man1/*.1"))]
    wanted += ["index.html", "theory.html", "design.html", "changes.html", "contributing.html", "gallery.html",
               "stories.html", "api.html"]
    faults = [f"{name} is missing" for name in wanted if name not in pages]
    if len(wanted) < 100:
        faults.append(f"only {len(wanted)} pages were looked for")
    drawn = sorted(os.listdir(os.path.join(OUT, "gallery")))
    if drawn != ["accuracy.svg", "u.svg"]:
        faults.append(f"the gallery holds {drawn}")
    return faults


def check_markdown(pages):
    """No Markdown is left in what is read, and no formula as it was typed."""
    faults = []
    for name, page in ours(pages).items():
        if name.startswith("man/"):
            continue
        text = "".join(page.text)
        for mark in (r"\]\(", r"\*\*", r"```", r"^#+ ", r"\|-+\|", r"\$[A-Z]_?", "[\x02\x03]"):
            found = re.search(mark, text, re.M)
            if found:
                faults.append(f"{name}: {text[max(0, found.start() - 30):found.end() + 30]!r}")
    return faults


def check_formulas(_):
    """Formulas of THEORY.md and of help are set."""
    theory = read(os.path.join(OUT, "theory.html"))
    wanted = ["<i>U</i><sub><i>l</i></sub>", "<i>V</i><sup>0</sup>", "<i>ξ</i><sup><i>p</i></sup>",
              "<i>W</i><sub><i>l</i></sub><sup><i>T</i></sup>", "<i>N</i><sub>0</sub> × <i>N</i><sub>0</sub>",
              '<a href="#s4.1">4.1</a>', '<h3 id="s4.1">',
              '<span class="math"><i>n</i><sub><i>t</i></sub></span>']
    faults = [f"theory.html lacks {part}" for part in wanted if part not in theory]
    overview = os.path.join(OUT, "help", "overview.html")
    if not os.path.exists(overview) or "<i>U</i><sub>" not in read(overview):
        faults.append("help/overview.html lacks the sum over pairs")
    return faults


def check_refusal(_):
    """A folder with files of others is not made anew."""
    folder = os.path.join(FOLDER.name, "full")
    kept = os.path.join(folder, "mine")
    os.mkdir(folder)
    with open(kept, "w", encoding="utf-8"):
        pass
    run = subprocess.run([sys.executable, "-B", MAKE, CLI, SOURCE, BUILD, folder, "--quick"], capture_output=True, text=True)
    return [] if run.returncode and "other files" in run.stderr and os.path.exists(kept) else [run.stderr or "it was taken"]


CHECKS = [check_links, check_requests, check_well_formed, check_reached, check_heads, check_whole, check_markdown, check_formulas, check_refusal]


def main():
    print(f"1..{len(CHECKS) + 1}")
    run = subprocess.run([sys.executable, "-B", MAKE, CLI, SOURCE, BUILD, OUT, "--quick"], capture_output=True, text=True)
    print(f"{'not ' if run.returncode else ''}ok 1 - the site is made")
    if run.returncode:
        print("# " + run.stderr.replace("\n", "\n# "))
    pages = read_site() if not run.returncode else {}
    for n, check in enumerate(CHECKS, 2):
        faults = check(pages) if pages else ["there is no site"]
        print(f"{'not ' if faults else ''}ok {n} - {check.__name__[6:].replace('_', ' ')}")
        for fault in faults[:10]:
            print("#", fault.replace("\n", " "))


main()
