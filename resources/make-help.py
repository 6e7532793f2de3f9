#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes help.json, which the program reads, of the pages of resources/help and of the table of symbols.

usage: make-help.py SYMBOLS.tsv PAGE.md ... >help.json
       make-help.py SYMBOLS.tsv >symbol-table.h      the table alone, for figures/kit/symbol-meanings.c

The format of a page is a little of Markdown:

    # Title                the first line
    group: Theory          then what is said of the page, up to the first empty line:
    theory: 2, 4.1         sections of src/THEORY.md
    paper: figure 1b       where it is in Tiberi et al. (2024)
    joma: figure 4         or in Tian et al. (2024)
    also: id, id           further panels that it is about
    place: 3               where it stands in its group: 1 first, 50 where nothing is said

    Paragraphs, ended by an empty line. ## A heading. Lines of a list begin with "- ". A line that begins with "> " is a
    formula. Lines between two lines of ``` are code, with a button to copy them. Within a line: $formula$, *emphasis*,
    **strong**, `code`, [words](page) and [words](https://...).

Formulas are Unicode with _ and ^ for what stands below and above: K = Σ_{pq} U_{pq} C. A letter alone is italic, letters
together (log, det, tr) are a word; below and above, two are two letters. A page about a panel has the panel's id as its
name. {symbols} stands for the table of symbols, {pages} for links to all pages."""
import html
import json
import os
import re
import sys

GROUPS = ["First steps", "Theory", "Several outputs", "Posterior", "Tasks", "Trained networks", "Joint dynamics",
          "Salience", "Text", "Trees", "Checkpoints"]
SOURCES = {"paper": "Tiberi et al., NeurIPS 2024 ([arXiv 2405.15926](https://arxiv.org/abs/2405.15926)): {}. ",
           "joma": "Tian et al., ICLR 2024 ([arXiv 2310.00535](https://arxiv.org/abs/2310.00535)): {}. "}
KEYS = ["group", "place", "also", "theory", *SOURCES]
STARTS = {"## ": "heading", "- ": "item", "> ": "formula"}
RUN = re.compile(r"\[([^\]]*)\]\(([^)]*)\)|\$([^$]+)\$|`([^`]+)`|\*\*(.+?)\*\*|\*([^*]+)\*", re.DOTALL)


def escape(text):
    return html.escape(text, quote=False)


def braced(text, at):
    """What "_" or "^" lifts from there, one sign or all between braces, and where it ends."""
    if text[at:at + 1] != "{":
        return text[at:at + 1], at + 1
    depth = 0
    for end in range(at, len(text)):
        depth += (text[end] == "{") - (text[end] == "}")
        if depth == 0:
            return text[at + 1:end], end + 1
    raise ValueError(f"the formula “{text}” has no closing brace")


def formula(text, together=1):
    """As Pango markup; up to @together Latin letters side by side are italic."""
    out, at = [], 0
    while at < len(text):
        word = re.match(r"[A-Za-z]+", text[at:])
        if text[at] in "_^":
            tag = "sub" if text[at] == "_" else "sup"
            inner, at = braced(text, at + 1)
            out.append(f"<{tag}>{formula(inner, 2)}</{tag}>")
        elif word:
            italic = len(word[0]) <= together
            out.extend(f"<i>{letter}</i>" if italic else letter for letter in word[0])
            at += len(word[0])
        else:
            out.append(f"<i>{text[at]}</i>" if "α" <= text[at] <= "ω" else escape(text[at]))
            at += 1
    return "".join(out)


def markup(text):
    """A line's runs as Pango markup, with links as GTK has them."""
    out, done = [], 0
    for run in RUN.finditer(text):
        words, target, math, code, strong, emphasis = run.groups()
        out.append(escape(text[done:run.start()]))
        if words is not None:
            out.append(f'<a href="{html.escape(target)}">{markup(words)}</a>')
        elif math:
            out.append(formula(math))
        else:
            tag, inner = ("tt", escape(code)) if code else ("b", markup(strong)) if strong else ("i", markup(emphasis))
            out.append(f"<{tag}>{inner}</{tag}>")
        done = run.end()
    return "".join(out) + escape(text[done:])


def plain(text):
    """Without signs."""
    def without_signs(run):
        words, _, math, code, strong, emphasis = run.groups()
        return re.sub(r"[_^{}]", "", math) if math else code or plain(words or strong or emphasis)
    return RUN.sub(without_signs, text)


def block(kind, text):
    if kind == "code":
        return {"kind": kind, "plain": text, "markup": escape(text)}
    if kind == "formula":
        return {"kind": kind, "plain": plain(f"${text}$"), "markup": formula(text)}
    return {"kind": kind, "plain": plain(text), "markup": markup(text)}


def blocks_of(lines):
    blocks, kind, open_lines = [], "paragraph", []

    def close():
        text = ("\n" if kind == "code" else " ").join(open_lines).rstrip()
        if text:
            blocks.append(block(kind, text))
        open_lines.clear()

    for line in lines:
        if kind == "code" and not line.startswith("```"):
            open_lines.append(line)
        elif line.startswith("|"):
            raise ValueError(f"“{line}” is of a table, which help does not have: write a list")
        elif line.startswith("```") or not line:
            close()
            kind = "code" if line and kind != "code" else "paragraph"
        else:
            start = next((sign for sign in STARTS if line.startswith(sign)), None)
            if start:
                close()
                kind, line = STARTS[start], line[len(start):]
            open_lines.append(line.lstrip(" "))
    close()
    return blocks


class Page:
    def __init__(self, path, symbols):
        self.id = os.path.basename(path)[:-len(".md")]
        with open(path, encoding="utf-8") as file:
            self.lines = file.read().replace("{symbols}", symbols).split("\n")
        if not self.lines[0].startswith("# "):
            raise ValueError(f"{path} has no title")
        self.title, self.said, self.sources = self.lines[0][2:], {}, ""
        for line in self.lines[1:self.body()]:
            key, colon, value = line.partition(":")
            if key not in KEYS or not colon:
                raise ValueError(f"{path}: “{line}” is no key")
            self.said[key] = value.strip()
            self.sources += SOURCES.get(key, "").format(value.strip())
        if self.said.get("group") not in GROUPS:
            raise ValueError(f"{path} has no group that is known")

    def body(self):
        return self.lines.index("") if "" in self.lines else len(self.lines)

    def order(self):
        return GROUPS.index(self.said["group"]), int(self.said.get("place", 50)), self.title

    def list(self, key):
        return [word.strip() for word in self.said[key].split(",")] if key in self.said else []

    def value(self, pages):
        lines = "\n".join(self.lines[self.body() + 1:]).replace("{pages}", pages).split("\n")
        blocks, theory, sources = blocks_of(lines), self.list("theory"), self.sources
        if theory:
            sources += f"The program’s own notes, `src/THEORY.md`: section{'s' * (len(theory) > 1)} {', '.join(theory)}."
        if sources:
            blocks += [block("heading", "Where this is from"), block("paragraph", sources.rstrip())]
        cites = "; ".join(plain(self.said[key]) for key in SOURCES if key in self.said)
        return {"id": self.id, "title": self.title, "group": self.said["group"], "also": self.list("also"),
                "theory": theory, "cites": cites, "blocks": blocks}


def read_symbols(path):
    """Rows of: what it is in figures, what it is in help, the page about it, where it means that, what it is."""
    with open(path, encoding="utf-8") as file:
        rows = [line.split("\t") for line in file.read().splitlines() if not line.startswith("#")]
    for row in rows:
        if len(row) != 5 or row[3] not in ("paths", "dynamics", "anywhere"):
            raise ValueError(f"{path}: “{' '.join(row)}” is no symbol")
    return rows


def symbol_items(rows):
    return "\n".join(f"- ${math}${' in training dynamics' if place == 'dynamics' else ''} – {sentence}. [More]({page})"
                     for _, math, page, place, sentence in rows)


def symbol_table(rows):
    return "".join(f'{{ "{text}", "{sentence}", "{page}", IPL_SYMBOL_{place.upper()} }},\n'
                   for text, _, page, place, sentence in rows)


def page_links(pages):
    """To the pages of all groups but the first, which is about the program and not about figures."""
    lines, group = [], GROUPS[0]
    for page in pages:
        if page.said["group"] == GROUPS[0]:
            continue
        if page.said["group"] != group:
            group = page.said["group"]
            lines += ["", f"## {group}", ""]
        lines.append(f"- [{page.title}]({page.id})")
    return "\n".join(lines)


def main():
    try:
        symbols, paths = read_symbols(sys.argv[1]), sys.argv[2:]
        pages = sorted((Page(path, symbol_items(symbols)) for path in paths), key=Page.order)
        made = [page.value(page_links(pages)) for page in pages]
    except ValueError as error:
        sys.exit(f"make-help: {error}")
    sys.stdout.write(json.dumps(made, ensure_ascii=False, indent=0) if paths else symbol_table(symbols))


main()
