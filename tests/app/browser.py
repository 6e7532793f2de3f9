#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""interplay --browser: the address that is printed serves the window on this machine alone, and all of it ends with the
program. In Chromium, where there is one: the window fills the page, what is copied in it is printed, and dialogs save and
open files of the program's machine. usage: browser.py INTERPLAY"""
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web"))
import browsers  # pylint: disable=wrong-import-position

PROGRAM = os.path.abspath(sys.argv[1])
if not all(shutil.which(name) for name in ("gtk4-broadwayd", "dbus-run-session")):
    print("1..0 # SKIP no gtk4-broadwayd (libgtk-4-bin) or no dbus-run-session")
    sys.exit(0)

count = 0


def check(good, what):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} {what}", flush=True)


def answers(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def wait(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def greets(port):
    """A browser asks for the page, then for a socket, whose answer comes from the window's display."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                       b"Sec-WebSocket-Protocol: broadway\r\nOrigin: http://127.0.0.1\r\n\r\n")
        data = client.recv(4096)
        while b"\r\n\r\n" not in data:
            data += client.recv(4096)
        drawn = len(data.split(b"\r\n\r\n", 1)[1])
        while data and drawn < 20_000:  # more than an empty page: surfaces and textures
            data = client.recv(65536)
            drawn += len(data)
        return drawn >= 20_000


class Typist:
    """Chromium at the window's page, and what the program prints."""
    keys = {".": 190, "-": 189, "/": 191, "_": 189}

    def __init__(self, browser, printed):
        self.browser, self.printed = browser, printed

    def press(self, sign, control=False):
        for kind in ("keyDown", "keyUp"):
            self.browser.send("Input.dispatchKeyEvent", type=kind, key=sign, modifiers=2 if control else 8 if sign.isupper() else 0,
                              windowsVirtualKeyCode=self.keys.get(sign, ord(sign.upper())),
                              **({"text": sign} if kind == "keyDown" and not control else {}))

    def control(self, sign):
        for kind in ("keyDown", "keyUp"):
            self.browser.send("Input.dispatchKeyEvent", type=kind, key="Control", code="ControlLeft",
                              windowsVirtualKeyCode=17, modifiers=2 if kind == "keyDown" else 0)
            if kind == "keyDown":
                self.press(sign, True)

    def until(self, done, act, seconds=60):
        """Does it again and again: a window that is busy may miss a key."""
        end = time.monotonic() + seconds
        while not done() and time.monotonic() < end:
            act()
            wait(done, 2)
        return done()

    def in_width(self):
        """All of the field of the width is selected: it is at the lower right, where the window fills the page."""
        self.browser.click(self.browser.width - 80, self.browser.height - 50)
        self.control("a")

    def is_filled(self):
        """The window fills the page."""
        filled = ("[...document.body.children].some((e) => e.style.width == innerWidth + 'px' && e.style.height == innerHeight + 'px')")
        return self.until(lambda: self.browser.js(filled), lambda: None, 10)

    def copies(self, text, written=""):
        """Copies the field of the width, into which WRITTEN is written before, until its text is printed."""
        def act():
            if written:
                self.in_width()
                for sign in written:
                    self.press(sign)
                self.browser.key("Enter")
            self.in_width()
            self.control("c")
        self.printed.clear()
        return self.until(lambda: text in self.printed, act)

    def in_dialog(self, key, name):
        """Names a file in the dialog that a key opens, anew where it missed a key. Broadway draws a dialog as another box of
        the page."""
        boxes = "[...document.body.children].filter((e) => e.style.visibility == 'visible' && e.querySelectorAll('*').length > 20)"
        self.control(key)
        self.browser.wait(boxes + ".length > 1")

        def act():
            self.control("a")
            for sign in name:
                self.press(sign)
            self.browser.key("Enter")
        self.until(lambda: self.browser.js(boxes + ".length") == 1, act)

    def host(self, words):
        """The clipboard of the browser."""
        return self.browser.send("Runtime.evaluate", expression="navigator.clipboard." + words, awaitPromise=True,
                                 returnByValue=True)["result"].get("value")


def check_in_browser(port, printed, home):
    names = ("what is copied there is printed", "and is not in the browser's clipboard, as is said", "a dialog saves",
             "and one opens", "the window still fills the page", "and does so again when it was the whole screen")
    if browsers.find(browsers.Chromium.names) is None:
        for name in names:
            check(True, f"{name} # SKIP Chromium is not installed")
        return
    browser = browsers.Chromium(os.path.join(home, "profile"))
    try:
        page, browser.session = browser.session, None
        browser.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        browser.session = page
        browser.open(f"http://127.0.0.1:{port}/")
        browser.wait("document.querySelectorAll('body *').length > 20")
        typist = Typist(browser, printed)
        typist.host("writeText('outside')")
        check(typist.copies("10"), names[0])
        check(typist.host("readText()") == "outside", names[1])
        kept = os.path.join(home, "kept.interplay")
        ready = typist.copies("30", "30")
        typist.in_dialog("s", "kept")
        check(ready and wait(lambda: os.path.exists(kept)), names[2])
        ready = typist.copies("50", "50")
        typist.in_dialog("o", kept)
        check(ready and typist.copies("30"), names[3])
        check(typist.is_filled(), names[4])
        for _ in range(2):
            browser.key("F11")
            time.sleep(1)
        check(typist.is_filled(), names[5])
    finally:
        browser.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            environment[name] = os.path.join(folder, name)
            os.mkdir(environment[name], 0o700)
        running = subprocess.Popen(["dbus-run-session", "--", PROGRAM, "--browser", "hmc2"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True)
        told = "".join(running.stdout.readline() for _ in range(3))
        printed = []
        threading.Thread(target=lambda: [printed.append(line.rstrip("\n")) for line in running.stdout], daemon=True).start()
        port = int(re.search(r"http://127\.0\.0\.1:(\d+) ", told)[1])
        check(answers(port) and "ssh -L" in told, "the address is told, and answers")
        page = urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20).read()
        check(b"broadway" in page, "it serves GTK's page")
        check(greets(port), "and the window is drawn there")
        check_in_browser(port, printed, environment["HOME"])
        listening = subprocess.run(["ss", "-ltn"], capture_output=True, text=True, check=False).stdout if shutil.which("ss") else ""
        check(f"0.0.0.0:{port}" not in listening and f"*:{port}" not in listening, "on this machine alone")
        os.killpg(running.pid, signal.SIGINT)
        said = running.communicate(timeout=60)[1]
        check(wait(lambda: not answers(port)), "Ctrl-C ends it, and the daemon with it")
        check("Gdk" not in said and "CRITICAL" not in said and "WARNING" not in said, "without a warning")
        refused = subprocess.run([PROGRAM, "--browser"], capture_output=True, text=True, check=False, timeout=60,
                                 env={**environment, "PATH": folder})
        check(refused.returncode == 1 and refused.stderr.count("\n") == 1 and "libgtk-4-bin" in refused.stderr,
              "without the daemon a sentence says where it comes from")
    print(f"1..{count}")


main()
