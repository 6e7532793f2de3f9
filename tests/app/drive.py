#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the program from outside, as a user does: pointer and keyboard through xdotool, a window
manager, the real main loop. The program tells its state in the file INTERPLAY_TEST_STATE names."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM, DRAG_SOURCE, SOURCE_ROOT = sys.argv[1:4]
SLOWER = 5 if "ASAN_OPTIONS" in os.environ else 1
count = failed = 0


def xdo(*words):
    return subprocess.run(["xdotool", *map(str, words)], check=True, capture_output=True,
                          text=True).stdout


def our_leaks(report):
    """The leaks of a LeakSanitizer report with a frame of ours below the main loop. GTK 4.8's file
    chooser leaks by itself, in stacks that hold nothing of ours but main."""
    leaks = [part for part in report.split("\n\n") if "leak of" in part]
    return [leak for leak in leaks
            if any(re.search(r" (\.\./)?src/(app|core|figures|runs|session)/(?!shell/app-main\.c)", line)
                   for line in leak.split("\n"))]


class Program:
    running = []

    def __init__(self, *arguments, **variables):
        self.folder = tempfile.TemporaryDirectory(prefix="interplay-drive-")
        self.path = os.path.join(self.folder.name, "state")
        self.start(*arguments, **variables)

    def start(self, *arguments, **variables):
        """Once more, with the same folders."""
        environment = dict(os.environ, INTERPLAY_TEST_STATE=self.path,
                           XDG_DATA_HOME=self.folder.name, XDG_STATE_HOME=self.folder.name, **variables)
        if "ASAN_OPTIONS" in environment:
            # The file chooser's libraries have no frame pointers, and their leaks must be told
            # from ours.
            environment["ASAN_OPTIONS"] += ":fast_unwind_on_malloc=0:malloc_context_size=12"
        self.process = subprocess.Popen([PROGRAM, *arguments], env=environment,
                                        stderr=subprocess.PIPE, text=True)
        self.window = None
        Program.running.append(self.process)
        return self

    def activate(self, action, target):
        """One of the application's actions, which a bar's button stands for."""
        subprocess.run(["gdbus", "call", "--session", "--dest", "org.interplay.Interplay",
                        "--object-path", "/org/interplay/Interplay", "--method",
                        "org.gtk.Actions.Activate", action, f"[<'{target}'>]", "{}"],
                       check=True, capture_output=True)

    def state(self):
        try:
            with open(self.path, encoding="utf-8") as lines:
                whole = [line for line in lines.read().split("\n")[:-1] if line]
            return json.loads(whole[-1]) if whole else {}
        except FileNotFoundError:
            return {}

    def seen(self, condition):
        """Whether any state since the start was like that."""
        with open(self.path, encoding="utf-8") as lines:
            return any(condition(json.loads(line)) for line in lines.read().split("\n")[:-1])

    def wait(self, condition, what, seconds=30):
        end = time.monotonic() + seconds * SLOWER
        while time.monotonic() < end:
            state = self.state()
            if state and condition(state):
                return state
            if self.process.poll() is not None:
                raise AssertionError(f"the program ended while waiting for {what}")
            time.sleep(0.02)
        raise AssertionError(f"waited in vain for {what}; last state {self.state()}")

    def place(self, width=1400, height=900):
        """Puts the window at a known place, then waits for it to be laid out."""
        ids = xdo("search", "--sync", "--onlyvisible", "--pid", self.process.pid).split()
        self.window = ids[-1]
        xdo("windowactivate", "--sync", self.window)
        xdo("windowsize", "--sync", self.window, width, height)
        time.sleep(0.4)
        # Any change makes the program tell where its widgets are now.
        xdo("key", "alt+Right")
        self.wait(lambda s: s["width"] == "30" and s["current"], "the next width")
        xdo("key", "alt+Left")
        self.wait(lambda s: s["width"] == "10" and s["current"], "the width before")
        time.sleep(0.1)

    def at(self, name, x, y):
        """Screen coordinates of a point of a widget, x and y as shares of its size."""
        left, top, width, height = self.state()["places"][name]
        geometry = dict(line.split("=") for line in
                        xdo("getwindowgeometry", "--shell", self.window).split("\n") if "=" in line)
        return (int(int(geometry["X"]) + left + x * width),
                int(int(geometry["Y"]) + top + y * height))

    def move(self, name, x, y):
        xdo("mousemove", *self.at(name, x, y))

    def close(self):
        if self.process.poll() is None:
            # GTK 4.8 shows a tooltip of a window that has been closed while it waited for that, and says
            # so on the terminal: the pointer rests on none.
            xdo("mousemove", 1599, 999)
            time.sleep(0.2)
            xdo("key", "ctrl+q")
        # Where something was changed, it asks: nothing is to be saved.
        end = time.monotonic() + 20 * SLOWER
        while self.process.poll() is None:
            try:
                self.process.wait(0.7)
            except subprocess.TimeoutExpired:
                if time.monotonic() > end:
                    self.process.kill()
                    raise AssertionError("the program did not end when asked to")
                xdo("key", "alt+c")
        errors = self.process.stderr.read()
        code = self.process.returncode
        if code != 0 and "LeakSanitizer" in errors and not our_leaks(errors):
            code, errors = 0, ""
        bad = [line for line in errors.split("\n") if "CRITICAL" in line or "WARNING" in line
               or "ERROR" in line]
        assert code == 0, f"exit status {code}: {errors}"
        assert not bad, f"on the terminal: {bad}"
        self.folder.cleanup()


