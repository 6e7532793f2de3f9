#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans on SLURM itself, as a user of a cluster runs them, as TAP: plan, sbatch, status, merge, figure.

One node of SLURM is started for it (node.py says how, and how to try things on one by hand). Where its
packages cannot be had or its daemons do not start, all is skipped with the reason. By hand:
    tools/unpack-packages resources/apt-packages-slurm.txt build/slurm
    meson test -C build --suite slurm --verbose
    python3 tests/slurm/slurm.py build/interplay-cli tests/data/hmc.npz build/slurm

usage: slurm.py INTERPLAY-CLI CASE UNPACKED
"""
import ast
import json
import math
import os
import signal
import struct
import subprocess
import sys
import time
import zipfile
import zlib

sys.dont_write_bytecode = True  # the source tree stays as it is
from node import ENDED, Missing, Node

PROGRAM, CASE, UNPACKED = map(os.path.abspath, sys.argv[1:])

# Forty rows in twenty slices, two tasks at a time.
WIDTHS = "5,10,20,40,80,100,160,320,640,1000"
TEMPERATURES = "0.005,0.01,0.02,0.05"

# A test that is killed while a job runs.
ABANDONED = """
import sys, time
sys.path.insert(0, sys.argv[1])
from node import Node
with Node(sys.argv[2]) as node:
    node.submit("--output=/dev/null", "--wrap", "setsid sleep 600 & exec sleep 600")
    print(node.folder, flush=True)
    time.sleep(600)
"""


def interplay(*words, expect=(0,)):
    """Runs interplay-cli here, which is to exit with one of these; gives what it printed."""
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120, check=False)
    if done.returncode not in expect:
        raise AssertionError(f"{' '.join(words)}: {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def status(sweep):
    return json.loads(interplay("status", sweep, "--json"))


def processes_with(*settings):
    """(number, words) of all processes that have these in their environment."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                environment = file.read().decode(errors="replace").split("\0")
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read().decode(errors="replace").split("\0")
        except OSError:
            continue
        if set(settings) <= set(environment):
            found.append((int(name), words))
    return found


def process_of(node, job, task):
    """The program that computes a task of a job."""
    name = os.path.basename(PROGRAM)
    for process, words in processes_with(f"SLURM_ARRAY_JOB_ID={job}", f"SLURM_ARRAY_TASK_ID={task}",
                                         f"SLURM_CONF={node.environment['SLURM_CONF']}"):
        if "run" in words and name in map(os.path.basename, words[:2]):
            return process
    return None


def wait_for(what, seconds=120):
    """Waits until what() gives something true; gives it."""
    end = time.monotonic() + seconds
    while not (found := what()):
        if time.monotonic() > end:
            raise AssertionError(f"nothing after {seconds} s")
        time.sleep(0.1)
    return found


def arrays(path):
    """{name: (shape, values)} of an .npz, numbers and texts."""
    found = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            start = 10 + int.from_bytes(data[8:10], "little")
            header = ast.literal_eval(data[10:start].decode())
            kind = header["descr"]
            if kind[1] == "U":
                values = data[start:].decode("utf-32-le")
            else:
                values = struct.unpack(f"<{(len(data) - start) // 8}{'d' if kind == '<f8' else 'q'}", data[start:])
            found[name[:-len(".npy")]] = (header["shape"], values)
    return found


def pixels(path):
    """Width, height, and the inflated lines of a PNG, without what it says of its making."""
    with open(path, "rb") as file:
        data = file.read()
    at, body, header = 8, b"", b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            header = data[at + 8:at + 8 + length]
        if kind == b"IDAT":
            body += data[at + 8:at + 8 + length]
        at += 12 + length
    return header, zlib.decompress(body)


