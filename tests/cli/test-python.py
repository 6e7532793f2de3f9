#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the scripts that “figure --format py” writes, as TAP.

Each must run without a warning, call plt.show() once, and draw the numbers of the file of results
that it names: what lines, bars and images hold is compared with arrays worked out here.

usage: test-python.py INTERPLAY_CLI
"""
import glob
import os
import runpy
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
        assert text.startswith("#!/usr/bin/env python3\n\"\"\"") and "Interplay" in text[:300]
        shown = []
        plt.close("all")
        matplotlib.rcdefaults()
        plt.show = lambda: shown.append(plt.gcf())
        before = os.getcwd()
        os.chdir(folder)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                self.names = runpy.run_path(script, run_name="__main__")
                assert len(shown) == 1, f"plt.show() was called {len(shown)} times"
                shown[0].savefig(os.path.join(folder, "drawn.png"))
        finally:
            os.chdir(before)
        self.figure = shown[0]
        self.results = self.names["results"]
        self.axes = list(self.figure.axes)

    def lines(self):
        return [np.asarray(line.get_ydata(), dtype=float).ravel()
                for axes in self.axes for line in axes.get_lines()]

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
        assert drawn.has(drawn.lines(), [value, value])


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
    for image, row in zip(drawn.images(), [drawn.names["ROW"], *range(len(U))]):
        assert np.array_equal(image, U[row])


def check_difference(drawn):
    difference = drawn.results["posterior_U_mean"] - drawn.results["U"]
    assert drawn.has(drawn.images(), difference[0])


def check_overlap(drawn):
    n = drawn.names["COMPONENTS"]
    assert drawn.has(drawn.bars(), drawn.results["overlap"][drawn.names["ROW"]][:n])
    assert drawn.has(drawn.bars(), drawn.results["overlap_gp"][:n])


def check_paths(drawn):
    patches = {patch.get_gid(): patch.get_linewidth() for axes in drawn.axes
               for patch in axes.patches if patch.get_gid()}
    U = drawn.results["U"][drawn.names["ROW"]]
    widths = np.array([patches[f"path {p}"] for p in range(len(U))])
    expected = widths.max() * np.diag(U) / np.diag(U).max()
    thin = 0.45 * drawn.names["LINE"]
    assert np.allclose(widths, np.maximum(expected, thin)), (widths, expected)


def check_curves(drawn):
    """Every curve against time, without what was not recorded."""
    time = drawn.results["time"]
    assert drawn.names["CURVES"]
    for name, number, *_ in drawn.names["CURVES"]:
        values = drawn.results[name].reshape(len(time), -1)[:, number]
        known = np.isfinite(values) & ((values > 0) | (not drawn.names["Y_LOG"]))
        assert any(np.array_equal(line.get_xdata(), time[known])
                   and np.array_equal(line.get_ydata(), values[known])
                   for axes in drawn.axes for line in axes.get_lines()), (name, number)


def check_course(drawn):
    assert drawn.has(drawn.lines(), drawn.results["loss"])
    assert drawn.has(drawn.lines(), drawn.results["entropy"])


def check_all(drawn):
    check_paths(drawn)
    check_accuracy(drawn)
    check_overlap(drawn)
    assert drawn.has(drawn.images(), shown_U(drawn)[drawn.names["ROW"]])


# What is drawn, by which arguments, and what must be seen.
FIGURES = [
    ("accuracy", ["hmc2", "--panel", "accuracy"], check_accuracy),
    ("accuracy with parts", ["hmc2", "--panel", "accuracy", "--accuracy-lines", "all"],
     check_parts),
    ("accuracy over seeds", ["hmc2", "--panel", "accuracy", "--seeds", "1-3"], check_seeds),
    ("U", ["hmc2", "--panel", "u"], check_u),
    ("U of another width", ["hmc4", "--panel", "u", "--width", "100", "--shared-limits",
                            "--heatmap-scale", "symlog"], check_u),
    ("U, sampled and theory", ["hmc2", "--panel", "u", "--widths", "10,100", "--draws", "100",
                               "--heatmap", "difference"], check_difference),
    ("overlap", ["hmc2", "--panel", "overlap"], check_overlap),
    ("paths", ["hmc2", "--panel", "paths", "--look", "paper"], check_paths),
    ("paths in the dark", ["hmc4", "--panel", "all", "--theme", "dark"], check_all),
    ("all", ["hmc2", "--panel", "all"], check_all),
]

# What takes minutes by itself is made small.
SMALL = {
    "joma-joint": ["--steps", "60"],
    "joma-text": "--words 3000 --steps 30 --width 16 --hidden 16 --length 8 --batch 4 --layers 2 "
                 "--compare-layers 1".split(),
    "head-course": "--training-steps 10 --report-steps 5 --width 16 --heads-per-layer 2 "
                   "--layers 1".split(),
    "joma-hierarchy": "--token-width 16 --steps 20 --seeds 2 --reports 4".split(),
    "joma-paths": [], "joma-salience": [], "joma-tree": [],
}
# Panels of what happens in time.
COURSES = [
    ("joma-joint", "joint-course", check_course),
    ("joma-joint", "joint-curves", check_curves),
    ("joma-joint", "joint-invariant", check_curves),
    ("joma-salience", "salience-components", check_curves),
    ("joma-salience", "entropy", check_curves),
    ("joma-paths", "learned-accuracy", check_curves),
    ("joma-paths", "learned-alignment", check_curves),
    ("joma-paths", "learned-scores", check_curves),
    ("joma-paths", "learned-entropy", check_curves),
    ("joma-text", "loss", check_curves),
    ("joma-text", "mlp-rank", check_curves),
    ("head-course", "head-scores", check_curves),
    ("head-course", "head-entropy", check_curves),
    ("head-course", "path-course", check_curves),
]
FIGURES += [(panel, [name, "--panel", panel, *SMALL[name]], check)
            for name, panel, check in COURSES]


def figure(folder, arguments):
    run = subprocess.run([CLI, "figure", *arguments, "--format", "py", "-o", folder],
                         capture_output=True, text=True)
    assert run.returncode in (0, 3), run.stderr
    return Drawn(folder)


def draw_results(folder):
    """A file of results that is there already is not written once more."""
    file = os.path.join(folder, "own.npz")
    subprocess.run([CLI, "sweep", "hmc2", "-o", file], check=True, capture_output=True)
    out = os.path.join(folder, "out")
    run = subprocess.run([CLI, "figure", file, "--panel", "all", "--width", "100", "--format", "py",
                          "-o", out], check=True, capture_output=True, text=True)
    assert run.stdout.split() == [os.path.join(out, "hmc2-all.py")], run.stdout
    assert os.listdir(out) == ["hmc2-all.py"]
    drawn = Drawn(out)
    assert drawn.results["widths"][drawn.names["ROW"]] == 100
    check_all(drawn)


def refuse(folder):
    """What files of results do not hold."""
    run = subprocess.run([CLI, "figure", "hmc2", "--panel", "weights", "--format", "py", "-o",
                          folder], capture_output=True, text=True)
    assert run.returncode == 2 and "cannot be redrawn by Python" in run.stderr, run.stderr
    assert os.listdir(folder) == []


def rows_beside(folder):
    """A width that is no row is drawn as the nearest, and that is said."""
    run = subprocess.run([CLI, "figure", "hmc2", "--panel", "u", "--width", "120", "--format", "py",
                          "-o", folder], check=True, capture_output=True, text=True)
    assert "the nearest" in run.stderr, run.stderr
    drawn = Drawn(folder)
    assert drawn.results["widths"][drawn.names["ROW"]] == 100
    check_u(drawn)


def main():
    tests = [(name, lambda folder, a=arguments, c=check: c(figure(folder, a)))
             for name, arguments, check in FIGURES]
    tests += [("a file of results", draw_results), ("a refusal", refuse),
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
