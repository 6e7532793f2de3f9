#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of probes: every layer's heads on the hidden states that enter it, and what the model loses without them."""
import os
import subprocess
import sys
import tempfile

from support import (EXPORTER, check, close, done, has_torch, interplay, load, load_exporter, np, slow_xi, torch)

if not has_torch:
    print("1..0 # SKIP no PyTorch beside NumPy")
    sys.exit(0)

export = load_exporter()
P, P_TEST, T, N0, H, LAYERS = 24, 40, 5, 8, 4, 2
G = N0 // H
torch.manual_seed(4)
torch.set_default_dtype(torch.float64)
rng = np.random.default_rng(4)
x = rng.standard_normal((P + P_TEST, T, N0))
y = np.where(rng.random(P + P_TEST) > 0.5, 1, -1)


class Own(torch.nn.Module):
    """Attention in forward(); a factor before every head, which the tests change by hand."""

    def __init__(self):
        super().__init__()
        self.query, self.key, self.value = (torch.nn.ModuleList(torch.nn.Linear(N0, N0) for _ in range(LAYERS))
                                            for _ in range(3))
        self.out = torch.nn.ModuleList(torch.nn.Linear(N0, N0) for _ in range(LAYERS))
        self.read = torch.nn.Linear(N0, 1)
        self.factor = torch.ones(LAYERS, H)

    def layer(self, l, h):
        q, k, v = (f[l](h).view(len(h), T, H, G).transpose(1, 2) for f in (self.query, self.key, self.value))
        a = torch.softmax(3 * q @ k.transpose(-2, -1), dim=-1)
        heads = (a @ v) * self.factor[l][:, None, None]
        return a, heads, self.out[l](heads.transpose(1, 2).reshape(h.shape))

    def forward(self, h):
        for l in range(LAYERS):
            h = h + Block.apply_to(self, l, h)
        return self.read(h.mean(1))


class Block(torch.nn.Module):
    """The module that a layer's tokens enter."""

    @staticmethod
    def apply_to(model, l, h):
        return model.blocks[l](h)

    def __init__(self, model, l):
        super().__init__()
        self.model, self.l = [model], l

    def forward(self, h):
        return self.model[0].layer(self.l, h)[2]


def own():
    model = Own()
    model.blocks = torch.nn.ModuleList(Block(model, l) for l in range(LAYERS))
    return model.eval()


class Multi(torch.nn.Module):
    """torch.nn.MultiheadAttention; its heads are removed by hand as columns of its output projection."""

    def __init__(self, batch_first):
        super().__init__()
        self.attention = torch.nn.ModuleList(torch.nn.MultiheadAttention(N0, H, batch_first=batch_first) for _ in range(LAYERS))
        self.read = torch.nn.Linear(N0, 2)
        self.batch_first = batch_first

    def forward(self, h):
        h = h if self.batch_first else h.transpose(0, 1)
        for module in self.attention:
            h = h + 2 * module(h, h, h, need_weights=False)[0]
        return self.read((h if self.batch_first else h.transpose(0, 1)).mean(1))


def right(model, labels):
    with torch.no_grad():
        out = model(torch.from_numpy(x[P:])).numpy()
    return ((out[:, 1] > out[:, 0]) == (labels > 0)).mean() if out.shape[1] == 2 else ((out[:, 0] > 0) == (labels > 0)).mean()


def written(model, folder, name="probe.npz", **options):
    path = os.path.join(folder, name)
    summary = export.export_probe(model, path, x[:P], y[:P], x[P:], y[P:], batch=9, dtype="float64", **options)
    return path, load(path), summary


