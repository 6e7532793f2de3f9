# SPDX-License-Identifier: GPL-3.0-or-later
def shares_above(axes, title, y):
    """Shares of the first number that y has at x = 0, 1, ..., above."""
    above = axes.secondary_xaxis("top")
    ticks = [k for k in axes.get_xticks() if 0 <= k < len(y)]
    above.set_xticks(ticks, [f"{100 * y[int(k)] / y[0]:.0f} %" for k in ticks])
    above.set_xlabel(title)
    above.spines["top"].set_visible(True)
