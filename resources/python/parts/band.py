# SPDX-License-Identifier: GPL-3.0-or-later
def band(axes, x, low, high, color, width=1, dash=0, label=None, alpha=1):
    """What lies between low and high."""
    axes.fill_between(x, low, high, color=color, alpha=alpha, linewidth=0, label=label)
