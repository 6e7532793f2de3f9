#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the small pictures of the pages of examples, into pictures/ beside this file, by the commands that
"interplay-cli help papers" prints. Pictures of checkpoints, which the reader has, are left out.

usage: make-pictures.py INTERPLAY-CLI [NAME ...]      all of them, or those that are named: hmc4-paths

The grid of texts takes minutes: the file that its first command writes is kept in FOLDER where $FOLDER is set.
Needs convert of ImageMagick, which reduces colours."""
import os
import re
import subprocess
import sys
import tempfile

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pictures")
LOOK = "--size 75x52mm --font-size 7 --dpi 150 --format png"
COLOURS = 64
# The examples that are no figures of a paper.
MORE = ["interplay-cli figure example-induction --panel u", "interplay-cli figure glyphs --panel paths",
        "interplay-cli figure example-text --panel text-attention"]


def figures(cli):
    """Of each figure its name, and the commands that draw it."""
    text = subprocess.run([cli, "help", "papers"], capture_output=True, text=True, check=True).stdout
    before = []
    for command in re.findall(r"^ *(interplay-cli .*)$", text, re.M) + MORE:
        before.append(command)
        drawn = re.match(r"interplay-cli figure (\S+?)(?:\.npz)? .*?--panel (\S+)", command)
        if drawn:
            yield f"{drawn[1]}-{drawn[2]}", before
            before = []


def draw(cli, name, commands, folder):
    for command in commands:
        words = command.split()
        if words[1] == "dynamics":
            if not os.path.exists(os.path.join(folder, words[-1])):
                subprocess.run([cli, *words[1:]], cwd=folder, check=True)
            continue
        with tempfile.TemporaryDirectory() as drawn:
            subprocess.run([cli, *words[1:], *LOOK.split(), "--out", drawn], cwd=folder, check=True)
            (file,) = os.listdir(drawn)
            subprocess.run(["convert", os.path.join(drawn, file), "-strip", "+dither", "-colors", str(COLOURS),
                            "PNG8:" + os.path.join(OUT, name + ".png")], check=True)


def main():
    cli, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    os.makedirs(OUT, exist_ok=True)
    with tempfile.TemporaryDirectory() as own:
        folder = os.environ.get("FOLDER", own)
        for name, commands in figures(cli):
            if "=FOLDER" not in commands[-1] and (not wanted or name in wanted):
                draw(cli, name, commands, folder)


main()
