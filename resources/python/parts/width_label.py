# SPDX-License-Identifier: GPL-3.0-or-later
def width_label(row):
    """The width of a row: one number, or one of each layer."""
    if is_gp(row):
        return "GP"
    return "$N$ = " + ", ".join(f"{N:g}" for N in np.atleast_1d(results["widths"][row]))
