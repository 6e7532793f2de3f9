#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans on SLURM itself, as a user of a cluster runs them, as TAP: plan, sbatch, status, merge.

One node of SLURM is started for it (node.py says how, and how to try things on one by hand). Where its
packages cannot be had or its daemons do not start, all is skipped with the reason. By hand:
    tools/unpack-packages resources/apt-packages-slurm.txt build/slurm
    meson test -C build --suite slurm --verbose
    python3 tests/slurm/slurm.py build/interplay-cli tests/data/hmc.npz build/slurm

usage: slurm.py INTERPLAY-CLI CASE UNPACKED
"""
import json
import os
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # the source tree stays as it is
from node import ENDED, Missing, Node

PROGRAM, CASE, UNPACKED = map(os.path.abspath, sys.argv[1:])

# Forty rows in twenty slices, two tasks at a time.
WIDTHS = "5,10,20,40,80,100,160,320,640,1000"
TEMPERATURES = "0.005,0.01,0.02,0.05"


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

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

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
              ("a task that is killed with -9 is solved by the next", Checks.killed)]
    try:
        with Node(UNPACKED) as node:
            print(f"1..{len(titles)}", flush=True)
            checks = Checks(node)
            for number, (title, check) in enumerate(titles, 1):
                begin = time.monotonic()
                try:
                    check(checks)
                except (AssertionError, OSError, ValueError, KeyError,
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
