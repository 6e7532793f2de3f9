#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast the window is: from the start to the first solved figure, beside an empty window of GTK in
the same run, and while the slider of widths is dragged, and while a story that is presented over the
whole screen goes from the width of its first stop to that of the next: how many frames with solutions
there were, and how long each came after the change.

usage: window.py INTERPLAY BARE-WINDOW STORY [ROUNDS]

INTERPLAY is the program that writes its state down (tests/app/driven.c)."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

FRAME = 1 / 60


def states(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines.read().split("\n")[:-1]]


def start(program, path, *arguments):
    environment = dict(os.environ, INTERPLAY_TEST_STATE=path)
    return subprocess.Popen([program, *arguments], env=environment, stderr=subprocess.DEVNULL)


def wait_solved(path):
    while not any(state["current"] for state in states(path)):
        time.sleep(0.002)


def seconds_to_figure(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "state")
        begin = time.monotonic()
        process = start(program, path)
        wait_solved(path)
        taken = time.monotonic() - begin
        process.kill()
        process.wait()
    return taken


def seconds_to_bare(program):
    begin = time.monotonic()
    subprocess.run([program], check=True, stderr=subprocess.DEVNULL)
    return time.monotonic() - begin


def xdo(*words):
    return subprocess.run(["xdotool", *map(str, words)], check=True, capture_output=True, text=True).stdout


def find_window(process):
    return xdo("search", "--sync", "--onlyvisible", "--pid", process.pid).split()[-1]


def slider(process, path):
    """Where the slider of widths is on the screen: left, top, width and height."""
    geometry = dict(line.split("=") for line in xdo("getwindowgeometry", "--shell", find_window(process)).split())
    left, top, width, height = states(path)[-1]["places"]["scale"]
    return int(geometry["X"]) + left, int(geometry["Y"]) + top, width, height


def count(seen):
    """How many widths and frames there were, and how many milliseconds after the change these came: on
    average, and the slowest."""
    widths = sum(a["width"] != b["width"] for a, b in zip(seen, seen[1:]))
    each = [((b["frames_ms"] - a["frames_ms"]) / (b["frames"] - a["frames"])) for a, b in zip(seen, seen[1:])
            if b["frames"] > a["frames"]]
    frames = seen[-1]["frames"] - seen[0]["frames"]
    return widths, frames, (seen[-1]["frames_ms"] - seen[0]["frames_ms"]) / frames, max(each)


def drag(program):
    """Along the slider of widths twice."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "state")
        process = start(program, path)
        while not any(state["swept"] and "scale" in state["places"] for state in states(path)):
            time.sleep(0.02)
        time.sleep(1)
        left, top, width, height = slider(process, path)
        y = int(top + 0.4 * height)
        xdo("mousemove", int(left + 24), y, "mousedown", 1)
        before = len(states(path))
        for _ in range(2):
            for step in range(150):
                due = time.monotonic() + FRAME
                xdo("mousemove", int(left + 24 + (width - 48) * step / 150), y)
                time.sleep(max(0, due - time.monotonic()))
        xdo("mouseup", 1)
        seen = states(path)[before - 1:]
        process.kill()
        process.wait()
    return count(seen)


def present(program, story, seconds):
    """From the first stop to the second."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "state")
        process = start(program, path, story)
        while not any(state["swept"] for state in states(path)):
            time.sleep(0.02)
        time.sleep(1)
        xdo("windowactivate", "--sync", find_window(process))
        xdo("key", "F5")
        time.sleep(2)
        before = len(states(path))
        xdo("key", "Page_Down")
        time.sleep(seconds + 1)
        seen = states(path)[before - 1:]
        process.kill()
        process.wait()
    return count(seen)


def main():
    program, bare, story = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 9
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(seconds_to_figure(program))
        theirs.append(seconds_to_bare(bare))
    print(f"to the first solved figure: {statistics.median(ours):.3f} s "
          f"({min(ours):.3f} to {max(ours):.3f}), an empty window {statistics.median(theirs):.3f} s")
    widths, frames, average, slowest = drag(program)
    print(f"drag of the width: {frames} frames for {widths} widths, {average:.0f} ms after the change on average, "
          f"{slowest:.0f} ms the slowest")
    with open(story, encoding="utf-8") as text:
        seconds = json.load(text)["stops"][1]["seconds"]
    _, frames, average, slowest = present(program, story, seconds)
    print(f"presenting at {xdo('getdisplaygeometry').strip().replace(' ', ' x ')}: {frames / seconds:.0f} frames a "
          f"second, {average:.0f} ms after the change on average, {slowest:.0f} ms the slowest")


if __name__ == "__main__":
    main()
