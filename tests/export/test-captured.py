#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models that compute attention in their own forward(), and what is told of the readout, with PyTorch, as TAP."""
import os
import subprocess
import sys

from support import (CLI, EXPORTER, by_hand, check, close, export_split, interplay, load, needs_torch, np, refusal, run_in_folder,
                     torch, write, write_data)

rng = needs_torch(2)
P, P_TEST, T, N0, H = 30, 12, 5, 6, 2
x = rng.standard_normal((P + P_TEST, T, N0))
y = np.where(rng.random(P + P_TEST) > 0.5, 1, -1)


def dot_product(query, key, value, attn_mask=None, is_causal=False):
    """In the place of torch.nn.functional.scaled_dot_product_attention, which PyTorch 1.13 has not."""
    weights = query @ key.transpose(-2, -1) / np.sqrt(query.shape[-1])
    if is_causal:
        weights = weights.masked_fill(torch.ones(T, T, dtype=torch.bool).triu(1), -np.inf)
    if attn_mask is not None:
        weights = weights + attn_mask
    return torch.exp(weights - weights.logsumexp(-1, keepdim=True)) @ value


dot_product.__name__ = "scaled_dot_product_attention"
sdpa = (getattr(torch.nn.functional, "scaled_dot_product_attention", None)
        or torch.overrides.wrap_torch_function(lambda query, key, value, **_: (query, key, value))(dot_product))


