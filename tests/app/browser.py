#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""interplay --browser: the address that is printed serves the window on this machine alone, and all of it ends with the
program. usage: browser.py INTERPLAY"""
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

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
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
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


def main():
    with tempfile.TemporaryDirectory() as folder:
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            environment[name] = os.path.join(folder, name)
            os.mkdir(environment[name], 0o700)
        running = subprocess.Popen(["dbus-run-session", "--", PROGRAM, "--browser", "hmc2"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True)
        told = running.stdout.readline() + running.stdout.readline()
        port = int(re.search(r"http://127\.0\.0\.1:(\d+) ", told)[1])
        check(answers(port) and "ssh -L" in told, "the address is told, and answers")
        page = urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20).read()
        check(b"broadway" in page, "it serves GTK's page")
        check(greets(port), "and the window is drawn there")
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
