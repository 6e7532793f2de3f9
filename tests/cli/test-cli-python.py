#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the scripts that “figure --format py” writes, as TAP.

Each must run without a warning, call plt.show() once, and draw the numbers of the file of results
that it names: what lines, bars and images hold is compared with arrays worked out here.

usage: test-cli-python.py INTERPLAY_CLI
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

import seen
from seen import matplotlib, np

CLI = os.path.abspath(sys.argv[1])


SAMPLES = ["--widths", "10,100", "--draws", "100"]
# The same with a short warm-up, in a file of results: made once, drawn often.
SAMPLED = "sampled.npz"
SAMPLED_OUTPUTS = "sampled-outputs.npz"
OUTPUTS = ["hmc-classes", "--widths", "10,100"]
SMALL_GLYPHS = "n-train=40 n-test=40 glyph-alphabets=6 glyph-characters=6 glyph-drawings=4".split()
# What is drawn, by which arguments, and what must be seen.
FIGURES = [
    ("accuracy", ["hmc2", "--panel", "accuracy"], seen.check_accuracy),
    ("accuracy with parts", ["hmc2", "--panel", "accuracy", "--accuracy-lines", "all"],
     seen.check_parts),
    ("accuracy over seeds", ["hmc2", "--panel", "accuracy", "--seeds", "1-3"], seen.check_seeds),
    ("U", ["hmc2", "--panel", "u"], seen.check_u),
    ("U of another width", ["hmc4", "--panel", "u", "--width", "100", "--no-shared-limits",
                            "--heatmap-scale", "symlog"], seen.check_u),
    ("U, sampled and theory", [SAMPLED, "--panel", "u", "--heatmap", "difference"], seen.check_difference),
    ("overlap", ["hmc2", "--panel", "overlap"], seen.check_overlap),
    ("all in the dark", ["hmc4", "--panel", "all", "--theme", "dark"], seen.check_all),
    ("all", ["hmc2", "--panel", "all"], seen.check_all),
    ("the GP limit", ["hmc2", "--panel", "all", "--width", "gp"], seen.check_gp),
    ("many paths", ["glyphs", *SMALL_GLYPHS, "--panel", "all", "--widths", "10,100", "--width", "100", "-t", "0.01"], seen.check_many),
    ("all outputs", [*OUTPUTS, "--panel", "u", "--outputs", "all"], seen.check_tiles_of_outputs),
    ("traced over outputs", [*OUTPUTS, "--panel", "all"], seen.check_traced),
    ("the GP limit of outputs", [*OUTPUTS, "--panel", "u", "--width", "gp"], seen.check_traced_gp),
    ("sd over outputs", [SAMPLED_OUTPUTS, "--panel", "u", "--heatmap", "sd"], seen.check_traced_sd),
    ("trace over outputs", [SAMPLED_OUTPUTS, "--panel", "trace", "--pair", "1,2"],
     seen.check_traced_trace),
    ("trace", [SAMPLED, "--panel", "trace"], seen.check_trace),
    ("ranks", [SAMPLED, "--panel", "ranks", "--pair", "1,2"], seen.check_ranks),
    ("calibration", ["hmc2", "--panel", "calibration", *SAMPLES], seen.check_calibration),
    ("marginal", [SAMPLED, "--panel", "marginal", "--width", "100"], seen.check_marginal),
    ("posterior", ["hmc2", "--panel", "posterior", *SAMPLES], seen.check_posterior),
    ("kernel-tiles", ["hmc4", "--panel", "kernel-tiles"], seen.check_tiles),
    ("kernel-sum", ["hmc2", "--panel", "kernel-sum"], seen.check_sum),
    ("kernels", ["hmc2", "--panel", "kernels"], seen.check_kernels),
    ("kernels of outputs", [*OUTPUTS, "--panel", "kernels", "--outputs", "one"], seen.check_kernels),
    ("heads", ["hmc4", "--panel", "heads"], seen.check_heads),
    ("pruning", ["hmc4", "--panel", "pruning"], seen.check_pruning),
]

