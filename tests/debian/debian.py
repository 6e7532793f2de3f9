#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Debian packages of tools/make-deb as they are built, installed, used and removed, as TAP. Runs in a virtual
screen. What a machine cannot do, or a network that is not there, skips what needs it.

usage: debian.py SOURCE_ROOT [FOLDER]     with FOLDER: of packages that are built
"""
import filecmp
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(sys.argv[1])
PACKAGES = ["interplay", "libinterplay-dev", "libinterplay0", "python3-interplay"]
WORK = tempfile.mkdtemp(prefix="interplay-debian-")
DEBS = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else os.path.join(WORK, "debs")
BARE = os.path.join(WORK, "bare")
BUILD_TOOLS = ["dpkg-buildpackage", "dh", "git"]
ROOT_TOOLS = ["mmdebstrap", "chroot", "unshare"]
# Not of the packages: what the kernel shows, and what apt and dpkg write of themselves.
UNSEEN = re.compile(r"/(proc|sys|dev|run|tmp|debs)/|/var/(log|cache/apt|lib/apt)/|/var/lib/dpkg/[^/]*$"
                    r"|/var/cache/(ldconfig|debconf)/")
# What is asked of the program and of the package in the bare Debian.
USES = [["interplay-cli", "figure", "hmc4", "--panel", "accuracy", "--format", "png,pdf,svg", "--out", "/tmp/figures"],
        ["interplay-cli", "sweep", "example-paths", "--widths", "10"],
        ["python3", "-c", """
