#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures as others get them, as TAP: an SVG by its structure and, where they are installed, in Chromium and
Inkscape; LaTeX with PDF typeset by pdflatex. ./check --full installs all.

usage: test-cli-formats.py INTERPLAY-CLI
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

CLI = sys.argv[1]
SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
FAMILY = "Helvetica, Arial, Liberation Sans, Nimbus Sans, sans-serif"
NEAR = 0.3  # points that a text may be off
DPI = 300
FINE, COARSE = 132, 66  # pixels across pictures that are compared: of nearly the same letters, of others
FIGURES = [("hmc4", "all", []), ("hmc4", "kernels", []), ("hmc4", "u", ["--theme", "dark"]),
           ("hmc4", "accuracy", ["--look", "paper", "--size", "nature"])]
number = 0


def say(ok, what, why=""):
    global number
    number += 1
    print(f"{'ok' if ok else 'not ok'} {number} - {what}")
    if not ok and why:
        print("\n".join("# " + line for line in str(why).splitlines()[:20]))
    sys.stdout.flush()


def skip(what, why):
    global number
    number += 1
    print(f"ok {number} - {what} # SKIP {why}")


def run(*words, **more):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr[-800:]}")
    return done.stdout


def texts_of(root):
    return ["".join(text.itertext()) for text in root.iter(SVG + "text")]


def words_of(text):
    """Words by what a PDF keeps of them: a script may be a word of its own there, or not."""
    return "".join(sorted(re.sub(r"\s", "", text)))


def check_structure(name, path, pdf):
    root = tree.parse(path).getroot()
    texts = list(root.iter(SVG + "text"))
    with open(path, encoding="utf-8") as file:
        source = file.read()
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    say(root.get("role") == "img" and root[0].tag == SVG + "title" and root[1].tag == SVG + "desc"
        and len(root[1].text) > 60 and root[2].tag == SVG + "metadata", f"{name}: what an SVG says of itself")
    say(len(ids) == len(set(ids)), f"{name}: no id twice", sorted(i for i in ids if ids.count(i) > 1))
    say(len(texts) > 5 and all(t.get("text-anchor") in ("start", "middle", "end") and t.get("font-family") == FAMILY
                               and float(t.get("font-size")) > 3 and t.get("x") and t.get("y") for t in texts),
        f"{name}: every text has its place, its anchor, its family and its size apart")
    say(not re.search(r"dominant-baseline|baseline-shift|glyph|textLength|<use", re.sub(r'<use[^>]*"#c\d', "", source)),
        f"{name}: no shapes of letters, and nothing that programs read differently")
    say(all(node.tag == SVG + "tspan" and not list(node) for text in texts for node in text),
        f"{name}: scripts are pieces of their text")
    # Each label is one text: all that the PDF holds, no more, and nothing split.
    there = words_of(run("pdftotext", "-raw", pdf, "-"))
    say(words_of("".join(texts_of(root))) == there, f"{name}: the text of the PDF, sign by sign")
    say(all(node.get("id") or node.get("clip-path") for node in root.iter(SVG + "g") if node.get("id") != "figure"
            and node.get("transform") is None and node.get("mask") is None and len(node) > 0),
        f"{name}: groups have names")
    return root


PAGE = """<!DOCTYPE html><meta charset="utf-8"><body style="margin:0">%s<pre id="out"></pre><script>
const svg = document.querySelector("svg"), view = svg.viewBox.baseVal, box = svg.getBoundingClientRect();
const scale = view.width / box.width, found = [];
for (const text of svg.querySelectorAll("text")) {
  const matrix = text.getScreenCTM(), letters = [...text.textContent];
  if (letters.length !== text.getNumberOfChars()) continue;
  const range = document.createRange(); range.selectNodeContents(text);
  const selection = getSelection(); selection.removeAllRanges(); selection.addRange(range);
  letters.forEach((letter, i) => { if (letter.trim() === "") return;
    const p = text.getStartPositionOfChar(i).matrixTransform(matrix);
    found.push([letter, (p.x - box.left) * scale, (p.y - box.top) * scale, selection.toString()]); });
}
document.getElementById("out").textContent = "BEGIN" + JSON.stringify(found) + "END";
</script>"""


def glyphs_of(pdf, folder):
    """Where the letters of a PDF begin, in points."""
    path = os.path.join(folder, "glyphs.svg")
    run("pdftocairo", "-svg", "-nocenter", "-noshrink", pdf, path)
    return [(float(use.get("x")), float(use.get("y"))) for use in tree.parse(path).getroot().iter(SVG + "use")
            if use.get("x") and "glyph" in use.get(LINK, "")]


