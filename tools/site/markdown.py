# SPDX-License-Identifier: GPL-3.0-or-later
"""The Markdown of this project as HTML: headings, paragraphs, lists, tables, quotes, code, and formulas.

The dialect "theory" has formulas in fences and in running text; "plain" has none.
"""
import html
import re

import formula

ITEM = re.compile(r"(?:[-*]|\d+\.) +")
KEPT = re.compile("\x02(\\d+)\x03")


def slug(text):
    """The anchor of a heading: that of GitHub, or the number of a section of THEORY.md."""
    number = re.match(r"(\d+(?:\.\d+)*)\.? ", text)
    return "s" + number.group(1) if number else re.sub(r"[^\w -]", "", text.lower()).strip().replace(" ", "-")


class Page:
    """A page being read: DIALECT is theory or plain, LINK turns a target into that of the site."""

    def __init__(self, dialect, link):
        self.dialect = dialect
        self.link = link
        self.headings = []  # (level, anchor, text as HTML)
        self.kept = []

    def keep(self, markup):
        """A sign in the place of what is finished, which nothing else shall look into."""
        self.kept.append(markup)
        return f"\x02{len(self.kept) - 1}\x03"

    def code(self, text):
        if self.dialect == "theory" and formula.looks_like_formula(text):
            return self.keep(f'<span class="math">{formula.theory_formula(text)}</span>')
        return self.keep(f"<code>{html.escape(text)}</code>")

    def target(self, text):
        return html.escape(html.unescape(self.link(text)))

    def inline(self, text):
        text = re.sub(r"`([^`]+)`", lambda found: self.code(found.group(1)), text)
        if self.dialect == "theory":
            text = formula.theory_prose(text, lambda markup: self.keep(f'<span class="math">{markup}</span>'))
        text = html.escape(text, quote=False)
        text = re.sub(r"&lt;(/?su[bp])&gt;", r"<\1>", text)
        text = re.sub(r"!\[([^]]*)\]\(([^)]*)\)", lambda found: self.keep(
            f'<img src="{self.target(found.group(2))}" alt="{html.escape(found.group(1))}">'), text)
        text = re.sub(r"\[([^]]*)\]\(([^)]*)\)", lambda found: self.keep(
            f'<a href="{self.target(found.group(2))}">') + found.group(1) + self.keep("</a>"), text)
        text = re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"<b>\1</b>", text, flags=re.S)
        text = re.sub(r"(?<![\w*])\*(?=[^\s*])([^*]*[^\s*])\*(?![\w*])", r"<em>\1</em>", text)
        while KEPT.search(text):
            text = KEPT.sub(lambda found: self.kept[int(found.group(1))], text)
        return text

    def heading(self, line):
        marks, text = line.split(" ", 1)
        anchor = slug(text)
        shown = self.inline(text)
        self.headings.append((len(marks), anchor, shown))
        return f'<h{len(marks)} id="{anchor}">{shown}</h{len(marks)}>'

    def table(self, lines):
        rows = [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in self.hide_code(lines)]
        out = []
        for n, row in enumerate(rows):
            if n != 1:
                tag = "th" if n == 0 else "td"
                out.append("<tr>" + "".join(f"<{tag}>{self.inline(cell.strip())}</{tag}>" for cell in row) + "</tr>")
        return '<div class="wide"><table>' + "\n".join(out) + "</table></div>"

    def hide_code(self, lines):
        """Bars within code part no cells."""
        return [re.sub(r"`([^`]+)`", lambda found: self.code(found.group(1).replace("\\|", "|")), line) for line in lines]

    def list(self, lines):
        """Items from lines of which each begins with a mark or goes on with what the one before said."""
        items = []
        for line in lines:
            if ITEM.match(line):
                items.append([ITEM.sub("", line, count=1)])
            else:
                items[-1].append(line)
        tag = "ol" if lines[0][0].isdigit() else "ul"
        inner = []
        for item in items:
            rest = [re.sub(r"^ {1,4}", "", line) for line in item]
            loose = any(not line.strip() or ITEM.match(line) for line in rest[1:])
            inner.append(f"<li>{self.blocks(rest) if loose else self.inline(' '.join(s.strip() for s in rest))}</li>")
        return f"<{tag}>" + "\n".join(inner) + f"</{tag}>"

    def quote(self, lines):
        lines = [line.lstrip("> ").rstrip() for line in lines]
        return f"<blockquote>{self.blocks(lines)}</blockquote>"

    def fence(self, lines):
        if self.dialect == "theory":
            return formula.theory_block(lines)
        return f"<pre>{html.escape(chr(10).join(lines))}</pre>"

    def take(self, lines, at):
        """The block that begins at line AT, as HTML, and the line after it."""
        def until(ends):
            end = at + 1
            while end < len(lines) and not ends(lines[end]):
                end += 1
            return end

        line = lines[at]
        if line.startswith("```"):
            end = until(lambda other: other.startswith("```"))
            return self.fence(lines[at + 1:end]), end + 1
        if line.startswith("    "):
            end = until(lambda other: other.strip() and not other.startswith("    "))
            text = "\n".join(other[4:] for other in lines[at:end]).rstrip()
            return f"<pre>{html.escape(text)}</pre>", end
        if re.match(r"#{1,6} ", line):
            return self.heading(line), at + 1
        if line.startswith("|"):
            end = until(lambda other: not other.startswith("|"))
            return self.table(lines[at:end]), end
        if line.startswith(">"):
            end = until(lambda other: not other.startswith(">"))
            return self.quote(lines[at:end]), end
        if ITEM.match(line):
            end = at + 1
            while end < len(lines) and (ITEM.match(lines[end]) or lines[end].startswith("  ") or (
                    lines[end].strip() and lines[end - 1].strip() and not re.match(r"#|```|\|", lines[end])) or (
                    not lines[end].strip() and end + 1 < len(lines) and lines[end + 1].startswith("   "))):
                end += 1
            return self.list(lines[at:end]), end
        end = until(lambda other: not other.strip() or re.match(r"#{1,6} |```|\||>|[-*] |\d+\. ", other))
        return f"<p>{self.inline(chr(10).join(lines[at:end]))}</p>", end

    def blocks(self, lines):
        out = []
        at = 0
        while at < len(lines):
            if lines[at].strip():
                block, at = self.take(lines, at)
                out.append(block)
            else:
                at += 1
        return "\n".join(out)
