#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""When does the theory's head score say which heads a model misses most? Four kinds of networks, trained here, several
seeds each; the score beside Michel's gradient, the entropy of attention and the norm of what a head gives, all held to the
accuracy that the model loses without the head. Prints a table, and writes a figure where matplotlib is.

usage: head-study.py INTERPLAY-CLI [--seeds N] [--steps N] [--tasks LIST] [--out FOLDER]      (needs PyTorch and NumPy; minutes)
"""
import argparse
import importlib.util
import os
import subprocess
import tempfile

import numpy as np
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
MEASURES = ["score", "gradient", "entropy", "norm"]
VOCABULARY, WIDTH, HEADS = 24, 48, 4


def exporter():
    spec = importlib.util.spec_from_file_location("export_attention", os.path.join(HERE, "..", "..", "tools", "export-attention.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ---- Tasks: token numbers [n, T] and labels +1, -1.


def induction(rng, n):
    """The token after the earlier place of the last one is in the upper half of the vocabulary, or not."""
    T = 8
    x = np.empty((n, T), int)
    for i in range(n):
        x[i] = rng.permutation(VOCABULARY)[:T]
        place = rng.integers(0, T - 2)
        x[i, -1] = x[i, place]
    after = np.array([row[list(row[:-1]).index(row[-1]) + 1] for row in x])
    return x, np.where(after >= VOCABULARY // 2, 1, -1)


def sentiment(rng, n):
    """Words of praise and blame, some behind a "not" that turns them, among words that say nothing."""
    T, praise, blame, no = 16, range(1, 6), range(6, 11), 11
    x = rng.integers(12, VOCABULARY, (n, T))
    y = np.zeros(n)
    for i in range(n):
        while y[i] == 0:
            x[i] = rng.integers(12, VOCABULARY, T)
            y[i] = 0
            for place in rng.choice(np.arange(1, T - 1, 2), 3, replace=False):
                good, turned = rng.random() < 0.5, rng.random() < 0.5
                x[i, place] = rng.choice(praise if good else blame)
                if turned:
                    x[i, place - 1] = no
                y[i] += (1 if good else -1) * (-1 if turned else 1)
    return x, np.where(y > 0, 1, -1)


def grammar(rng, n):
    """Sentences of a small grammar behind a class token: subject and verb agree in number, or not, whatever stands between."""
    T = 14
    x = np.empty((n, T), int)
    y = rng.choice([-1, 1], n)
    for i in range(n):
        plural = rng.integers(0, 2)
        between = rng.integers(14, VOCABULARY, T - 3)
        # A noun of the other number stands between, closer to the verb.
        between[rng.integers(0, T - 3)] = 1 + 3 * (1 - plural) + rng.integers(0, 3)
        verb = 7 + 3 * (plural if y[i] > 0 else 1 - plural) + rng.integers(0, 3)
        x[i] = np.concatenate(([0, 1 + 3 * plural + rng.integers(0, 3)], between, [verb]))
    return x, y


def one_shot(rng, n):
    """Signs with a label behind each, and a query: the label of the sign like it."""
    pairs = 3
    x = np.empty((n, 2 * pairs + 1), int)
    y = np.empty(n, int)
    for i in range(n):
        signs, labels = 2 + rng.permutation(VOCABULARY - 2)[:pairs], rng.integers(0, 2, pairs)
        x[i, 0:-1:2], x[i, 1:-1:2] = signs, labels
        asked = rng.integers(0, pairs)
        x[i, -1], y[i] = signs[asked], 2 * labels[asked] - 1
    return x, y


TASKS = {"induction": (induction, 2), "sentiment": (sentiment, 2), "agreement": (grammar, 2), "one-shot": (one_shot, 3)}


class Network(torch.nn.Module):
    """A transformer with MLPs, norms and residual connections, read at its last token."""

    def __init__(self, layers, T):
        super().__init__()
        self.words = torch.nn.Embedding(VOCABULARY, WIDTH)
        self.places = torch.nn.Parameter(0.5 * torch.randn(T, WIDTH))
        layer = torch.nn.TransformerEncoderLayer(WIDTH, HEADS, 2 * WIDTH, dropout=0.0, batch_first=True, norm_first=True)
        self.encoder = torch.nn.TransformerEncoder(layer, layers)
        self.read = torch.nn.Linear(WIDTH, 2)

    def forward(self, ids):
        return self.read(self.encoder(self.words(ids) + self.places)[:, -1])


def train(draw, layers, seed, steps):
    """Until the validation accuracy is 0.98, or for so many steps."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = Network(layers, draw(rng, 1)[0].shape[1])
    adam = torch.optim.Adam(model.parameters(), lr=2e-3)
    vx, vy = draw(np.random.default_rng(10_000 + seed), 500)
    accuracy = 0
    for step in range(steps):
        x, y = draw(rng, 128)
        loss = torch.nn.functional.cross_entropy(model(torch.from_numpy(x)), torch.from_numpy((y > 0).astype(np.int64)))
        adam.zero_grad()
        loss.backward()
        adam.step()
        if step % 200 == 199:
            with torch.no_grad():
                accuracy = float((model(torch.from_numpy(vx)).argmax(1).numpy() == (vy > 0)).mean())
            if accuracy > 0.98:
                break
    return model.eval(), step + 1, accuracy