def test_point_and_click():
    program = Program()
    program.wait(lambda s: s["current"] and s["swept"], "the solved example")
    program.place()

    # A cell of U: hovered it is told everywhere, clicked it stays.
    found = None
    for step in range(1, 60):
        program.move("u", 0.05 + 0.008 * step, 0.15 + 0.010 * step)
        time.sleep(0.06)
        hovered = program.state()["hovered"]
        if hovered["path"] >= 0 and hovered["other"] >= 0:
            found = hovered
            break
    assert found, "no cell of U under the pointer"
    xdo("click", 1)
    state = program.wait(lambda s: s["selected"] == found, "the clicked cell")
    assert "U = " in state["status"] or "U" in state["status"], state["status"]
    program.move("scale", 0.5, 3.0)
    state = program.wait(lambda s: s["hovered"]["path"] < 0, "the pointer to have left")
    assert state["selected"] == found

    # The keyboard goes on from there, and lets go.
    xdo("key", "Right")
    program.wait(lambda s: s["hovered"]["path"] >= 0, "a step by arrow key")
    xdo("key", "Escape")
    program.wait(lambda s: s["selected"]["path"] < 0, "nothing selected")
    program.close()


def test_drag():
    program = Program()
    program.wait(lambda s: s["current"] and s["swept"], "the solved example")
    program.place()
    # The slider's knob, from N = 10 to the right.
    x, y = program.at("scale", 0.012, 0.30)
    xdo("mousemove", x, y, "mousedown", 1)
    end, _ = program.at("scale", 0.5, 0.3)
    widths = set()
    for step in range(1, 31):
        xdo("mousemove", x + (end - x) * step // 30, y)
        time.sleep(0.03)
        widths.add(program.state()["width"])
    xdo("mouseup", 1)
    state = program.wait(lambda s: s["current"], "the dragged width")
    assert 30 < int(state["width"]) < 500, state["width"]
    assert len(widths) > 3, widths
    # The marker of the accuracy panel, from there on.
    program.move("accuracy", 0.5, 0.5)
    xdo("mousedown", 1)
    before = program.state()["width"]
    for step in range(1, 11):
        program.move("accuracy", 0.5 + 0.02 * step, 0.5)
        time.sleep(0.03)
    xdo("mouseup", 1)
    state = program.wait(lambda s: s["current"] and s["width"] != before, "another width")
    # An exact width, typed.
    program.move("entry", 0.3, 0.5)
    xdo("click", "--repeat", 3, 1)
    xdo("type", "123")
    xdo("key", "Return")
    program.wait(lambda s: s["width"] == "123" and s["current"], "the typed width")
    # A word that is not a width is told, and nothing changes.
    xdo("key", "ctrl+a")
    xdo("type", "many")
    xdo("key", "Return")
    state = program.wait(lambda s: s["message"], "a sentence")
    assert state["width"] == "123"
    program.close()


def test_enlarge():
    program = Program("hmc2")
    program.wait(lambda s: s["current"] and s["swept"] and "two paths" in s["title"], "hmc2")
    program.place()
    program.move("accuracy", 0.5, 0.1)
    xdo("click", "--repeat", 2, "--delay", 60, 1)
    program.wait(lambda s: s["enlarged"] == "accuracy", "the enlarged panel")
    xdo("key", "Escape", "Escape")
    program.wait(lambda s: s["enlarged"] == "", "all panels")
    xdo("key", "ctrl+1")
    program.wait(lambda s: s["enlarged"] == "paths", "the enlarged diagram")
    xdo("key", "f")
    program.wait(lambda s: s["enlarged"] == "", "all panels")
    xdo("key", "ctrl+p")
    program.wait(lambda s: s["playing"], "playing")
    program.wait(lambda s: s["width"] not in ("GP", "1000") and s["playing"], "smaller widths")
    program.close()


def open_training(program):
    """From the theory of the network that comes with the program, by keys."""
    program.wait(lambda s: s["page"] == "theory" and s["current"], "the theory", 60)
    xdo("search", "--sync", "--onlyvisible", "--pid", program.process.pid)
    for _ in range(10):
        before = program.state()["page"]
        if before == "training":
            break
        xdo("key", "ctrl+Next")
        program.wait(lambda s: s["page"] != before, "the next page")
    program.wait(lambda s: s["page"] == "training" and s["examples"] == 0, "sequences", 60)


def drop(program, path, condition):
    """Drags a file out of another program's window and drops it, then waits."""
    source = subprocess.Popen([DRAG_SOURCE, path])
    Program.running.append(source)
    window = xdo("search", "--sync", "--onlyvisible", "--pid", source.pid).split()[-1]
    xdo("windowmove", "--sync", window, 1400, 900)
    x, y = program.at("u", 0.5, 0.5)
    xdo("mousemove", 1460, 930, "mousedown", 1)
    for step in range(1, 9):
        xdo("mousemove", 1460 - 20 * step, 930 - 20 * step)
        time.sleep(0.02)
    # A target that is entered is asked at the next motion.
    end = time.monotonic() + 20 * SLOWER
    while not program.state()["status"].startswith("Drop a session"):
        assert time.monotonic() < end, "the window took no notice of the file over it"
        x, y = x + 1, y
        xdo("mousemove", x, y)
        time.sleep(0.05)
    xdo("mouseup", 1)
    program.wait(condition, f"what {os.path.basename(path)} brings")
    program.wait(lambda s: not s["status"].startswith("Drop"), "the sentence to go", 3)
    source.kill()
    source.wait()


def test_drop():
    """Files of several kinds, and one of none."""
    program = Program()
    program.wait(lambda s: s["current"] and s["swept"], "the solved example")
    program.place()
    drop(program, os.path.join(SOURCE_ROOT, "resources", "stories", "paper.json"),
         lambda s: "story has 5 steps" in s["status"])
    drop(program, os.path.join(SOURCE_ROOT, "tests", "data", "hmc.npz"),
         lambda s: s["current"] and "hmc.npz" in s["title"])
    other = os.path.join(program.folder.name, "other.json")
    with open(other, "w", encoding="utf-8") as text:
        text.write("{}")
    drop(program, other, lambda s: "“other.json” has no story" in s["message"])
    text = os.path.join(program.folder.name, "text.txt")
    with open(text, "w", encoding="utf-8") as words:
        words.write("a few words that follow one another. " * 2000)
    drop(program, text, lambda s: "text.txt" in s["title"])
    program.close()


def test_close_during_run():
    program = Program()
    end = time.monotonic() + 20 * SLOWER
    while time.monotonic() < end and not program.state().get("running"):
        time.sleep(0.002)
    ids = xdo("search", "--sync", "--onlyvisible", "--pid", program.process.pid).split()
    program.window = ids[-1]
    xdo("windowactivate", program.window)
    # New seeds without end: something runs whenever the window is closed.
    for _ in range(6):
        xdo("key", "ctrl+d")
    begin = time.monotonic()
    program.close()
    print(f"# closed after {1e3 * (time.monotonic() - begin):.0f} ms")


def kept_documents(program):
    """What of a program's windows is on the disk for the next start."""
    root = os.path.join(program.folder.name, "interplay", "autosave")
    return [name for name in os.listdir(root) if name.endswith(".interplay")]


def test_ended_from_outside():
    """Trains, and is ended by a signal; the next start offers what was open, and has it again."""
    program = Program("glyphs")
    open_training(program)
    xdo("key", "ctrl+g")
    program.wait(lambda s: s["training"] and s["points"] >= 1, "a point of the curve", 60)
    begin = time.monotonic()
    program.process.send_signal(signal.SIGTERM)
    program.process.wait(20 * SLOWER)
    print(f"# ended {1e3 * (time.monotonic() - begin):.0f} ms after the signal")
    assert kept_documents(program), "nothing was kept"
    os.remove(program.path)
    again = program.start()
    again.wait(lambda s: s["current"] and s["swept"] and s["recovery"], "the offer", 60)
    ids = xdo("search", "--sync", "--onlyvisible", "--pid", again.process.pid).split()
    xdo("windowactivate", "--sync", ids[-1])
    again.activate("recover", "restore")
    again.wait(lambda s: s["experiment"] == "glyphs" and not s["recovery"], "what was open", 60)
    assert again.state()["page"] == "training"
    # A stop, after which the network is kept.
    again.wait(lambda s: os.path.exists(s["network"] or "/nowhere"), "the network", 60)
    again.close()


def run(name, test):
    global count, failed
    count += 1
    try:
        test()
        print(f"ok {count} /drive/{name}", flush=True)
    except Exception as error:  # a failed wait, a program that died, a missing file
        failed += 1
        for line in str(error).split("\n"):
            print(f"# {line}")
        print(f"not ok {count} /drive/{name}", flush=True)
        subprocess.run(["xdotool", "mouseup", "1"], check=False)
    # A window left open would take the next test's file.
    for process in Program.running:
        if process.poll() is None:
            process.kill()
            process.wait()
    Program.running.clear()


def test_without_schemas():
    """GTK's schemas of settings are not there: files, emoji and colours are asked for in vain."""
    with tempfile.TemporaryDirectory(prefix="interplay-drive-") as shared:
        for folder in reversed(os.environ.get("XDG_DATA_DIRS", "/usr/local/share:/usr/share").split(":")):
            for name in set(os.listdir(folder) if os.path.isdir(folder) else []) - {"glib-2.0"}:
                if not os.path.lexists(f"{shared}/{name}"):
                    os.symlink(f"{folder}/{name}", f"{shared}/{name}")
        program = Program("hmc4", XDG_DATA_DIRS=shared, GSETTINGS_SCHEMA_DIR=shared)
        program.wait(lambda s: s["current"] and s["swept"], "the example")
        program.place()
        for keys in ["ctrl+o", "ctrl+shift+s"]:
            xdo("key", keys)
            time.sleep(0.5)
            windows = xdo("search", "--onlyvisible", "--pid", program.process.pid).split()
            assert program.process.poll() is None, keys
            assert len(windows) == 2, (keys, windows)
            xdo("key", "Escape")
            time.sleep(0.3)
        program.move("entry", 0.3, 0.5)
        xdo("click", 1)
        xdo("key", "ctrl+period")
        time.sleep(0.5)
        assert program.process.poll() is None, "emoji"
        program.close()


TESTS = [("point-and-click", test_point_and_click), ("drag", test_drag), ("enlarge", test_enlarge),
         ("drop", test_drop), ("without-schemas", test_without_schemas),
         ("close-during-run", test_close_during_run),
         ("ended-from-outside", test_ended_from_outside)]
print(f"1..{len(TESTS)}", flush=True)
for test_name, function in TESTS:
    run(test_name, function)
sys.exit(1 if failed else 0)
