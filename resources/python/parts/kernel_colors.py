# SPDX-License-Identifier: GPL-3.0-or-later
def kernel_colors():
    """From small to large."""
    return plt.matplotlib.colors.LinearSegmentedColormap.from_list("kernels", SEQUENTIAL)
