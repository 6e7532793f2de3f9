#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of tokens that come along."""
import json
import os
import subprocess
import sys
import tempfile

from support import CLI, EXPORTER, check, done, has_torch, load, load_exporter, np, torch

if not has_torch:
    print("1..0 # SKIP no PyTorch beside NumPy")
    sys.exit(0)

export = load_exporter()
P, P_TEST, T, N0, H = 12, 20, 6, 8, 2
WORDS = ["[PAD]", "[CLS]", " the", " cat", "\n", "naïve", "שלום"]
rng = np.random.default_rng(5)
mask = np.arange(T) < rng.integers(2, T + 1, (P + P_TEST, 1))
mask[0] = True
ids = np.where(mask, rng.integers(1, len(WORDS), (P + P_TEST, T)), 0)
y = np.where(np.arange(P + P_TEST) % 2, 1, -1)
TEXTS = np.where(mask, np.array(WORDS)[ids], "")


class Layer(torch.nn.Module):
    """Keeps the attention of its last call."""

    def __init__(self):
        super().__init__()
        self.project, self.seen = torch.nn.Linear(N0, N0), None

    def forward(self, h, attention_mask):
        q = self.project(h).view(len(h), T, H, N0 // H).transpose(1, 2)
        logits = q @ q.transpose(-2, -1)
        if attention_mask is not None:
            logits = logits.masked_fill(attention_mask[:, None, None, :] == 0, -1e9)
        self.seen = torch.softmax(logits, -1)
        return h + (self.seen @ q).transpose(1, 2).reshape(h.shape)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(3)
        self.embed = torch.nn.Embedding(len(WORDS), N0)
        self.layers = torch.nn.ModuleList(Layer() for _ in range(2))

    def forward(self, x, attention_mask=None):
        h = self.embed(x)
        for layer in self.layers:
            h = layer(h, attention_mask)
        return h.mean((1, 2))


class Tokenizer:
    """As those of transformers are: pieces with a sign for a space, and texts."""

    def convert_ids_to_tokens(self, number):
        return "\u2581the" if number == 2 else f"<{number}>"

    def decode(self, numbers):
        return f"d{numbers[0]}"


def case(folder, **options):
    path = os.path.join(folder, "case.npz")
    export.export_case(Model().eval(), path, ids[:P], y[:P], ids[P:], y[P:], mask_train=mask[:P], mask_test=mask[P:],
                       readout="first", **options)
    return load(path)


def refused(folder, tokens, words, **options):
    try:
        case(folder, tokens=tokens, **options)
    except export.ExportError as error:
        return words in str(error)
    return False


def test_texts(folder):
    for tokens, what in ((WORDS, "a list"), (dict(enumerate(WORDS)), "texts by number"),
                         ({w: i for i, w in enumerate(WORDS)}, "a vocabulary"), (WORDS.__getitem__, "a function"),
                         ({"train": np.array(WORDS)[ids[:P]], "test": np.array(WORDS)[ids[P:]]}, "texts themselves")):
        found = case(folder, tokens=tokens)
        check(np.array_equal(found["tokens_train"], TEXTS[:P]) and np.array_equal(found["tokens_test"], TEXTS[P:]),
              f"texts by {what}, none where there is no token")
    found = case(folder, tokens=Tokenizer())["tokens_train"]
    check(set(found[ids[:P] == 2]) == {" the"} and set(found[ids[:P] == 3]) == {"d3"}, "a tokenizer's, with spaces as they are")
    without = case(folder)
    check("tokens_train" not in without, "without, there are none")
    check(not any("causal" in str(fact) for fact in without["warnings"]), "masked tokens are not taken for a causal mask")
    check(refused(folder, WORDS[:3], "no text for token"), "a text is missing")
    check(refused(folder, {"train": TEXTS[:P, 1:], "test": TEXTS[P:]}, "where texts [12, 6] are expected"), "another shape")
    told = subprocess.run([CLI, "inspect", os.path.join(folder, "case.npz")], capture_output=True, text=True, check=False)
    check("Texts of tokens" not in told.stdout, "inspect tells none")
    case(folder, tokens=WORDS)
    told = subprocess.run([CLI, "inspect", os.path.join(folder, "case.npz")], capture_output=True, text=True, check=False)
    shown = " ".join(t.replace(" ", "␣").replace("\n", "↵") for t in TEXTS[P] if t)
    check(f"Texts of tokens: {shown}\n" in told.stdout, "inspect tells those of the first test example")


def run(folder, *more, function="make"):
    out = os.path.join(folder, "c.npz")
    ran = subprocess.run([sys.executable, EXPORTER, os.path.join(folder, f"model.py:{function}"), "--data",
                          os.path.join(folder, "data.npz"), "--out", out, "--readout", "first", *more], capture_output=True,
                         text=True, check=False)
    return ran, load(out) if ran.returncode == 0 else {}


def test_command(folder):
    with open(os.path.join(folder, "model.py"), "w", encoding="utf-8") as file:
        file.write("import torch\nclass Layer(torch.nn.Module):\n    def forward(self, h, mask):\n"
                   "        scores = (h @ h.transpose(1, 2)).masked_fill(mask[:, None] == 0, -1e9)\n"
                   "        return (scores[:, None].softmax(-1)[:, 0] @ h).mean((1, 2))\n"
                   "class Model(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                   f"        self.embed, self.layer = torch.nn.Embedding({len(WORDS)}, {N0}), Layer()\n"
                   "    def forward(self, x, attention_mask=None):\n        return self.layer(self.embed(x), attention_mask)\n"
                   f"def make():\n    return Model()\ndef both():\n    return Model(), {WORDS!r}\n")
    np.savez(os.path.join(folder, "data.npz"), train=ids[:P], y_train=y[:P], test=ids[P:], y_test=y[P:], mask_train=mask[:P],
             mask_test=mask[P:])
    texts, numbers = os.path.join(folder, "words.txt"), os.path.join(folder, "words.json")
    with open(texts, "w", encoding="utf-8") as file:
        file.write("\n".join(w.replace("\n", "line") for w in WORDS))
    with open(numbers, "w", encoding="utf-8") as file:
        json.dump({w: i for i, w in enumerate(WORDS)}, file)
    ran, found = run(folder, "--tokens", texts)
    check(ran.returncode == 0 and np.array_equal(found["tokens_test"], np.char.replace(TEXTS[P:], "\n", "line")), "--tokens FILE.txt")
    ran, found = run(folder, "--tokens", numbers)
    check(ran.returncode == 0 and np.array_equal(found["tokens_test"], TEXTS[P:]), "--tokens FILE.json")
    ran, found = run(folder, function="both")
    check(ran.returncode == 0 and np.array_equal(found["tokens_train"], TEXTS[:P]), "a function that returns texts too")
    ran, _ = run(folder, "--tokens", os.path.join(folder, "none.txt"))
    check(ran.returncode == 1 and "could not be read as texts of tokens" in ran.stderr, "no such file")
    with open(numbers, "w", encoding="utf-8") as file:
        file.write("7")
    ran, _ = run(folder, "--tokens", numbers)
    check(ran.returncode == 1 and "neither a list of texts nor numbers by text" in ran.stderr, "no texts in it")


with tempfile.TemporaryDirectory() as where:
    for test in (test_texts, test_command):
        test(where)
done()