# What takes minutes by itself is made small.
SMALL = {
    "joma-joint": ["steps=60"],
    "joma-text": "words=3000 steps=30 network-width=16 hidden=16 length=8 batch=4 layers=2 "
                 "compare-layers=1".split(),
    "head-course": "training-steps=10 report-steps=5 network-width=16 heads-per-layer=2 "
                   "layers=1".split(),
    "joma-hierarchy": "token-width=16 steps=20 reports=4".split(),
    "joma-stack": ["steps=200"],
    "joma-paths": [], "joma-salience": [], "joma-tree": [],
}
# Panels of what happens in time.
COURSES = [
    ("joma-joint", "joint-course", seen.check_course),
    ("joma-joint", "joint-curves", seen.check_curves("V")),
    ("joma-joint", "joint-invariant", seen.check_curves("invariant")),
    ("joma-stack", "stack-entropy", seen.check_curves("entropy", "entropy_stationary")),
    ("joma-stack", "stack-correlation", seen.check_curves("correlation")),
    ("joma-salience", "salience-components", seen.check_curves("v")),
    ("joma-salience", "entropy", seen.check_curves("entropy")),
    ("joma-paths", "learned-accuracy", seen.check_curves("accuracy", "accuracy_gp", "accuracy_head")),
    ("joma-paths", "learned-scores", seen.check_curves("head_score")),
    ("joma-paths", "learned-entropy", seen.check_curves("entropy_head")),
    ("joma-text", "loss", seen.check_curves("loss", "validation_loss")),
    ("head-course", "head-scores", seen.check_curves("head_score")),
    ("head-course", "head-entropy", seen.check_curves("entropy")),
    ("head-course", "path-course", seen.check_curves("path_weight")),
    ("joma-joint", "joint-attention", seen.moment_map("attention")),
    ("joma-joint", "joint-weights", seen.moment_map("V")),
    ("joma-joint", "joint-prediction", seen.check_prediction),
    ("joma-paths", "learned-attention", seen.moment_map("attention", np.transpose)),
    ("joma-paths", "learned-u", seen.moment_map("U")),
    ("head-course", "course-u", seen.moment_map("U")),
    ("joma-salience", "salience-bars", seen.check_salience_bars),
    ("joma-salience", "salience-profile", seen.check_profile),
    ("joma-salience", "salience-arrival", seen.check_arrival),
    ("joma-tree", "pair-order", seen.check_order),
    ("joma-tree", "cooccurrence", seen.check_cooccurrence),
    ("joma-hierarchy", "level-correlation", seen.check_levels),
    ("joma-hierarchy", "latent-correlation", seen.check_neurons),
    ("joma-text", "text-runs", seen.check_runs),
]
FIGURES += [(panel, [name, "--panel", panel], check) for name, panel, check in COURSES]

# Files of results: the samples, and each course from the first figure of it.
KEPT = tempfile.TemporaryDirectory()


def make_samples(subject, file):
    case = "hmc2" if subject == SAMPLED else "hmc-questions"
    run = subprocess.run([CLI, "sample", case, "--widths", "10,100", "--draws", "100", "--warmup",
                          "100", "-o", file], capture_output=True, text=True)
    assert run.returncode in (0, 3), run.stderr


def figure_of(folder, arguments):
    """A figure of what is computed for it, or, where that takes long, of what was computed before."""
    subject, *rest = arguments
    samples = subject in (SAMPLED, SAMPLED_OUTPUTS)
    name = subject if samples else subject + ".npz"
    file = os.path.join(KEPT.name, name)
    if samples and not os.path.exists(file):
        make_samples(subject, file)
    if os.path.exists(file):
        return figure(folder, [shutil.copy(file, folder), *rest])
    drawn = figure(folder, [*arguments, *SMALL.get(subject, [])])
    if subject in SMALL:
        written, = glob.glob(os.path.join(folder, "*.npz"))
        shutil.copy(written, file)
    return drawn


