#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python package: the numbers of the command line, arrays, errors, cancelling,
figures, files; as TAP.

usage: test-package.py INTERPLAY_CLI        with PYTHONPATH and INTERPLAY_LIBRARY set
"""
import _thread
import gc
import importlib.util
import inspect
import os
import re
import stat
import subprocess
import sys
import tempfile
import threading
import time
import types
import warnings

import start
from start import check, np, plt

import interplay
from interplay import _case

CLI = os.path.abspath(sys.argv[1])
# Those that take long are made smaller.
SMALLER = {"glyphs": {"n_train": 40, "n_test": 40}}


def fails(function, kind, *words):
    """Whether it raises this kind of error with all these words."""
    try:
        function()
    except kind as error:
        return all(word in str(error) for word in words) or print(f"# it said: {error}")
    return False


def cli(*arguments):
    """The command line, which must succeed."""
    ran = subprocess.run([CLI, *arguments], capture_output=True, text=True, check=False)
    assert ran.returncode in (0, 3), ran.stderr
    return ran


def says(*arguments):
    """What the command line says where it refuses, with names of parameters in place of options."""
    ran = subprocess.run([CLI, *arguments], capture_output=True, text=True, check=False)
    return re.sub("--([a-z]+)", r"\1", ran.stderr.splitlines()[0].split(": ", 1)[1])


def differences(result, path):
    """Arrays that are not those of a file to the last bit, but for times."""
    with np.load(path) as file:
        if file.files != result.keys():
            return sorted(set(file.files) ^ set(result.keys()))
        return [name for name in file.files if "seconds" not in name
                and (file[name].dtype != result[name].dtype or file[name].shape != result[name].shape
                     or file[name].tobytes() != result[name].tobytes())]


def same(result, folder, *command):
    """Checks results against those that a command writes."""
    path = os.path.join(folder, "cli.npz")
    if os.path.exists(path):
        os.remove(path)
    cli(*command, "--out", path)
    wrong = differences(result, path)
    check(not wrong, f"{' '.join(command)}: to the last bit {wrong or ''}")


def check_numbers(folder):
    """All built-in cases, and all kinds of work."""
    for name in interplay.examples():
        parameters = SMALLER.get(name, {})
        words = [key.replace('_', '-') + f"={value}" for key, value in parameters.items()]
        case = interplay.example(name, **parameters)
        same(interplay.sweep(case, widths=[10, interplay.GP]), folder, "sweep", name, *words, "--widths", "10,gp")
    case = interplay.example("hmc2", n_train=50, noise_parallel=1.5, seed=5)
    words = ["hmc2", "n-train=50", "noise-parallel=1.5", "--seed", "5"]
    same(interplay.sweep(case, [(10, 20, 30), 40], [0.1, 1 / 3], variances=[[1, 1, 2, 1], [1, 1, 1, 0.3]],
                         gp_paths=[[1], [1, 2]]), folder, "sweep", *words, "--widths", "10:20:30,40", "--temperatures",
         "0.1,0.3333333333333333", "--variances", "1,1,2,1;1,1,1,0.3", "--gp-paths", "1;1,2")
    same(interplay.sweep(case, 10, [0.1, 1], best=True), folder, "sweep", *words, "--widths", "10", "--temperatures", "0.1,1",
         "--best")
    variances = ["--variances", "1,2,1,1"]
    same(interplay.kernels(case, 10, 0.1, variances=[1, 2, 1, 1]), folder, "kernels", *words, "--width", "10",
         "--temperature", "0.1", *variances)
    same(interplay.map(case, ("N", [5, 10, interplay.GP]), {"T": [0.01, 0.1]}), folder, "map", *words, "--x", "N=5,10,gp",
         "--y", "T=0.01,0.1")
    same(interplay.map(case, "P=20,50", seeds=range(1, 3), width=10, temperature=0.2, variances=[1, 2, 1, 1]), folder, "map",
         *words, "--x", "P=20,50", "--seeds", "1-2", "--width", "10", "--temperature", "0.2", *variances)
    same(interplay.prune(interplay.example("hmc4", seed=3), 20, 0.2, order="reverse", random_orders=4, seed=3, resolve=False),
         folder, "prune", "hmc4", "--seed", "3", "--width", "20", "--temperature", "0.2", "--order", "reverse", "--random",
         "4", "--no-resolve")
    two_sets = os.path.join(folder, "two-sets.npz")
    arrays = arrays_of_a_case()
    np.savez(two_sets, xi_test_more=arrays["xi_test"][:30], y_test_more=arrays["y_test"][:30], **arrays)
    same(interplay.prune(interplay.load(two_sets), 10, test="more", random_orders=4), folder, "prune", two_sets, "--width",
         "10", "--test", "more", "--random", "4")
    same(interplay.sample(interplay.example("hmc2", seed=2), 10, 0.2, variances=[1, 2, 1, 1], draws=12, warmup=20, chains=3,
                          seed=2, method="tempered", target_acceptance=0.9), folder, "sample", "hmc2", "--seed", "2",
         "--widths", "10", "--temperatures", "0.2", *variances, "--draws", "12", "--warmup", "20", "--chains", "3",
         "--method", "tempered", "--target-acceptance", "0.9")
    same(interplay.dynamics("joma-joint", rate=0.05, steps=100), folder, "dynamics", "joma-joint", "rate=0.05",
         "steps=100")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sampled = interplay.sample(interplay.example("hmc2"), width=10, draws=20, warmup=20, chains=2, threads=1)
    same(sampled, folder, "sample", "hmc2", "--widths", "10", "--draws", "20", "--warmup", "20", "--chains", "2")
    check(len(caught) == 1 and caught[0].category is interplay.Doubt and "R-hat" in str(caught[0].message)
          and caught[0].filename == __file__, "what is in doubt is a warning where it was asked for")
    return sampled


def arrays_of_a_case(P=40, seed=1):
    """Labels that one of two paths tells."""
    random = np.random.default_rng(seed)
    xi = random.normal(size=(2 * P, 2, 6))
    y = np.where(xi[:, 0, 0] > 0, 1.0, -1.0)
    xi[:, 0, 0] *= 3
    return {"heads": [2], "xi_train": xi[:P].copy(), "y_train": y[:P], "xi_test": xi[P:].copy(), "y_test": y[P:],
            "temperature": 0.1, "path_names": ["tells", "noise"]}


def check_memory(folder):
    """A case of arrays: the same as of a file of them."""
    arrays = arrays_of_a_case()
    case = interplay.Case("mine", **arrays)
    path = os.path.join(folder, "mine.npz")
    np.savez(path, name="mine", **arrays)
    one, other = (interplay.sweep(c, [5, 50, interplay.GP]) for c in (case, interplay.load(path)))
    check(all(one[k].tobytes() == other[k].tobytes() for k in one.keys() if "seconds" not in k and k != "settings"),
          "arrays are the case of the file that holds them")
    check([str(k) for k in one.path_names] == case.path_names == ["tells", "noise"] and case.heads == [2]
          and case.n_train == 40 and case.tests == {"test": 40} and case.n_outputs == 1 and not case.is_regression,
          "what a case says of itself")
    del case
    gc.collect()
    check(one.U.shape == (3, 2, 2), "results outlive their case")
    lists = {key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in arrays.items()}
    lists["xi_train"] = np.asfortranarray(arrays["xi_train"].astype(np.float32))
    rounded = dict(arrays, xi_train=arrays["xi_train"].astype(np.float32).astype(float))
    check(np.array_equal(interplay.sweep(interplay.Case(**lists), 5).U, interplay.sweep(interplay.Case(**rounded), 5).U),
          "lists, other types and other orders are taken, too")
    words = np.array([["[CLS]", " naïve", ""]] * 40)
    for texts in (words, words.tolist(), np.char.encode(words, "utf-8")):
        interplay.Case(**arrays, tokens_train=texts, tokens_test=texts).save(path)
        with np.load(path) as saved:
            check(np.array_equal(saved["tokens_train"], words) and np.array_equal(saved["tokens_test"], words), "texts of tokens")
    check(fails(lambda: interplay.Case(**arrays, tokens_train=words[1:]), interplay.InputError, "[39, 3]"), "texts of fewer examples")
    T, H, P = 4, 2, 40
    random = np.random.default_rng(2)
    attention = random.dirichlet(np.ones(T), size=(2 * P, H, T))
    turned = np.swapaxes(attention, 2, 3).copy()
    tokens = {"x_train": random.normal(size=(P, T, 3)), "x_test": random.normal(size=(P, T, 3)),
              "y_train": arrays["y_train"], "y_test": arrays["y_test"]}
    cases = [interplay.Case(**tokens, attn_train_1=a[:P], attn_test_1=a[P:]) for a in (attention, turned)]
    check(np.array_equal(*(interplay.sweep(c, 5).mean_test for c in cases)) and len(cases[1].notes) > len(cases[0].notes)
          and np.allclose(turned.sum(2), 1), "attention that lies the other way is turned, and the caller's is not touched")
    back = os.path.join(folder, "back.npz")
    cases[0].save(back)
    check(np.array_equal(interplay.sweep(interplay.load(back), 5).U, interplay.sweep(cases[0], 5).U), "a case is saved")
    interplay.map(cases[0], ("N", [5, 10]), {"T": [0.01, 0.1]})
    check(True, "a map of a case in memory")


def check_errors(folder):
    """Exceptions with the sentences of the command line."""
    case, arrays = interplay.example("hmc2"), arrays_of_a_case()
    check(fails(lambda: interplay.example("hmc5"), interplay.InputError, says("sweep", "hmc5")), "a case that is not there")
    check(fails(lambda: interplay.example("hmc2", n_train=-1), ValueError, says("sweep", "hmc2", "n-train=-1")),
          "a parameter out of range")
    check(fails(lambda: interplay.example("hmc2", colour=1), interplay.InputError, "colour", "hmc2"),
          "one that is none")
    check(fails(lambda: interplay.sweep(case, [0]), interplay.InputError, "0"), "a width of 0")
    check(fails(lambda: interplay.sweep(case, 10, threads=0), interplay.InputError, "0"), "no threads")
    check(fails(lambda: interplay.sweep(case, 10, -1.0), interplay.InputError, "-1"), "a negative temperature")
    check(fails(lambda: interplay.sweep(case, (1, 2)), interplay.InputError), "widths of other layers")
    check(fails(lambda: interplay.sample(case, interplay.GP), interplay.InputError, "out of widths"), "samples of the limit")
    check(fails(lambda: interplay.sample(case, 10, draws=2), interplay.InputError, "draws must be from 8"), "too few draws")
    check(fails(lambda: interplay.sample(case, 10, method="gibbs"), interplay.InputError, says(
        "sample", "hmc2", "--method", "gibbs")), "a method that is none")
    check(fails(lambda: interplay.prune(case, order="size"), interplay.InputError, "order: “size”"), "an order that is none")
    check(fails(lambda: interplay.map(case, "Q=1,2"), interplay.InputError, "Q"), "an axis that is none")
    check(fails(lambda: interplay.dynamics("hmc2"), interplay.InputError, "“hmc2”"), "no experiment")
    check(fails(lambda: interplay.load(os.path.join(folder, "none.npz")), interplay.FileError, "none.npz"), "no such file")
    check(fails(lambda: interplay.load("hmc2"), OSError), "a built-in case is no file")
    check(fails(lambda: interplay.Case(**dict(arrays, y_train=arrays["y_train"] * np.nan)), interplay.InputError, "y_train"),
          "labels that are not numbers")
    check(fails(lambda: interplay.Case(**dict(arrays, xi_train=1j * arrays["xi_train"])), interplay.InputError,
                "xi_train holds complex128"), "complex numbers")
    check(fails(lambda: interplay.Case(**dict(arrays, y_test=arrays["y_test"][:3])), interplay.InputError, "xi_test"),
          "shapes that do not fit")
    check(fails(interplay.Case, interplay.InputError), "no arrays at all")
    if importlib.util.find_spec("torch") is None:
        check(fails(lambda: interplay.from_torch(None, [[1]], [1], [[1]], [1]), interplay.InputError, "no PyTorch"),
              "no PyTorch")


def check_exported(folder):
    """A readout that the exporter holds for wrong is warned of; options reach it, and the case is kept."""
    summary, seen = {"compared": {"note": "The readout looks wrong: try another."}}, {}

    def export_case(_model, out, x, y, x_test, y_test, **options):
        seen.update(options)
        np.savez(out, xi_train=x, y_train=y, xi_test=x_test, y_test=y_test, heads=[2])
        return summary

    exporter, _case._exporter = _case._exporter, lambda: types.SimpleNamespace(export_case=export_case, ExportError=ValueError)
    x, y = np.random.default_rng(1).standard_normal((12, 2, 3)), np.resize([1, -1], 12)
    try:
        for compared, said in ((summary["compared"], [summary["compared"]["note"]]), ({}, []), (None, [])):
            summary["compared"] = compared
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                case = interplay.from_torch(None, x, y, x, y)
            check([str(one.message) for one in caught if one.category is interplay.Doubt] == said and "12 training" in repr(case),
                  "a model is exported, and a doubtful readout warned of")
        path = os.path.join(folder, "kept.npz")
        interplay.from_torch(None, x, y, x[::-1], y[::-1], path=path, layers=[1], level="attention")
        with np.load(path) as file:
            check(seen == {"layers": [1], "level": "attention"} and np.array_equal(file["xi_train"], x)
                  and np.array_equal(file["xi_test"], x[::-1]), f"options reach the exporter, and the case is kept {seen}")
    finally:
        _case._exporter = exporter


def check_work():
    """Progress, other threads meanwhile, Ctrl-C."""
    case, heard, ticks = interplay.example("hmc4"), [], []
    going = threading.Event()

    def tick():
        while not going.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    interplay.sweep(case, list(range(5, 60)), threads=1, progress=lambda fraction, sentence: heard.append((fraction, sentence)))
    took = time.monotonic() - begin
    going.set()
    thread.join()
    check(any(0 < fraction <= 1 and sentence for fraction, sentence in heard), "progress is told")
    longest = max(np.diff(ticks)) if len(ticks) > 1 else took
    check(longest < max(0.2, 0.5 * took), f"other threads run meanwhile (silent for {longest:.3f} of {took:.3f} s)")
    before = threading.active_count()
    asked = []

    def interrupt(_fraction, _sentence):
        if not asked:
            asked.append(time.monotonic())
            _thread.interrupt_main()

    try:
        interplay.sample(case, 10, draws=1000000, progress=interrupt)
        check(False, "Ctrl-C ends what takes long")
    except KeyboardInterrupt:
        late = time.monotonic() - asked[0]
        check(late < 5, f"Ctrl-C ends what takes long ({late:.2f} s)")
    check(threading.active_count() == before, "and leaves no thread behind")
    bars = []

    class Bar:
        """What tqdm has of which use is made."""

        def __init__(self, **how):
            self.n, self.how = 0, how
            bars.append(self)

        def set_description_str(self, sentence, refresh):
            """Says what is being done."""

        def refresh(self):
            """Draws it."""

        def close(self):
            """Takes it away."""
            self.how = None

    sys.modules["tqdm"], sys.modules["tqdm.auto"] = types.ModuleType("tqdm"), types.SimpleNamespace(tqdm=Bar)
    stderr, sys.stderr = sys.stderr, types.SimpleNamespace(isatty=lambda: True, write=lambda text: None, flush=lambda: None)
    try:
        interplay.sample(case, 10, draws=400, chains=2, threads=1)
        quiet = len(bars)
        interplay.sample(case, 10, draws=8, progress=False)
    except interplay.Doubt:
        pass
    finally:
        sys.stderr = stderr
        del sys.modules["tqdm"], sys.modules["tqdm.auto"]
    check(quiet == 1 == len(bars) and bars[0].n > 0 and bars[0].how is None, "a bar where there is tqdm and a terminal")


def check_prune_in_memory(folder):
    """A case of arrays is pruned by the entropy of its attention, as from a file; of path features there is none."""
    rng = np.random.default_rng(5)
    arrays = {"y_train": rng.choice([-1, 1], 20), "y_test": rng.choice([-1, 1], 30)}
    for part, count in (("train", 20), ("test", 30)):
        arrays[f"x_{part}"] = rng.normal(size=(count, 4, 6))
        for layer in (1, 2):
            attention = rng.random((count, 2, 4, 4))
            arrays[f"attn_{part}_{layer}"] = attention / attention.sum(-1, keepdims=True)
    case = interplay.Case(**arrays)
    pruned = interplay.prune(case, 10, order="entropy", random_orders=3)
    expected = [-np.mean(np.sum(layer * np.log(layer), -1), axis=(0, 2))
                for layer in (arrays["attn_test_1"], arrays["attn_test_2"])]
    check(np.allclose(pruned.head_entropy, np.concatenate(expected), rtol=1e-12), "prune(order='entropy') of arrays")
    case.save(os.path.join(folder, "saved.npz"))
    again = interplay.prune(interplay.load(os.path.join(folder, "saved.npz")), 10, order="entropy", random_orders=3)
    check(np.array_equal(pruned.accuracy_after, again.accuracy_after), "prune(order='entropy') of the saved case")
    paths = interplay.Case(xi_train=rng.normal(size=(20, 4, 6)), xi_test=rng.normal(size=(30, 4, 6)), heads=[2, 2],
                           y_train=arrays["y_train"], y_test=arrays["y_test"])
    check(fails(lambda: interplay.prune(paths, 10, order="entropy", random_orders=3), interplay.InputError,
                "holds path features and no attention"), "prune(order='entropy') of path features is refused")


def labelled(groups, coords, dims):
    """Groups of variables as arviz labels them, held to its schema: chain and draw first, every further dimension named
    once, with as many coordinates as it is long, and no variable named as a dimension."""
    for variables in groups.values():
        for name, values in variables.items():
            names = ["chain", "draw"] + dims[name]
            good = len(names) == values.ndim == len(set(names)) and name not in names and \
                all(len(coords[key]) == size for key, size in zip(names[2:], values.shape[2:]))
            if not good:
                raise ValueError(f"{name} {values.shape} has dims {names}")
    return {group: types.SimpleNamespace(attrs={}, coords=coords, dims=dims, **variables) for group, variables in groups.items()}


def check_arviz(sampled):
    """Samples for arviz, which Debian 12 has not: its from_dict as its documentation has it, before 1.0 and since."""
    def before(posterior=None, *, sample_stats=None, coords=None, dims=None):
        return labelled({key: group for key, group in (("posterior", posterior), ("sample_stats", sample_stats)) if group},
                        coords, dims)

    def since(data, *, name=None, sample_dims=None, coords=None, dims=None):
        return labelled(data, coords, dims)

    for from_dict in (before, since):
        sys.modules["arviz"] = types.SimpleNamespace(from_dict=from_dict)
        one, several = sampled[0].to_arviz()["posterior"], sampled.to_arviz()["posterior"]
        check(one.U.shape == (2, 20, 2, 2) == several.U.shape and one.dims["U"] == ["path", "path_"]
              and one.coords["path"] == [str(p) for p in sampled.path_names]
              and np.array_equal(one.U[1, 3], sampled.posterior_U_draws[0, 23])
              and one.attrs["inference_library"] == "interplay" and one.attrs["inference_library_version"] == str(sampled.version)
              and one.attrs["divergences"] == sampled.posterior_divergences[0], f"samples for arviz, {from_dict.__name__} 1.0")
        stats = sampled[0].to_arviz()["sample_stats"]
        check(stats.energy.shape == (2, 20) and stats.energy[1, 3] == sampled.posterior_energy[0, 23]
              and stats.diverging.dtype == bool and stats.diverging.sum() == sampled.posterior_divergences[0]
              and np.all(stats.tree_depth >= 0) and np.all((0 <= stats.acceptance_rate) & (stats.acceptance_rate <= 1)),
              "and how each draw was reached")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", interplay.Doubt)
            two = interplay.sample(interplay.example("hmc2"), widths=[10, 20], draws=20, warmup=50, chains=2)
        many = two.to_arviz()["posterior"]
        check(two.to_arviz()["sample_stats"].dims["energy"] == ["setting"], "of several rows, too")
        check(many.U.shape == (2, 20, 2, 2, 2) and many.dims["U"] == ["setting", "path", "path_"]
              and many.coords["setting"] == ["N = 10, T = 0.01", "N = 20, T = 0.01"]
              and np.array_equal(many.U[1, 3, 1], two.posterior_U_draws[1, 23]) and len(many.attrs["divergences"]) == 2,
              "and of several rows")
    del sys.modules["arviz"]


def check_rows(sampled):
    """Rows, names, text; samples for arviz."""
    r = interplay.sweep(interplay.example("hmc4"), [10, 100, interplay.GP], 0.01)
    check(len(r) == 3 and [row.accuracy for row in r] == list(r.accuracy) and r[-1].U.shape == (4, 4)
          and r[0].head_names.shape == (4,) and r[0].gp_line_paths.shape == r.gp_line_paths.shape, "rows")
    two = interplay.sweep(interplay.example("hmc4"), 10, [0.01, 0.1])
    check(two.accuracy_gp.shape == (2,) and two[1].accuracy_gp == two.accuracy_gp[1] and two[1].variances.shape == (4,),
          "with a limit of their own each, where temperatures differ")
    check(fails(lambda: r.accuracies, AttributeError, "accuracies", "accuracy") and fails(lambda: r[3], IndexError, "3")
          and "U" in dir(r) and r["U"] is r.U, "names")
    check(repr(r).splitlines()[1] == "  N = 10, T = 0.01, accuracy 0.9640" and "GP" in repr(r[2]), "a result as text")
    check_arviz(sampled)
    check(fails(r.to_arviz, interplay.InputError, "no samples"), "where there are samples")
    return r


def check_figures(r, folder):
    """What is drawn, and written."""
    for name in ("r.npz", "r.csv", "r.svg", "r.png", "r.pdf", "r.html"):
        r.save(os.path.join(folder, name), **({"panel": "u", "size": "nature"} if name == "r.svg" else {}))
    begins = {"r.npz": b"PK", "r.svg": b"<?xml", "r.png": b"\x89PNG", "r.pdf": b"%PDF", "r.html": b"<!DOCTYPE html>"}
    check(all(open(os.path.join(folder, name), "rb").read(20).startswith(begin) for name, begin in begins.items()), "files")
    check(fails(lambda: r.save(os.path.join(folder, "r.bmp")), interplay.InputError, ".npz, .csv"), "of known kinds")
    cli("figure", os.path.join(folder, "r.npz"), "--panel", "u", "--size", "nature", "--format", "svg", "--out", folder)
    shapes = [open(path, encoding="utf-8").read().count("<path") for path in
              (os.path.join(folder, "r.svg"), os.path.join(folder, "r-u.svg"))]
    check(shapes[0] == shapes[1] > 10, f"a figure has what the command draws {shapes}")
    page = r._repr_html_()
    check(page.startswith("<iframe srcdoc=") and "http://" not in page.replace("http://www.w3.org", "")
          and "kernel" in page.lower(), "in a notebook it is the linked page")
    drawn = r.plot("accuracy")
    check(any(np.array_equal(np.sort(line.get_ydata()), np.sort(r.accuracy)) for line in drawn.lines), "a figure draws its numbers")
    check(len(r.plot("all")) > 3, "several axes are an array")
    before = dict(plt.rcParams)
    _, axes = plt.subplots(1, 2)
    check(r.plot("accuracy", ax=axes[0]) is axes[0] and len(axes[0].lines) > 2 and not axes[1].lines
          and dict(plt.rcParams) == before, "in axes of one's own")
    check(fails(lambda: r.plot("u", ax=axes[1]), interplay.InputError, "“u”")
          and fails(lambda: r.plot(ax=axes[1]), interplay.InputError), "where that is one plot")
    check(fails(lambda: r.plot("acuracy"), interplay.InputError, "Did you mean “accuracy”?"), "a panel that is none")
    plt.close("all")


def check_window(r, folder):
    """A window is a program of its own."""
    program, told = os.path.join(folder, "interplay"), os.path.join(folder, "told")
    with open(program, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nprintf %s \"$1\" >{told}.part && /bin/mv {told}.part {told}\n")
    os.chmod(program, stat.S_IRWXU)
    before = dict(os.environ)
    os.environ.update(PATH=folder, DISPLAY=":99")
    try:
        interplay.open_window(r)
        until = time.monotonic() + 20
        while not os.path.exists(told) and time.monotonic() < until:
            time.sleep(0.01)
        with open(told, encoding="utf-8") as file:
            check(not differences(r, file.read()), "a window is opened on results")
        os.environ["PATH"] = os.path.join(folder, "nowhere")
        check(fails(lambda: interplay.open_window(r), interplay.Error, "not installed"), "where there is one")
    finally:
        os.environ.clear()
        os.environ.update(before)


def check_words():
    """Everything that is public says what it is."""
    bare = [name for name in interplay.__all__ if callable(getattr(interplay, name)) and not getattr(interplay, name).__doc__]
    plain = [name for name in ("sweep", "sample", "kernels", "map", "prune", "dynamics", "load", "example", "from_torch")
             for parameter in inspect.signature(getattr(interplay, name)).parameters.values()
             if parameter.annotation is inspect.Parameter.empty]
    check(not bare and not plain, f"documented, and types annotated {bare} {plain}")
    out = subprocess.run([CLI, "--version"], capture_output=True, text=True, check=True).stdout
    check(interplay.__version__ in out, "one version")


def main():
    """All of it."""
    with tempfile.TemporaryDirectory() as folder:
        sampled = check_numbers(folder)
        check_memory(folder)
        check_errors(folder)
        check_exported(folder)
        check_work()
        check_prune_in_memory(folder)
        r = check_rows(sampled)
        check_figures(r, folder)
        check_window(r, folder)
        check_words()
    print(f"1..{start.count}")


main()
