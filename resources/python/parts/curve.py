# SPDX-License-Identifier: GPL-3.0-or-later
def curve(axes, x, y, color, width=1, dash=0, label=None, dip=False, breaks=False):
    """A line; what is not finite is passed over, or breaks it."""
    known = np.isfinite(y) & ((y > 0) | (axes.get_yscale() != "log"))
    x, y = (x, np.where(known, y, np.nan)) if breaks else (x[known], y[known])
    axes.plot(x, y, color=color, linestyle=dashes(dash), linewidth=width * LINE, label=label)
    if dip and len(y) > 2 and y.min() < min(y[0], y[-1]):
        axes.plot(x[y.argmin()], y.min(), "^", color=color, markersize=0.6 * FONT)
