#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Text with class labels, as TAP: sentences of which the word behind "about" is the class, as tokens with
attention in a file with class_names; solved, drawn, and told as a story.

The word alone says nothing: each sentence names all three topics. A head that looks at the token before, and a
uniform one, let a path tell them apart.

usage: test-text-classes.py INTERPLAY-CLI
"""
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError as error:
    # Meson's Python may not have it, where the system's has.
    system = "/usr/bin/python3"
    if sys.executable != system and os.path.exists(system) and "PYTHON_TRIED" not in os.environ:
        os.execve(system, [system, *sys.argv], {**os.environ, "PYTHON_TRIED": "1"})
    print(f"1..0 # SKIP {error}")
    sys.exit(0)

CLI = os.path.abspath(sys.argv[1])
TOPICS = ["music", "sport", "food"]
WORDS = TOPICS + ["about", "and", "not", "today"]
LENGTH = 8


def make_sentence(rng, topic):
    """ "not sport and food about music today": words, of which one stands behind "about"."""
    others = [t for t in range(3) if t != topic]
    rng.shuffle(others)
    parts = [[WORDS.index("about"), topic], [WORDS.index("not"), others[0]],
             [WORDS.index("and"), others[1]]]
    rng.shuffle(parts)
    words = [word for part in parts for word in part]
    return words + [WORDS.index("today")] * (LENGTH - len(words))


def make_set(rng, embedding, count):
    labels = np.arange(count) % 3
    words = np.array([make_sentence(rng, label) for label in labels])
    x = embedding[words]
    before = np.zeros((LENGTH, LENGTH))
    before[np.arange(LENGTH), np.maximum(np.arange(LENGTH) - 1, 0)] = 1
    # A word and the one before it are added up where a head looks at both.
    pair = 0.5 * np.eye(LENGTH) + 0.5 * before
    found = np.zeros((count, LENGTH, LENGTH))
    found[:] = np.eye(LENGTH)
    for i, sentence in enumerate(words):
        about = list(sentence).index(WORDS.index("about"))
        found[i, :, :] = 0
        found[i, :, about + 1] = 1
    uniform = np.full((count, LENGTH, LENGTH), 1 / LENGTH)
    first = np.stack([np.broadcast_to(pair, found.shape), uniform], axis=1)
    return x, labels, first, np.stack([found, uniform], axis=1)


def make_case(file):
    rng = np.random.default_rng(7)
    embedding = rng.standard_normal((len(WORDS), 20))
    arrays = {"heads": [2, 2], "class_names": TOPICS, "name": "Sentences",
              "head_names": ["pair", "all", "behind about", "all"], "temperature": 0.05}
    for name, count in (("train", 60), ("test", 90)):
        x, y, first, second = make_set(rng, embedding, count)
        x = x + 0.7 * rng.standard_normal(x.shape)
        arrays |= {f"x_{name}": x, f"y_{name}": y, f"attn_{name}_1": first, f"attn_{name}_2": second}
    np.savez(file, **arrays)


def run(folder, *arguments):
    return subprocess.run([CLI, *arguments], cwd=folder, capture_output=True, text=True)


def check_solved(folder):
    told = run(folder, "sweep", "text.npz", "--widths", "5,100", "-o", "solved.npz")
    assert told.returncode == 0, told.stderr
    results = np.load(os.path.join(folder, "solved.npz"))
    assert list(results["output_names"]) == TOPICS
    # As many as there are of each class; nearly all are found, by the paths that join a word with the one before.
    assert (results["confusion"].sum(axis=2) == 30).all()
    assert results["accuracy"].min() > 0.9, results["accuracy"]
    weights = np.einsum("npkpk->np", results["U"].reshape(2, 4, 3, 4, 3))
    assert weights[0][:2].min() > 1.2 * weights[0][2:].max(), weights


def check_drawn(folder):
    for panel in ("outputs", "kernels", "task-card", "u"):
        told = run(folder, "figure", "text.npz", "--panel", panel, "--widths", "5", "--format", "svg",
                   "-o", "drawn")
        assert told.returncode == 0, (panel, told.stderr)
    text = open(os.path.join(folder, "drawn", "text-task-card.svg"), encoding="utf-8").read()
    assert all(topic in text for topic in TOPICS)


def check_story(folder):
    story = {"format": "interplay story 1", "title": "Topics",
             "settings": {"experiment": "file", "current_width": "5", "file": os.path.join(folder, "text.npz")},
             "stops": [{"caption": "Which path serves which topic.", "panels": ["path-outputs", "confusion"]},
                       {"caption": "Paths of one topic.", "panels": ["paths", "u"],
                        "settings": {"experiment": "file", "current_width": "5", "file": os.path.join(folder, "text.npz"),
                                     "outputs": "one", "shown_output": 2}}]}
    with open(os.path.join(folder, "story.json"), "w", encoding="utf-8") as file:
        json.dump(story, file)
    told = run(folder, "story", "story.json", "-o", "told.svg")
    assert told.returncode == 0, told.stderr
    stops = sorted(name for name in os.listdir(folder) if name.startswith("told"))
    texts = [open(os.path.join(folder, name), encoding="utf-8").read() for name in stops]
    assert len(texts) == 2, stops
    assert "Which path serves which topic" in texts[0] and all(topic in texts[0] for topic in TOPICS)
    assert "of sport" in texts[1] and "traced" not in texts[1]


def main():
    tests = [("solved", check_solved), ("drawn", check_drawn), ("a story", check_story)]
    print(f"1..{len(tests)}")
    with tempfile.TemporaryDirectory() as folder:
        make_case(os.path.join(folder, "text.npz"))
        for number, (name, test) in enumerate(tests, 1):
            try:
                test(folder)
                print(f"ok {number} {name}", flush=True)
            except Exception as error:  # said, and the next
                print(f"not ok {number} {name}\n# {type(error).__name__}: "
                      + str(error).replace("\n", "\n# "), flush=True)


main()
