#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs and the library as built: position-independent, relocations read-only and bound at
start, no executable stack, stack protector, checked C functions.

usage: hardening.py SANITIZER BINARY...    (TAP; SANITIZER is meson's b_sanitize)"""

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


def main():
    sanitizer, *paths = sys.argv[1:]
    print(f"1..{len(paths)}")
    bad = 0
    for number, path in enumerate(paths, 1):
        found = list(findings(path, sanitizer))
        print(f"{'not ok' if found else 'ok'} {number} /hardening/{os.path.basename(path)}")
        for sentence in found:
            print(f"# {path} {sentence}")
        bad += bool(found)
    return 1 if bad else 0


sys.exit(main())
