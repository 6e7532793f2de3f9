#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the exporter refuses: one sentence each, and no file, as TAP."""
import os
import subprocess
import sys
import tempfile
from types import SimpleNamespace

from support import EXPORTER, check, command, done, export, has_torch, np, refusal, skip, softmax, tensor, write

P, T, N0, H = 6, 4, 3, 2
rng = np.random.default_rng(3)
ids = rng.integers(0, 5, (P, T))
y = np.tile([1, -1], P // 2)


class Model:
    """As transformers has it; @spoil changes attention [B, H, T, T]."""

    main_input_name = "input_ids"

    def __init__(self, spoil=lambda a: a, sdpa=None, layers=2, **config):
        self.config = SimpleNamespace(**config)
        self.spoil, self.sdpa, self.layers = spoil, sdpa, layers

    def eval(self):
        pass

    def modules(self):
        return []

    def __call__(self, input_ids, attention_mask=None, **_):
        if self.sdpa == "raises":
            raise ValueError("The `output_attentions` attribute is not supported when using the `attn_implementation` set "
                             "to sdpa.")
        x = np.asarray(input_ids)[:, :, None] + np.arange(N0) / 10
        a = [self.spoil(softmax(np.random.default_rng(l).standard_normal((len(x), H, T, T)))) for l in range(self.layers)]
        return SimpleNamespace(hidden_states=(tensor(x),), attentions=tuple(None if self.sdpa else tensor(v) for v in a))


class Failing(Model):
    def __call__(self, input_ids, attention_mask=None, **_):
        raise IndexError("no such token")


def refused(what, words, model=None, train=ids, labels=y, test=ids, **options):
    with tempfile.TemporaryDirectory() as folder:
        text = str(refusal(export.export_case, model or Model(), os.path.join(folder, "case.npz"), train, labels, test, y, **options))
        check(all(w in text for w in words) and "\n" not in text and text[-1] in ".)" and not os.listdir(folder),
              f"{what}: {text}")


def spoil(index, value):
    def change(a):
        a = a.copy()
        a[index] = value
        return a
    return change


refused("sdpa gives None", ["eager"], Model(sdpa="none"))
refused("sdpa raises", ["eager"], Model(sdpa="raises"))
refused("an encoder and a decoder", ["encoder"], Model(is_encoder_decoder=True))
refused("many classes", ["0, 1, 2", "regression"], labels=np.array([0, 1, 2, 0, 1, 2]))
refused("labels of two conventions", ["-1, 0, 1"], labels=np.array([0, 1, -1, 0, 1, 1]))
refused("too few labels", ["[5]", "[6]"], labels=y[:5])
refused("labels that are text", ["numbers"], labels=np.array(["a"] * P))
refused("labels that are NaN", ["finite"], labels=np.full(P, np.nan), regression=True)
refused("lengths that differ", ["3 to 4 tokens", "mask"], train=[[1, 2, 3]] + [[1, 2, 3, 4]] * (P - 1))
refused("a mask of another length", ["5 tokens", "sees 4"], mask_train=np.ones((P, 5)))
refused("a mask of too few", ["[2, 4]"], mask_test=np.ones((2, T)))
refused("a mask without a token", ["example 1 no token"], mask_train=np.eye(P)[:, [1]].repeat(T, 1) != 1)
refused("layers out of range", ["Layer 2", "0 to 1"], layers=[0, 2])
refused("layers out of order", ["from the first to the last"], layers=[1, 0])
refused("no layer", ["one or more"], layers=[])
refused("heads out of range", ["Head 2 of layer 0", "0 to 1"], heads=[0, 2])
refused("heads twice", ["each of them once"], heads=[0, 0])
refused("heads of other layers", ["3 layers", "2 are chosen"], heads=[[0], [0], [0]])
refused("too many layers", ["9 layers", "--layers"], Model(layers=9))
refused("too many paths", ["4096", "--heads"], Model(lambda a: a.repeat(32, 1), layers=3))
refused("logits", ["sums to", "softmax"], Model(lambda a: a * 2))
refused("NaN", ["not finite"], Model(spoil((0, 1, 2, 0), np.nan)))
refused("attention over other tokens", ["[1, 2, 4, 3]"], Model(lambda a: a[..., :3]))
refused("numbers too large", ["float16", "float32"], train=ids * 100000 + 1, dtype="float16")
refused("NaN in the inputs", ["The inputs hold NaN"], train=np.where(ids == ids[0, 0], np.nan, ids))
refused("another level", ["auto, attention or paths"], level="weights")
refused("another readout", ["last, first or mean"], readout="best")
refused("another precision", ["float64"], dtype="int32")
refused("an empty batch", ["at least 1"], batch=0)
refused("residual path features", ["--residual"], level="paths", residual=True)
refused("a model that fails", ["does not take", "[[1, 4]]", "no such token"], Failing())
refused("no model", ["nn.Module"], SimpleNamespace())
check("/nowhere" in str(refusal(export.export_case, Model(), "/nowhere/case.npz", ids, y, ids, y)), "a folder that is not there")


# A disk without room: no file may become larger than this, as in a quota.
def full_disk():
    import resource  # pylint: disable=import-outside-toplevel
    import signal  # pylint: disable=import-outside-toplevel
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, before[1]))
    try:
        refused("a disk without room", ["no room", "xi_train"], level="paths")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


full_disk()


def said(what, words, *arguments, cwd):
    ran = command(cwd, *arguments, "--out", "case.npz")
    check(ran.returncode == 1 and ran.stderr.startswith("export-attention: ") and ran.stderr.count("\n") == 1
          and all(w in ran.stderr for w in words), f"{what}: {ran.stderr}")


with tempfile.TemporaryDirectory() as where:
    if not has_torch:
        ran = subprocess.run([sys.executable, EXPORTER, "gpt2", "--out", "case.npz"], capture_output=True, text=True,
                             check=False, cwd=where)
        check(ran.returncode == 1 and "install torch" in ran.stderr and ran.stderr.count("\n") == 1,
              "no PyTorch: " + ran.stderr)
        skip("the command line", "no PyTorch beside NumPy")
    else:
        write(where, "m.py", "import torch\ndef make(): return torch.nn.Linear(2, 2)\n")
        np.savez(os.path.join(where, "d.npz"), train=np.zeros((2, 2)), y_train=[1, -1])
        write(where, "bad.pt", "nothing of PyTorch")
        said("a list that is none", ["0,5 or 0-3"], "gpt2", "--layers", "a", cwd=where)
        said("a function that is not there", ["no function nine"], "m.py:nine", cwd=where)
        said("a file without its function", ["m.py:FUNCTION"], "m.py", cwd=where)
        said("no examples", ["--data"], "m.py:make", cwd=where)
        said("no test set", ["test, y_test"], "m.py:make", "--data", "d.npz", cwd=where)
        said("a file that is damaged", ["--trust"], "bad.pt", cwd=where)
        np.savez(os.path.join(where, "d.npz"), train=np.zeros((2, 2)), y_train=[1, -1], test=np.zeros((2, 2)), y_test=[1, -1])
        said("a module without attention", ["Linear", "MultiheadAttention"], "m.py:make", "--data", "d.npz", cwd=where)
        said("a module that is not there", ["soft"], "m.py:make", "--data", "d.npz", "--modules", "soft", cwd=where)
        check(not os.path.exists(os.path.join(where, "case.npz")), "no file is left")
done()
