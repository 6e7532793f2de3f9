#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""PyTorch's own attention, modules of one's own and the authors' files, with PyTorch, as TAP."""
import os

from support import (by_hand, check, close, command, export_split, interplay, load, needs_torch, np, run_in_folder,
                     same_kernels, slow_xi, softmax, torch, write, write_data)

rng = needs_torch(1)
P, P_TEST, T, N0, H = 20, 8, 6, 8, 2
x = rng.standard_normal((P + P_TEST, T, N0))
y = np.where(rng.random(P + P_TEST) > 0.5, 1, -1)


def one(model, folder, out="case.npz", inputs=x, **options):
    path = os.path.join(folder, out)
    export_split(model, path, P, inputs, y, batch=3, dtype="float64", **options)
    return path, load(path)


def multihead(module, h, causal=False):
    W, b = module.in_proj_weight.detach().numpy(), module.in_proj_bias.detach().numpy()
    return by_hand(h, W[:N0], b[:N0], W[N0:2 * N0], b[N0:2 * N0], H, causal)


class Two(torch.nn.Module):
    """Two layers of MultiheadAttention with residuals; time first where not @batch_first."""

    def __init__(self, batch_first, causal=False, weights=False):
        super().__init__()
        self.a, self.b = (torch.nn.MultiheadAttention(N0, H, batch_first=batch_first) for _ in range(2))
        self.batch_first, self.causal, self.weights = batch_first, causal, weights
        self.seen = []
        for module in (self.a, self.b):
            torch.nn.init.normal_(module.in_proj_bias)

    def forward(self, h):
        mask = torch.ones(T, T, dtype=torch.bool).triu(1) if self.causal else None
        self.seen = []
        h = h if self.batch_first else h.transpose(0, 1)
        for module in (self.a, self.b):
            out, weights = module(h, h, h, need_weights=self.weights, attn_mask=mask)
            self.seen.append(None if weights is None else weights.shape)
            h = h + out
        return h


def test_multihead(folder):
    for batch_first in (True, False):
        for causal in (True, False):
            model = Two(batch_first, causal, weights=causal)
            model.train()
            path, case = one(model, folder, level="attention")
            with torch.no_grad():
                h = torch.from_numpy(x)
                h = h.transpose(0, 1) if not batch_first else h
                mask = torch.ones(T, T, dtype=torch.bool).triu(1) if causal else None
                second = h + model.a(h, h, h, attn_mask=mask)[0]
                second = (second.transpose(0, 1) if not batch_first else second).numpy()
            case_of = f"batch_first={batch_first}, causal={causal}: "
            check(close(case["attn_train_1"], multihead(model.a, x, causal)[:P])
                  and close(case["attn_test_2"], multihead(model.b, second, causal)[P:], 1e-11)
                  and close(case["x_train"], x[:P]), case_of + "attention as by hand")
            check(str(case["readout"]) == ("last" if causal else "mean")
                  and model.seen[0] == ((min(3, P_TEST % 3 or 3), T, T) if causal else None),
                  case_of + "readout, and what callers get stays as it was")
            check("forward" not in vars(model.a) and model.training, case_of + "nothing stays hooked, nor out of training")
            paths, case = one(model, folder, "paths.npz", level="paths")
            attention = [multihead(model.a, x, causal), multihead(model.b, second, causal)]
            r = np.eye(T)[[T - 1] * len(x)] if causal else np.full((len(x), T), 1 / T)
            check(close(case["xi_train"], slow_xi(x, attention, r)[:P], 1e-11), case_of + "path features as by hand")
            check(same_kernels(path, paths, folder), case_of + "both levels have the same kernels")
    check(interplay("sweep", path, "--widths", "10,100").returncode == 0, "it is solved")
    check(interplay("figure", paths, "--out", os.path.join(folder, "f.pdf")).returncode == 0, "and drawn")


def test_encoder(folder):
    for norm_first in (False, True):
        layer = torch.nn.TransformerEncoderLayer(N0, H, 16, batch_first=True, norm_first=norm_first)
        model = torch.nn.TransformerEncoder(layer, 2)
        for p in model.parameters():
            torch.nn.init.normal_(p, std=0.5)
        model.eval()
        fast = [layer.activation_relu_or_gelu for layer in model.layers]
        _, case = one(model, folder, level="attention")
        first = model.layers[0]
        with torch.no_grad():
            h = torch.from_numpy(x)
            h = (first.norm1(h) if norm_first else h).numpy()
        check(close(case["attn_train_1"], multihead(first.self_attn, h)[:P], 1e-11) and "attn_train_2" in case,
              f"nn.TransformerEncoder, norm_first={norm_first}: past its fast path")
        check([layer.activation_relu_or_gelu for layer in model.layers] == fast, "which is there again afterwards")
        check(any("MLPs" in w for w in case["warnings"]) and any("Norms" in w for w in case["warnings"]), "MLPs and norms")
    # Padding, which the encoder would make a nested tensor of.
    mask = np.ones((len(x), T), bool)
    mask[:, 4:] = False
    _, case = one(torch.nn.TransformerEncoder(torch.nn.TransformerEncoderLayer(N0, H, 16, batch_first=True), 1), folder,
                  mask=mask, level="attention", readout="first")
    check(np.abs(case["attn_train_1"][:, :, :4, 4:]).max() == 0, "and padding is looked at by nobody")


