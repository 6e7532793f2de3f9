# SPDX-License-Identifier: GPL-3.0-or-later
"""The theory of attention paths, its samples and the dynamics of learning, over libinterplay.

    import interplay

    case = interplay.example("hmc4")                            # or load("mine.npz"), Case(xi_train=..., ...)
    r = interplay.sweep(case, widths=[10, 100, interplay.GP], temperature=0.01)
    r.U, r.accuracy, r.head_score                               # NumPy arrays: U [n, Pi, Pi], accuracy [n], ..
    r[0].U                                                      # of one row: [Pi, Pi]
    r.plot("accuracy")                                          # matplotlib
    r.save("r.npz")                                             # .npz, .csv, .svg, .png, .pdf, .tex or .html

P examples, L layers of H_l heads, Pi = H_1 .. H_L paths, width N0 of a token. All numbers are float64, and those of
the command line to the last bit. What takes long lets other threads run, shows a progress bar where there is tqdm,
and ends with Ctrl-C. What is wrong is an exception with a sentence.
"""
from ._library import __version__  # isort: skip # before NumPy: loads OpenBLAS as it can be loaded
from ._case import Case, example, examples, from_torch
from ._errors import Doubt, Error, FileError, InputError, MemoryLimit
from ._result import Result, Row, load, open_window
from ._words import GP
from . import _work
from ._work import dynamics, kernels, prune, sample, sweep

map = _work.map  # pylint: disable=redefined-builtin

__all__ = ["Case", "Doubt", "Error", "FileError", "GP", "InputError", "MemoryLimit", "Result", "Row", "__version__",
           "dynamics", "example", "examples", "from_torch", "kernels", "load", "open_window", "prune", "sample",
           "sweep"]  # without map, which would hide Python's own
