# SPDX-License-Identifier: GPL-3.0-or-later
def hatch(axes, x, share, color, width=1, dash=0, label=None):
    """A hatched column at each x, as high as its share of the plot."""
    axes.bar(x, share, width=0.1, transform=axes.get_xaxis_transform(), facecolor="none",
             edgecolor=color, hatch="///", linewidth=0, label=label)
