#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records what SLURM's commands print about jobs in every state, for tests that read it where there is no SLURM.

Writes FOLDER/*, one file an output, and FOLDER/README.md, which says how each was made. Names of the machine
and of the user are replaced. It takes two minutes, for a job that runs out of time.

By hand, from the top of the source tree, when another version of SLURM is to be read:
    tools/unpack-packages resources/apt-packages-slurm.txt build/slurm
    python3 tests/slurm/record.py build/slurm tests/slurm/recorded

usage: record.py UNPACKED FOLDER
"""
import getpass
import os
import re
import socket
import sys
import time

sys.dont_write_bytecode = True  # the source tree stays as it is
from node import Node, free_port

FORMAT = "%i|%T|%r|%M|%l|%S"
SQUEUE = ["squeue", "--noheader", "--states=all", f"--format={FORMAT}"]

# Task 1 is done at once, 2 fails, 3 is killed, 4 and 5 take their time, 6 waits for a place.
ARRAY = """#!/bin/sh
#SBATCH --job-name=sweep
#SBATCH --array=1-6%2
#SBATCH --output=/dev/null
#SBATCH --time=10
case $SLURM_ARRAY_TASK_ID in
  1) exit 0 ;;
  2) exit 3 ;;
  3) sleep 1; kill -9 $$ ;;
  *) exec sleep 600 ;;
esac
"""


class Recorder:
    def __init__(self, node, folder):
        self.node, self.folder, self.lines = node, folder, []
        self.host, self.user = socket.gethostname().split(".")[0], getpass.getuser()

    def plain(self, text):
        """Without what is of this machine: names, folders, ports."""
        text = text.replace(self.node.folder, "/tmp/node").replace(self.node.folder.replace("/", "\\/"), "\\/tmp\\/node")
        text = re.sub(rf"\b{re.escape(self.host)}\b", "login", text)
        text = re.sub(rf'"{re.escape(self.user)}"', '"user"', text)
        return re.sub(r'("(?:user|group)_id": )\d+', r"\g<1>1000", text)

    def keep(self, name, when, *words):
        begin = time.monotonic()
        done = self.node.run(*words, check=False)
        took = round(time.monotonic() - begin)
        stream = "stderr" if done.stderr else "stdout"
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(self.plain(done.stderr or done.stdout))
        command = " ".join(f"'{word}'" if set(word) & set("|% ;") else word for word in words)
        command = self.plain(command).replace("|", "\\|")
        if took > 1:
            when += f": this took {took} s"
        self.lines.append(f"| `{name}` | {when} | `{command}` | {stream} | {done.returncode} |")
        return done.stdout.strip()


def main():
    unpacked, folder = sys.argv[1:]
    folder = os.path.abspath(folder)
    os.makedirs(folder, exist_ok=True)
    with Node(unpacked) as node:
        recorder = Recorder(node, folder)
        keep = recorder.keep
        os.chdir(node.folder)
        script = os.path.join(node.folder, "job.sh")
        with open(script, "w", encoding="utf-8") as file:
            file.write(ARRAY)
        version = node.run("sbatch", "--version").stdout.strip()

        everything = node.submit("--exclusive", "--output=/dev/null", "--wrap", "exec sleep 600")
        node.wait(everything, lambda states: states[everything] == "RUNNING")
        job = keep("sbatch-parsable.txt", "an array was handed over", "sbatch", "--parsable", script)
        keep("sbatch.txt", "the same without --parsable", "sbatch", script)
        node.run("scancel", str(int(job) + 1))
        merge = node.submit(f"--dependency=afterok:{job}", "--job-name=merge", "--output=/dev/null", "--wrap", "exit 0")
        time.sleep(2)
        of_job = [*SQUEUE, f"--jobs={job}"]
        keep("pending.txt", "nothing has begun, as another job has the node", *of_job)
        keep("pending-array.txt", "the same, a line a task", *of_job, "--array")
        keep("dependent.txt", "the merge waits for the array", *SQUEUE, f"--jobs={merge}")

        node.run("scancel", everything)
        late = node.submit("--time=1", "--output=/dev/null", "--job-name=late", "--wrap", "exec sleep 600")
        node.wait(job, lambda states: list(states.values()).count("RUNNING") == 2 and
                  states[f"{job}_3"] == "FAILED" and states[f"{job}_6"] == "PENDING")
        keep("running.txt", "1 is done, 2 and 3 failed, 4 and 5 run, 6 waits for a place among two", *of_job)
        keep("running-array.txt", "the same, a line a task", *of_job, "--array")
        keep("running.json", "the same, of all jobs", "squeue", "--json")
        keep("dependent-failed.txt", "the merge after a task of the array failed, while others run",
             *SQUEUE, f"--jobs={merge}")

        keep("requeue.txt", "a task that runs is put back", "scontrol", "requeue", f"{job}_4")
        node.wait(job, lambda states: states[f"{job}_4"] == "PENDING")
        keep("requeued.txt", "4 waits two minutes, 6 took its place or will", *of_job, "--array")
        node.run("scontrol", "update", f"JobId={job}_4", "StartTime=now")
        keep("scancel.txt", "the array is cancelled (nothing is printed)", "scancel", job)
        node.wait_for_end(job)
        keep("cancelled.txt", "4, 5 and 6 were cancelled", *of_job)
        keep("cancelled-array.txt", "the same, a line a task", *of_job, "--array")

        time.sleep(2)
        keep("dependency-lost.txt", "the merge, which waits for ever, after the array", *SQUEUE, f"--jobs={merge}")

        done = node.submit("--array=1-4%2", "--time=10", "--output=/dev/null", "--job-name=done", "--wrap", "exit 0")
        node.wait_for_end(done)
        keep("done.txt", "an array of four that ended well", *SQUEUE, f"--jobs={done}")
        keep("done-array.txt", "the same, a line a task", *SQUEUE, f"--jobs={done}", "--array")
        node.wait_for_end(late, 120)
        keep("timeout.txt", "a job that ran out of time", *SQUEUE, f"--jobs={late}")
        keep("unknown.txt", "a job that SLURM no longer knows (MinJobAge is over) or never did", *SQUEUE, "--jobs=99999")
        keep("scancel-unknown.txt", "such a job is cancelled", "scancel", "99999")
        keep("no-partition.txt", "a partition that is not there", "sbatch", "--parsable", "--partition=nowhere", script)
        keep("too-large.txt", "an array larger than MaxArraySize", "sbatch", "--parsable", "--array=1-2000", script)
        keep("no-script.txt", "a file that is not there", "sbatch", "--parsable", "nothing.sh")
        with open("slurm.conf", encoding="utf-8") as file, open("deaf.conf", "w", encoding="utf-8") as deaf:
            deaf.write(re.sub(r"(?m)^SlurmctldPort=.*", f"SlurmctldPort={free_port()}", file.read()))
        node.environment["SLURM_CONF"] = "deaf.conf"
        keep("no-controller.txt", "the controller is down", *of_job)
        keep("sbatch-no-controller.txt", "the controller is down", "sbatch", "--parsable", script)
        node.environment["SLURM_CONF"] = "/nowhere/slurm.conf"
        keep("no-configuration.txt", "no configuration (a laptop with SLURM's packages)", "squeue")

    with open(os.path.join(folder, "README.md"), "w", encoding="utf-8") as file:
        file.write(f"What {version} prints, recorded by [record.py](../record.py) on {time.strftime('%Y-%m-%d')}, where "
                   "its array job is the script. `squeue` tells jobs that are over for `MinJobAge` seconds (300 as a "
                   "rule), and then `unknown.txt`; its `%` words are task, state, reason, time used, time limit, start. "
                   "With several clusters, `sbatch --parsable` prints `7;cluster`.\n\n"
                   "| file | when | command | stream | exit |\n|---|---|---|---|---|\n" + "\n".join(recorder.lines) + "\n")


if __name__ == "__main__":
    main()
