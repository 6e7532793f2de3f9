#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the cases that come with the program as examples of one's own model, into this folder.

usage: make-examples.py [EXPORTER]     (needs NumPy and PyTorch; the same files on the same versions)

example-weights, example-attention, example-paths: one network by its query and key weights, by its attention, and
by its path features, so that all three have the same kernels. A sequence holds the signal of its class in one marked
token and noise in the others; one head of each layer looks at what is marked or alike, one at all alike.

example-induction: a transformer of two layers of four heads, attention only and without residual connections, trained
here on what needs two layers to cooperate: “c - a + d + b - a” is continued by what followed “a” before, “+”.
"""
import importlib.util
import os
import sys

import numpy as np

FOLDER = os.path.dirname(os.path.abspath(__file__))
EXPORTER = sys.argv[1] if len(sys.argv) > 1 else os.path.join(FOLDER, "..", "..", "tools", "export-attention.py")


def load_exporter():
    spec = importlib.util.spec_from_file_location("export_attention", EXPORTER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def out(name):
    return os.path.join(FOLDER, name + ".npz")


# ---- One network at three levels

P, P_TEST, T, N0 = 50, 150, 6, 6


def marked_sequences(rng, count):
    """Tokens [count, T, N0]: a constant in the first entry, whether marked in the second, contents in the rest."""
    y = np.tile([1, -1], count // 2)
    x = np.concatenate([np.ones((count, T, 1)), np.zeros((count, T, 1)), 2.5 * rng.standard_normal((count, T, N0 - 2))], 2)
    at = rng.integers(0, T, count)
    x[np.arange(count), at, 1] = 1
    signal = np.array([1.0, -1.0, 1.0, 0.0])
    x[np.arange(count), at, 2:] = y[:, None] * signal + rng.standard_normal((count, N0 - 2))
    return x, y


def three_levels():
    rng = np.random.default_rng(7)
    (x, y), (x_test, y_test) = marked_sequences(rng, P), marked_sequences(rng, P_TEST)
    G = N0
    wq, wk = np.zeros((2, 2, G, N0)), np.zeros((2, 2, G, N0))
    wq[0, 0, 0, 0], wk[0, 0, 0, 1] = 1.0 * np.sqrt(G), 1            # layer 1 head 1: every token looks at what is marked
    wq[1, 0, range(4), range(2, 6)] = wk[1, 0, range(4), range(2, 6)] = 0.8   # layer 2 head 1: at what is alike
    names = ["marked", "all", "alike", "all"]
    common = dict(y_train=y, y_test=y_test, heads=[2, 2], readout="mean", temperature=0.5, head_names=names)
    np.savez(out("example-weights"), x_train=x, x_test=x_test, wq_1=wq[0], wk_1=wk[0], wq_2=wq[1], wk_2=wk[1],
             name="Marked tokens, by weights", **common)
    layers = {}
    for set_name, tokens in (("train", x), ("test", x_test)):
        layers[set_name] = []
        for layer in range(2):
            q, k = (np.einsum("ptn,hgn->phtg", tokens, w[layer]) for w in (wq, wk))
            logits = q @ k.transpose(0, 1, 3, 2) / np.sqrt(G)
            a = np.exp(logits - logits.max(-1, keepdims=True))
            layers[set_name].append(a / a.sum(-1, keepdims=True))
    np.savez(out("example-attention"), x_train=x, x_test=x_test, name="Marked tokens, by attention",
             **{f"attn_{s}_{l + 1}": layers[s][l] for s in layers for l in range(2)}, **common)
    r = np.full((1, T), 1 / T)
    xi = [load_exporter().path_features(tokens, layers[s], np.repeat(r, len(tokens), 0))
          for s, tokens in (("train", x), ("test", x_test))]
    np.savez(out("example-paths"), xi_train=xi[0], xi_test=xi[1], name="Marked tokens, by paths", **common)


# ---- A transformer that learns induction

SYMBOLS, PAIRS, WIDTH, HEADS, NOISE = 6, 4, 16, 4, 1.0
TOKENS = 2 * PAIRS + 1


def induction_sequences(rng, count):
    """ids [count, 9]: four symbols, each followed by a sign (6 is “-”, 7 is “+”), and one of them again; noise that is
    added to their vectors [count, 9, 16]; y [count]: the sign that followed the symbol that comes again."""
    ids = np.zeros((count, TOKENS), int)
    symbols = rng.permuted(np.tile(np.arange(SYMBOLS), (count, 1)), axis=1)[:, :PAIRS]
    signs = rng.integers(0, 2, (count, PAIRS))
    asked = rng.integers(0, PAIRS, count)
    ids[:, 0:-1:2], ids[:, 1::2] = symbols, SYMBOLS + signs
    ids[:, -1] = symbols[np.arange(count), asked]
    noise = (NOISE * rng.standard_normal((count, TOKENS, WIDTH))).astype(np.float32)
    return {"ids": ids, "noise": noise}, 2 * signs[np.arange(count), asked] - 1


def make_model():
    import torch  # pylint: disable=import-outside-toplevel
    from torch import nn  # pylint: disable=import-outside-toplevel

    class Induction(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(SYMBOLS + 2, WIDTH)
            self.position = nn.Parameter(0.5 * torch.randn(TOKENS, WIDTH))
            self.layers = nn.ModuleList([nn.MultiheadAttention(WIDTH, HEADS, batch_first=True, bias=False) for _ in range(2)])
            self.readout = nn.Linear(WIDTH, 1, bias=False)

        def forward(self, ids, noise):
            h = self.embed(ids) + self.position + noise
            mask = torch.ones(TOKENS, TOKENS, dtype=torch.bool).triu(1)
            for layer in self.layers:
                h, _ = layer(h, h, h, attn_mask=mask, need_weights=False)
            return self.readout(h[:, -1])[:, 0]

    return Induction()


def train(seed, steps):
    import torch  # pylint: disable=import-outside-toplevel
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    model = make_model()
    adam = torch.optim.Adam(model.parameters(), lr=3e-3)
    right = 0.5
    for step in range(steps):
        inputs, y = induction_sequences(rng, 256)
        f = model(**{k: torch.from_numpy(v) for k, v in inputs.items()})
        y = torch.from_numpy(y).float()
        loss = torch.nn.functional.softplus(-f * y).mean()
        adam.zero_grad()
        loss.backward()
        adam.step()
        right += 0.02 * (float((f * y > 0).float().mean()) - right)
        if step % 300 == 299:
            print(f"step {step + 1}: loss {float(loss.detach()):.4f}, {100 * right:.1f} % right", flush=True)
    return model


def induction():
    model = train(seed=3, steps=900)
    rng = np.random.default_rng(1000)
    (x, y), (x_test, y_test) = induction_sequences(rng, 60), induction_sequences(rng, 120)
    load_exporter().export_case(model, out("example-induction"), x, y, x_test, y_test, level="attention", dtype="float16",
                                name="Induction, a trained transformer")


if __name__ == "__main__":
    three_levels()
    induction()
