#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds what desktops are told of the program to their own tools, and to the program, as TAP.

usage: metadata.py SOURCE_ROOT METAINFO VERSION
"""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

ROOT, METAINFO, VERSION = sys.argv[1:]
RESOURCES = os.path.join(ROOT, "resources")
DESKTOP = os.path.join(RESOURCES, "org.interplay.Interplay.desktop")
MIME = os.path.join(RESOURCES, "org.interplay.Interplay-mime.xml")
SPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=60,
                          env=dict(os.environ, LC_ALL="C.UTF-8"))
    return done.returncode, done.stdout + done.stderr


def desktop(key):
    with open(DESKTOP, encoding="utf-8") as file:
        found = re.search(rf"^{key}=(.*)$", file.read(), re.M)
    return [word for word in found[1].split(";") if word] if found else []


def check_appstream():
    wrong = []
    for path in [os.path.join(RESOURCES, "org.interplay.Interplay.metainfo.xml"), METAINFO]:
        code, said = run("appstreamcli", "validate", "--no-net", path)
        if code != 0 or re.search(r"^[EWI]:", said, re.M):
            wrong.append(f"{path}: {said}")
    return wrong


def check_desktop():
    code, said = run("desktop-file-validate", DESKTOP)
    return [said] if code != 0 or said.strip() else []


def check_mime():
    """Files of these names are of the types that the program says it opens."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "packages"))
        shutil.copy(MIME, os.path.join(folder, "packages"))
        code, said = run("update-mime-database", folder)
        if code != 0 or "warning" in said.lower() or "error" in said.lower():
            wrong.append(said)
        with open(os.path.join(folder, "globs2"), encoding="utf-8") as file:
            globs = file.read()
        for name, glob in [("application/x-npz", "*.npz"), ("application/x-safetensors", "*.safetensors")]:
            if f":{name}:{glob}\n" not in globs:
                wrong.append(f"{glob} is not {name}")
    return wrong


def check_agreement():
    """The three files tell the same, and what they point at is there."""
    wrong = []
    info = tree.parse(METAINFO).getroot()
    types = {found.get("type") for found in tree.parse(MIME).getroot().findall(SPACE + "mime-type")}
    for what, told in [("types", {found.text for found in info.findall("provides/mediatype")}),
                       ("types of the desktop entry", set(desktop("MimeType")))]:
        if told != types:
            wrong.append(f"{what}: {sorted(told)} and {sorted(types)}")
    for key, path in [("Categories", "categories/category"), ("Keywords", "keywords/keyword")]:
        told = [found.text for found in info.findall(path)]
        if told != desktop(key):
            wrong.append(f"{key}: {told} and {desktop(key)}")
    if info.find("launchable").text != os.path.basename(DESKTOP):
        wrong.append("launchable is another desktop entry")
    if not any("%F" in word for word in desktop("Exec")):
        wrong.append("the desktop entry takes no files")
    release = info.find("releases/release")
    if release.get("version") != VERSION or release.find("description/p") is None:
        wrong.append(f"the first release is not {VERSION}, or has no description")
    return wrong


def check_version():
    """The documents for readers are of this version, and README leads to them."""
    wrong = []
    date = tree.parse(METAINFO).getroot().find("releases/release").get("date")
    for name, told in [("CITATION.cff", f"\nversion: {VERSION}\ndate-released: {date}\n"),
                       ("CHANGELOG.md", f"\n\n## {VERSION} ({date})\n"), ("CONTRIBUTING.md", "](CHANGELOG.md)")]:
        with open(os.path.join(RESOURCES, name), encoding="utf-8") as file:
            text = file.read()
        if told not in text or (name == "CHANGELOG.md" and text.index(told) != text.index("\n\n## ")):
            wrong.append(f"{name} does not say{told!r} first")
        with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
            if f"(resources/{name})" not in file.read():
                wrong.append(f"README does not lead to {name}")
    return wrong


def check_screenshots():
    """Every picture has a caption, and is in the resources with the size that is told."""
    wrong = []
    found = tree.parse(METAINFO).getroot().findall("screenshots/screenshot")
    if not found or found[0].get("type") != "default":
        wrong.append("no first screenshot")
    for screenshot in found:
        image = screenshot.find("image")
        path = os.path.join(RESOURCES, os.path.basename(image.text))
        if not (screenshot.findtext("caption") or "").strip():
            wrong.append(f"{image.text} has no caption")
        if not os.path.exists(path):
            wrong.append(f"{path} is not there")
            continue
        with open(path, "rb") as file:
            size = struct.unpack(">II", file.read(24)[16:])
        if size != (int(image.get("width")), int(image.get("height"))):
            wrong.append(f"{path} is {size[0]} x {size[1]}")
    return wrong


def main():
    checks = [
        ("appstreamcli has nothing to say", "appstreamcli", check_appstream),
        ("desktop-file-validate has nothing to say", "desktop-file-validate", check_desktop),
        ("files are of the types they are opened as", "update-mime-database", check_mime),
        ("metadata, desktop entry and types agree", None, check_agreement),
        ("documents are of this version", None, check_version),
        ("screenshots are there", None, check_screenshots),
    ]
    print(f"1..{len(checks)}")
    for number, (title, needs, check) in enumerate(checks, 1):
        if needs is not None and shutil.which(needs) is None:
            print(f"ok {number} {title} # SKIP {needs} is not installed")
            continue
        wrong = check()
        print(f"{'not ok' if wrong else 'ok'} {number} {title}")
        for sentence in wrong:
            print("#", sentence.replace("\n", " / "))
    return 0


if __name__ == "__main__":
    sys.exit(main())
