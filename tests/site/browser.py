#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loads the main kinds of the site's pages in Chromium, on a phone, a laptop and a large screen, dark and light, as TAP.

usage: browser.py MAKE-SITE INTERPLAY-CLI SOURCE BUILD
Where PICTURES names a folder, pictures are left there.
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web"))
import browsers  # pylint: disable=wrong-import-position

MAKE, CLI, SOURCE, BUILD = map(os.path.abspath, sys.argv[1:])
SIZES = [(390, 844), (1280, 800), (1920, 1080)]
PAGES = ["index.html", "help/index.html", "help/accuracy.html", "theory.html", "gallery.html", "stories.html", "stories/paper.html",
         "man/interplay-cli-sweep.1.html", "api.html", "api/index.html", "design.html"]
# Boxes that run over the window's edge and do not scroll by themselves.
WIDE = """(() => {
  const scrolls = (e) => e && (['auto', 'scroll', 'hidden'].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
  return [...document.querySelectorAll('body *')]
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !scrolls(e))
    .slice(0, 4).map((e) => e.tagName + ' ' + e.id + ' ' + Math.round(e.getBoundingClientRect().right));
})()"""
EMPTY_PICTURES = "[...document.images].filter((i) => i.loading != 'lazy' && !(i.complete && i.naturalWidth)).map((i) => i.src)"


def check_page(browser, name, address):
    """Faults of a page at every size."""
    faults = []
    for width, height in SIZES:
        for dark in (False, True):
            browser.resize(width, height)
            browser.dark(dark)
            browser.wrong.clear()
            browser.requests.clear()
            browser.open(address)
            browser.wait("document.readyState == 'complete' && location.href == '%s'" % address)
            size = "%d, %s: " % (width, "dark" if dark else "light")
            over = browser.js("document.documentElement.scrollWidth - innerWidth")
            if over > 0:
                faults.append(size + "%d pixels too wide" % over)
            faults += [size + "too wide: " + box for box in browser.js(WIDE)]
            faults += [size + "no picture: " + picture for picture in browser.js(EMPTY_PICTURES)]
            faults += [size + wrong for wrong in browser.wrong]
            faults += [size + "asked for " + url for url in browser.requests if not url.startswith(("file:", "data:", "blob:"))]
            if not browser.requests:
                faults.append(size + "nothing was loaded")
            if os.environ.get("PICTURES"):
                picture = "%s-%d-%s.png" % (name.replace("/", "-"), width, "dark" if dark else "light")
                with open(os.path.join(os.environ["PICTURES"], picture), "wb") as file:
                    file.write(browser.screenshot())
    return faults


def check_keyboard(browser, site):
    """The first Tab of a page offers to skip the menu; the second key does it, and Tab goes on in the text."""
    browser.open("file://%s/help/index.html" % site)
    browser.wait("document.readyState == 'complete'")
    browser.key("Tab")
    place = browser.js("document.activeElement.className + document.activeElement.getBoundingClientRect().top")
    browser.key("Enter")
    browser.wait("location.hash == '#main'")
    browser.key("Tab")
    inside = browser.js("document.activeElement.closest('main') != null")
    return [] if place.startswith("skip") and float(place[4:]) >= 0 and inside else ["%s, %s" % (place, inside)]


def main():
    if browsers.find(browsers.Chromium.names) is None:
        print("1..0 # SKIP Chromium is not installed")
        return
    with tempfile.TemporaryDirectory(prefix="interplay-site-", ignore_cleanup_errors=True) as folder:
        site = os.path.join(folder, "site")
        subprocess.run([sys.executable, "-B", MAKE, CLI, SOURCE, BUILD, site, "--quick"], check=True, stdout=subprocess.DEVNULL)
        # Where gi-docgen is missing, there are no pages of the API.
        pages = [name for name in PAGES if not name.startswith("api/") or os.path.isdir(os.path.join(site, "api"))]
        browser = browsers.Chromium(os.path.join(folder, "profile"))
        try:
            results = [(name, check_page(browser, name, "file://%s/%s" % (site, name))) for name in pages]
            results.append(("by keyboard past the menu", check_keyboard(browser, site)))
        finally:
            browser.close()
    print("1..%d" % len(results))
    for n, (name, faults) in enumerate(results, 1):
        print("%sok %d - %s" % ("not " if faults else "", n, name))
        for fault in faults[:6]:
            print("#", fault[:400])


main()
