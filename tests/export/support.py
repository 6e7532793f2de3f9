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


def tensor(a):
    return torch.from_numpy(np.ascontiguousarray(a))


def load_exporter():
    spec = importlib.util.spec_from_file_location("export_attention", EXPORTER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def command(exporter, folder, *arguments):
    """The exporter's command line, in this process, as PyTorch takes long to import: code, output, errors."""
    out, err, before = io.StringIO(), io.StringIO(), os.getcwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = exporter.main(list(arguments))
    finally:
        os.chdir(before)
    return types.SimpleNamespace(returncode=code, stdout=out.getvalue(), stderr=err.getvalue())


def softmax(a):
    a = np.exp(a - a.max(-1, keepdims=True))
    return a / a.sum(-1, keepdims=True)


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
