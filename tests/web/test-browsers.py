#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A web page in Chromium and in Firefox, from a file, by mouse and keyboard. Where PICTURES names a folder,
pictures of it are left there."""

import os
import re
import subprocess
import sys
import tempfile
import zlib

import browsers

CLI = sys.argv[1]
PICTURES = os.environ.get("PICTURES")
count = failed = 0


def report(name, good, why=""):
    global count, failed
    count += 1
    failed += not good
    print("%sok %d - %s" % ("" if good else "not ", count, name), flush=True)
    if not good:
        print("# " + str(why)[:1000].replace("\n", "\n# "), flush=True)


def count_objects(pdf, kind):
    """Objects of a PDF, those in compressed streams too."""
    text = pdf
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.S):
        try:
            text += zlib.decompress(stream)
        except zlib.error:
            continue
    return len(re.findall(rb"/(?:Type|Subtype)\s*/" + kind + rb"(?![a-zA-Z])", text))


class Visit:
    """A page in a browser."""

    def __init__(self, name, browser):
        self.name, self.browser = name, browser

    def check(self, name, good, why=""):
        report("%s: %s" % (self.name, name), good, why)

    def leave_picture(self, name):
        if PICTURES:
            with open(os.path.join(PICTURES, "%s-%s.png" % (self.name, name)), "wb") as file:
                file.write(self.browser.screenshot())

    def state(self, name):
        return self.browser.js("document.documentElement.dataset.%s" % name)

    def text(self, name):
        return self.browser.js("document.getElementById('%s').textContent" % name)

    def place(self, selector, number=0):
        # Firefox brings the drawing into view, not the part of it.
        self.browser.js("(() => { const r = document.querySelectorAll('%s')[%d].getBoundingClientRect(); "
                        "scrollBy({top: r.y + r.height / 2 - innerHeight / 2, behavior: 'instant'}); })()" % (selector, number))
        return self.browser.js(
            "(() => { const r = document.querySelectorAll('%s')[%d].getBoundingClientRect(); "
            "return [r.x, r.y, r.width, r.height]; })()" % (selector, number))

    def click(self, selector):
        x, y, w, h = self.place(selector)
        self.browser.click(x + w / 2, y + h / 2)

    def lit(self):
        """How much is highlighted in each figure."""
        return self.browser.js("[...document.querySelectorAll('.stop:not(.away) figure > svg')]"
                               ".map((e) => e.querySelectorAll('.lit').length)")

    def point(self, selector, number=0):
        """Moves the pointer over the middle of a thing."""
        x, y, w, h = self.place(selector, number)
        self.browser.move(x + w / 2, y + h / 2)
        return x + w / 2, y + h / 2

    def test_pointer(self):
        self.check("it is ready", self.browser.wait("document.documentElement?.dataset.ready === 'yes'"))
        self.leave_picture("light")
        for selector, name, said in (("[id$=-paths] .path-1", "path-1", "Path good"), ("[id$=-u] .pair-1-2", "pair-1-2", "Pair"),
                                     ("[id$=-accuracy] .width-2", "width-2", "N = 30"),
                                     ("[id$=-overlap] .component-3", "component-3", "Component 3")):
            self.point(selector)
            self.check("%s is highlighted and said" % name, self.state("lit") == name
                       and sum(self.lit()) > 0 and self.text("status").startswith(said), self.text("status"))
        at = self.point("[id$=-u] .pair-1-2")
        self.check("a pair of paths is highlighted in all figures", min(self.lit()) > 0 and self.browser.js(
            "['paths', 'u', 'kernel-tiles'].every((id) => document.querySelector(`[id$=-${id}] .pair-1-2.lit`))"),
            self.lit())
        self.check("panels without it are not dimmed", self.browser.js(
            "document.querySelector('[id$=-paths].some') !== null && document.querySelector('[id$=-overlap].some') === null"))
        self.leave_picture("hovered")
        self.browser.click(*at)
        self.browser.move(3, 3)
        self.check("a click selects", self.state("selected") == self.state("lit") == "pair-1-2")
        self.browser.key("Escape")
        self.check("Escape lets go", self.state("selected") == self.state("lit") == ""
                   and sum(self.lit()) == 0 and self.text("status") == "")

    def test_widths(self):
        texts = "[...document.querySelectorAll('figure > svg text')].map((one) => one.textContent).join()"
        first = self.browser.js(texts)
        self.browser.js("document.getElementById('frame').focus()")
        frame = int(self.state("frame"))
        self.browser.key("ArrowRight")
        self.check("an arrow on the slider shows the next width", int(self.state("frame")) == frame + 1
                   and self.text("shown") == "30"
                   and self.browser.js(texts) != first, self.text("shown"))
        self.browser.key("Home")
        self.check("Home shows the first, drawn as before", self.text("shown") == "10"
                   and self.browser.js(texts) == first)
        self.click("#play")
        self.check("it plays", self.browser.wait("document.documentElement.dataset.frame >= 2", 10)
                   and self.text("play") == "Pause")
        self.browser.key("Escape")
        stopped = self.state("frame")
        self.check("Escape stops it", self.text("play") == "Play"
                   and not self.browser.wait("document.documentElement.dataset.frame !== '%s'" % stopped, 1.2))
        self.browser.js("document.activeElement.blur()")
        self.browser.key(" ")
        self.check("Space plays", self.text("play") == "Pause")
        self.browser.key(" ")
        self.check("Space stops it", self.text("play") == "Play")
        frame = int(self.state("frame"))
        self.browser.key("ArrowLeft")
        self.check("arrow keys show other widths", int(self.state("frame")) == frame - 1)

    def test_keyboard(self):
        self.browser.js("document.activeElement.blur()")
        self.browser.js("scrollTo(0, 0)")
        for _ in range(20):
            self.browser.key("Tab")
            if self.browser.js("document.activeElement.tagName") == "svg":
                break
        self.check("Tab leads to a drawing", self.browser.js("document.activeElement.tagName") == "svg")
        self.browser.key("ArrowRight")
        first = self.state("lit")
        self.browser.key("ArrowDown")
        self.check("arrow keys lead from thing to thing", first != "" != self.state("lit") != first
                   and len(self.text("status")) > 5, (first, self.state("lit")))
        self.point("[id$=-u] .width-3")
        said = self.text("status")
        self.browser.key("Enter")
        self.check("Enter selects a width, which is shown", self.state("selected") == self.state("lit") == "width-3"
                   and said.startswith("N = %s:" % self.text("shown")), (said, self.text("shown")))
        self.browser.key("Escape")

    def test_dark(self):
        light = self.browser.js("getComputedStyle(document.body).backgroundColor")
        self.browser.dark(True)
        self.check("it goes dark with the system", self.browser.wait(
            "document.documentElement.dataset.theme === 'dark'", 10))
        self.check("figures are dark too", light == "rgb(255, 255, 255)"
                   and self.browser.js("getComputedStyle(document.body).backgroundColor") == "rgb(31, 31, 31)"
                   and "invert" in self.browser.js("getComputedStyle(document.querySelector('figure > svg')).filter"))
        self.point("[id$=-u] .pair-1-2")
        self.leave_picture("dark")
        self.place("[id$=-kernel-tiles]")
        self.browser.move(3, 3)
        self.leave_picture("kernels-dark")
        self.click("#theme")
        self.check("a button makes it light", self.state("theme") == "light")
        self.leave_picture("kernels")
        self.browser.dark(False)

    def test_print(self):
        self.click("#theme") if self.state("theme") == "light" else None
        pdf = self.browser.pdf()
        if PICTURES:
            with open(os.path.join(PICTURES, self.name + ".pdf"), "wb") as file:
                file.write(pdf)
        self.check("it prints on one sheet", count_objects(pdf, b"Page") == 1, count_objects(pdf, b"Page"))
        self.check("the matrices are printed", count_objects(pdf, b"Image") >= 10, count_objects(pdf, b"Image"))
        self.check("it is dark again afterwards", self.browser.wait(
            "document.documentElement.dataset.theme === 'dark'", 5))
        self.check("nothing went wrong", not self.browser.wrong, self.browser.wrong)


    def test_phone(self):
        """A narrow window scrolls through a figure that can be read."""
        self.browser.resize(500, 900)
        self.check("figures keep a width at which they are read", self.browser.wait(
            "document.querySelector('figure > svg').getBoundingClientRect().width >= 640", 10))
        self.place("[id$=-paths] .path-1")
        x, y = self.browser.js(
            "(() => { const line = document.querySelector('[id$=-paths] .path-1 path'); "
            "const at = line.getPointAtLength(line.getTotalLength() / 4).matrixTransform(line.getScreenCTM()); "
            "return [at.x, at.y]; })()")
        self.browser.move(x, y)
        self.check("they are highlighted there", self.state("lit") == "path-1", (x, y))
        self.leave_picture("phone")
        self.browser.resize(self.browser.width, self.browser.height)

    def test_story(self, address):
        """One stop after the other, and all of them on paper."""
        self.browser.open(address)
        self.check("a story is ready", self.browser.wait(
            "document.documentElement?.dataset.ready === 'yes' && document.querySelectorAll('.stop').length === 5"))
        self.browser.key("PageDown")
        self.check("Page Down leads to the next stop", self.text("stop") == "2 of 5")
        self.click("#next")
        self.check("a button leads to the next stop", self.text("stop") == "3 of 5")
        self.browser.js("document.activeElement.blur()")
        self.browser.key("PageUp")
        self.check("Page Up leads back", self.text("stop") == "2 of 5" and self.browser.js(
            "[...document.querySelectorAll('.stop:not(.away)')].map((e) => e.id).join()") == "stop-2")
        for key, to in (("ArrowRight", 3), (" ", 4), ("ArrowLeft", 3), ("ArrowLeft", 2)):
            self.browser.key(key)
            self.check("“%s” turns to %d" % (key, to), self.text("stop") == "%d of 5" % to, self.text("stop"))
        self.leave_picture("story")
        self.check("a sheet for each stop", count_objects(self.browser.pdf(), b"Page") == 5)


def visit(name, kind, address, story):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = kind(folder)
        try:
            browser.open(address)
            page = Visit(name, browser)
            page.test_pointer()
            page.test_widths()
            page.test_keyboard()
            page.test_dark()
            page.test_phone()
            page.test_print()
            page.test_story(story)
        finally:
            browser.close()


def main():
    global count
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.html")
        subprocess.run([CLI, "figure", "hmc4", "--out", path], check=True, stdout=subprocess.DEVNULL)
        story = os.path.join(folder, "story.html")
        subprocess.run([CLI, "story", "paper", "--out", story], check=True, stdout=subprocess.DEVNULL)
        for name, kind in [("chromium", browsers.Chromium), ("firefox", browsers.Firefox)]:
            if browsers.find(kind.names) is None:
                count += 1
                print("ok %d - %s # SKIP it is not installed" % (count, name))
                continue
            try:
                visit(name, kind, "file://" + path, "file://" + story)
            except (browsers.Failed, OSError) as error:
                report(name, False, repr(error))
    print("1..%d" % count)
    return failed > 0


sys.exit(main())