def test_own(folder):
    model = own()
    path, probe, summary = written(model, folder, pairs=True)
    h = torch.from_numpy(x)
    with torch.no_grad():
        for l in range(LAYERS):
            a, heads, out = model.layer(l, h)
            xi = slow_xi(h.numpy(), [a.numpy()], np.full((len(x), T), 1 / T))
            check(close(probe[f"xi_train_{l + 1}"], xi[:P], 1e-11) and close(probe[f"xi_test_{l + 1}"], xi[P:], 1e-11),
                  f"layer {l}: path features of what enters it")
            a, heads = a[P:].numpy(), heads[P:].numpy()
            check(close(probe["entropy"][l], -(a * np.log(a)).sum(-1).mean((0, 2)), 1e-11)
                  and close(probe["norm"][l], np.sqrt((heads ** 2).mean((0, 2, 3))), 1e-11), f"layer {l}: entropy and norm")
            h = h + out
    base = right(model, y[P:])
    drop, both = np.zeros((LAYERS, H)), np.zeros((LAYERS, H, H))
    for l in range(LAYERS):
        for p in range(H):
            for q in range(H):
                model.factor[l, [p, q]] = 0
                both[l, p, q] = base - right(model, y[P:])
                model.factor[l] = 1
            drop[l, p] = both[l, p, p]
    check(close(probe["model_accuracy"], base) and close(probe["drop"], drop) and close(probe["pair_drop"], both)
          and np.abs(drop).max() > 0, "what the model loses without one head and without two, as by hand")
    gradient = np.zeros((LAYERS, H))
    for i in range(P, P + P_TEST):
        for l in range(LAYERS):
            for head in range(H):
                loss = []
                for step in (1e-5, -1e-5):
                    model.factor[l, head] = 1 + step
                    with torch.no_grad():
                        loss.append(np.logaddexp(0, -y[i] * model(torch.from_numpy(x[i:i + 1])).item()))
                    model.factor[l, head] = 1
                gradient[l, head] += abs(loss[0] - loss[1]) / 2e-5 / P_TEST
    check(close(probe["gradient"], gradient, 1e-8), "the gradient in a factor before each head, by differences")
    check(summary["layers"] == LAYERS and not model.read.weight.grad, "the model is as it was")
    ran = interplay("dynamics", "probe", "--file", path, "--out", os.path.join(folder, "solved.npz"))
    solved = load(os.path.join(folder, "solved.npz")) if ran.returncode == 0 else {}
    check(ran.returncode == 0 and solved["score"].shape == (LAYERS, H) and close(solved["drop"], drop)
          and solved["pair_correlation_all"].shape == (3,), "the program solves it")


def test_multihead(folder):
    for batch_first in (True, False):
        model = Multi(batch_first).eval()
        for module in model.attention:
            torch.nn.init.normal_(module.in_proj_weight)
        _, probe, _ = written(model, folder)
        base, drop = right(model, y[P:]), np.zeros((LAYERS, H))
        for l, module in enumerate(model.attention):
            kept = module.out_proj.weight.data.clone()
            for head in range(H):
                module.out_proj.weight.data[:, head * G:(head + 1) * G] = 0
                drop[l, head] = base - right(model, y[P:])
                module.out_proj.weight.data[:] = kept
        check(close(probe["drop"], drop) and close(probe["model_accuracy"], base) and np.abs(drop).max() > 0,
              f"torch.nn.MultiheadAttention, batch_first={batch_first}: heads removed as columns of the output")
        check(close(probe["xi_train_1"].shape, (P, H, N0)) and "pair_drop" not in probe
              and "forward" not in vars(model.attention[0]), "and nothing stays hooked")


def test_encoder(folder):
    layer = torch.nn.TransformerEncoderLayer(N0, H, 16, batch_first=True)
    model = torch.nn.Sequential(torch.nn.TransformerEncoder(layer, 3)).eval()
    _, probe, summary = written(model, folder)
    check(summary["layers"] == 3 and summary["truth"] == [] and "drop" not in probe,
          "an encoder without classes is probed, and not asked what it cannot say")
    _, probe, _ = written(own(), folder, regression=True)
    check("drop" not in probe, "nor is a regression")


def test_command(folder):
    with open(os.path.join(folder, "model.py"), "w", encoding="utf-8") as file:
        file.write("import torch\nclass Model(torch.nn.Module):\n    def forward(self, h):\n"
                   "        a = (h @ h.transpose(1, 2))[:, None].softmax(-1)\n        return (a[:, 0] @ h).mean((1, 2))\n"
                   "def make():\n    return Model()\n")
    np.savez(os.path.join(folder, "data.npz"), train=x[:P], y_train=y[:P], test=x[P:], y_test=y[P:])
    call = [sys.executable, EXPORTER, os.path.join(folder, "model.py") + ":make", "--data", os.path.join(folder, "data.npz"),
            "--out", os.path.join(folder, "c.npz"), "--hidden-states"]
    ran = subprocess.run(call + ["--layers", "all", "--dtype", "float16"], capture_output=True, text=True, check=False)
    check(ran.returncode == 0 and "1 layers of 1 heads" in ran.stdout and load(os.path.join(folder, "c.npz"))["xi_test_1"].dtype
          == np.float16, "on the command line, in half precision")
    ran = subprocess.run(call + ["--layers", "0"], capture_output=True, text=True, check=False)
    check(ran.returncode == 1 and "without --layers" in ran.stderr, "all layers are probed")


