# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the exporter share: TAP, a PyTorch or what stands in for one, and the formula, slowly.

usage of each test: test-NAME.py EXPORTER INTERPLAY_CLI
"""
import contextlib
import importlib.util
import io
import itertools
import os
import subprocess
import sys
import tempfile
import types

SYSTEM = "/usr/bin/python3"


def can_import(python, name):
    return os.path.exists(python) and subprocess.run([python, "-c", "import " + name], capture_output=True,
                                                     check=False).returncode == 0


try:
    import numpy as np
except ImportError:
    # Debian's packages are for its own Python.
    if sys.executable != SYSTEM and can_import(SYSTEM, "numpy"):
        os.execv(SYSTEM, [SYSTEM] + sys.argv)
    print("1..0 # SKIP no NumPy")
    sys.exit(0)

EXPORTER, CLI = (os.path.abspath(a) for a in sys.argv[1:3])
count = 0


def check(good, what):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {what}".replace("\n", " "), flush=True)


def skip(what, why):
    global count
    count += 1
    print(f"ok {count} - {what} # SKIP {why}", flush=True)


def done():
    print(f"1..{count}")


def run_in_folder(*tests):
    """Each with the same folder, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        for test in tests:
            test(folder)
    done()


class Tensor(np.ndarray):
    """What a tensor has of which the exporter makes use, beside what arrays have."""

    def detach(self):
        return self

    def cpu(self):
        return self

    def numpy(self):
        return np.asarray(self)

    def to(self, _device):
        return self

    device = None

    def transpose(self, a, b):
        return np.swapaxes(self, a, b)

    def tril(self):
        return np.tril(self).view(Tensor)

    def masked_fill(self, mask, value):
        return np.where(mask, value, self).view(Tensor)

    def repeat_interleave(self, n, dim):
        """Each entry n times, one after the other."""
        return np.repeat(np.asarray(self), n, dim).view(Tensor)

    def repeat(self, *sizes):
        """The whole, so often along each dimension."""
        return np.tile(np.asarray(self), sizes).view(Tensor)


class NoGrad:
    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        return False


try:
    import torch
    has_torch = True
except ImportError:
    has_torch = False
    torch = types.ModuleType("torch")
    torch.no_grad = NoGrad
    torch.from_numpy = lambda a: np.asarray(a).view(Tensor)
    torch.bool = np.dtype(bool)
    torch.ones = lambda shape, dtype, device: np.ones(shape, dtype).view(Tensor)
    torch.softmax = lambda a, dim: softmax(np.asarray(a)).view(Tensor)
    sys.modules["torch"] = torch


def needs_torch(seed):
    """Ends a test where there is no PyTorch; random numbers of its own and of NumPy."""
    if not has_torch:
        print("1..0 # SKIP no PyTorch beside NumPy")
        sys.exit(0)
    torch.manual_seed(seed)
    torch.set_default_dtype(torch.float64)
    return np.random.default_rng(seed)


def tensor(a):
    return torch.from_numpy(np.ascontiguousarray(a))


spec = importlib.util.spec_from_file_location("export_attention", EXPORTER)
export = importlib.util.module_from_spec(spec)
spec.loader.exec_module(export)


def export_split(model, path, n_train, x, y, mask=None, **options):
    """Writes a case of which the first examples are those trained on."""
    masks = {} if mask is None else {"mask_train": mask[:n_train], "mask_test": mask[n_train:]}
    return export.export_case(model, path, x[:n_train], y[:n_train], x[n_train:], y[n_train:], **masks, **options)


def refusal(function, *arguments, **options):
    """What the exporter says of a case that it cannot write; None where it writes it."""
    try:
        function(*arguments, **options)
    except export.ExportError as error:
        return str(error)
    return None


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def write_data(folder, x, y, n_train, **more):
    """The examples that --data reads."""
    np.savez(os.path.join(folder, "data.npz"), train=x[:n_train], y_train=y[:n_train], test=x[n_train:], y_test=y[n_train:],
             **more)


def command(folder, *arguments):
    """The exporter's command line, in this process, as PyTorch takes long to import: code, output, errors."""
    out, err, before = io.StringIO(), io.StringIO(), os.getcwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = export.main(list(arguments))
    finally:
        os.chdir(before)
    return types.SimpleNamespace(returncode=code, stdout=out.getvalue(), stderr=err.getvalue())


def softmax(a):
    a = np.exp(a - a.max(-1, keepdims=True))
    return a / a.sum(-1, keepdims=True)


def by_hand(h, W_q, b_q, W_k, b_k, n_heads, causal):
    """Attention [B, head, query, key] of weights: softmax over keys of q.k / sqrt(G)."""
    q, k = ((h @ W.T + b).reshape(len(h), h.shape[1], n_heads, -1) for W, b in ((W_q, b_q), (W_k, b_k)))
    logits = np.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
    return softmax(np.where(np.tril(np.ones(logits.shape[-2:], bool)), logits, -np.inf) if causal else logits)


def slow_xi(x, attention, r):
    """xi^p(x) = sum_t x_t (O^1 ... O^L r)_t with O[key, query], an example and a path at a time."""
    xi = []
    for i in range(len(x)):
        rows = []
        for heads in itertools.product(*[range(a.shape[1]) for a in attention]):
            product = np.eye(x.shape[1])
            for a, h in zip(attention, heads):
                product = product @ a[i, h].astype(np.float64).T
            alpha = product @ r[i]
            rows.append(sum(alpha[t] * x[i, t].astype(np.float64) for t in range(x.shape[1])))
        xi.append(rows)
    return np.array(xi)


def close(a, b, tolerance=1e-12):
    """Rounding: of sums of no more than a few hundred terms, in double precision."""
    a, b = np.asarray(a), np.asarray(b)
    return a.shape == b.shape and np.abs(a - b).max() <= tolerance * max(1, np.abs(b).max())


def load(path):
    with np.load(path, allow_pickle=False) as file:
        return {k: file[k] for k in file.files}


def interplay(*arguments):
    return subprocess.run([CLI, *arguments], capture_output=True, text=True, check=False)


def same_kernels(a, b, folder):
    """Whether the cases of two files have the same kernels."""
    kernels = []
    for path in (a, b):
        out = os.path.join(folder, "kernels.npz")
        ran = interplay("kernels", path, "--width", "10", "--out", out)
        if ran.returncode != 0:
            return False
        kernels.append(load(out))
    return all(close(kernels[0][k], kernels[1][k]) for k in ("C", "K_gp"))
