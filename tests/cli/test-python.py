#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the scripts that “figure --format py” writes, as TAP.

Each must run without a warning, call plt.show() once, and draw the numbers of the file of results
that it names: what lines, bars and images hold is compared with arrays worked out here.

usage: test-python.py INTERPLAY_CLI
"""
import glob
import json
import os
import runpy
import shutil
import subprocess
import sys
import tempfile
import warnings

try:
    import matplotlib
    import numpy as np
except ImportError as error:
    # Meson's Python may have neither, where the system's has both.
    system = "/usr/bin/python3"
    if sys.executable != system and os.path.exists(system) and "PYTHON_TRIED" not in os.environ:
        os.execve(system, [system, *sys.argv], {**os.environ, "PYTHON_TRIED": "1"})
    print(f"1..0 # SKIP {error}")
    sys.exit(0)
matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

CLI = os.path.abspath(sys.argv[1])


class Drawn:
    """A figure as a script drew it, and the file of results."""

    def __init__(self, folder):
        script, = glob.glob(os.path.join(folder, "*.py"))
        text = open(script, encoding="utf-8").read()
        imports = [line for line in text.splitlines()
                   if line.lstrip().startswith(("import ", "from "))]
        assert imports == ["import matplotlib.pyplot as plt", "import numpy as np"], imports
        assert text.startswith("#!/usr/bin/env python3\n\"\"\"") and "Interplay" in text[:600]
        shown = []
        plt.close("all")
        matplotlib.rcdefaults()
        plt.show = lambda: shown.append(plt.gcf())
        before = os.getcwd()
        os.chdir(folder)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                warnings.simplefilter("ignore", ResourceWarning)  # np.load() of the one before
                self.names = runpy.run_path(script, run_name="__main__")
                assert len(shown) == 1, f"plt.show() was called {len(shown)} times"
                shown[0].canvas.draw()
        finally:
            os.chdir(before)
        self.figure = shown[0]
        self.results = self.names["results"]
        self.axes = list(self.figure.axes)
        self.row, self.pair = self.names.get("ROW", 0), self.names.get("PAIR", (0, 0))

    def lines(self):
        return [np.asarray(line.get_ydata(), dtype=float).ravel()
                for axes in self.axes for line in axes.get_lines()]

    def texts(self):
        return [text.get_text() for axes in self.axes for text in axes.texts]

    def images(self):
        return [np.ma.filled(image.get_array().astype(float), np.nan)
                for axes in self.axes for image in axes.get_images()]

    def bars(self):
        return [[bar.get_height() for bar in group] for axes in self.axes
                for group in axes.containers
                if isinstance(group, matplotlib.container.BarContainer)]

    def has(self, what, array):
        """Whether one of the lists holds these numbers."""
        array = np.asarray(array, dtype=float)
        return any(np.shape(one) == array.shape
                   and np.allclose(one, array, rtol=1e-12, atol=0, equal_nan=True)
                   for one in what)


def check_accuracy(drawn):
    results = drawn.results
    assert drawn.has(drawn.lines(), results["accuracy"])
    for value in results["accuracy_gp_lines"]:
        # One far beyond the rest is an arrow with its number.
        assert drawn.has(drawn.lines(), [value, value]) or f"{value:.2g}" in drawn.texts()


def check_parts(drawn):
    check_accuracy(drawn)
    assert drawn.has(drawn.lines(), drawn.results["accuracy_diagonal"])
    assert drawn.has(drawn.lines(), drawn.results["accuracy_levelled"])


def check_seeds(drawn):
    check_accuracy(drawn)
    assert drawn.has(drawn.lines(), drawn.results["seed_accuracy"].mean(axis=0))


def shown_U(drawn):
    """[rows, paths, paths] of the paths shown, in their order."""
    chosen = drawn.names["PATHS"]
    return drawn.results["U"][:, chosen][:, :, chosen]


def check_u(drawn):
    U = shown_U(drawn)
    assert len(drawn.images()) == 1 + len(U)
    for image, row in zip(drawn.images(), [drawn.row, *range(len(U))]):
        assert np.array_equal(image, U[row])


def check_difference(drawn):
    difference = drawn.results["posterior_U_mean"] - drawn.results["U"]
    assert drawn.has(drawn.images(), difference[0])


def check_overlap(drawn):
    n = len(drawn.bars()[-1])
    assert drawn.has(drawn.bars(), drawn.results["overlap"][drawn.row][:n])
    assert drawn.has(drawn.bars(), drawn.results["overlap_gp"][:n])


def check_curves(*names):
    """A check that some numbers of each of these arrays are drawn against time, without what was
    not recorded, and no other curves."""
    def check(drawn):
        time, found = drawn.results["time"], set()
        lines = [line for axes in drawn.axes for line in axes.get_lines()
                 if len(line.get_xdata()) > 1 and line.get_linestyle() != "None"]
        assert lines
        for line in lines:
            log, later = line.axes.get_yscale() == "log", (time > 0) | (line.axes.get_xscale() != "log")
            for name in names:
                for values in drawn.results[name].reshape(len(time), -1).T:
                    known = np.isfinite(values) & ((values > 0) | (not log)) & later
                    if np.array_equal(line.get_xdata(), time[known]) \
                            and np.array_equal(line.get_ydata(), values[known]):
                        found.add((name, line))
        assert {name for name, _ in found} == set(names), (found, names)
        assert {line for _, line in found} == set(lines)
    return check


def check_course(drawn):
    assert drawn.has(drawn.lines(), drawn.results["loss"])
    assert drawn.has(drawn.lines(), drawn.results["entropy"])


def entry_draws(drawn):
    p, q = drawn.pair
    results = drawn.results
    draws = results["posterior_U_draws"][drawn.row][:, p, q]
    return draws.reshape(int(results["posterior_chains"]), -1)


def check_trace(drawn):
    for chain in entry_draws(drawn):
        assert drawn.has(drawn.lines(), chain)


def check_ranks(drawn):
    """Each chain's histogram counts all of its draws; together the bins are even."""
    draws = entry_draws(drawn)
    bars = np.array(drawn.bars())
    assert bars.shape[0] == len(draws) and (bars.sum(axis=1) == draws.shape[1]).all()
    assert np.abs(bars.sum(axis=0) - draws.size / bars.shape[1]).max() <= 1
    order = np.argsort(np.argsort(draws.ravel())).reshape(draws.shape)
    first = (order[0] < draws.size // bars.shape[1]).sum()
    assert abs(first - bars[0, 0]) <= 1


def check_marginal(drawn):
    results, row, pair = drawn.results, drawn.row, drawn.pair
    at = [line.get_xdata() for axes in drawn.axes for line in axes.get_lines()]
    assert drawn.has(at, [results["U"][row][pair]])
    assert drawn.has(at, [results["posterior_U_mean"][row][pair]])
    low, high = results["posterior_U_quantiles"][row][[0, 4], pair[0], pair[1]]
    assert drawn.has(at, [low, high])


def check_calibration(drawn):
    """The shares that are predicted right are in [0, 1], and residuals rise."""
    residuals, shares = ([line.get_ydata() for line in axes.get_lines() if len(line.get_xdata()) > 4]
                         for axes in drawn.axes[:2])
    assert residuals and all((np.diff(line) >= 0).all() for line in residuals)
    assert shares and all(np.nanmin(line) >= 0 and np.nanmax(line) <= 1 for line in shares)


def about_mean(K):
    return K - K[~np.eye(len(K), dtype=bool)].mean()


def check_tiles(drawn):
    order = np.array(drawn.names["EXAMPLES"])
    y = drawn.results["y"][order]
    if y.ndim > 1:
        y = y.argmax(axis=1)
    assert sorted(order) == list(range(len(y))) and (np.diff(y) >= 0).all()
    C, chosen = drawn.results["C"], drawn.names["PATHS"]
    assert len(drawn.images()) >= len(chosen)**2
    for image, (p, q) in zip(drawn.images(), [(p, q) for p in chosen for q in chosen]):
        assert np.allclose(image, about_mean(C[p, q][np.ix_(order, order)]))


def check_sum(drawn):
    order = np.array(drawn.names["EXAMPLES"])
    for name in ("K", "K_gp"):
        assert drawn.has(drawn.images(), about_mean(drawn.results[name][np.ix_(order, order)]))
    K = np.einsum("pq,pqij->ij", drawn.results["U"], drawn.results["C"])
    assert np.allclose(K, drawn.results["K"])


def check_kernels(drawn):
    check_tiles(drawn)
    check_sum(drawn)


def check_heads(drawn):
    assert drawn.has(drawn.bars(), drawn.results["head_score"])
    assert drawn.has(drawn.lines(), drawn.results["drop_theory"])


def check_pruning(drawn):
    for order in ("score", "reverse", "gradient"):
        assert drawn.has(drawn.lines(), drawn.results[f"accuracy_after_{order}"]), order
    assert drawn.has(drawn.lines(), drawn.results["random_mean"])


def moment_map(name, change=lambda values, drawn: values):
    """A check that the map of an array at the time shown is drawn."""
    def check(drawn):
        values = drawn.results[name][-1]
        assert drawn.has(drawn.images(), change(values, drawn))
    return check


def check_prediction(drawn):
    moment = -1
    dots = {(line.get_xdata()[0], line.get_ydata()[0]) for axes in drawn.axes
            for line in axes.get_lines() if len(line.get_xdata()) == 1}
    expected = zip(drawn.results["z_predicted"][moment], drawn.results["z"][moment])
    assert dots == set(expected)


def check_salience_bars(drawn):
    moment = -1
    for values in (drawn.results["attention"][moment], drawn.results["mu"],
                   drawn.results["v"][moment]):
        assert drawn.has(drawn.bars(), values)


def check_profile(drawn):
    order = np.argsort(drawn.results["mu"])
    assert drawn.has(drawn.lines(), drawn.results["v"][-1][order])
    assert drawn.has(drawn.lines(), drawn.results["mu"][order])


def check_arrival(drawn):
    assert drawn.has(drawn.lines(), drawn.results["theory_time_to_90"])


def check_order(drawn):
    shares = drawn.results["v"] / drawn.results["mu"]
    for k in range(shares.shape[1]):
        assert drawn.has(drawn.lines(), shares[:, k])


def check_cooccurrence(drawn):
    P, counted = drawn.results["cooccurrence"], drawn.results["cooccurrence_sampled"]
    assert drawn.has(drawn.images(), np.tril(P) + np.triu(counted, 1))


def check_levels(drawn):
    mean = drawn.results["level_correlation"][:, :, 0].mean(axis=1)
    for level in range(mean.shape[1]):
        assert drawn.has(drawn.lines(), mean[:, level])


def check_neurons(drawn):
    image, = drawn.images()
    correlation = drawn.results["latent_correlation"][-1]
    assert image.shape == correlation.shape
    for row, values in zip(image, correlation):
        assert np.array_equal(np.sort(row), np.sort(values), equal_nan=True)


def check_runs(drawn):
    results = drawn.results
    for values in (results["validation_loss"], results["loss"], results["entropy"][:, 0],
                   results["compared_validation_loss"][:, 0], results["compared_entropy"][:, 0, 0]):
        assert drawn.has(drawn.lines(), values)


def check_rank_layers(drawn):
    ranks = drawn.results["stable_rank"]
    assert drawn.has(drawn.lines(), ranks[0]) and drawn.has(drawn.lines(), ranks[-1])


def check_posterior(drawn):
    check_trace(drawn)
    check_ranks(drawn)
    check_marginal(drawn)


def check_all(drawn):
    check_accuracy(drawn)
    check_overlap(drawn)
    assert drawn.has(drawn.images(), shown_U(drawn)[drawn.row])


def check_gp(drawn):
    check_accuracy(drawn)
    prior = np.prod(drawn.results["variances"][1:])
    assert drawn.has(drawn.images(), prior * np.eye(2))
    assert drawn.has(drawn.bars(), drawn.results["overlap_gp"][:len(drawn.bars()[-1])])


def check_tiles_of_outputs(drawn):
    """All outputs: the whole U of the file, names amid the rows of their path."""
    U, paths = drawn.results["U"], list(dict.fromkeys(p // 3 for p in drawn.names["PATHS"]))
    assert U.shape[1] == 3 * len(paths) == len(drawn.names["PATHS"])
    check_u(drawn)
    assert list(drawn.axes[0].get_xticks()) == [3 * place + 1 for place in range(len(paths))]


def traced(array, K):
    """Entries between paths, summed over outputs."""
    *rest, side = array.shape[:-1]
    return np.einsum("...pkqk->...pq", array.reshape(*rest, side // K, K, side // K, K))


def check_traced(drawn):
    U = traced(drawn.names["file"]["U"], 3)
    drawn.results["U"] = U
    assert any(image.shape == U[0].shape and np.allclose(image, shown_U(drawn)[drawn.row], rtol=0,
                                                         atol=1e-12) for image in drawn.images())


def check_traced_gp(drawn):
    assert drawn.has(drawn.images(), 3 * np.eye(4))


def check_traced_sd(drawn):
    draws = traced(drawn.names["file"]["posterior_U_draws"], 2)[drawn.row]
    paths = drawn.names["PATHS"]
    sd = draws.std(axis=0, ddof=1)[np.ix_(paths, paths)]
    assert any(np.allclose(image, sd, rtol=1e-10) for image in drawn.images())


def check_traced_trace(drawn):
    p, q = drawn.pair
    draws = traced(drawn.names["file"]["posterior_U_draws"], 2)[drawn.row][:, p, q]
    for chain in draws.reshape(int(drawn.results["posterior_chains"]), -1):
        assert any(line.shape == chain.shape and np.allclose(line, chain, rtol=1e-12)
                   for line in drawn.lines())


def check_many(drawn):
    assert len(drawn.names["PATHS"]) == 16
    assert drawn.has(drawn.images(), shown_U(drawn)[drawn.row])
    check_overlap(drawn)


SAMPLES = ["--widths", "10,100", "--draws", "100"]
# The same with a short warm-up, in a file of results: made once, drawn often.
SAMPLED = "sampled.npz"
SAMPLED_OUTPUTS = "sampled-outputs.npz"
OUTPUTS = ["hmc-classes", "--widths", "10,100"]
SMALL_GLYPHS = "--n-train 40 --n-test 40 --glyph-alphabets 6 --glyph-characters 6 --glyph-drawings 4".split()
# What is drawn, by which arguments, and what must be seen.
FIGURES = [
    ("accuracy", ["hmc2", "--panel", "accuracy"], check_accuracy),
    ("accuracy with parts", ["hmc2", "--panel", "accuracy", "--accuracy-lines", "all"],
     check_parts),
    ("accuracy over seeds", ["hmc2", "--panel", "accuracy", "--seeds", "1-3"], check_seeds),
    ("U", ["hmc2", "--panel", "u"], check_u),
    ("U of another width", ["hmc4", "--panel", "u", "--width", "100", "--no-shared-limits",
                            "--heatmap-scale", "symlog"], check_u),
    ("U, sampled and theory", [SAMPLED, "--panel", "u", "--heatmap", "difference"], check_difference),
    ("overlap", ["hmc2", "--panel", "overlap"], check_overlap),
    ("all in the dark", ["hmc4", "--panel", "all", "--theme", "dark"], check_all),
    ("all", ["hmc2", "--panel", "all"], check_all),
    ("the GP limit", ["hmc2", "--panel", "all", "--width", "gp"], check_gp),
    ("many paths", ["glyphs", *SMALL_GLYPHS, "--panel", "all", "--widths", "10,100", "--width", "100", "-t", "0.01"], check_many),
    ("all outputs", [*OUTPUTS, "--panel", "u", "--outputs", "all"], check_tiles_of_outputs),
    ("traced over outputs", [*OUTPUTS, "--panel", "all"], check_traced),
    ("the GP limit of outputs", [*OUTPUTS, "--panel", "u", "--width", "gp"], check_traced_gp),
    ("sd over outputs", [SAMPLED_OUTPUTS, "--panel", "u", "--heatmap", "sd"], check_traced_sd),
    ("trace over outputs", [SAMPLED_OUTPUTS, "--panel", "trace", "--pair", "1,2"],
     check_traced_trace),
    ("trace", [SAMPLED, "--panel", "trace"], check_trace),
    ("ranks", [SAMPLED, "--panel", "ranks", "--pair", "1,2"], check_ranks),
    ("calibration", ["hmc2", "--panel", "calibration", *SAMPLES], check_calibration),
    ("marginal", [SAMPLED, "--panel", "marginal", "--width", "100"], check_marginal),
    ("posterior", ["hmc2", "--panel", "posterior", *SAMPLES], check_posterior),
    ("kernel-tiles", ["hmc4", "--panel", "kernel-tiles"], check_tiles),
    ("kernel-sum", ["hmc2", "--panel", "kernel-sum"], check_sum),
    ("kernels", ["hmc2", "--panel", "kernels"], check_kernels),
    ("kernels of outputs", [*OUTPUTS, "--panel", "kernels", "--outputs", "one"], check_kernels),
    ("heads", ["hmc4", "--panel", "heads"], check_heads),
    ("pruning", ["hmc4", "--panel", "pruning"], check_pruning),
]

# What takes minutes by itself is made small.
SMALL = {
    "joma-joint": ["--steps", "60"],
    "joma-text": "--words 3000 --steps 30 --network-width 16 --hidden 16 --length 8 --batch 4 --layers 2 "
                 "--compare-layers 1".split(),
    "head-course": "--training-steps 10 --report-steps 5 --network-width 16 --heads-per-layer 2 "
                   "--layers 1".split(),
    "joma-hierarchy": "--token-width 16 --steps 20 --reports 4".split(),
    "joma-stack": ["--steps", "200"],
    "joma-paths": [], "joma-salience": [], "joma-tree": [],
}
# Panels of what happens in time.
COURSES = [
    ("joma-joint", "joint-course", check_course),
    ("joma-joint", "joint-curves", check_curves("V")),
    ("joma-joint", "joint-invariant", check_curves("invariant")),
    ("joma-stack", "stack-entropy", check_curves("entropy", "entropy_stationary")),
    ("joma-stack", "stack-correlation", check_curves("correlation")),
    ("joma-salience", "salience-components", check_curves("v")),
    ("joma-salience", "entropy", check_curves("entropy")),
    ("joma-paths", "learned-accuracy", check_curves("accuracy", "accuracy_gp", "accuracy_head")),
    ("joma-paths", "learned-scores", check_curves("head_score")),
    ("joma-paths", "learned-entropy", check_curves("entropy_head")),
    ("joma-text", "loss", check_curves("loss", "validation_loss")),
    ("head-course", "head-scores", check_curves("head_score")),
    ("head-course", "head-entropy", check_curves("entropy")),
    ("head-course", "path-course", check_curves("path_weight")),
    ("joma-joint", "joint-attention", moment_map("attention")),
    ("joma-joint", "joint-weights", moment_map("V")),
    ("joma-joint", "joint-prediction", check_prediction),
    ("joma-paths", "learned-attention", moment_map("attention", lambda values, drawn: values.T)),
    ("joma-paths", "learned-u", moment_map("U")),
    ("head-course", "course-u", moment_map("U")),
    ("joma-salience", "salience-bars", check_salience_bars),
    ("joma-salience", "salience-profile", check_profile),
    ("joma-salience", "salience-arrival", check_arrival),
    ("joma-tree", "pair-order", check_order),
    ("joma-tree", "cooccurrence", check_cooccurrence),
    ("joma-hierarchy", "level-correlation", check_levels),
    ("joma-hierarchy", "latent-correlation", check_neurons),
    ("joma-text", "text-runs", check_runs),
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
    drawn = Drawn(folder)
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
    drawn = Drawn(out)
    assert drawn.results["widths"][drawn.row] == 100
    check_all(drawn)


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
    for panel, check in (("stable-rank", check_curves("stable_rank")),
                         ("spectral-norm", check_curves("spectral")),
                         ("rank-layers", check_rank_layers)):
        out = os.path.join(folder, panel)
        check(figure(out, ["stable-rank", "--checkpoints", folder, "--panel", panel]))


def draw_network(folder):
    """A trained network: its course, its heads, and what removing them does."""
    network = os.path.join(folder, "net.safetensors")
    subprocess.run([CLI, "train", "glyphs", *SMALL_GLYPHS, "--steps", "60", "--network-width", "8", "--heads", "2,2", "-o",
                    network], check=True, capture_output=True)
    drawn = figure(os.path.join(folder, "training"), [network, "--panel", "training"])
    for name in ("loss", "accuracy_holdout"):
        values = drawn.results[name]
        assert drawn.has(drawn.lines(), values[np.isfinite(values)]), name
    drawn = figure(os.path.join(folder, "network"), [network, "--panel", "network"])
    check_heads(drawn)
    assert drawn.has(drawn.lines(), drawn.results["drop_trained"])
    check_pruning(drawn)


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
    """A width that is no row is drawn as the nearest, and that is said."""
    run = subprocess.run([CLI, "figure", "hmc2", "--panel", "u", "--width", "120", "--format", "py",
                          "-o", folder], check=True, capture_output=True, text=True)
    assert "the nearest" in run.stderr, run.stderr
    drawn = Drawn(folder)
    assert drawn.results["widths"][drawn.row] == 100
    check_u(drawn)


def draw_strange_names(folder):
    """Names of files that are no UTF-8, or as long as a name may be."""
    case = os.path.join(folder, "case.npz")
    subprocess.run([CLI, "export-case", "example-paths", "-o", case], check=True, capture_output=True)
    for name in [b"x\xff\\\"\xc3\xa9\xc3", b"n" * 251, b"\xc3\xa9" * 125]:
        file = os.path.join(folder, os.fsdecode(name) + ".npz")
        shutil.copy(case, file)
        with tempfile.TemporaryDirectory() as out:
            check_tiles(figure(out, [file, "--panel", "kernel-tiles", "--widths", "10,100"]))


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
