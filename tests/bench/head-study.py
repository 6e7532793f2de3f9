#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""When does the theory's head score say which heads a model misses most? Five kinds of networks, trained here, several
seeds each; the score beside Michel's gradient, the entropy of attention and the norm of what a head gives, all held to the
accuracy that the model loses without the head, and to what is left of it as heads are removed in their orders. What two heads
have in common is held to what the model loses without both beyond the single drops, beside the smaller gradient of the two.
Prints tables, and writes a figure where matplotlib is.

usage: head-study.py INTERPLAY-CLI [--seeds N] [--steps N] [--tasks LIST] [--out FOLDER]      (needs PyTorch and NumPy; 25 minutes)

With --out networks and files stay in the folder, and what is there already is not made again.
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
# In the order of prune_accuracy, whose other rows are at random.
ORDERS = [*MEASURES, "drop", "random"]
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


def clauses(rng, n):
    """Sentences with a clause within a clause behind a class token: do both subjects agree in number with their verbs?
    Between noun 1, noun 2, verb 2, verb 1 stand other words."""
    T = 14
    x, y = rng.integers(14, VOCABULARY, (n, T)), np.empty(n, int)
    x[:, 0] = 0
    for i in range(n):
        places = np.sort(rng.choice(np.arange(1, T), 4, replace=False))
        plural = rng.integers(0, 2, 2)
        wrong = ((0, 0), (1, 0), (0, 1), (1, 1))[0 if rng.random() < 0.5 else rng.integers(1, 4)]
        nouns = [2 + 3 * p + rng.integers(0, 3) for p in plural]
        verbs = [8 + 3 * (p ^ w) + rng.integers(0, 3) for p, w in zip(plural, wrong)]
        x[i, places] = [*nouns, *verbs[::-1]]
        y[i] = -1 if any(wrong) else 1
    return x, y


# Those that PyTorch trains: how they are drawn, and which token is read out.
TASKS = {"text": (clauses, "first"), "induction": (induction, "last"), "sentiment": (sentiment, "last")}
# Those that the program trains, with what it is asked for.
OWN = {"glyphs": ("train", "glyphs", "--network-width", "64", "--batch", "64", "--learning-rate", "3.5e-4", "--weight-decay", "0",
                  "--steps", "8000", "--minutes", "0", "--threads", "1", "--out"),
       "next word": ("dynamics", "joma-text", "--layers", "2", "--heads", "4", "--network-width", "32", "--hidden", "64", "--length",
                     "16", "--rate", "3e-3", "--dropout", "0", "--batch", "32", "--steps", "3000", "--threads", "1", "--checkpoint")}


class Network(torch.nn.Module):
    """A transformer with MLPs, norms and residual connections, read at its first or last token."""

    def __init__(self, readout, T):
        super().__init__()
        self.place = 0 if readout == "first" else -1
        self.words = torch.nn.Embedding(VOCABULARY, WIDTH)
        self.places = torch.nn.Parameter(0.5 * torch.randn(T, WIDTH))
        layer = torch.nn.TransformerEncoderLayer(WIDTH, HEADS, 2 * WIDTH, dropout=0.0, batch_first=True, norm_first=True)
        self.encoder = torch.nn.TransformerEncoder(layer, 2)
        self.read = torch.nn.Linear(WIDTH, 2)

    def forward(self, ids):
        return self.read(self.encoder(self.words(ids) + self.places)[:, self.place])


