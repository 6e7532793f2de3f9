#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small models from PyTorch all the way: exported, solved, drawn, with the same numbers from Python and command line, as TAP.

usage: test-models.py EXPORTER INTERPLAY_CLI
"""
import os
import re
import sys
import warnings

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "export"))
from support import check, export_split, interplay as run, load, needs_torch, np, run_in_folder, torch  # noqa: E402

import interplay  # noqa: E402

rng = needs_torch(11)
torch.set_default_dtype(torch.float32)
nn = torch.nn
P, P_TEST, T, WIDTH, HEADS, WORDS = 40, 30, 6, 8, 2, 12
tokens = rng.integers(1, WORDS, (P + P_TEST, T))
y = np.where(tokens[:, -1] % 2 == 0, 1, -1)


class Encoder(nn.Module):
    """nn.TransformerEncoder, read out by the mean."""

    def __init__(self, norm_first=False):
        super().__init__()
        self.embed, self.out = nn.Embedding(WORDS, WIDTH), nn.Linear(WIDTH, 1)
        layer = nn.TransformerEncoderLayer(WIDTH, HEADS, 2 * WIDTH, dropout=0, batch_first=True, norm_first=norm_first)
        self.encoder = nn.TransformerEncoder(layer, 2)

    def forward(self, ids, src_key_padding_mask=None):
        return self.out(self.encoder(self.embed(ids), src_key_padding_mask=src_key_padding_mask).mean(1))[:, 0]


class Classifier(Encoder):
    """The same, read out at its first token."""

    def forward(self, ids, src_key_padding_mask=None):
        return self.out(self.encoder(self.embed(ids), src_key_padding_mask=src_key_padding_mask)[:, 0])[:, 0]


class CausalBlock(nn.Module):
    """As nanoGPT has it: norm, attention by a causal softmax, norm, MLP."""

    def __init__(self):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.c_attn, self.c_proj = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))

    def attend(self, h):
        q, k, v = (part.view(len(h), T, HEADS, -1).transpose(1, 2) for part in self.c_attn(h).split(WIDTH, dim=2))
        scores = q @ k.transpose(-2, -1) / q.shape[-1]**0.5
        scores = scores.masked_fill(torch.ones(T, T, dtype=torch.bool).triu(1), -float("inf"))
        return self.c_proj((torch.softmax(scores, -1) @ v).transpose(1, 2).reshape(h.shape))

    def forward(self, h):
        h = h + self.attend(self.ln_1(h))
        return h + self.mlp(self.ln_2(h))


class NanoGpt(nn.Module):
    """Two such blocks with a .config, and logits and no loss."""

    def __init__(self):
        super().__init__()
        self.config = type("Config", (), {"n_layer": 2, "n_head": HEADS, "block_size": T})()
        self.wte, self.wpe = nn.Embedding(WORDS, WIDTH), nn.Embedding(T, WIDTH)
        self.blocks, self.lm_head = nn.Sequential(CausalBlock(), CausalBlock()), nn.Linear(WIDTH, WORDS, bias=False)

    def forward(self, ids, targets=None):
        return self.lm_head(self.blocks(self.wte(ids) + self.wpe(torch.arange(T)))), targets


class GroupedAttention(nn.Module):
    """Two heads of queries with one head of keys and values."""

    def __init__(self):
        super().__init__()
        self.q, self.kv = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)

    def forward(self, h):
        q = self.q(h).view(len(h), T, HEADS, -1).transpose(1, 2)
        k, v = (part[:, None] for part in self.kv(h).split(WIDTH // HEADS, dim=2))
        return (torch.softmax(q @ k.transpose(-2, -1), -1) @ v).transpose(1, 2).reshape(h.shape)


class Grouped(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.attend = nn.Embedding(WORDS, WIDTH), GroupedAttention()

    def forward(self, ids):
        return self.attend(self.embed(ids)).mean((1, 2))


mask = np.ones(tokens.shape, bool)
mask[::3, -2:] = False
# Each with its paths, and with what enters its first layer.
MODELS = [("encoder", Encoder(), {}, 4, "encoder.layers.0.self_attn."),
          ("norm first", Encoder(True), {}, 4, "encoder.layers.0.self_attn, behind the norm encoder.layers.0.norm1."),
          ("padded, first token", Classifier(), {"mask": mask, "readout": "first"}, 4, "encoder.layers.0.self_attn."),
          ("nanoGPT", NanoGpt(), {}, 4, "blocks.0."), ("grouped queries", Grouped(), {}, 2, "attend.")]


def printed(text):
    """The accuracies of the command's table."""
    return re.findall(r"^ +\S+ +\S+ +([0-9.]+) ±", text, re.M)


def check_model(name, model, options, n_paths, enters, folder):
    path = os.path.join(folder, "case.npz")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        export_split(model, path, P, tokens, y, **options)
        case = interplay.load(path)
        solved = interplay.sweep(case, [10, interplay.GP], 0.05)
    check(solved.U.shape == (2, n_paths, n_paths) and np.isfinite(solved.U).all(), f"{name}: exported and solved")
    check(f"The inputs are what enters {enters}" in load(path)["warnings"], f"{name}: what its inputs are")
    out = os.path.join(folder, "cli.npz")
    ran = run("sweep", path, "--widths", "10,gp", "--temperatures", "0.05", "--out", out)
    same = load(out) if ran.returncode == 0 else {}
    if ran.returncode:
        print("# " + ran.stderr)
    check(all(np.array_equal(same.get(key), solved[key]) for key in ("U", "accuracy", "mean_test")),
          f"{name}: the same from the command line")
    check(printed(ran.stdout) == [f"{value:.4f}" for value in solved.accuracy],
          f"{name}: to the last digit shown")
    for panel in ("paths", "u", "accuracy"):
        picture = os.path.join(folder, f"{panel}.svg")
        solved.save(picture, panel=panel)
        drawn = run("figure", path, "--widths", "10,gp", "--temperature", "0.05", "--panel", panel, "--out",
                    os.path.join(folder, "again.svg"))
        check(drawn.returncode == 0 and os.path.getsize(picture) > 2000, f"{name}: {panel} is drawn")


def test_models(folder):
    for model in MODELS:
        check_model(*model, folder)


run_in_folder(test_models)