def figure(folder, arguments):
    run = subprocess.run([CLI, "figure", *arguments, "--format", "py", "-o", folder],
                         capture_output=True, text=True)
    assert run.returncode in (0, 3), run.stderr
    drawn = seen.Drawn(folder)
    # What is asked for is what is drawn, whether the script has a word for it or not.
    if "--width" in arguments and "widths" in drawn.results and arguments[arguments.index("--width") + 1] != "gp":
        width = int(arguments[arguments.index("--width") + 1])
        drawn.row = int(np.flatnonzero(drawn.results["widths"].reshape(len(drawn.results["U"]), -1)
                                       [:, 0] == width)[0])
    if "--pair" in arguments:
        p, q = arguments[arguments.index("--pair") + 1].split(",")
        drawn.pair = int(p) - 1, int(q) - 1
    return drawn


def draw_results(folder):
    """A file of results that is there already is not written once more."""
    file = os.path.join(folder, "own.npz")
    subprocess.run([CLI, "sweep", "hmc2", "-o", file], check=True, capture_output=True)
    out = os.path.join(folder, "out")
    run = subprocess.run([CLI, "figure", file, "--panel", "all", "--width", "100", "--format", "py",
                          "-o", out], check=True, capture_output=True, text=True)
    assert run.stdout.split() == [os.path.join(out, "own-all.py")], run.stdout
    assert os.listdir(out) == ["own-all.py"]
    script = os.path.join(folder, "one.py")
    run = subprocess.run([CLI, "figure", file, "--panel", "all", "--width", "100", "-o", script], check=True,
                         capture_output=True, text=True)
    assert run.stdout.split() == [script], run.stdout
    drawn = seen.Drawn(out)
    assert drawn.results["widths"][drawn.row] == 100
    seen.check_all(drawn)


def draw_checkpoints(folder):
    """Matrices that others trained, in files of safetensors."""
    for step in (1, 2):
        header, data = {}, b""
        for layer in (0, 1):
            matrix = np.cos(np.arange(12)**2 + step + 2.0 * layer).astype("<f4").tobytes()
            header[f"gpt_neox.layers.{layer}.mlp.dense_h_to_4h.weight"] = {
                "dtype": "F32", "shape": [4, 3], "data_offsets": [len(data), len(data) + 48]}
            data += matrix
        text = json.dumps(header).encode()
        with open(os.path.join(folder, f"step{step}.safetensors"), "wb") as file:
            file.write(len(text).to_bytes(8, "little") + text + data)
    for panel, check in (("stable-rank", seen.check_curves("stable_rank")),
                         ("spectral-norm", seen.check_curves("spectral")),
                         ("rank-layers", seen.check_rank_layers)):
        out = os.path.join(folder, panel)
        check(figure(out, ["stable-rank", f"checkpoints={folder}", "--panel", panel]))


def draw_network(folder):
    """A trained network: its course, its heads, and what removing them does."""
    network = os.path.join(folder, "net.safetensors")
    subprocess.run([CLI, "train", "glyphs", *SMALL_GLYPHS, "steps=60", "network-width=8", "heads=2,2", "-o",
                    network], check=True, capture_output=True)
    drawn = figure(os.path.join(folder, "training"), [network, "--panel", "training"])
    for name in ("loss", "accuracy_holdout"):
        values = drawn.results[name]
        assert drawn.has(drawn.lines(), values[np.isfinite(values)]), name
    drawn = figure(os.path.join(folder, "network"), [network, "--panel", "network"])
    seen.check_heads(drawn)
    assert drawn.has(drawn.lines(), drawn.results["drop_trained"])
    seen.check_pruning(drawn)