def check_chromium(name, path, pdf, folder):
    browser = shutil.which("chromium")
    if browser is None:
        skip(f"{name}: in Chromium", "chromium is not installed")
        return
    with open(path, encoding="utf-8") as file:
        svg = file.read().split("?>", 1)[1]
    page = os.path.join(folder, "page.html")
    with open(page, "w", encoding="utf-8") as file:
        file.write(PAGE % svg)
    out = run(browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/chromium", "--dump-dom",
              "file://" + page, timeout=120)
    match = re.search(r"BEGIN(.*)END</pre>", out, re.S)
    letters = json.loads(match.group(1).replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")) if match else []
    root = tree.parse(path).getroot()
    wanted = sum(len(re.sub(r"\s", "", text)) for text in texts_of(root))
    say(len(letters) == wanted, f"{name}: Chromium has every letter", f"{len(letters)} of {wanted}")
    say({re.sub(r"\s", "", text) for _, _, _, text in letters} ==
        {re.sub(r"\s", "", text) for text in texts_of(root)} - {""}, f"{name}: text can be selected, label by label")
    glyphs = glyphs_of(pdf, folder)

    def off(dx):
        return [(letter, round(x, 2), round(y, 2)) for letter, x, y, _ in letters
                if all((gx - x - dx) ** 2 + (gy - y) ** 2 > NEAR ** 2 for gx, gy in glyphs)]
    say(letters and not off(0), f"{name}: letters within {NEAR} pt of the PDF's in Chromium", off(0))
    say(len(off(0.5)) > len(letters) / 2, f"{name}: and half a point would be seen")


def gray(path, width, folder, tag):
    out = os.path.join(folder, f"{tag}.gray")
    run("convert", path, "-background", "white", "-flatten", "-colorspace", "Gray", "-resize", f"{width}x", "-depth", "8",
        "gray:" + out)
    with open(out, "rb") as file:
        return file.read()


def difference(one, other, wide, folder):
    """Root of the mean squared difference of two pictures, so coarse that letters are shades."""
    a, b = (gray(path, wide, folder, str(i)) for i, path in enumerate((one, other)))
    n = min(len(a), len(b))
    return (sum((x - y) ** 2 for x, y in zip(a[:n], b[:n])) / n) ** 0.5 / 255 if abs(len(a) - len(b)) <= 2 * wide else 1


def check_picture(what, path, png, graphics, wide, folder):
    """The same picture but for its letters: not half as far as the drawing without any."""
    blank = os.path.join(folder, "blank")
    run("pdftoppm", "-r", "150", "-png", "-singlefile", graphics, blank)
    apart, without = (difference(one, png, wide, folder) for one in (path, blank + ".png"))
    say(apart < without / 2, what, f"off by {apart:.4f}, and without labels by {without:.4f}")


# Inkscape takes another font for Helvetica than Pango and Chromium do; places are compared in the same one.
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<match target="pattern"><test name="family"><string>Helvetica</string></test>
<edit name="family" mode="assign" binding="same"><string>Liberation Sans</string></edit></match></fontconfig>
"""


def find_labels(png, graphics, folder):
    """A picture that is white about labels, where a drawing is not the one without any, and black elsewhere: the colors of
    a bar pass from dark to bright one pixel further in another program."""
    blank, labels = os.path.join(folder, "without"), os.path.join(folder, "labels.png")
    run("pdftoppm", "-r", str(DPI), "-png", "-singlefile", graphics, blank)
    run("convert", png, blank + ".png", "-colorspace", "Gray", "-compose", "difference", "-composite", "-threshold", "25%",
        "-morphology", "Dilate", "Disk:6", labels)
    return labels


def far(one, other, labels):
    """Dark pixels of one picture about its labels that are further than NEAR, and half a pixel, from those of the other."""
    dark = ["-flatten", "-colorspace", "Gray", "-threshold", "60%", "-negate"]
    wide = f"Disk:{NEAR * DPI / 72 + 0.55:.2f}"
    return round(float(run("convert", one, *dark, "-write", "mpr:one", "+delete", other, *dark, "-morphology", "Dilate",
                           wide, "-negate", "mpr:one", "-compose", "multiply", "-composite", labels, "-composite",
                           "-format", "%[fx:mean*w*h]", "info:")))


def check_inkscape(name, path, png, graphics, folder):
    if shutil.which("inkscape") is None:
        skip(f"{name}: in Inkscape", "inkscape is not installed")
        return
    fonts = os.path.join(folder, "fonts.conf")
    with open(fonts, "w", encoding="utf-8") as file:
        file.write(FONTS)
    home = dict(os.environ, HOME=folder, XDG_CONFIG_HOME=folder, INKSCAPE_PROFILE_DIR=folder, FONTCONFIG_FILE=fonts)
    listed = run("inkscape", "--query-all", path, env=home, timeout=120)
    root = tree.parse(path).getroot()
    there = [line.split(",")[0] for line in listed.splitlines()]
    ids = [node.get("id") for node in root.find(f"{SVG}g[@id='figure']").iter(SVG + "g") if node.get("id")]
    say(set(ids) <= set(there), f"{name}: Inkscape shows the groups", sorted(set(ids) - set(there)))
    n = len(list(root.iter(SVG + "text")))
    say(sum(i.startswith("text") for i in there) == n, f"{name}: and each label as a text")
    out = os.path.join(folder, "inkscape.png")
    run("inkscape", "--export-type=png", f"--export-filename={out}", f"--export-dpi={DPI}", path, env=home, timeout=120)
    check_picture(f"{name}: drawn by Inkscape as by us", out, png, graphics, FINE, folder)
    if "Liberation Sans" not in run("fc-list", ":", "family"):
        skip(f"{name}: in its place in Inkscape", "the font Liberation Sans is not installed")
        return
    moved = os.path.join(folder, "moved.png")
    run("convert", png, "-page", f"+{round(0.5 * DPI / 72)}+0", "-background", "white", "-flatten", moved)
    labels = find_labels(png, graphics, folder)
    off, back, would = far(out, png, labels), far(png, out, labels), far(moved, png, labels)
    say(max(off, back) < would / 50, f"{name}: in its place in Inkscape, within {NEAR} pt",
        f"{off} and {back} pixels are not, {would} if all were half a point off")


TEX = r"""\documentclass{article}
\usepackage{graphicx,xcolor}
\usepackage[paperwidth=%sbp,paperheight=%sbp,margin=0pt]{geometry}
\setlength{\parindent}{0pt}\setlength{\topskip}{0pt}\pagestyle{empty}
\begin{document}\raggedright\input{%s}\end{document}
"""


def check_tex(name, base, png, root, folder):
    with open(base + ".tex", encoding="utf-8") as file:
        source = file.read()
    say(source.isascii() or all(ord(c) < 128 for line in source.splitlines() if not line.startswith("%") for c in line),
        f"{name}: LaTeX without any sign of its own encoding")
    stays = run("pdftotext", base + "-graphics.pdf", "-").strip()
    say(len(stays) < 0.1 * len("".join(texts_of(root))), f"{name}: LaTeX sets the labels, not the drawing", stays)
    if name == "hmc4 all":
        for label in ("$U_{pq}$", "$N$ = 10", "width $N$", "$x_{30}$", "principal component $k$"):
            say("{" + label + "}%" in source, f"{name}: mathematics as mathematics: {label}")
    if shutil.which("pdflatex") is None:
        skip(f"{name}: typeset by pdflatex", "pdflatex is not installed")
        return
    width, height = (root.get(key)[:-2] for key in ("width", "height"))
    with open(os.path.join(folder, "paper.tex"), "w", encoding="utf-8") as file:
        file.write(TEX % (width, height, os.path.basename(base) + ".tex"))
    done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    say(done.returncode == 0 and "Overfull" not in done.stdout, f"{name}: pdflatex has nothing to say", done.stdout[-900:])
    if done.returncode != 0:
        return
    run("pdftoppm", "-r", "150", "-png", "-singlefile", os.path.join(folder, "paper.pdf"), os.path.join(folder, "paper"))
    fonts = run("pdffonts", os.path.join(folder, "paper.pdf"))
    say("CMR" in fonts, f"{name}: in the document's own font", fonts)
    check_picture(f"{name}: the same picture but for its letters", os.path.join(folder, "paper.png"), png,
                  base + "-graphics.pdf", COARSE, folder)


def main():
    for case, panel, options in FIGURES:
        name = f"{case} {panel}"
        with tempfile.TemporaryDirectory(prefix="interplay-formats-") as folder:
            run(CLI, "figure", case, "--panel", panel, "--format", "png,svg,pdf,tex", "--dpi", str(DPI), "-o", folder,
                *options)
            base = os.path.join(folder, f"{case}-{panel}")
            root = check_structure(name, base + ".svg", base + ".pdf")
            if panel == "all":
                ids = {node.get("id") for node in root.iter(SVG + "g")}
                wanted = {"paths", "paths-path-1", "paths-heads", "u", "u-color-bar", "accuracy", "accuracy-axis-x",
                          "accuracy-theory-1", "accuracy-legend", "overlap-bars-1", "headings"}
                say(wanted <= ids, f"{name}: groups per panel, axis, series and path", sorted(wanted - ids))
            check_chromium(name, base + ".svg", base + ".pdf", folder)
            check_inkscape(name, base + ".svg", base + ".png", base + "-graphics.pdf", folder)
            if "dark" not in options:
                check_tex(name, base, base + ".png", root, folder)
    with tempfile.TemporaryDirectory(prefix="interplay-formats-") as folder:
        run(CLI, "figure", "hmc4", "--panel", "accuracy", "--format", "svg", "--outlines", "-o", folder)
        root = tree.parse(os.path.join(folder, "hmc4-accuracy.svg")).getroot()
        say(not list(root.iter(SVG + "text")) and list(root.iter(SVG + "symbol")), "outlines where they are asked for")
    print(f"1..{number}")


main()
