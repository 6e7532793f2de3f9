# SPDX-License-Identifier: GPL-3.0-or-later
def intervals(axes, x, low, high, color, width=1, dash=0, label=None):
    """Bars from low to high, such as errors."""
    axes.vlines(at_stop(axes, x), low, high, color=color, linestyle=dashes(dash), linewidth=width * LINE,
                label=label)
