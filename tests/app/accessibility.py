#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader finds in the window: on every page, all that takes the keyboard has a name of its
own, and the Tab key reaches every panel.

usage: accessibility.py INTERPLAY

INTERPLAY is the program that writes its state down (driven.c)."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time

try:
    import pyatspi
except ImportError:
    print("1..0 # SKIP python3-pyatspi is not installed")
    sys.exit(0)

PAGES = 12


def last_state(path):
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as lines:
        whole = lines.read().split("\n")[:-1]
    return json.loads(whole[-1]) if whole else {}


def wait(condition, what, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


def find_window():
    for application in pyatspi.Registry.getDesktop(0):
        if application is not None and application.name == "interplay" and application.childCount > 0:
            return application[0]
    return None


def walk(accessible):
    """All that is visible, in the order of the tree."""
    if not accessible.getState().contains(pyatspi.STATE_VISIBLE):
        return
    yield accessible
    for child in accessible:
        if child is not None:
            yield from walk(child)


def is_focusable(accessible):
    return accessible.getState().contains(pyatspi.STATE_FOCUSABLE)


def fault_of(name):
    """What is wrong with a name, or None."""
    half = len(name) // 2
    if not name.strip():
        return "no name"
    # GTK's own rows and lists, whose content has names, and a label that says nothing yet.
    if name in ("GtkListItemWidget", "GtkColumnListView", "GtkLabel"):
        return None
    if re.match(r"(Gtk|Ipl)[A-Z]", name):
        return "the name of a widget's type"
    if len(name) % 2 == 1 and name[:half] == name[half + 1:] and name[half] == " ":
        return "its name twice"
    return None


def check_names(window):
    faults = [f"{accessible.getRoleName()} “{accessible.name}” ({accessible.description}): {fault}"
              for accessible in walk(window) if is_focusable(accessible)
              for fault in [fault_of(accessible.name)] if fault]
    assert not faults, "\n".join(faults)


def check_tab(window, earlier):
    """Tab comes to every figure of a page. @earlier: paths of those of other pages, to which its are added."""
    waiting = [accessible for accessible in walk(window)
               if accessible.getRoleName() == "image" and is_focusable(accessible)
               and accessible.description and accessible.path not in earlier]
    earlier.update(figure.path for figure in waiting)
    assert waiting, "no figure is in sight"
    for _ in range(150):
        waiting = [figure for figure in waiting
                   if not figure.getState().contains(pyatspi.STATE_FOCUSED)]
        if not waiting:
            return
        subprocess.run(["xdotool", "key", "Tab"], check=True)
        time.sleep(0.02)
    raise AssertionError(f"Tab does not reach {', '.join(figure.name for figure in waiting)}")


def main():
    with tempfile.TemporaryDirectory(prefix="interplay-accessibility-") as folder:
        path = os.path.join(folder, "state")
        environment = dict(os.environ, INTERPLAY_TEST_STATE=path, XDG_DATA_HOME=folder,
                           XDG_STATE_HOME=folder, GTK_A11Y="atspi")
        environment.pop("NO_AT_BRIDGE", None)
        process = subprocess.Popen([sys.argv[1]], env=environment, stderr=subprocess.DEVNULL)
        failed = 0
        try:
            wait(lambda: last_state(path).get("swept"), "the solved example")
            window = wait(find_window, "the window in the tree of AT-SPI")
            earlier, last = set(), None
            print(f"1..{PAGES}")
            for count in range(1, PAGES + 1):
                page = last_state(path)["page"]
                if page == last:
                    print(f"ok {count} # SKIP there are no more pages")
                    continue
                last = page
                try:
                    check_names(window)
                    check_tab(window, earlier)
                    print(f"ok {count} /accessibility/{page}", flush=True)
                except AssertionError as error:
                    failed += 1
                    for line in str(error).split("\n"):
                        print(f"# {line}")
                    print(f"not ok {count} /accessibility/{page}", flush=True)
                subprocess.run(["xdotool", "key", "ctrl+Next"], check=True)
                time.sleep(0.5)
        finally:
            process.kill()
            process.wait()
    return 1 if failed else 0


sys.exit(main())