import interplay
r = interplay.sweep(interplay.example("example-paths"), 10)
assert r.U.shape == (1, 4, 4), r.U.shape
from interplay import _case
assert _case._exporter().__file__.startswith("/usr/share/interplay-0/")"""]]


class Skip(Exception):
    """Why a step cannot be tried here."""


def run(*words, good=(0,), **options):
    """Its output, once it ended well."""
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)
    if done.returncode not in good:
        raise AssertionError(f"{' '.join(words)} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout + done.stderr


def need(tools):
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        raise Skip(f"{', '.join(missing)} is not installed: ./check --full does that")


def bare_words(*words):
    """A command in the bare Debian, in a process space of its own that ends with it."""
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8",
                   "DEBIAN_FRONTEND": "noninteractive", "DISPLAY": os.environ.get("DISPLAY", ""),
                   "XAUTHORITY": "/tmp/authority", "GSK_RENDERER": "cairo", "GDK_DEBUG": "gl-disable"}
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={BARE}/proc", "chroot", BARE,
            "env", "-i", *(f"{name}={value}" for name, value in environment.items()), *words]


def in_bare(*words):
    return run(*bare_words(*words))


def files_of_bare():
    """Names of all that is in it."""
    found = set()
    for folder, folders, names in os.walk(BARE):
        for name in folders + names:
            path = os.path.join(folder, name)
            shown = path[len(BARE):]
            if not UNSEEN.search(shown + ("/" if os.path.isdir(path) and not os.path.islink(path) else "")):
                found.add(shown)
    return found


def check_built():
    """Four packages, by their names; the sources stay as they are."""
    if len(sys.argv) > 2:
        raise Skip("they were built before")
    need(BUILD_TOOLS)
    before = run("git", "-C", ROOT, "status", "--porcelain", "--ignored")
    run(os.path.join(ROOT, "tools", "make-deb"), DEBS)
    built = sorted(name.split("_")[0] for name in os.listdir(DEBS))
    assert built == PACKAGES, f"the packages are {built}"
    after = run("git", "-C", ROOT, "status", "--porcelain", "--ignored")
    assert before == after, f"the sources are changed:\n{after}"


def check_equal():
    """A clone elsewhere, by somebody with other habits, makes the same packages."""
    need(BUILD_TOOLS)
    clone, debs = os.path.join(WORK, "a-folder-with-a-longer-name"), os.path.join(WORK, "debs-of-the-clone")
    run("git", "clone", "--quiet", "--shared", ROOT, clone)
    run("git", "-C", clone, "checkout", "--quiet", run("git", "-C", ROOT, "rev-parse", "HEAD").strip())
    run(os.path.join(clone, "tools", "make-deb"), debs, umask=0o077,
        env=dict(os.environ, TZ="Asia/Tokyo", LC_ALL="C", TMPDIR=WORK, CFLAGS="-O0"))
    names = sorted(os.listdir(DEBS))
    _, unequal, missing = filecmp.cmpfiles(DEBS, debs, names, shallow=False)
    assert not unequal + missing, f"not the same: {unequal + missing}"


def check_policy():
    """lintian finds no error; its other remarks are shown."""
    need(["lintian"])
    said = run("lintian", "--allow-root", "--fail-on", "error", "--tag-display-limit", "0",
               *sorted(glob.glob(os.path.join(DEBS, "*.deb"))))
    for line in said.splitlines():
        print("#", line)


def check_bare():
    """A Debian of nothing but what apt needs, and then what the packages depend on."""
    need(ROOT_TOOLS)
    if os.getuid() != 0:
        raise Skip("a Debian of its own takes root")
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode:
        raise Skip("this machine lets root mount nothing")
    made = subprocess.run(["mmdebstrap", "--variant=minbase", "--mode=root", "bookworm", BARE], capture_output=True,
                          text=True, check=False)
    if made.returncode:
        shutil.rmtree(BARE, ignore_errors=True)
        if re.search(r"resolve|connect|timed out|Failed to fetch", made.stderr):
            raise Skip("no mirror of Debian is reached")
        raise AssertionError(made.stderr[-2000:])
    shutil.copytree(DEBS, BARE + "/debs")
    if os.path.exists(os.environ.get("XAUTHORITY", "")):
        shutil.copy(os.environ["XAUTHORITY"], BARE + "/tmp/authority")
    in_bare("apt-get", "update", "-q")
    names = [name[len(BARE):] for name in glob.glob(BARE + "/debs/*.deb")]
    plan = in_bare("apt-get", "install", "-s", "-q", "--no-install-recommends", *names)
    needed = [name for name in re.findall(r"^Inst (\S+)", plan, re.M) if name not in PACKAGES]
    print(f"# they depend on {len(needed)} packages that are not there")
    in_bare("apt-get", "install", "-y", "-q", "--no-install-recommends", *needed)


def check_installed():
    """Install, draw, import."""
    need_bare()
    check_installed.before = files_of_bare()
    in_bare("sh", "-c", "dpkg -i /debs/*.deb")
    for words in USES:
        in_bare(*words)
    drawn = glob.glob(BARE + "/tmp/figures/*")
    assert len(drawn) == 3 and all(os.path.getsize(name) > 1000 for name in drawn), drawn


def check_window():
    """The window opens, and shows more than one colour."""
    need_bare()
    need(["xdotool", "import", "convert"])
    with open(os.path.join(WORK, "window.txt"), "w+", encoding="utf-8") as log:
        program = subprocess.Popen(bare_words("interplay"), stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        colors, end = 0, time.monotonic() + 300
        while colors < 500 and program.poll() is None and time.monotonic() < end:
            time.sleep(0.5)
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--class", "interplay"], capture_output=True,
                                   text=True, check=False).stdout.split()
            if found:
                picture = subprocess.run(["import", "-window", found[0], "png:-"], capture_output=True,
                                         check=False).stdout
                counted = subprocess.run(["convert", "png:-", "-format", "%k", "info:"], input=picture,
                                         capture_output=True, check=False).stdout
                colors = int(counted) if counted.isdigit() else 0
        program.kill()
        program.wait()
        log.seek(0)
        said = log.read()
    print(f"# {colors} colours")
    assert colors >= 500, f"there is no window to be seen ({colors} colours):\n{said}"
    assert "CRITICAL" not in said, said


def check_removed():
    """Nothing is left of the packages, wherever Python or a cache kept something."""
    need_bare()
    in_bare("dpkg", "--purge", *PACKAGES)
    left = files_of_bare() ^ check_installed.before
    left = {name for name in left if not name.startswith("/root/")}
    assert not left, f"left behind, or gone: {sorted(left)[:40]}"


def need_bare():
    if not os.path.isdir(BARE):
        raise Skip("there is no bare Debian to try it in")


STEPS = [("four packages are built, and nothing is written into the sources", check_built),
         ("the same commit gives the same packages byte for byte", check_equal),
         ("lintian finds no error", check_policy),
         ("a bare Debian takes what they depend on", check_bare),
         ("installed there, a figure is drawn, and Python imports the package", check_installed),
         ("the window opens there", check_window),
         ("removed, they leave nothing", check_removed)]


def main():
    print(f"1..{len(STEPS)}", flush=True)
    broken = None
    for number, (title, step) in enumerate(STEPS, 1):
        begin = time.monotonic()
        try:
            if broken:
                raise Skip(broken)
            step()
            print(f"ok {number} {title}")
        except Skip as why:
            print(f"ok {number} {title} # SKIP {why}")
            if step is check_built and not os.path.isdir(DEBS):
                broken = "no packages are built"
        except (AssertionError, OSError) as error:
            print(f"not ok {number} {title}")
            print("# " + str(error).replace("\n", "\n# "))
            if step in (check_built, check_installed):
                broken = f"step {number} failed"
        print(f"# {time.monotonic() - begin:.0f} s", flush=True)


try:
    main()
finally:
    shutil.rmtree(WORK, ignore_errors=True)