def study(cli, export, name, seed, steps, folder):
    """The trajectory of the probe of one network, as the program wrote it."""
    draw, layers = TASKS[name]
    model, taken, accuracy = train(draw, layers, seed, steps)
    rng = np.random.default_rng(20_000 + seed)
    train_x, train_y = draw(rng, 300)
    test_x, test_y = draw(rng, 1000)
    path, solved = (os.path.join(folder, f"{name}-{seed}{end}.npz") for end in ("", "-solved"))
    export.export_probe(model, path, train_x, train_y, test_x, test_y, readout="last", batch=250, pairs=True)
    subprocess.run([cli, "dynamics", "probe", "--file", path, "--out", solved], check=True,
                   capture_output=True)
    with np.load(solved) as file:
        result = {key: file[key] for key in file.files}
    print(f"{name:10} seed {seed}: {taken} steps, accuracy {accuracy:.3f}, largest drop {np.nanmax(result['drop']):.3f}, theory "
          + " ".join(f"{v:.3f}" for v in result["accuracy"]) + ", rank correlation "
          + " ".join(f"{m} {v:.2f}" for m, v in zip(MEASURES, result["rank_correlation_all"][:, 0]))
          + f", pairs {result['pair_correlation_all'][0]:.2f}", flush=True)
    return result


def draw_figure(table, path):
    try:
        import matplotlib  # pylint: disable=import-outside-toplevel
        matplotlib.use("Agg")
        import matplotlib.pyplot as plt  # pylint: disable=import-outside-toplevel
    except ImportError:
        return
    figure, axes = plt.subplots(1, len(table), figsize=(7, 2.2), sharey=True)
    for ax, (name, rows) in zip(axes, table.items()):
        for k, measure in enumerate(MEASURES):
            values = [row[k] for row in rows]
            ax.plot(np.full(len(values), k), values, "o", color="0.6", ms=3)
            ax.plot([k - 0.25, k + 0.25], [np.nanmean(values)] * 2, color="C3" if k == 0 else "k")
        ax.axhline(0, color="0.8", lw=0.5)
        ax.set_title(name, fontsize=9)
        ax.set_xticks(range(len(MEASURES)), MEASURES, rotation=45, ha="right", fontsize=8)
    axes[0].set_ylabel("rank correlation\nwith the drop", fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=150)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--tasks", default=",".join(TASKS), help="by commas")
    parser.add_argument("--out")
    arguments = parser.parse_args()
    export, table, pairs, within = exporter(), {}, {}, {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.out or scratch
        os.makedirs(folder, exist_ok=True)
        for name in arguments.tasks.split(","):
            results = [study(arguments.cli, export, name, seed, arguments.steps, folder) for seed in range(1, arguments.seeds + 1)]
            table[name] = [r["rank_correlation_all"][:, 0] for r in results]
            within[name] = [np.nanmean(r["rank_correlation"][:, :2, 0], axis=0) for r in results]
            pairs[name] = [r["pair_correlation_all"][0] for r in results]
        draw_figure(table, os.path.join(folder, "head-study.png"))
    print(f"\n{'rank correlation with the drop, mean and standard deviation over seeds':10}")
    print(f"{'':12}" + "".join(f"{m:>16}" for m in MEASURES) + f"{'pairs by U_pq':>16}"
          + f"{'score, by layer':>18}{'gradient, by layer':>20}")
    for name in table:
        columns = [*np.array(table[name]).T, np.array(pairs[name]), *np.array(within[name]).T]
        print(f"{name:12}" + "".join(f"{np.nanmean(c):9.2f} ±{np.nanstd(c):5.2f}" for c in columns))


if __name__ == "__main__":
    main()
