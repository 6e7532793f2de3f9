# SPDX-License-Identifier: GPL-3.0-or-later
"""Formulas of src/THEORY.md as HTML: what _ and ^ lower and raise, letters in italics.

theory_formula() reads plain ASCII with the names of Greek letters; theory_block() sets several lines of it, of
which columns stay columns.
"""
import html
import re

GREEK = dict(zip(
    "alpha beta gamma delta epsilon eps zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi omega "
    "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega".split(),
    "α β γ δ ε ε ζ η θ κ λ μ ν ξ π ρ σ τ φ χ ψ ω Γ Δ Θ Λ Ξ Π Σ Φ Ψ Ω".split()))
WORDS = GREEK | {"sum": "∑", "prod": "∏", "sqrt": "√", "infinity": "∞", "integral": "∫", "xbar": "x\u0304",
                 "xibar": "ξ\u0304"}
# Longer ones first, so that none hides another.
SIGNS = [(" (x) ", " ⊗ "), ("<->", "↔"), ("->", "→"), ("<-", "←"), ("<=", "≤"), (">=", "≥"), ("!=", "≠"),
         ("+-", "±"), (" . ", " · "), (" - ", " − ")]
TIMES = re.compile(r"(?<=[\w})])\sx\s(?=(?:Pi|[A-Z]|\d|rows|cols)[\w_{}]*)")
# Words that are no product of letters, where two letters stand together.
PLAIN = "is of to in at if or as by on no it ln tr sd se gp an be do so".split()
# In running text: a short name with something below or above it.
IN_PROSE = re.compile(r"(?:(?<![\w/.&])|(?<=\d/))(?:%s|[A-Za-z]{1,2}\d?)'?"
                      r"(?:[_^](?:\{[^{}]*\}|\(-?\d+/\d+\)|-?[A-Za-z0-9]{1,4}(?![a-z])))+(?![\w_])" % "|".join(WORDS))
# There too: a letter or the name of a Greek one, alone. A, I and a are words, but beside a sign.
ALONE = re.compile(r"(?<![\w.'’^_`-])(?:(?:%s|[B-HJ-Zb-z])(?:''?(?!\w))?(?![\w'’^_`-]|\.\w)|A(?= [=<>×⊗])|I(?= [=×⊗])"
                   r"|(?<=[=<>+×⊗] )[AI]\b|(?<=[A-Z] )I\b)" % "|".join(GREEK))
PRODUCT_IN_PROSE = re.compile(r"(?<=[\w\x03)\]])\s\(x\)\s(?=[\w\x02(\[])")
# A hyphen that is a minus: between what is no word.
MINUS = re.compile(r"(?<![A-Za-z]{2})-(?![A-Za-z]{2}|\w*[a-z]{3})")


def matching(text, start):
    """Where the bracket at START is closed, one past it; the end, where it never is."""
    depth = 0
    for at in range(start, len(text)):
        depth += text[at] in "({["
        depth -= text[at] in ")}]"
        if depth == 0:
            return at + 1
    return len(text)


def lifted(text, at, sign):
    """What _ or ^ before AT is about, without the brackets that only group, and where it ends."""
    opening = text[at:at + 1]
    if opening == "{":
        end = matching(text, at)
        return text[at + 1:end - 1], end
    if opening == "(":
        end = matching(text, at)
        while sign == "_" and text[end:end + 2] == ",(":
            end = matching(text, end + 1)
        return (text[at:end] if sign == "_" else text[at + 1:end - 1]), end
    # d^2E is the second derivative of E, theta_1j has two indices.
    run = re.compile(r"[-−+]?(?:%s)'*|\*" % (r"\d+|[A-Za-z]\w*" if sign == "^" else "[A-Za-z0-9]+")).match(text, at)
    return (run.group(), run.end()) if run else ("", at)


def letters(word, inside):
    """A word of a formula: a Greek letter by its name, a variable, a product of two, or a word."""
    if word in WORDS:
        sign = WORDS[word]
        return f"<i>{sign}</i>" if word in GREEK and word[0].islower() else sign
    if len(word) == 1 or (len(word) <= (3 if inside else 2) and word.lower() not in PLAIN):
        return f"<i>{word}</i>"
    return word


def signed(text):
    for plain, sign in SIGNS:
        text = text.replace(plain, sign)
    text = re.sub(r"<(\w[^<>]*, [^<>]+)>", r"⟨\1⟩", text)
    return TIMES.sub(" × ", MINUS.sub("−", text))


def theory_formula(text, inside=False):
    """TEXT: "U_l = W_l W_l^T / N_l" """
    if not inside:
        text = signed(text)
    out = []
    at = 0
    while at < len(text):
        sign = text[at]
        word = re.compile(r"[A-Za-z]+").match(text, at)
        if sign in "_^":
            group, end = lifted(text, at + 1, sign)
            if group:
                tag = "sub" if sign == "_" else "sup"
                out.append(f"<{tag}>{theory_formula(group.replace('-', '−'), True)}</{tag}>")
                at = end
                continue
            # A hat: D^ is D with ^ above it.
            out.append("\u0302" if sign == "^" else "_")
        elif word:
            out.append(letters(word.group(), inside))
            at = word.end()
            digits = re.compile(r"\d+(?![.\w])").match(text, at)
            # s0, but not the e of 1e10.
            if len(word.group()) == 1 and digits and not text[word.start() - 1:word.start()].isdigit():
                out.append(f"<sub>{digits.group()}</sub>")
                at = digits.end()
            continue
        else:
            out.append("′" if sign == "'" else html.escape(sign))
        at += 1
    return "".join(out)


def theory_prose(text, keep):
    """TEXT: escaped; formulas in it are given to KEEP, whose answer takes their place."""
    text = IN_PROSE.sub(lambda found: keep(theory_formula(found.group())), TIMES.sub(" × ", text))
    text = ALONE.sub(lambda found: keep(theory_formula(found.group())), PRODUCT_IN_PROSE.sub(" ⊗ ", text))
    for plain, sign in SIGNS[1:]:
        text = text.replace(plain, sign)
    return text


def looks_like_formula(code):
    """Whether code in running text is mathematics, no file and no name of the program's."""
    if re.search(r"\w\(\)|--|\.[chp]\w*\b|ipl_|[a-z]{4,}_[a-z]{3,}|[\"'/]\w{4,}|\\", code):
        return False
    return bool(re.search(r"\^| (?:=|<=|>=|\+) |^\w{1,5}_\w{1,3}$", code))


def theory_block(lines):
    """Lines of formulas as a table: text that is preceded by two spaces, or by the sign = below or above
    of which such text begins, stands in a column of its own."""
    stops = sorted({found.start() for line in lines for found in re.finditer(r"(?:(?<=  )|(?<=^))\S", line)} | {0})
    rows = []
    for line in lines:
        if not line.strip():
            rows.append("<tr><td>&#160;</td></tr>")
            continue
        at = [stop for stop in stops if stop == 0 or (stop < len(line) and line[stop] != " " and (
            line[:stop].endswith("  ") or (line[stop - 1] == " " and line[stop] in "=≤≥~<")))]
        cells = []
        for stop, following in zip(at, at[1:] + [None]):
            columns = len([s for s in stops if s >= stop and (following is None or s < following)])
            span = f' colspan="{columns}"' if columns > 1 else ""
            cells.append(f"<td{span}>{theory_formula(line[stop:following].strip())}</td>")
        rows.append("<tr>" + "".join(cells) + "</tr>")
    return '<div class="formula"><table>' + "\n".join(rows) + "</table></div>"
