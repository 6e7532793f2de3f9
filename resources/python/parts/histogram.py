# SPDX-License-Identifier: GPL-3.0-or-later
def histogram(axes, edges, counts, color, width=1, dash=0, label=None):
    """Steps: counts between each two edges."""
    axes.stairs(counts, edges, color=color, fill=True, alpha=0.35, label=label)
    axes.stairs(counts, edges, color=color, linewidth=width * LINE)
