#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of tokens that come along."""
import json
import os

from support import (check, command, export_split, interplay, load, needs_torch, np, refusal, run_in_folder, torch, write,
                     write_data)

rng = needs_torch(5)
P, P_TEST, T, N0, H = 12, 20, 6, 8, 2
WORDS = ["[PAD]", "[CLS]", " the", " cat", "\n", "naïve", "שלום"]
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
    export_split(Model().eval(), path, P, ids, y, mask, readout="first", **options)
    return load(path)


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
    check("no text for token" in str(refusal(case, folder, tokens=WORDS[:3])), "a text is missing")
    said = refusal(case, folder, tokens={"train": TEXTS[:P, 1:], "test": TEXTS[P:]})
    check("where texts [12, 6] are expected" in str(said), "another shape")
    told = interplay("inspect", os.path.join(folder, "case.npz"))
    check("Texts of tokens" not in told.stdout, "inspect tells none")
    case(folder, tokens=WORDS)
    told = interplay("inspect", os.path.join(folder, "case.npz"))
    shown = " ".join(t.replace(" ", "␣").replace("\n", "↵") for t in TEXTS[P] if t)
    check(f"Texts of tokens: {shown}\n" in told.stdout, "inspect tells those of the first test example")


def run(folder, *more, function="make"):
    ran = command(folder, f"model.py:{function}", "--data", "data.npz", "--out", "c.npz", "--readout", "first", *more)
    return ran, load(os.path.join(folder, "c.npz")) if ran.returncode == 0 else {}


def test_command(folder):
    write(folder, "model.py",
          "import torch\nclass Layer(torch.nn.Module):\n    def forward(self, h, mask):\n"
          "        scores = (h @ h.transpose(1, 2)).masked_fill(mask[:, None] == 0, -1e9)\n"
          "        return (scores[:, None].softmax(-1)[:, 0] @ h).mean((1, 2))\n"
          "class Model(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
          f"        self.embed, self.layer = torch.nn.Embedding({len(WORDS)}, {N0}), Layer()\n"
          "    def forward(self, x, attention_mask=None):\n        return self.layer(self.embed(x), attention_mask)\n"
          f"def make():\n    return Model()\ndef both():\n    return Model(), {WORDS!r}\n")
    write_data(folder, ids, y, P, mask_train=mask[:P], mask_test=mask[P:])
    write(folder, "words.txt", "\n".join(w.replace("\n", "line") for w in WORDS))
    write(folder, "words.json", json.dumps({w: i for i, w in enumerate(WORDS)}))
    ran, found = run(folder, "--tokens", "words.txt")
    check(ran.returncode == 0 and np.array_equal(found["tokens_test"], np.char.replace(TEXTS[P:], "\n", "line")), "--tokens FILE.txt")
    ran, found = run(folder, "--tokens", "words.json")
    check(ran.returncode == 0 and np.array_equal(found["tokens_test"], TEXTS[P:]), "--tokens FILE.json")
    ran, found = run(folder, function="both")
    check(ran.returncode == 0 and np.array_equal(found["tokens_train"], TEXTS[:P]), "a function that returns texts too")
    ran, _ = run(folder, "--tokens", "none.txt")
    check(ran.returncode == 1 and "could not be read as texts of tokens" in ran.stderr, "no such file")
    write(folder, "words.json", "7")
    ran, _ = run(folder, "--tokens", "words.json")
    check(ran.returncode == 1 and "neither a list of texts nor numbers by text" in ran.stderr, "no texts in it")


run_in_folder(test_texts, test_command)
