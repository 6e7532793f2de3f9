# SPDX-License-Identifier: GPL-3.0-or-later
"""Chromium and Firefox without a screen, with real events of mouse and keyboard: Chromium by the DevTools
protocol over pipes, Firefox by Marionette over a socket, both with what Python has."""

import base64
import json
import os
import shutil
import socket
import subprocess
import time

PATIENCE = 60


class Failed(Exception):
    pass


def find(names):
    return next((path for path in map(shutil.which, names) if path), None)


class Browser:
    """What both can do; a place is in CSS pixels of the window."""
    width, height = 1200, 900

    def wait(self, expression, seconds=PATIENCE):
        """Until an expression is true."""
        end = time.monotonic() + seconds
        while not self.js(expression):
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def click(self, x, y):
        self.move(x, y)
        self.press(x, y)


# Keys by their names in DOM events: the code of Windows, and WebDriver's character.
KEYS = {"Tab": (9, "\ue004"), "Enter": (13, "\ue007"), "Escape": (27, "\ue00c"), " ": (32, " "),
        "PageUp": (33, "\ue00e"), "PageDown": (34, "\ue00f"), "ArrowLeft": (37, "\ue012"),
        "ArrowUp": (38, "\ue013"), "ArrowRight": (39, "\ue014"), "ArrowDown": (40, "\ue015"), "Home": (36, "\ue011"),
        "F11": (122, "\ue03b")}


class Chromium(Browser):
    names = ["chromium", "chromium-browser", "google-chrome"]

    def __init__(self, folder):
        told, said = os.pipe(), os.pipe()
        # It reads from 3 and writes to 4.
        def connect():
            os.dup2(told[0], 100)
            os.dup2(said[1], 101)
            os.dup2(100, 3)
            os.dup2(101, 4)
        self.process = subprocess.Popen(
            [find(self.names), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--user-data-dir=" + folder, "--no-first-run", "--hide-scrollbars", "--disable-dev-shm-usage",
             "--window-size=%d,%d" % (self.width, self.height), "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(told[0])
        os.close(said[1])
        self.told, self.said = told[1], said[0]
        self.left, self.number, self.session, self.wrong, self.requests = b"", 0, None, [], []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.send(domain + ".enable")
        self.resize(self.width, self.height)
        self.dark(False)

    def resize(self, width, height):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=False)

    def read(self):
        while b"\0" not in self.left:
            more = os.read(self.said, 1 << 16)
            if not more:
                raise Failed("Chromium has ended")
            self.left += more
        message, self.left = self.left.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.told, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("method") == "Runtime.exceptionThrown":
                self.wrong.append(json.dumps(answer["params"]))
            if answer.get("method") == "Network.requestWillBeSent":
                self.requests.append(answer["params"]["request"]["url"])
            if answer.get("method") == "Network.loadingFailed":
                self.wrong.append(json.dumps(answer["params"]))
            if answer.get("method") == "Log.entryAdded" and answer["params"]["entry"]["level"] == "error":
                self.wrong.append(json.dumps(answer["params"]))
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failed("%s: %s" % (method, answer["error"]))
                return answer["result"]

    def open(self, address):
        self.send("Page.navigate", url=address)

    def js(self, expression):
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise Failed(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def mouse(self, kind, x, y, **more):
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def move(self, x, y):
        self.mouse("mouseMoved", x, y)

    def press(self, x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            self.mouse(kind, x, y, button="left", clickCount=1)

    def key(self, name):
        text = {"text": {"Enter": "\r"}.get(name, name)} if name in (" ", "Enter") else {}
        for kind in ["keyDown", "keyUp"]:
            self.send("Input.dispatchKeyEvent", type=kind, key=name, windowsVirtualKeyCode=KEYS[name][0],
                      code="Space" if name == " " else name, **(text if kind == "keyDown" else {}))

    def dark(self, on):
        self.send("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if on else "light"}])

    def screenshot(self):
        return base64.b64decode(self.send("Page.captureScreenshot")["data"])

    def pdf(self):
        return base64.b64decode(self.send("Page.printToPDF", preferCSSPageSize=True, paperWidth=8.27,
                                          paperHeight=11.69)["data"])

    def close(self):
        self.process.terminate()
        self.process.wait()


class Firefox(Browser):
    names = ["firefox-esr", "firefox"]

    def __init__(self, folder):
        with open(os.path.join(folder, "user.js"), "w") as file:
            for name, value in [("marionette.port", 0), ("layout.css.prefers-color-scheme.content-override", 1),
                                ("datareporting.policy.dataSubmissionEnabled", False),
                                ("browser.shell.checkDefaultBrowser", False), ("app.update.auto", False)]:
                file.write('user_pref("%s", %s);\n' % (name, json.dumps(value)))
        self.wrong, self.number, self.folder = [], 0, folder
        self.process = subprocess.Popen(
            [find(self.names), "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", folder,
             "--width", str(self.width), "--height", str(self.height), "about:blank"],
            env=dict(os.environ, HOME=folder, MOZ_HEADLESS_WIDTH=str(self.width),
                     MOZ_HEADLESS_HEIGHT=str(self.height)),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket, self.left = self.connect(), b""
        self.read()
        self.send("WebDriver:NewSession", capabilities={"alwaysMatch": {}})
        self.send("WebDriver:SetTimeouts", script=30000)

    def connect(self):
        path, end = os.path.join(self.folder, "MarionetteActivePort"), time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Failed("Firefox has ended")
            if os.path.exists(path):
                with open(path) as file:
                    port = file.read().strip()
                if port:
                    return socket.create_connection(("127.0.0.1", int(port)))
            time.sleep(0.1)
        raise Failed("Firefox tells no port")

    def read(self):
        while b":" not in self.left:
            self.more()
        length, self.left = self.left.split(b":", 1)
        while len(self.left) < int(length):
            self.more()
        message, self.left = self.left[:int(length)], self.left[int(length):]
        return json.loads(message)

    def more(self):
        more = self.socket.recv(1 << 16)
        if not more:
            raise Failed("Firefox has ended")
        self.left += more

    def send(self, name, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.read()
        if error:
            raise Failed("%s: %s" % (name, error))
        return result

    def resize(self, width, height):
        self.send("WebDriver:SetWindowRect", width=width, height=height)

    def open(self, address):
        self.send("WebDriver:Navigate", url=address)

    def js(self, expression):
        return self.send("WebDriver:ExecuteScript", script="return " + expression, args=[])["value"]

    def act(self, kind, actions):
        more = {"parameters": {"pointerType": "mouse"}} if kind == "pointer" else {}
        self.send("WebDriver:PerformActions", actions=[dict({"type": kind, "id": kind, "actions": actions}, **more)])

    def move(self, x, y):
        self.act("pointer", [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}])

    def press(self, x, y):
        self.act("pointer", [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def key(self, name):
        self.act("key", [{"type": kind, "value": KEYS[name][1]} for kind in ["keyDown", "keyUp"]])

    def dark(self, on):
        self.send("Marionette:SetContext", value="chrome")
        self.send("WebDriver:ExecuteScript", args=[], script="Services.prefs.setIntPref("
                  "'layout.css.prefers-color-scheme.content-override', %d)" % (0 if on else 1))
        self.send("Marionette:SetContext", value="content")

    def screenshot(self):
        return base64.b64decode(self.send("WebDriver:TakeScreenshot", full=False)["value"])

    def pdf(self):
        return base64.b64decode(self.send("WebDriver:Print", page={"width": 21.0, "height": 29.7},
                                          margin={"top": 1.2, "bottom": 1.2, "left": 1.2, "right": 1.2})["value"])

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
