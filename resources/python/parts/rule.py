# SPDX-License-Identifier: GPL-3.0-or-later
def rule(axes, slope, offset, color, upright=False, width=1, dash=0, label=None):
    """A straight line across the plot."""
    look = {"color": color, "linestyle": dashes(dash), "linewidth": width * LINE, "label": label}
    if upright:
        axes.axvline(offset, **look)
    elif slope == 0:
        axes.axhline(offset, **look)
    elif np.isfinite(slope):
        axes.axline((0, offset), slope=slope, **look)
