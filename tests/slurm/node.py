#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""SLURM on one node that is this machine, for as long as a `with Node(...)` lasts.

Controller and node run as whoever starts them, without systemd, munge, cgroups or accounting, on ports that
were free and in a folder of their own, so that any number of them stand side by side, and beside a SLURM that
is installed here: nothing of its configuration or of the environment's SLURM_* is read. The folder and all
processes are gone at the end, by whatever way it comes (keeper.py).

The programs are those on the PATH, or Debian's, unpacked in a folder and not installed:
    tools/unpack-packages resources/apt-packages-slurm.txt build/slurm

By hand, sbatch, squeue, scancel and scontrol of such a node, in a shell or for a command:
    python3 tests/slurm/node.py build/slurm
    python3 tests/slurm/node.py build/slurm sbatch --wait --wrap hostname

usage: node.py FOLDER [COMMAND...]
"""
import getpass
import glob
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# As 22.05 needs it to run in a container, or on a laptop, as any user:
#   auth/none, cred/none    munge would be a daemon with a key of its own
#   NodeHostname=localhost  slurmd finds its line by -N; the machine's name need not resolve
#   config_overrides        a node has the processors we say, so that two tasks run at once on a single one
#   ReturnToService=2       a node that is late is taken as soon as it answers
#   KillWait=30             between SIGTERM and SIGKILL: the default, as programs meet it on clusters
#   MinJobAge=3600          jobs that are done are still told by squeue, as there is no accounting to ask
#   sched_interval=1        a free place is filled within a second
CONFIGURATION = """
ClusterName=interplay
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={controller_port}
SlurmdPort={node_port}
{plugins}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
SwitchType=switch/none
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=30
MinJobAge=3600
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
NodeName=here NodeHostname=localhost NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=1000000 State=UNKNOWN
PartitionName=all Nodes=here Default=YES MaxTime=INFINITE State=UP
"""

# slurmd loads a cgroup plugin even where nothing uses it (22.05 knows no "disabled"), and then touches none:
# it is shown an empty place all the same.
CGROUPS = """
CgroupPlugin=cgroup/v1
CgroupAutomount=no
CgroupMountpoint={folder}/no-cgroups
"""


# A task that is put back has states of its own on the way (COMPLETING, REQUEUED): all else goes on.
ENDED = {"COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "DEADLINE"}


class Missing(Exception):
    """SLURM cannot be had, or cannot run, here: the reason, in one sentence."""


def free_port():
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


def find_programs(unpacked):
    """Where the daemons, the commands and the plugins are: as unpacked, or else as installed."""
    if os.path.isdir(unpacked):
        plugins = glob.glob(os.path.join(unpacked, "usr/lib/*/slurm-wlm"))
        # What update-alternatives would link to.
        found = {name: next(iter(glob.glob(os.path.join(unpacked, f"usr/sbin/{name}-wlm")) +
                                 glob.glob(os.path.join(unpacked, f"usr/sbin/{name}"))), None)
                 for name in ("slurmctld", "slurmd", "slurmstepd")}
        if plugins and all(found.values()):
            return {**found, "commands": os.path.join(unpacked, "usr/bin"), "plugins": plugins[0]}
    path = os.environ.get("PATH", os.defpath) + ":/usr/sbin:/usr/local/sbin"
    found = {name: shutil.which(name, path=path) for name in ("slurmctld", "slurmd", "sbatch")}
    if not all(found.values()):
        raise Missing("SLURM is not here; tools/unpack-packages resources/apt-packages-slurm.txt "
                      f"{unpacked} would fetch it")
    return {**found, "slurmstepd": None, "commands": os.path.dirname(found["sbatch"]), "plugins": None}


class Node:
    """One node with its controller. `folder` is removed with it; `environment` is what commands are run in."""

    def __init__(self, unpacked):
        self.programs = find_programs(os.path.abspath(unpacked))

    def __enter__(self):
        for _ in range(3):
            self._start()
            if self._wait_until_idle(20):
                return self
            reason = self._last_words()
            self.stop()
            # A port that was free may be taken by the time it is used.
            if "in use" not in reason:
                break
        raise Missing(f"SLURM does not start here: {reason}")

    def __exit__(self, *_):
        self.stop()

    def _start(self):
        # The daemons' sockets are in this folder, and the path of a socket may have 107 characters.
        short = len(tempfile.gettempdir()) < 60
        self.folder = tempfile.mkdtemp(prefix="interplay-slurm-", dir=None if short else "/tmp")
        os.mkdir(os.path.join(self.folder, "state"))
        os.mkdir(os.path.join(self.folder, "spool"))
        plugins = self.programs["plugins"]
        values = {"folder": self.folder, "user": getpass.getuser(), "host": socket.gethostname().split(".")[0],
                  "controller_port": free_port(), "node_port": free_port(), "cpus": max(8, 4 * os.cpu_count()),
                  "plugins": f"PluginDir={plugins}" if plugins else ""}
        for name, text in (("slurm.conf", CONFIGURATION), ("cgroup.conf", CGROUPS)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text.format(**values).lstrip())

        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("SLURM", "SBATCH", "SQUEUE", "SINFO", "SCANCEL"))}
        self.environment["SLURM_CONF"] = os.path.join(self.folder, "slurm.conf")
        self.environment["PATH"] = self.programs["commands"] + ":" + os.environ.get("PATH", os.defpath)
        if plugins:
            libraries = os.path.dirname(plugins)
            self.environment["LD_LIBRARY_PATH"] = ":".join(
                [plugins, libraries, libraries.replace("/usr/lib/", "/lib/")])
        step = ["-d", self.programs["slurmstepd"]] if self.programs["slurmstepd"] else []
        self.keeper = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "keeper.py"), self.folder, json.dumps([
                {"words": [self.programs["slurmctld"], "-D", "-i"], "log": os.path.join(self.folder, "controller.out")},
                {"words": [self.programs["slurmd"], "-D", "-N", "here", *step],
                 "log": os.path.join(self.folder, "node.out")}])],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=self.environment, start_new_session=True)

    def _wait_until_idle(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until and not os.path.exists(os.path.join(self.folder, "ended")):
            if self.run("sinfo", "-h", "-o", "%T", check=False).stdout.strip() == "idle":
                return True
            time.sleep(0.1)
        return False

    def _last_words(self):
        """What the daemons said went wrong, the first that did not get over it."""
        said = []
        for name in ("controller.out", "node.out", "slurmctld.log", "slurmd.log"):
            try:
                with open(os.path.join(self.folder, name), encoding="utf-8", errors="replace") as file:
                    said += [line.strip() for line in file if "error: " in line or "fatal: " in line]
            except OSError:
                pass
        # It tries MPI plugins that are not here, and files of a state that is not yet.
        said = [line for line in said if "mpi" not in line.lower() and "state" not in line.lower()]
        fatal = [line for line in said if "in use" in line] or [line for line in said if "fatal: " in line] or said
        return fatal[0] if fatal else "the node was not ready in time"

    def stop(self):
        self.keeper.stdin.close()
        self.keeper.wait()

    def run(self, *words, check=True, **more):
        """Runs a command in the node's environment; where it fails, what it said is in the error."""
        done = subprocess.run(words, capture_output=True, text=True, timeout=120, env=self.environment, **more)
        if check and done.returncode != 0:
            raise AssertionError(f"{' '.join(words)}: {done.returncode}: {done.stdout}{done.stderr}")
        return done

    def submit(self, *words, **more):
        """Submits by sbatch, gives the job's number."""
        return self.run("sbatch", "--parsable", *words, **more).stdout.strip()

    def states(self, job):
        """The state of every task of a job, or of the job: {"7_1": "RUNNING", ...}."""
        told = self.run("squeue", "--jobs", job, "--states", "all", "--array", "--noheader", "--format", "%i %T")
        return dict(line.split() for line in told.stdout.splitlines())

    def wait(self, job, until, seconds=120):
        """Waits until `until` is true of the states; gives them."""
        end = time.monotonic() + seconds
        while not until(states := self.states(job)):
            if time.monotonic() > end:
                raise AssertionError(f"job {job} after {seconds} s: {states}")
            time.sleep(0.2)
        return states

    def wait_for_end(self, job, seconds=120):
        return self.wait(job, lambda states: states and set(states.values()) <= ENDED, seconds)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.rpartition("\n\n")[2].strip())
    try:
        with Node(sys.argv[1]) as node:
            words = sys.argv[2:] or [os.environ.get("SHELL", "/bin/sh")]
            sys.exit(subprocess.run(words, env=node.environment, check=False).returncode)
    except Missing as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