def train(draw, readout, seed, steps):
    """Until the validation accuracy is 0.98, or for so many steps."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = Network(readout, draw(rng, 1)[0].shape[1])
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


def run(*command):
    subprocess.run(command, check=True, capture_output=True)


def make_probe(cli, export, name, seed, steps, path):
    """A network of PyTorch, and the file of its probes with what is left without heads."""
    draw, readout = TASKS[name]
    model, taken, accuracy = train(draw, readout, seed, steps)
    rng = np.random.default_rng(20_000 + seed)
    train_x, train_y = draw(rng, 300)
    test_x, test_y = draw(rng, 1000)
    part, solved = path + ".part.npz", path + ".solved.npz"
    export.export_probe(model, part, train_x, train_y, test_x, test_y, readout=readout, batch=250, pairs=True)
    run(cli, "probe", part, "--threads", "1", "--out", solved)
    export.prune_probe(model, part, solved, test_x, test_y, batch=250)
    os.remove(solved)
    os.replace(part, path)
    print(f"{name} {seed}: {taken} steps, accuracy {accuracy:.3f}", flush=True)


def study(cli, export, name, seed, steps, folder):
    """The results of the probe of one network, as the program wrote them."""
    stem = os.path.join(folder, f"{name.replace(' ', '-')}-{seed}")
    source, solved = stem + (".npz" if name in TASKS else ".safetensors"), stem + "-solved.npz"
    if not os.path.exists(source) and name in TASKS:
        make_probe(cli, export, name, seed, steps, source)
    elif not os.path.exists(source):
        run(cli, *OWN[name], source, "--seed", str(seed))
    if not os.path.exists(solved):
        run(cli, "probe", source, "--threads", "1", "--out", solved)
    with np.load(solved) as file:
        result = {key: file[key] for key in file.files}
    print(f"{name:10} seed {seed}: accuracy {result['model_accuracy']:.3f}, largest drop {np.nanmax(result['drop']):.3f}, theory "
          + " ".join(f"{v:.3f}" for v in result["accuracy"]) + ", rank correlation "
          + " ".join(f"{m} {v:.2f}" for m, v in zip(MEASURES, result["rank_correlation_all"][:, 0]))
          + f", pairs {result['pair_correlation_all'][0]:.2f}", flush=True)
    return result


def ranks(values):
    """Equal numbers share their mean rank."""
    order, result = np.argsort(values, kind="stable"), np.empty(len(values))
    result[order] = np.arange(len(values))
    for value in np.unique(values):
        result[values == value] = result[values == value].mean()
    return result


def of_pairs(result):
    """Rank correlations with what is lost without both: of what they have in common, and of the smaller gradient."""
    gradient = np.minimum(result["gradient"][:, :, None], result["gradient"][:, None, :])
    upper = np.broadcast_to(np.triu(np.ones(gradient.shape[1:], bool), 1), gradient.shape) & np.isfinite(result["pair_excess"])
    excess = ranks(result["pair_excess"][upper])
    return [np.corrcoef(ranks(values[upper]), excess)[0, 1] for values in (result["redundancy"], gradient)]


def left(result):
    """The mean accuracy as heads are removed, over numbers of heads that are known in all orders: by each of ORDERS, at random."""
    curves = result["prune_accuracy"]
    known = np.isfinite(curves).all(0)
    means = curves[:, known].mean(1)
    return [*means[:len(ORDERS) - 1], means[len(ORDERS) - 1:].mean()]


def draw_figure(table, path):
    try:
        import matplotlib  # pylint: disable=import-outside-toplevel
        matplotlib.use("Agg")
        import matplotlib.pyplot as plt  # pylint: disable=import-outside-toplevel
    except ImportError:
        return
    figure, axes = plt.subplots(2, len(table), figsize=(8, 4), sharey="row", squeeze=False)
    for column, (name, results) in enumerate(table.items()):
        for row, (words, values) in enumerate(((MEASURES, [r["rank_correlation_all"][:, 0] for r in results]),
                                               (ORDERS, [left(r) for r in results]))):
            ax, values = axes[row][column], np.array(values)
            for k, of_word in enumerate(values.T):
                ax.plot(np.full(len(of_word), k), of_word, "o", color="0.6", ms=3)
                ax.plot([k - 0.25, k + 0.25], [np.nanmean(of_word)] * 2, color="C3" if k == 0 else "k")
            ax.set_xticks(range(len(words)), words, rotation=45, ha="right", fontsize=8)
        axes[0][column].axhline(0, color="0.8", lw=0.5)
        axes[0][column].set_title(name, fontsize=9)
    axes[0][0].set_ylabel("rank correlation\nwith the drop", fontsize=8)
    axes[1][0].set_ylabel("mean accuracy as\nheads are removed", fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=150)


def print_table(title, columns, rows):
    """Means and standard deviations over seeds; rows: by name, [seeds, columns]."""
    print(f"\n{title}; mean and standard deviation over seeds\n{'':12}" + "".join(f"{c:>17}" for c in columns))
    for name, values in rows.items():
        values = np.array(values)
        print(f"{name:12}" + "".join(f"{np.nanmean(c):10.3f} ±{np.nanstd(c):5.3f}" for c in values.T))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--tasks", default=",".join([*TASKS, *OWN]), help="by commas")
    parser.add_argument("--out")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    export = exporter()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.out or scratch
        os.makedirs(folder, exist_ok=True)
        table = {name: [study(arguments.cli, export, name, seed, arguments.steps, folder) for seed in range(1, arguments.seeds + 1)]
                 for name in arguments.tasks.split(",")}
        draw_figure(table, os.path.join(folder, "head-study.png"))
    heads = {name: np.isfinite(results[0]["drop"]).sum() for name, results in table.items()}
    print_table("Rank correlation with the drop, all layers", MEASURES,
                {name: [r["rank_correlation_all"][:, 0] for r in results] for name, results in table.items()})
    print("  at random 0 ± " + ", ".join(f"{1 / np.sqrt(n - 1):.2f} ({name})" for name, n in heads.items()))
    print_table("Rank correlation with the drop, within layers", MEASURES,
                {name: [np.nanmean(r["rank_correlation"][:, :, 0], axis=0) for r in results] for name, results in table.items()})
    print_table("Mean accuracy as heads are removed", ORDERS, {name: [left(r) for r in results] for name, results in table.items()})
    print_table("Rank correlation of pairs with what is lost without both", ["in common", "smaller gradient"],
                {name: [of_pairs(r) for r in results] for name, results in table.items()})
    print_table("Accuracy", ["the model", *(f"theory, layer {l + 1}" for l in range(2))],
                {name: [[r["model_accuracy"], *r["accuracy"][:2]] for r in results] for name, results in table.items()})


if __name__ == "__main__":
    main()