class Checks:
    def __init__(self, node):
        # In the node's folder, which is gone with it.
        self.node, self.folder = node, os.path.join(node.folder, "work")
        os.mkdir(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def plan(self, name, *words):
        sweep = self.path(name)
        interplay("plan", CASE, *words, "--out", sweep)
        return sweep

    def submit(self, sweep, *words):
        return self.node.submit(*words, os.path.join(sweep, "job.sh"), cwd=self.folder)

    def log(self, sweep):
        """All that tasks of a plan said."""
        said = []
        for name in sorted(name for name in os.listdir(sweep) if name.startswith("log-")):
            with open(os.path.join(sweep, name), encoding="utf-8") as file:
                said.append(file.read())
        return "".join(said)

    def forty_rows(self):
        sweep, merged = self.plan("forty", "--widths", WIDTHS, "--temperatures", TEMPERATURES,
                                  "--tasks", "20"), self.path("merged.npz")
        job = self.submit(sweep, "--array=1-20%2")
        merge = self.node.submit(f"--dependency=afterok:{job}", f"--output={self.path('merge.txt')}",
                                 "--wrap", f"exec '{PROGRAM}' merge '{sweep}' --out '{merged}'")
        most = 0

        def over(states):
            nonlocal most
            running = list(states.values()).count("RUNNING")
            most = max(most, running)
            assert running <= 2, states
            return states and set(states.values()) <= ENDED
        states = self.node.wait(job, over)
        assert len(states) == 20 and set(states.values()) == {"COMPLETED"}, f"{states}\n{self.log(sweep)}"
        assert most == 2, "never two at a time"
        assert self.node.wait_for_end(merge) == {merge: "COMPLETED"}, self.read("merge.txt")
        assert status(sweep)["complete"] == 20, status(sweep)

    def numbers(self):
        interplay("sweep", CASE, "--widths", WIDTHS, "--temperatures", TEMPERATURES, "--out", self.path("here.npz"))
        here, merged = arrays(self.path("here.npz")), arrays(self.path("merged.npz"))
        assert list(here) == list(merged), here.keys() ^ merged.keys()
        assert len(here["action"][1]) == 40
        for name, (shape, values) in here.items():
            others = merged[name][1]
            assert shape == merged[name][0], (name, shape, merged[name][0])
            if isinstance(values, str):
                assert values == others, name
            elif name != "solve_seconds":
                largest = max((abs(x) for x in values if math.isfinite(x)), default=0)
                assert all(abs(x - y) <= 1e-10 * largest or x != x and y != y for x, y in zip(values, others)), name

    def figure(self):
        """The merged file is drawn as it is; the program computes what it draws."""
        interplay("figure", CASE, "--panel", "all", "--format", "png", "--widths", WIDTHS,
                  "--temperature", TEMPERATURES, "--out", self.path("figures"))
        interplay("figure", self.path("merged.npz"), "--format", "png", "--out", self.path("drawn"))
        name = os.path.basename(CASE)[:-len(".npz")] + "-all.png"
        computed = pixels(self.path(os.path.join("figures", name)))
        assert len(computed[1]) > 1000000
        assert pixels(self.path(os.path.join("drawn", "merged-all.png"))) == computed, "the figures differ"

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def gone(self):
        """A second node beside the first, with a job that left its session; then whoever started it is killed."""
        started = subprocess.Popen([sys.executable, "-B", "-c", ABANDONED, os.path.dirname(__file__), UNPACKED],
                                   stdout=subprocess.PIPE, text=True)
        try:
            folder = started.stdout.readline().strip()
            assert folder and folder != self.node.folder, folder
            setting = f"SLURM_CONF={folder}/slurm.conf"
            wait_for(lambda: [words[0] for _, words in processes_with(setting)].count("sleep") == 2)
        finally:
            started.kill()
            started.wait()
        wait_for(lambda: not os.path.exists(folder))
        wait_for(lambda: not processes_with(setting), 5)
        assert self.node.run("sinfo", "-h", "-o", "%T").stdout.strip() == "idle", "the first node is not what it was"

    def killed(self):
        """A task that is killed leaves no slice; the same job.sh solves that one alone."""
        sweep, merged = self.plan("killed", "--widths", "10,20", "--temperatures", "0.01", "--sample", "300",
                                  "--tasks", "2"), self.path("killed.npz")
        job = self.submit(sweep)
        os.kill(wait_for(lambda: process_of(self.node, job, 2)), signal.SIGKILL)
        states = self.node.wait_for_end(job)
        assert states == {f"{job}_1": "COMPLETED", f"{job}_2": "FAILED"}, f"{states}\n{self.log(sweep)}"
        assert status(sweep)["missing"] == [2], status(sweep)
        said = interplay("merge", sweep, "--out", merged, expect=(1,))
        assert "missing: 2." in said and not os.path.exists(merged), said
        with open(os.path.join(sweep, "slice-1.npz"), "rb") as file:
            first = file.read()
        again = self.submit(sweep)
        states = self.node.wait_for_end(again)
        assert set(states.values()) == {"COMPLETED"}, f"{states}\n{self.log(sweep)}"
        assert status(sweep)["complete"] == 2, status(sweep)
        with open(os.path.join(sweep, "slice-1.npz"), "rb") as file:
            assert file.read() == first, "a complete slice was solved again"
        interplay("merge", sweep, "--out", merged, expect=(0, 3))


def main():
    titles = [("forty rows in an array, two tasks at a time, and a merge that depends on it", Checks.forty_rows),
              ("its rows are those of sweep", Checks.numbers),
              ("its figure is the one that is computed here, pixel for pixel", Checks.figure),
              ("a task that is killed with -9 is solved by the next", Checks.killed),
              ("a node is gone, with its jobs and its folder, when whoever started it is killed", Checks.gone)]
    try:
        with Node(UNPACKED) as node:
            print(f"1..{len(titles)}", flush=True)
            checks = Checks(node)
            for number, (title, check) in enumerate(titles, 1):
                begin = time.monotonic()
                try:
                    check(checks)
                except (AssertionError, OSError, ValueError, KeyError, zipfile.BadZipFile,
                        subprocess.SubprocessError) as error:
                    print(f"not ok {number} {title}")
                    for line in f"{type(error).__name__}: {error}".splitlines():
                        print("#", line)
                else:
                    print(f"ok {number} {title}")
                print(f"# {time.monotonic() - begin:.1f} s", flush=True)
    except Missing as reason:
        print(f"1..0 # SKIP {reason}")


if __name__ == "__main__":
    main()
