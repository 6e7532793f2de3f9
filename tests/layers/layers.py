#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the sources to the modules of src/DESIGN.md, as TAP.

Reads the #include lines of every source file and names file and line where
  - a room includes one that does not stand before it,
  - anything below app includes GTK, or anything below figures Cairo or Pango,
  - a private header is included from another room,
  - JSON is parsed or written by json-glib itself outside of core/base/json-text,
  - a file is opened to be read outside of core/base/file-read, which looks at its type first,
  - files include each other, straight or round a circle (a thing's .c and .h count as one),
  - a source file or a test has more than 500 lines.
With object files it also reads which file calls which, and names circles that a shared header hides.

usage: layers.py SOURCE_ROOT [LIBRARY.a ...]
"""
import collections
import os
import re
import subprocess
import sys
import tempfile

# In order: a room may include itself and the rooms before it, in the storeys it may reach.
ROOMS = [
    ("core", [], ["base", "files", "case", "kernel", "theory", "posterior", "images", "training", "network", "attention", "tasks", "heads",
                  "transformer", "dynamics", "text", "hierarchy", "checkpoints", "results", "fields",
                  "experiments", "token-tasks", "parameters", "maps", "sessions"]),
    ("shown", ["core"], []),
    ("runs", ["core", "shown"], []),
    ("cluster", ["core", "shown", "runs"], []),
    ("figures", ["core", "shown", "runs"], ["kit", "view", "plot", "panels/theory", "panels/outputs", "panels/posterior", "panels/sequence",
                                   "panels/network", "panels/dynamics", "panels/text",
                                   "panels/hierarchy", "panels/checkpoints", "panels/maps", "panels", "pages", "output", "python",
                                   "story", "animation", "web", "help"]),
    ("api", ["core", "shown", "runs", "figures"], []),
    ("document", ["core", "shown", "runs", "figures"], []),
    ("app", ["core", "shown", "runs", "figures", "document"], ["base", "help", "find", "panels", "sidebar", "pages", "present", "dialogs", "import", "window",
                                                     "shell"]),
    ("cli", ["core", "shown", "runs", "cluster", "figures"], ["base", "options", "work", "commands", "program"]),
]
INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')
GENERATED = ["interplay-resources.h", "figures/story/story-resources.h", "figures/web/web-resources.h", "figures/python/python-resources.h", "figures/help/help-resources.h", "figures/kit/symbol-table.h",
             "core/base/data-folders.h"]
# Libraries that only some storeys may know.
LIBRARIES = [
    (re.compile(r"(gtk|gdk|gsk|adwaita)([/.]|$)"), ["app"], "GTK"),
    (re.compile(r"(cairo|pango)"), ["figures", "document", "app", "cli"], "Cairo or Pango"),
]

# Functions that only files may call whose paths begin so.
OWNERS = [
    (re.compile(r"\b(printf|puts|putchar|fputs|fputc|fwrite|g_print|fprintf) \("), ("cli/base/", "app/shell/"),
     "cli_print() and cli_print_error() escape what a file brought along"),
    (re.compile(r"\bjson_(parser_|reader_|generator_|from_string|to_string|gobject_)"), "core/base/json-text",
     "ipl_json_parse() and ipl_json_write() parse and write JSON"),
    (re.compile(r"\bg_file_(get_contents|load_contents|read) |\bg_mapped_file_new \(|\barchive_read_open_(file|fd)|O_RDONLY \| O_CLOEXEC"),
     "core/base/file-read", "ipl_file_open() and ipl_file_read() open files, after a look at their type"),
    (re.compile(r"\bG_OPTION_ARG_(INT|INT64|DOUBLE)\b"), "cli/options/option-table", "cli_entry_parse() takes numbers"),
    (re.compile(r"\bg_filename_display_"), "core/base/text-escape", "ipl_file_shown() shows file names"),
    (re.compile(r'^(?! ?\*| */\*).*"[^"]*(\((nats|bits|s|ms|min|h|%)\)|\bnats\b)|\.unit = "'),
     "core/base/units", "units.h has the words of units"),
    (re.compile(r"\bg_thread_new \("), (), "g_thread_try_new() fails where the system gives no thread"),
    (re.compile(r"\b(g_file_(set_contents|replace|create|copy|move)|g_fopen|fopen|mkstemp|g_file_open_tmp)\w* \("),
     "core/base/file-save", "ipl_file_save_begin() writes files"),
]


MOST_LINES = 500


def room_of(path):
    """("core", "theory") for "core/kernel/kernel.c"; the room is "" where a storey has none."""
    storey, _, rest = path.partition("/")
    folder = os.path.dirname(rest)
    return storey, folder


def storey_row(storey):
    for row in ROOMS:
        if row[0] == storey:
            return row
    return None


def may_include(source, wanted):
    """None where the file may include the other, else why not."""
    (storey, room), (other, other_room) = room_of(source), room_of(wanted)
    row = storey_row(storey)
    if row is None:
        return f"src/{storey} is not a storey"
    if other != storey:
        return None if other in row[1] else f"{storey} may not include {other}"
    rooms = row[2]
    if room == other_room or not rooms:
        return None
    for name in (room, other_room):
        if name not in rooms:
            return f"{storey}/{name} is not a room"
    if rooms.index(other_room) > rooms.index(room):
        return f"{storey}/{other_room} stands after {storey}/{room}"
    return None


def unit(path):
    """A thing's .c, .h and -private.h count as one."""
    return re.sub(r"(-private)?\.[ch]$", "", path)


def circles(arrows):
    """The strongly connected sets of two or more, by Tarjan's algorithm."""
    index, low, stack, on_stack, found = {}, {}, [], set(), []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        on_stack.add(node)
        for other in sorted(arrows.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in on_stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            members = set()
            while node not in members:
                members.add(stack.pop())
            on_stack.difference_update(members)
            if len(members) > 1:
                found.append(sorted(members))

    sys.setrecursionlimit(10000)
    for node in sorted(arrows):
        if node not in index:
            visit(node)
    return found


def read_lines(root):
    """(path, line number, line) of every source file below ROOT/src."""
    source_root = os.path.join(root, "src")
    for folder, _, names in sorted(os.walk(source_root)):
        for name in sorted(names):
            if not name.endswith((".c", ".h")):
                continue
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    yield os.path.relpath(path, source_root), number, line


def read_includes(root):
    """(path, line number, "<" or '"', name) of every include below ROOT/src."""
    for path, number, line in read_lines(root):
        match = INCLUDE.match(line)
        if match:
            yield path, number, match[1], match[2]


def check_owners(root):
    """Calls of what belongs to another file."""
    return [f"src/{path}:{number}: {why}" for path, number, line in read_lines(root)
            for pattern, owner, why in OWNERS if pattern.search(line) and not path.startswith(owner)]


def check_includes(root):
    """What is wrong, as a dictionary of rule to sentences."""
    wrong = collections.OrderedDict((rule, []) for rule in
                                    ("rooms", "libraries", "private", "circles", "paths"))
    arrows, place = collections.defaultdict(set), {}
    for path, number, mark, name in read_includes(root):
        where = f"src/{path}:{number}"
        for pattern, storeys, called in LIBRARIES:
            if pattern.match(name) and room_of(path)[0] not in storeys:
                wrong["libraries"].append(f"{where}: {called} ({name}) in {room_of(path)[0]}")
        if mark == "<":
            continue
        if name in GENERATED:
            continue
        if not os.path.exists(os.path.join(root, "src", name)):
            wrong["paths"].append(f"{where}: {name} is not written from src/")
            continue
        why = may_include(path, name)
        if why:
            wrong["rooms"].append(f"{where}: {why} ({name})")
        if name.endswith("-private.h") and room_of(path) != room_of(name):
            wrong["private"].append(f"{where}: {name} is private to its room")
        if unit(path) != unit(name):
            arrows[unit(path)].add(unit(name))
            place.setdefault((unit(path), unit(name)), where)
    for members in circles(arrows):
        inside = [place[a, b] + f" -> {b}" for a in members for b in sorted(arrows[a]) if b in members]
        wrong["circles"].append("; ".join(inside))
    return wrong


def read_calls(libraries):
    """Which object file takes a function or variable from which, over all the libraries."""
    defined, wanted = {}, collections.defaultdict(set)
    for library in libraries:
        text = subprocess.run(["nm", "-A", "-P", "-g", library], check=True, capture_output=True,
                              text=True).stdout
        for line in text.splitlines():
            member, _, rest = line.partition(": ")
            name = re.search(r"\[(.*)\]", member)
            words = rest.split()
            key = os.path.basename(name[1] if name else member)[:-len(".c.o")]
            if len(words) < 2:
                continue
            if words[1] == "U":
                wanted[key].add(words[0])
            elif words[1] in "TDBRC":
                defined[words[0]] = key
    arrows = collections.defaultdict(set)
    for key, names in wanted.items():
        for name in names:
            if name in defined and defined[name] != key:
                arrows[key].add(defined[name])
    return arrows


def check_lengths(root):
    """Sources and tests that are too long."""
    sentences = []
    for top in ("src", "tests"):
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for name in sorted(names):
                path = os.path.join(folder, name)
                if not name.endswith((".c", ".h", ".py")) or os.path.islink(path):
                    continue
                with open(path, encoding="utf-8") as file:
                    lines = sum(1 for _ in file)
                path = os.path.relpath(path, root)
                if lines > MOST_LINES:
                    sentences.append(f"{path} has {lines} lines, and {MOST_LINES} are the most: split it by subject")
    return sentences


def check_guard():
    """The guard itself: a small tree with one fault of each kind must give each of them."""
    files = {
        "core/kernel/kernel.c": '#include "core/posterior/nuts.h"\n',
        "core/posterior/nuts.h": "",
        "core/case/case.c": "#include <gtk/gtk.h>\n#include <cairo.h>\n",
        "core/base/a-private.h": '#include "core/base/b.h"\n',
        "core/base/b.h": '#include "core/base/a-private.h"\n',
        "figures/kit/text.c": '#include "core/base/a-private.h"\n#include "text.h"\n',
        "runs/job.c": '#include "figures/kit/axis.h"\n',
        "figures/kit/axis.h": "",
        "core/base/json-text.c": "json_parser_new ();\n",
        "core/base/json.c": "text = json_to_string (root, TRUE);\n",
        "core/base/loss.c": 'title = "loss (bits)";\nsay ("a loss (%s)");\n/* in "nats" */\n',
        "core/base/tell.c": 'printf ("%s", name);\nthread = g_thread_new (name, run, NULL);\n',
        "core/base/note.c": "g_file_set_contents (path, text, -1, NULL);\n",
        "core/case/case-io.c": "g_file_get_contents (path, &text, NULL, NULL);\n",
        "core/base/long.c": "\n" * 501,
    }
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            full = os.path.join(root, "src", path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
        found = check_includes(root)
        found["owners"] = check_owners(root)
        found["lengths"] = check_lengths(root)
    counts = {rule: len(sentences) for rule, sentences in found.items()}
    expected = {"rooms": 2, "libraries": 2, "private": 1, "circles": 1, "paths": 1,
                "owners": 6, "lengths": 1}
    return [] if counts == expected else [f"expected {expected}, found {counts}: {found}"]


def main():
    root, libraries = sys.argv[1], sys.argv[2:]
    titles = {"rooms": "a room includes only rooms before it",
              "libraries": "GTK only in app, Cairo and Pango only from figures up",
              "private": "private headers stay in their room",
              "circles": "no two files include each other",
              "paths": "includes are written from src/"}
    results = [("the guard finds what it is there for", check_guard())]
    results += [(titles[rule], sentences) for rule, sentences in check_includes(root).items()]
    results.append(("what belongs to one file is called there only", check_owners(root)))
    results.append((f"no source and no test has more than {MOST_LINES} lines", check_lengths(root)))
    if libraries:
        results.append(("no two files call each other",
                        [", ".join(members) for members in circles(read_calls(libraries))]))
    print(f"1..{len(results)}")
    for number, (title, sentences) in enumerate(results, 1):
        print(f"{'not ok' if sentences else 'ok'} {number} {title}")
        for sentence in sentences:
            print(f"# {sentence}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
