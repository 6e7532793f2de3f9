#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cases and results as values: copied, pickled, sent to processes, loaded, converted; names, interrupts and what an
import changes; as TAP."""
import copy
import importlib.util
import multiprocessing
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import time
import warnings

import start
from start import check, np

import interplay

INTERRUPTED = """
import gc, signal, threading, interplay
case = interplay.example("hmc4", n_train=P)
print("ready", flush=True)
try:
    WORK
except KeyboardInterrupt:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print("interrupted", sum(thread.name == "interplay" for thread in threading.enumerate()))
gc.collect()
print(interplay.sweep(interplay.example("hmc2"), 10).converged[0])
"""
WORK = {
    "sample": (100, "interplay.sample(case, 10, draws=100000, warmup=1000)"),
    "map": (100, "interplay.map(case, 'N=5:500:60', 'T=0.001:1:60')"),
    "kernels": (3000, "interplay.kernels(case, 10)"),
    "sweep": (2500, "interplay.sweep(case, list(range(10, 300, 3)))"),
}
IMPORTED = """
import ctypes, os
def environment():  # that of the process, which os.environ copied when Python began
    return sorted(line for line in os.popen("env") if "OPENBLAS" in line)
before, lines = dict(os.environ), environment()
FIRST
blas = ctypes.CDLL("libopenblas.so.0")
threads = blas.openblas_get_num_threads()
import interplay
interplay.sweep(interplay.example("hmc2", n_train=40), 10)
print(threads == blas.openblas_get_num_threads() and before == dict(os.environ) and lines == environment())
"""


def case_of_arrays():
    """Labels that one of two paths tells."""
    random = np.random.default_rng(1)
    xi = random.normal(size=(80, 2, 6))
    y = np.where(xi[:, 0, 0] > 0, 1.0, -1.0)
    return interplay.Case("mine", heads=[2], xi_train=xi[:40], y_train=y[:40], xi_test=xi[40:], y_test=y[40:],
                          temperature=0.3, variances=[1, 2, 1], path_names=["tells", "noise"])


def solved(case):
    """The bits of U and of the means; what a process computes."""
    result = interplay.sweep(case, [10, interplay.GP])
    return result.U.tobytes() + result.mean_test.tobytes() + result.temperature.tobytes()


def accuracy(result):
    """A number of a result, and its case solved; what a process computes."""
    return float(result.accuracy[0]), solved(result._case)


def check_cases(early):
    """Copies, pickles and processes compute the same bits. @early: a pool from before the cases."""
    for case in (interplay.example("hmc2", n_train=50, seed=3), case_of_arrays()):
        want = solved(case)
        others = [copy.copy(case), copy.deepcopy(case), pickle.loads(pickle.dumps(case))]
        check(all(other is not case and other.name == case.name and other.path_names == case.path_names
                  and solved(other) == want for other in others), f"{case.name} is copied and pickled by value")
        check(early.map(solved, [case] * 2) == [want] * 2, f"{case.name} goes to processes made before it")
        for way in ("fork", "spawn"):
            with multiprocessing.get_context(way).Pool(2) as pool:
                check(pool.map(solved, [case] * 2) == [want] * 2, f"{case.name} goes to processes made by {way}")
        del others
    result = interplay.sweep(case, [10, 20])
    check(early.map(accuracy, [result]) == [accuracy(result)], "results go to processes, with their case")


def all_results():
    """A result of each kind."""
    case = interplay.example("hmc2", n_train=50)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", interplay.Doubt)
        sampled = interplay.sample(case, 10, draws=20, warmup=20, chains=2)
    return [interplay.sweep(case, [10, interplay.GP]), sampled, interplay.kernels(case, 10),
            interplay.prune(case, 10, random_orders=5), interplay.map(case, ("N", [5, 10]), ("T", [0.1, 0.2, 0.3])),
            interplay.map(case, ("N", [5, 10]), seeds=[1, 2]), interplay.dynamics("joma-joint", steps=100)]


def same_arrays(one, other):
    """To the last bit."""
    return one.keys() == other.keys() and all(one[name].tobytes() == other[name].tobytes() for name in one.keys())


def figure_of(result, folder):
    """The bytes of its first figure."""
    path = pathlib.Path(folder, "figure.svg")
    result.save(path, panel=result.panels[0])
    return path.read_bytes()


def check_results(folder):
    """load() is the inverse of save()."""
    results = all_results()
    for result in results:
        kind = result._kind
        path, again = pathlib.Path(folder, "result.npz"), pathlib.Path(folder, "again.npz")
        result.save(path)
        loaded, copied = interplay.load(path), pickle.loads(pickle.dumps(result))
        loaded.save(again)
        check(same_arrays(result, loaded) and same_arrays(result, copied) and repr(copied) == repr(result)
              and path.read_bytes() == again.read_bytes(), f"{kind} is loaded, pickled, and saved again")
        check(figure_of(copied, folder) == figure_of(result, folder), f"a copy of {kind} draws the same")
        if kind in ("kernels", "prune"):
            check(repr(loaded) == repr(result) and figure_of(loaded, folder) == figure_of(result, folder),
                  f"a file of {kind} draws the same")
            path.write_bytes(result._data)  # as the command line writes it
            check(refuses(interplay.load(path).plot, interplay.InputError, f"interplay.{kind}()"),
                  f"a file of {kind} without its case says where its figures come from")
        else:
            plot = next(panel for panel in ("accuracy", "map-curve", "entropy") if panel in loaded.panels)
            check(all(panel in result.panels for panel in loaded.panels) and copied.script(plot) == result.script(plot)
                  and loaded.script(plot) and "<svg" in loaded.to_html(plot), f"a file of {kind} is drawn")
    case = case_of_arrays()
    path = pathlib.Path(folder, "case.npz")
    case.save(path)
    check(isinstance(interplay.load(path), interplay.Case) and solved(interplay.load(path)) == solved(case), "a case is loaded")
    return results


def check_files(result, folder):
    """What is wrong with a file is said of that file, and a file that cannot be written leaves nothing."""
    path = os.path.join(folder, "damaged.npz")
    arrays = {name: result[name] for name in result.keys() if name != "U"}
    for more, word in (({}, "no array U"), ({"U": result.U[:, :1]}, "shape")):
        np.savez(path, **arrays, **more)
        check(refuses(lambda: interplay.load(path), interplay.InputError, word, path), f"a file of rows that is damaged, {word}")
    nowhere = os.path.join(folder, "nowhere", "x.npz")
    check(refuses(lambda: result.save(nowhere), interplay.FileError, nowhere, "no folder"), "a folder that is not there")
    os.mkdir(os.path.join(folder, "taken.npz"))
    before = sorted(os.listdir(folder))
    check(refuses(lambda: result.save(os.path.join(folder, "taken.npz")), interplay.FileError, "taken.npz")
          and sorted(os.listdir(folder)) == before, "a file in whose place a folder is")
    check(refuses(lambda: interplay.sweep(result._case, float("nan")), interplay.InputError, "nan"), "a width that is no number")


def check_tables(results):
    """The same numbers in pandas and xarray."""
    sweep, _, kernels, prune, grid, _, course = results
    if importlib.util.find_spec("xarray") is None:
        check(True, "tables # SKIP no xarray")
        return
    table = sweep.to_pandas()
    check(list(table.accuracy) == list(sweep.accuracy) and list(table.setting) == ["N = 10, T = 0.01", "N = GP, T = 0.01"],
          "rows are lines of pandas")
    cells = grid.to_pandas()
    at = cells[(cells.x == 10) & (cells.y == 0.2)]
    check(len(cells) == 6 and at.accuracy.iloc[0] == grid.accuracy[1, 1], "cells of a map, by x and y")
    check(len(prune.to_pandas()) == len(prune.head_score) and list(course.to_pandas().time) == list(course.time),
          "heads and moments")
    data = sweep.to_xarray()
    path = str(sweep.path_names[1])
    check(data.U.dims == ("row", "path", "path_") and float(data.U.sel(path=path, path_=path)[0]) == sweep.U[0, 1, 1],
          "all arrays are xarray's")
    check(grid.to_xarray().accuracy.dims == ("y", "x") and float(grid.to_xarray().accuracy.sel(x=10, y=0.2)) == grid.accuracy[1, 1]
          and course.to_xarray().loss.dims == ("time",), "with the names of their dimensions")
    try:
        kernels.to_pandas()
        check(False, "kernels are no table")
    except interplay.InputError as error:
        check("arrays" in str(error), "kernels are no table")


def refuses(function, kind, *words):
    """Whether it raises this kind of error with all these words."""
    try:
        function()
    except kind as error:
        return all(word in str(error) for word in words) or print(f"# it said: {error}")
    return False


def check_names(results):
    """Keywords, rows and arrays that there are not."""
    case, sweep = results[0]._case, results[0]
    check(refuses(lambda: interplay.sweep(case, widht=10), TypeError, "widht", "'widths'"), "an unknown keyword of work")
    check(refuses(lambda: interplay.Case(xi_trian=1), TypeError, "xi_trian", "'xi_train'"), "of a case")
    check(refuses(lambda: interplay.example("hmc4", n_tran=1), TypeError, "n-tran", "“n-train”")
          and refuses(lambda: interplay.dynamics("joma-joint", rat=1), TypeError, "rat", "“rate”"), "of an example")
    masked = np.ma.masked_array(np.ones((4, 2, 3)), mask=np.eye(4, 6).reshape(4, 2, 3))
    check(refuses(lambda: interplay.Case(xi_train=masked), interplay.InputError, "xi_train", "masked"), "masked values")
    check("U" in sweep and "V" not in sweep and "U" in sweep[0], "names of arrays")
    check([row.accuracy for row in sweep[1:]] == [sweep.accuracy[1]] and sweep[np.int64(-1)].accuracy == sweep.accuracy[1]
          and refuses(lambda: sweep[0.5], TypeError, "0.5"), "slices of rows, and no fractions")
    check("map" not in interplay.__all__ and callable(interplay.map), "Python's map is not hidden by *")
    random = np.random.default_rng(3)
    arrays = {"x_train": random.normal(size=(6, 3, 2)), "x_test": random.normal(size=(6, 3, 2)), "y_train": [0, 1] * 3,
              "y_test": [0, 1] * 3, "w_1": random.normal(size=(1, 2, 2))}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        noted = interplay.Case(**arrays)
    said = [str(warning.message) for warning in caught]
    check(any("0 and 1" in text or "{0, 1}" in text or "0" in text for text in said) and len(said) == len(noted.notes) - 1
          and all(warning.filename == __file__ for warning in caught), f"notes are warnings {said}")


def interrupt(kind, presses):
    """What a program prints whose work is interrupted so often."""
    count, work = WORK[kind]
    source = INTERRUPTED.replace("n_train=P", f"n_train={count}").replace("WORK", work)
    environment = dict(os.environ, MALLOC_PERTURB_="165", G_SLICE="always-malloc", PYTHONWARNINGS="ignore")
    with subprocess.Popen([sys.executable, "-c", source], env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as program:
        program.stdout.readline()
        time.sleep(0.7)  # somewhere in the work
        for _ in range(presses):
            program.send_signal(signal.SIGINT)
            time.sleep(0.02)
        try:
            out, err = program.communicate(timeout=100)
        except subprocess.TimeoutExpired:
            program.kill()
            out, err = program.communicate()
    return program.returncode, out, err


def check_interrupts():
    """Ctrl+C ends the work in C before the exception arrives, however often it is pressed."""
    for kind in WORK:
        for presses in (1, 3):
            status, out, err = interrupt(kind, presses)
            good = status in (0, 1, -signal.SIGINT) and "interrupted 0" in out and "CRITICAL" not in err
            check(good, f"{kind} interrupted {presses} times {'' if good else (status, out, err[-300:])}")


def check_import():
    """Importing changes neither the environment nor the threads of OpenBLAS."""
    for first in ("import numpy", ""):
        ran = subprocess.run([sys.executable, "-c", IMPORTED.replace("FIRST", first)], capture_output=True, text=True, check=False)
        check(ran.stdout == "True\n", f"nothing of the process is changed, {first or 'numpy later'} {ran.stdout}{ran.stderr[-200:]}")


def main():
    """All of it."""
    with multiprocessing.get_context("fork").Pool(2) as early, tempfile.TemporaryDirectory() as folder:
        check_cases(early)
        results = check_results(folder)
        check_files(results[0], folder)
        check_tables(results)
        check_names(results)
    check_interrupts()
    check_import()
    print(f"1..{start.count}")


if __name__ == "__main__":
    main()
