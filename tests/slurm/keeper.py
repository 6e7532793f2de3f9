#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs programs for as long as whoever started it lives, and leaves nothing of them.

The programs are one JSON list of {"words": [...], "log": FILE}. When the standard input ends (a test that was
done, failed, or was killed), or one of the programs does, all of them are killed with all that they started,
daemons of their own sessions too. After a program's own end FOLDER/ended is written. FOLDER is removed when the
input has ended.

usage: keeper.py FOLDER PROGRAMS
"""
import ctypes
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent():
    """Where the keeper itself is killed, the programs at least end as well."""
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def descendants():
    """All that this process started, near and far: orphans are its own children, as it is their subreaper."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                parents[int(name)] = int(file.read().rpartition(")")[2].split()[1])
        except OSError:
            pass
    found = [os.getpid()]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found[1:]


def reap():
    """Collects who has ended, and says who."""
    ended = set()
    try:
        while True:
            process, _ = os.waitpid(-1, os.WNOHANG)
            if process == 0:
                return ended
            ended.add(process)
    except ChildProcessError:
        return ended


def kill_all():
    until = time.monotonic() + 20
    while (left := descendants()) and time.monotonic() < until:
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
        time.sleep(0.02)
        reap()


def main():
    folder, programs = sys.argv[1], json.loads(sys.argv[2])
    # Only the end of the input, and of the programs, is an end.
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        sys.exit("no subreaper on this system")

    started = set()
    for program in programs:
        with open(program["log"], "ab") as log:
            started.add(subprocess.Popen(program["words"], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                         start_new_session=True, preexec_fn=die_with_parent).pid)
    listening = True
    while listening and not started & reap():
        listening = not (select.select([sys.stdin], [], [], 0.2)[0] and not os.read(0, 1))
    kill_all()
    if listening:
        open(os.path.join(folder, "ended"), "w", encoding="utf-8").close()
        while os.read(0, 1):
            pass
    # What dies last may still have written.
    for _ in range(50):
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.exists(folder):
            break
        time.sleep(0.1)


if __name__ == "__main__":
    main()