class Own(torch.nn.Module):
    """Attention of one's own, which goes through a softmax."""

    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Embedding(5, N0)
        self.softmax = torch.nn.ModuleList([torch.nn.Softmax(-1), torch.nn.Softmax(-1)])

    def forward(self, ids):
        h = self.embed(ids)
        for s in self.softmax:
            a = s((h @ h.transpose(1, 2))[:, None] * torch.tensor([1.0, -1.0])[:, None, None])
            h = h + (a @ h[:, None]).mean(1)
        return h


def test_own(folder):
    ids = rng.integers(0, 5, (P + P_TEST, T))
    model = Own()
    _, case = one(model, folder, inputs=ids, modules="softmax.*", input_module="embed", level="attention")
    h = model.embed.weight.detach().numpy()[ids]
    logits = np.stack([h @ h.transpose(0, 2, 1), -h @ h.transpose(0, 2, 1)], 1)
    check(close(case["attn_train_1"], softmax(logits)[:P]) and close(case["x_test"], h[P:]),
          "submodules that give attention out")


def test_authors(folder):
    """[L, H, N0, G] query and key weights, as the authors keep them."""
    G = 3
    arrays = {"x_zeros_train": x[:P], "x_zeros_test": x[P:], "y_labels_train": y[:P, None], "y_labels_test": y[P:],
              "w_q_weigts": rng.standard_normal((2, 3, N0, G)), "w_k_weigts": rng.standard_normal((2, 3, N0, G))}
    torch.save({k: torch.as_tensor(v) for k, v in arrays.items()}, os.path.join(folder, "hmc.pt"))
    ran = command(folder, "hmc.pt", "--out", "hmc.npz", "--readout", "last", "--heads", "0,1/1,2")
    check(ran.returncode == 0 and "weights" in ran.stdout, "the authors' file is exported " + ran.stderr)
    case = load(os.path.join(folder, "hmc.npz"))
    check(close(case["wq_1"], arrays["w_q_weigts"][0, :2].transpose(0, 2, 1))
          and close(case["wk_2"], arrays["w_k_weigts"][1, 1:].transpose(0, 2, 1))
          and close(case["x_train"], x[:P]) and case["y_train"].shape == (P,), "weights by layer, [heads, G, N0]")
    # The same arrays under the authors' names, which Interplay reads itself.
    np.savez(os.path.join(folder, "alias.npz"), **{**arrays, "y_labels_train": y[:P]}, readout="last")
    command(folder, "hmc.pt", "--out", "whole.npz", "--readout", "last")
    check(same_kernels(os.path.join(folder, "alias.npz"), os.path.join(folder, "whole.npz"), folder),
          "with the kernels of the authors' arrays")
    # Attention by hand: key on the left of the weights' product, logits over sqrt(G), in each layer of the bare inputs.
    q, k = (np.einsum("ptn,lhng->lphtg", x, arrays[f"w_{s}_weigts"]) for s in "qk")
    logits = np.einsum("lphtg,lphsg->lphts", q, k) / np.sqrt(G)
    xi = slow_xi(x, list(softmax(logits)), np.eye(T)[[T - 1] * len(x)])
    np.savez(os.path.join(folder, "xi.npz"), xi_train=xi[:P], xi_test=xi[P:], y_train=y[:P], y_test=y[P:], heads=[3, 3])
    check(same_kernels(os.path.join(folder, "xi.npz"), os.path.join(folder, "whole.npz"), folder), "and of a slow loop")
    torch.save({"layer.0.weight": torch.zeros(2, 2)}, os.path.join(folder, "state.pt"))
    ran = command(folder, "state.pt", "--out", "no.npz")
    check(ran.returncode == 1 and "FILE.py:FUNCTION" in ran.stderr and ran.stderr.count("\n") == 1,
          "a network's weights are no case: " + ran.stderr)
    torch.save(Two(True), os.path.join(folder, "model.pt"))
    ran = command(folder, "model.pt", "--out", "no.npz")
    check(ran.returncode == 1 and "--trust" in ran.stderr and ran.stderr.count("\n") == 1,
          "a whole model may run code: " + ran.stderr)


def test_command(folder):
    write(folder, "mine.py", "import torch\n"
                             "def make():\n"
                             "    torch.manual_seed(1)\n"
                             "    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)\n"
                             "    return torch.nn.TransformerEncoder(layer, 3)\n")
    write_data(folder, x.astype(np.float32), y, P)
    ran = command(folder, "mine.py:make", "--data", "data.npz", "--layers", "0,2", "--heads", "0-1", "--out", "mine.npz")
    check(ran.returncode == 0 and "Warning: MLPs" in ran.stdout, "a model by its function " + ran.stderr)
    case = load(os.path.join(folder, "mine.npz"))
    check(list(case["head_names"]) == ["L0H0", "L0H1", "L2H0", "L2H1"], "with the heads asked for")
    check(interplay("sweep", os.path.join(folder, "mine.npz"), "--widths", "10").returncode == 0, "is solved")


run_in_folder(test_multihead, test_encoder, test_own, test_authors, test_command)