class Attention(torch.nn.Module):
    """@way: how the softmax is taken."""

    def __init__(self, way):
        super().__init__()
        self.way = way
        self.query, self.key, self.value = (torch.nn.Linear(N0, N0) for _ in range(3))
        for module in (self.query, self.key):
            torch.nn.init.normal_(module.weight)

    def forward(self, h):
        q, k, v = (f(h).view(len(h), -1, H, N0 // H).transpose(1, 2) for f in (self.query, self.key, self.value))
        if self.way in ("dot-product", "causal"):
            out = sdpa(q, k, v, is_causal=self.way == "causal")
        elif self.way == "functional":
            weights = torch.nn.functional.softmax(torch.einsum("bhqd,bhkd->bhqk", q, k) / np.sqrt(N0 // H), dim=-1)
            out = torch.nn.functional.dropout(weights, 0.5, self.training) @ v
        else:
            out = (q @ k.transpose(-2, -1) / np.sqrt(N0 // H)).softmax(3) @ v
        return out.transpose(1, 2).reshape(h.shape)

    def by_hand(self, h):
        weights = (p.detach().numpy() for m in (self.query, self.key) for p in (m.weight, m.bias))
        return by_hand(h, *weights, H, self.way == "causal")


class Block(torch.nn.Module):
    def __init__(self, way):
        super().__init__()
        self.one, self.two = Attention(way), Attention(way)
        self.out = torch.nn.Linear(N0, 1)

    def forward(self, h):
        h = h + self.one(h)
        h = h + self.two(h)
        # Over two dimensions that are no attention: a softmax over classes and one over queries.
        torch.softmax(h, -1)
        torch.softmax(torch.ones(len(h), H, T, T), 2)
        return self.out(h.mean(1))


def test_ways(folder):
    for way in ("dot-product", "causal", "functional", "method"):
        model = Block(way).train()
        path = os.path.join(folder, way + ".npz")
        summary = export_split(model, path, P, x, y, batch=7, dtype="float64", level="attention")
        case = load(path)
        with torch.no_grad():
            h = torch.from_numpy(x)
            second = (h + model.eval().one(h)).numpy()
            said = np.where(model(h).numpy()[P:, 0] > 0, 1, -1)
        check(close(case["attn_train_1"], model.one.by_hand(x)[:P], 1e-11) and close(case["x_train"], x[:P])
              and close(case["attn_test_2"], model.two.by_hand(second)[P:], 1e-11) and "attn_train_3" not in case,
              f"{way}: attention as by hand, and no other softmax")
        check(str(case["readout"]) == ("last" if way == "causal" else "mean") and not model._forward_hooks, f"{way}: its readout")
        check(close(summary["compared"]["model"], (said == y[P:]).mean()), f"{way}: how right the model itself is")
        told = interplay("sweep", path, "--widths", "gp", "--json").stdout
        solved = float(told.split('"accuracy" : ')[1].split(",")[0])
        check(close(solved, summary["compared"]["gp"][summary["readout"], False], 1e-9), f"{way}: the GP limit is the program's")


def by_readout(folder):
    """Labels that the last token has, and no other: read out by the mean the GP sees a fifth of it, and noise."""
    class Last(torch.nn.Module):
        def forward(self, h):
            weights = torch.softmax(torch.zeros(len(h), 1, T, T), -1)
            return h[:, -1, 0] + 0 * (weights @ h[:, None]).sum((1, 2, 3))

    labels = np.where(rng.random(220) > 0.5, 1, -1)
    tokens = 3 * rng.standard_normal((220, T, N0))
    tokens[:, -1, 0] = labels
    tokens[:, -1, 1:] = 0
    return Last(), tokens, labels


def test_readout(folder):
    model, tokens, labels = by_readout(folder)

    def written(**options):
        return export_split(model, os.path.join(folder, "r.npz"), 120, tokens, labels, **options)["compared"]

    guessed, right = written(), written(readout="last", residual=True)
    check(guessed["model"] == 1 and guessed["gp"]["mean", False] < 0.75 < guessed["gp"]["last", True]
          and "--readout last --residual" in guessed["note"], "a readout that was guessed wrong is told")
    check(right["note"] is None and right["residual"], "and not where it is right")
    check(written(regression=True) is None, "labels of a regression have no accuracy")


def test_classes(folder):
    labels = rng.integers(0, 3, P + P_TEST)
    shifted = x + 4 * np.eye(N0)[labels][:, None, :]

    class Three(Block):
        def forward(self, h):
            super().forward(h)
            return h.mean(1)[:, :3]

    path = os.path.join(folder, "classes.npz")
    summary = export_split(Three("method"), path, P, shifted, labels, classes=True, dtype="float64")
    told = interplay("sweep", path, "--widths", "10,gp", "--json").stdout
    check(close(summary["compared"]["model"], 1) and summary["compared"]["gp"]["mean", False] > 0.9, "three classes are told apart")
    accuracies = [float(part.split(",")[0]) for part in told.split('"accuracy" : ')[1:3]]
    check(close(accuracies[1], summary["compared"]["gp"]["mean", False], 1e-9), "and their GP limit is the program's")
    said = refusal(export_split, Three("method"), path, P, x, y, classes=True)
    check("whole numbers from 0" in str(said), "classes are whole numbers from 0")


def test_neighbour(folder):
    """A file that imports the one beside it, as a command that tells all three accuracies."""
    write(folder, "neighbour.py",
          "import torch\nclass Model(torch.nn.Module):\n    def forward(self, h):\n"
          "        a = (h @ h.transpose(1, 2))[:, None].softmax(-1)\n        return (a[:, 0] @ h).mean((1, 2))\n")
    write(folder, "model.py", "import neighbour\ndef make():\n    return neighbour.Model()\n")
    write_data(folder, x, y, P)
    program = os.path.join(folder, "bin")
    os.mkdir(program)
    os.symlink(CLI, os.path.join(program, "interplay-cli"))
    ran = subprocess.run([sys.executable, EXPORTER, os.path.join(folder, "model.py") + ":make", "--data",
                          os.path.join(folder, "data.npz"), "--out", os.path.join(folder, "n.npz")], capture_output=True, text=True,
                         check=False, cwd="/", env=dict(os.environ, PATH=program + os.pathsep + os.environ["PATH"]))
    check(ran.returncode == 0 and "Right on the test examples: the model" in ran.stdout, "a file may import its neighbours")
    check("its GP limit" in ran.stdout and "the theory at N = " in ran.stdout and "last + residual" in ran.stdout,
          "and how right model, theory and GP limit are is told")


run_in_folder(test_ways, test_readout, test_classes, test_neighbour)
