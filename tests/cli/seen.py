# SPDX-License-Identifier: GPL-3.0-or-later
"""What a script drew, and whether it is what the arrays of its file of results say."""
import glob
import os
import runpy
import sys
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


def at(name, *index):
    """That part of an array of the results."""
    return lambda drawn: drawn.results[name][index]


def shows(kind, *arrays):
    """A check that lines, bars or images hold each of these arrays: of the results by its name, or made of what is drawn."""
    def check(drawn):
        for array in arrays:
            values = array(drawn) if callable(array) else drawn.results[array]
            assert drawn.has(getattr(drawn, kind)(), values), array
    return check


def together(*checks):
    def check(drawn):
        for each in checks:
            each(drawn)
    return check


def check_accuracy(drawn):
    results = drawn.results
    assert drawn.has(drawn.lines(), results["accuracy"])
    for value in results["accuracy_gp_lines"]:
        # One far beyond the rest is an arrow with its number.
        assert drawn.has(drawn.lines(), [value, value]) or f"{value:.2g}" in drawn.texts()


check_parts = together(check_accuracy, shows("lines", "accuracy_diagonal", "accuracy_levelled"))
check_seeds = together(check_accuracy, shows("lines", lambda drawn: drawn.results["seed_accuracy"].mean(axis=0)))


def shown_U(drawn):
    """[rows, paths, paths] of the paths shown, in their order."""
    chosen = drawn.names["PATHS"]
    return drawn.results["U"][:, chosen][:, :, chosen]


def check_u(drawn):
    U = shown_U(drawn)
    assert len(drawn.images()) == 1 + len(U)
    for image, row in zip(drawn.images(), [drawn.row, *range(len(U))]):
        assert np.array_equal(image, U[row])


check_difference = shows("images", lambda drawn: (drawn.results["posterior_U_mean"] - drawn.results["U"])[0])


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


check_course = shows("lines", "loss", "entropy")


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


def has_kernel(drawn, K):
    """Whether a kernel is drawn about its mean; the rounding of the mean is that of its numbers."""
    K = K - K[~np.eye(len(K), dtype=bool)].mean()
    return any(image.shape == K.shape and np.abs(image - K).max() <= 1e-12 * np.abs(K).max()
               for image in drawn.images())


def check_tiles(drawn):
    order = np.array(drawn.names["EXAMPLES"])
    y = drawn.results["y"][order]
    if y.ndim > 1:
        y = y.argmax(axis=1)
    assert sorted(order) == list(range(len(y))) and (np.diff(y) >= 0).all()
    shown = [has_kernel(drawn, C[np.ix_(order, order)]) for row in drawn.results["C"] for C in row]
    assert all(shown) if len(shown) <= 36 else sum(shown) > 1


def check_sum(drawn):
    order = np.array(drawn.names["EXAMPLES"])
    for name in ("K", "K_gp"):
        assert has_kernel(drawn, drawn.results[name][np.ix_(order, order)])
    K = np.einsum("pq,pqij->ij", drawn.results["U"], drawn.results["C"])
    assert np.allclose(K, drawn.results["K"])


check_kernels = together(check_tiles, check_sum)
check_heads = together(shows("bars", "head_score"), shows("lines", "drop_theory"))
check_pruning = shows("lines", "accuracy_after_score", "accuracy_after_reverse", "accuracy_after_gradient", "random_mean")


def moment_map(name, change=lambda values: values):
    """A check that the map of an array at the time shown is drawn."""
    return shows("images", lambda drawn: change(drawn.results[name][-1]))


def check_prediction(drawn):
    moment = -1
    dots = {(line.get_xdata()[0], line.get_ydata()[0]) for axes in drawn.axes
            for line in axes.get_lines() if len(line.get_xdata()) == 1}
    expected = zip(drawn.results["z_predicted"][moment], drawn.results["z"][moment])
    assert dots == set(expected)


check_salience_bars = shows("bars", at("attention", -1), "mu", at("v", -1))


def by_drive(values):
    """The values of a moment in the order of the drives."""
    return lambda drawn: values(drawn)[np.argsort(drawn.results["mu"])]


check_profile = shows("lines", by_drive(at("v", -1)), by_drive(at("mu")))
check_arrival = shows("lines", "theory_time_to_90")


def check_order(drawn):
    shares = drawn.results["v"] / drawn.results["mu"]
    for k in range(shares.shape[1]):
        assert drawn.has(drawn.lines(), shares[:, k])


check_cooccurrence = shows("images", lambda drawn: np.tril(drawn.results["cooccurrence"])
                           + np.triu(drawn.results["cooccurrence_sampled"], 1))


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


check_runs = shows("lines", "validation_loss", "loss", at("entropy", slice(None), 0),
                   at("compared_validation_loss", slice(None), 0), at("compared_entropy", slice(None), 0, 0))
check_rank_layers = shows("lines", at("stable_rank", 0), at("stable_rank", -1))
check_posterior = together(check_trace, check_ranks, check_marginal)


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
    assert list(drawn.axes[0].get_xticks()) == [3 * place + 2 for place in range(len(paths))]


def traced(array, K):
    """Entries between paths, summed over outputs."""
    *rest, side = array.shape[:-1]
    return np.einsum("...pkqk->...pq", array.reshape(*rest, side // K, K, side // K, K))


def check_traced(drawn):
    U = traced(drawn.names["file"]["U"], 3)
    drawn.results["U"] = U
    assert any(image.shape == U[0].shape and np.allclose(image, shown_U(drawn)[drawn.row], rtol=0,
                                                         atol=1e-12) for image in drawn.images())


check_traced_gp = shows("images", lambda drawn: 3 * np.eye(4))


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
