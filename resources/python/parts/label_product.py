# SPDX-License-Identifier: GPL-3.0-or-later
def label_product():
    """The products of the labels of all pairs of training examples."""
    y = results["y"].reshape(len(results["y"]), -1)[EXAMPLES]
    return y @ y.T