def draw_doubt(folder):
    """Rows that did not converge are hollow, without lines, and said."""
    file = os.path.join(folder, "own.npz")
    subprocess.run([CLI, "sweep", "hmc2", "-o", file], check=True, capture_output=True)
    with np.load(file) as results:
        arrays = dict(results)
    arrays["converged"][[0, 3]] = 0
    np.savez(file, **arrays)
    out = os.path.join(folder, "out")
    drawn = figure(out, [file, "--panel", "all"])
    sure = np.where(arrays["converged"] == 1, arrays["accuracy"], np.nan)
    assert drawn.has(drawn.lines(), sure)
    hollow = [line for axes in drawn.axes for line in axes.get_lines()
              if matplotlib.colors.to_hex(line.get_markerfacecolor()) == drawn.names["SHEET"]
              and len(line.get_xdata()) > 1]
    shown = {value for line in hollow for value in line.get_ydata() if np.isfinite(value)}
    assert set(arrays["accuracy"][[0, 3]]) <= shown, shown
    said = [text.get_text() for text in drawn.figure.findobj(matplotlib.text.Text)]
    assert any("not converged" in text for text in said), said
    bars = [group for axes in drawn.axes for group in axes.containers
            if isinstance(group, matplotlib.container.BarContainer)]
    faces = [bar.get_facecolor() for group in bars for bar in group]
    assert any(face[3] == 0 or matplotlib.colors.to_hex(face) == drawn.names["SHEET"]
               for face in faces), faces


def refuse(folder):
    """What is no plot."""
    for panel in ("paths", "task-card"):
        run = subprocess.run([CLI, "figure", "hmc2", "--panel", panel, "--format", "py", "-o", folder],
                             capture_output=True, text=True)
        assert run.returncode == 2 and "cannot be redrawn by Python: it is a drawing" in run.stderr, run.stderr
        assert os.listdir(folder) == []


def rows_beside(folder):
    """A width that is no row of the results has its own numbers."""
    file = os.path.join(KEPT.name, "beside.npz")
    subprocess.run([CLI, "sweep", "hmc2", "--widths", "120", "-o", file], check=True, capture_output=True)
    subprocess.run([CLI, "figure", "hmc2", "--panel", "u", "--width", "120", "--format", "py", "-o",
                    folder], check=True, capture_output=True)
    drawn = seen.Drawn(folder)
    assert 120 not in drawn.results["widths"]
    paths = drawn.names["PATHS"]
    assert np.allclose(drawn.images()[0], np.load(file)["U"][0][np.ix_(paths, paths)], rtol=1e-6)


def draw_strange_names(folder):
    """Names of files that are no UTF-8, or as long as a name may be."""
    case = os.path.join(folder, "case.npz")
    subprocess.run([CLI, "export-case", "example-paths", "-o", case], check=True, capture_output=True)
    for name in [b"x\xff\\\"\xc3\xa9\xc3", b"n" * 251, b"\xc3\xa9" * 125]:
        file = os.path.join(folder, os.fsdecode(name) + ".npz")
        shutil.copy(case, file)
        with tempfile.TemporaryDirectory() as out:
            seen.check_tiles(figure(out, [file, "--panel", "kernel-tiles", "--widths", "10,100"]))


def main():
    tests = [(name, lambda folder, a=arguments, c=check: c(figure_of(folder, a)))
             for name, arguments, check in FIGURES]
    tests += [("a file of results", draw_results), ("checkpoints", draw_checkpoints),
              ("rows in doubt", draw_doubt), ("a trained network", draw_network),
              ("a refusal", refuse), ("strange names", draw_strange_names),
              ("a width that is no row", rows_beside)]
    only = sys.argv[2:]
    print(f"1..{len(tests)}")
    for number, (name, test) in enumerate(tests, 1):
        if only and name not in only:
            print(f"ok {number} {name} # SKIP not asked for")
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print(f"ok {number} {name}", flush=True)
            except Exception as error:  # of the script, or of the test: said, and the next
                print(f"not ok {number} {name}\n# {type(error).__name__}: "
                      + str(error).replace("\n", "\n# "), flush=True)
                if "TRACE" in os.environ:
                    raise


main()
