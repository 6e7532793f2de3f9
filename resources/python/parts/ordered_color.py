# SPDX-License-Identifier: GPL-3.0-or-later
def ordered_color(k, n):
    """A colour for one of n curves: each has its own, or they go from the first to the last."""
    if n <= 6:
        return SERIES[1 if n == 1 else k]
    colors = plt.matplotlib.colors.LinearSegmentedColormap.from_list("ordered", ORDERED)
    return colors(k / (n - 1))
