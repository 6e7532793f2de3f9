#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cases that come with the program: one network at three levels, and a trained transformer, as TAP."""
import os
import tempfile

from support import check, close, done, interplay, load, np, same_kernels, slow_xi, softmax

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "resources", "examples")
LEVELS = ("paths", "attention", "weights")
files = {name: os.path.join(FOLDER, f"example-{name}.npz") for name in (*LEVELS, "induction")}

check(all(os.path.getsize(path) < 300e3 for path in files.values()), "all are small")
with tempfile.TemporaryDirectory() as where:
    check(same_kernels(files["paths"], files["attention"], where) and same_kernels(files["paths"], files["weights"], where),
          "the three levels have the same kernels")
    # By name, and to the same numbers as by file.
    for name, path in files.items():
        ran = interplay("sweep", f"example-{name}", "--out", os.path.join(where, "a.npz"))
        interplay("sweep", path, "--out", os.path.join(where, "b.npz"))
        results = [load(os.path.join(where, f)) for f in ("a.npz", "b.npz")]
        check(ran.returncode == 0 and np.array_equal(results[0]["U"], results[1]["U"]), f"example-{name} is opened by its name")
        accuracy, gp = results[0]["accuracy"], results[0]["accuracy_gp"]
        check(accuracy[0] > np.ravel(gp)[0] + 0.02, "and more is right at N = 10 than in the GP limit")
    check("Warning: Residual connections" in interplay("sweep", "example-induction").stderr, "what was left out is said")
    check("computed from the inputs" in interplay("sweep", "example-weights").stderr
          and "from the inputs" not in interplay("sweep", "example-attention").stderr, "and that weights see bare inputs")
    listed = interplay("cases").stdout
    check(all(f"example-{name} " in listed for name in files), "cases lists them")
    ran = interplay("export-case", "example-induction", "--out", os.path.join(where, "again.npz"))
    again = load(os.path.join(where, "again.npz"))
    check(ran.returncode == 0 and list(again["warnings"]) == list(load(files["induction"])["warnings"]),
          "a case written out keeps its warnings")

case = load(files["weights"])
attention = []
for layer in (1, 2):
    q, k = (np.einsum("ptn,hgn->phtg", case["x_test"], case[f"w{s}_{layer}"]) for s in "qk")
    attention.append(softmax(q @ k.transpose(0, 1, 3, 2) / np.sqrt(q.shape[-1])))
T = case["x_test"].shape[1]
check(close(load(files["paths"])["xi_test"], slow_xi(case["x_test"], attention, np.full((len(case["x_test"]), T), 1 / T))),
      "path features are those of a slow loop over the weights' attention")
# In the transformer what a sign tells can only come from where it stands.
case = load(files["induction"])
check(not np.triu(case["attn_test_1"].astype(float).sum((0, 1)), 1).any() and str(case["readout"]) == "last",
      "the transformer is causal, and read at the last token")
done()