def test_pruned(folder):
    model = own()
    path, _, _ = written(model, folder)
    solved = os.path.join(folder, "p.npz")
    ran = interplay("probe", path, "--out", solved)
    orders = load(solved)["prune_order"]
    summary = export.prune_probe(model, path, solved, x[P:], y[P:], batch=9)
    after = load(path)
    check(ran.returncode == 0 and summary["pruned"] == len(orders) and "prune_accuracy" not in load(solved)
          and close(after["prune_order"], orders) and "xi_test_2" in after, "orders are added to the file of probes")
    slow = np.zeros((len(orders), LAYERS * H + 1))
    for row, order in enumerate(orders):
        model.factor[:] = 1
        slow[row, 0] = right(model, y[P:])
        for k, head in enumerate(order.astype(int)):
            model.factor[head // H, head % H] = 0
            slow[row, k + 1] = right(model, y[P:])
    model.factor[:] = 1
    check(close(after["prune_accuracy"], slow) and len(np.unique(slow)) > 3, "accuracies are those without the heads, as by hand")
    ran = interplay("probe", path, "--out", solved)
    check(ran.returncode == 0 and close(load(solved)["prune_accuracy"], slow), "the program shows them")
    place = load(solved)["prune_place"]
    check(place.shape == (5, LAYERS, H) and all((place[o] <= n).sum() == n for o in range(5) for n in range(LAYERS * H + 1))
          and (place[1] <= 3).flat[orders[1, -3:].astype(int)].all(), "and its places make masks of every number of heads")
    export.prune_probe(model, path, solved, x[P:], y[P:], batch=9)
    check(close(load(path)["prune_accuracy"], slow), "once more, in the place of those before")
    export.CURVE_POINTS = 3
    export.prune_probe(model, path, solved, x[P:], y[P:])
    export.CURVE_POINTS = 24
    check(list(np.flatnonzero(np.isfinite(load(path)["prune_accuracy"][0]))) == [0, 3, 6, 8], "of many heads not every number")
    for arguments, words in (((model, solved, solved), "is none: write it first"), ((model, path, path + "x"), "could not be read")):
        try:
            export.prune_probe(*arguments, x[P:], y[P:])
            said = ""
        except export.ExportError as error:
            said = str(error)
        check(words in said, f"refused: {words}")
    np.savez(os.path.join(folder, "other.npz"), prune_order=np.arange(6.0)[None])
    try:
        export.prune_probe(model, path, os.path.join(folder, "other.npz"), x[P:], y[P:])
        said = ""
    except export.ExportError as error:
        said = str(error)
    check("“other.npz” is of another model: its orders are of 6 heads" in said, "orders of another model are refused")


def test_mask(folder):
    """As the help page says, for torch.nn.MultiheadAttention."""
    model = Multi(True).eval()
    path, _, _ = written(model, folder)
    solved = os.path.join(folder, "p.npz")
    interplay("probe", path, "--out", solved)
    export.prune_probe(model, path, solved, x[P:], y[P:])
    mask = torch.tensor(load(solved)["prune_place"][0] <= 3).float()
    for module, kept in zip(model.attention, mask.bool()):
        module.out_proj.weight.data.unflatten(1, (len(kept), -1))[:, ~kept] = 0
    check(mask.sum() == 3 and close(load(path)["prune_accuracy"][0, -4], right(model, y[P:])), "a mask by which three heads are kept")


def test_text(folder):
    net, solved = os.path.join(folder, "net.safetensors"), os.path.join(folder, "t.npz")
    ran = interplay("dynamics", "joma-text", "--layers", "2", "--heads", "2", "--network-width", "8", "--hidden",
                    "8", "--length", "6", "--steps", "20", "--rate", "0.01", "--checkpoint", net)
    ran = interplay("probe", net, "--out", solved, "--probes", os.path.join(folder, "own.npz")) if ran.returncode == 0 else ran
    check(ran.returncode == 0, "a transformer that learned the invented text is probed: " + ran.stderr)
    found = load(solved)
    check(found["drop"].shape == (2, 2) and np.all(found["prune_accuracy"][:, 0] == found["model_accuracy"])
          and (found["gradient"] > 0).all() and (found["norm"] > 0).all(), "and its heads are removed")
    probes = load(os.path.join(folder, "own.npz"))
    check(close(probes["drop"], found["drop"]) and probes["xi_train_2"].shape == (300, 2, 8) and set(probes["y_test"]) == {0, 1, 2, 3},
          "and its probes as a file")
    with open(os.path.join(folder, "book.txt"), "w", encoding="utf-8") as file:
        file.write("the cat sat on the mat .\n\n" * 2000)
    ran = interplay("dynamics", "joma-text", "--text", os.path.join(folder, "book.txt"), "--layers", "1", "--network-width", "8",
                    "--length", "6", "--steps", "3", "--checkpoint", os.path.join(folder, "book.safetensors"))
    ran = interplay("probe", os.path.join(folder, "book.safetensors"))
    check(ran.returncode == 1 and "was not trained on the invented text of joma-text" in ran.stderr, "of a book it says why not")


with tempfile.TemporaryDirectory() as where:
    for test in (test_own, test_multihead, test_encoder, test_command, test_pruned, test_mask, test_text):
        test(where)
done()
