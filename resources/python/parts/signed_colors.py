# SPDX-License-Identifier: GPL-3.0-or-later
def signed_colors():
    """From negative to positive, 0 in the middle."""
    return plt.matplotlib.colors.LinearSegmentedColormap.from_list("signed", DIVERGING)
