#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes hmc.npz and hmc.ref.npz out of hmc4_paths.npz and hmc4_paths.ref.npz.

usage: make-hmc.py FOLDER-OF-HMC4_PATHS      writes beside this script

All training examples stay, so U, the action, overlaps and head scores are the authors' as they
stand. Of the 1000 test sequences the first 50 of each class stay (ref_rows tells which), with the
authors' predictions on them; accuracies are counted anew on those rows from the authors' means.
Every number that stays is the same to the last bit. Needs NumPy.
"""
import os
import sys
import zipfile

import numpy as np

EACH = 50  # test sequences of each class


def accuracy(mean, y):
    return np.array(np.count_nonzero(np.sign(mean) == y) / len(y))


def save(path, arrays):
    """As numpy.savez_compressed does, but the same bytes whenever it is run."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, array in arrays.items():
            entry = zipfile.ZipInfo(name + ".npy", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.asarray(array), allow_pickle=False)
    with np.load(path, allow_pickle=False) as written:
        assert list(written) == list(arrays)
        for name, array in arrays.items():
            assert written[name].dtype == array.dtype and written[name].shape == array.shape
            assert written[name].tobytes() == array.tobytes(), name


def main(source):
    case = dict(np.load(os.path.join(source, "hmc4_paths.npz"), allow_pickle=False))
    answers = dict(np.load(os.path.join(source, "hmc4_paths.ref.npz"), allow_pickle=False))
    here = os.path.dirname(os.path.abspath(__file__))
    y = case["y_test"]
    rows = np.sort(np.concatenate([np.flatnonzero(y == c)[:EACH] for c in (1, -1)]))

    for i in range(len(case["ref_widths"])):
        for gp in ("", "_gp"):
            mean = answers[f"mean{gp}_{i}"]
            # The authors' accuracy is counted like that.
            assert accuracy(mean, y) == answers[f"acc{gp}_{i}"]
            answers[f"mean{gp}_{i}"] = mean[rows]
            answers[f"acc{gp}_{i}"] = accuracy(mean[rows], y[rows])
        answers[f"var_{i}"] = answers[f"var_{i}"][rows]
    case["xi_test"] = case["xi_test"][rows]
    case["y_test"] = y[rows]
    case["ref_rows"] = rows
    save(os.path.join(here, "hmc.npz"), case)
    save(os.path.join(here, "hmc.ref.npz"), answers)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
