#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs and the library as built: position-independent, relocations read-only and bound at
start, no executable stack, stack protector, checked C functions, control-flow enforcement (CET).

usage: hardening.py SANITIZER BUILD COMPILER BINARY...    (TAP; SANITIZER is meson's b_sanitize)"""

import glob
import os
import re
import subprocess
import sys


def readelf(*arguments):
    return subprocess.run(["readelf", "-W", *arguments], check=True, capture_output=True, text=True).stdout


def findings(path, sanitizer):
    """What is missing, as sentences."""
    header, dynamic = readelf("-h", path), readelf("-d", path)
    segments, symbols = readelf("-l", path), readelf("--dyn-syms", path)
    imported = set(re.findall(r"UND (\S+?)(?:@\S+)?(?: \(\d+\))?$", symbols, re.M))
    if not re.search(r"Type:\s+DYN", header):
        yield "is not position-independent"
    if not re.search(r"GNU_RELRO", segments):
        yield "has no read-only relocations"
    if not re.search(r"BIND_NOW|FLAGS_1.*\bNOW\b", dynamic):
        yield "binds its functions late"
    if re.search(r"GNU_STACK\s+(\S+\s+){5}\S*E", segments):
        yield "has an executable stack"
    if "TEXTREL" in dynamic:
        yield "has relocations in its text"
    if "__stack_chk_fail" not in imported:
        yield "has no stack protector"
    # Sanitizers check these functions in a way of their own; the library itself calls none that could be.
    if sanitizer == "none" and ".so" not in path and not any(re.fullmatch(r"__\w+_chk", name) for name in imported):
        yield "does not call the checked C functions"


def control_flow(path):
    """The features in the note that says what control-flow enforcement a file stands: "IBT" (indirect branches
    land where they may) and "SHSTK" (a second stack of return addresses)."""
    return set(re.findall(r"IBT|SHSTK", readelf("-n", path)))


def unmarked_objects(build):
    """Our own objects that lack one of the two, by which the linker would drop it from the binary."""
    paths = glob.glob(os.path.join(build, "src", "**", "*.o"), recursive=True)
    for at in range(0, len(paths), 100):
        some = paths[at:at + 100]
        # With several files readelf heads each part by its file's name.
        parts = re.split(r"^File: (.*)$", readelf("-n", *some, some[0]), flags=re.M)
        marked = {name for name, text in zip(parts[1::2], parts[2::2]) if re.search(r"IBT, SHSTK", text)}
        yield from (name for name in some if name not in marked)


def check_control_flow(build, compiler, paths):
    """What is missing, and why indirect branches can't be noted here (empty where they can)."""
    start = subprocess.run([compiler, "-print-file-name=crti.o"], check=True, capture_output=True, text=True)
    reason = "" if "IBT" in control_flow(start.stdout.strip()) else \
        "IBT is not noted: the C library's start files, which every binary holds, have no landing places"
    found = [f"{name} has no note of both IBT and SHSTK" for name in unmarked_objects(build)]
    for path in paths:
        wanted = {"SHSTK"} if reason else {"SHSTK", "IBT"}
        found += [f"{path} has no note of {name}" for name in sorted(wanted - control_flow(path))]
    return found, reason


def main():
    sanitizer, build, compiler, *paths = sys.argv[1:]
    print(f"1..{len(paths) + 1}")
    bad = 0
    for number, path in enumerate(paths, 1):
        found = list(findings(path, sanitizer))
        print(f"{'not ok' if found else 'ok'} {number} /hardening/{os.path.basename(path)}")
        for sentence in found:
            print(f"# {path} {sentence}")
        bad += bool(found)
    if os.uname().machine not in ("x86_64", "i686"):
        print(f"ok {len(paths) + 1} /hardening/control-flow # SKIP only x86 has CET")
        return 1 if bad else 0
    found, reason = check_control_flow(build, compiler, paths)
    for sentence in found + [reason] * bool(reason):
        print(f"# {sentence}")
    print(f"{'not ok' if found else 'ok'} {len(paths) + 1} /hardening/control-flow")
    return 1 if bad or found else 0


sys.exit(main())
