# SPDX-License-Identifier: GPL-3.0-or-later
def rule(axes, slope, offset, color, upright=False, held=False, width=1, dash=0, label=None):
    """A straight line across the plot; far beyond it an arrow with its number, where it is held."""
    look = {"color": color, "linestyle": dashes(dash), "linewidth": width * LINE, "label": label}
    low, high = axes.get_ylim()
    if held and not low <= offset <= high:
        below, x = offset < low, 0.97 - 0.14 * len(axes.texts)
        axes.plot([], [], **look)
        axes.annotate("", (x, 1 - below), (x, 0.12 if below else 0.88), xycoords="axes fraction",
                      arrowprops={"arrowstyle": "->", "color": color, "shrinkA": 0, "shrinkB": 0})
        axes.text(x - 0.02, 0.06 if below else 0.94, brief(offset, 2), color=color, ha="right",
                  va="center", transform=axes.transAxes)
    elif upright:
        axes.axvline(offset, **look)
    elif slope == 0:
        axes.axhline(offset, **look)
    elif np.isfinite(slope):
        axes.axline((0, offset), slope=slope, **look)
