# SPDX-License-Identifier: GPL-3.0-or-later
def curve(axes, x, y, color, width=1, dash=0, label=None, dip=False, breaks=False, averages=False):
    """A line; what is not finite is passed over, or breaks it."""
    known = np.isfinite(y) & ((y > 0) | (axes.get_yscale() != "log"))
    x, y = (x, np.where(known, y, np.nan)) if breaks else (x[known], y[known])
    places = 400
    if averages and len(x) > places:
        # Points that cannot be told apart are one: their mean, in a band over all of them.
        ends = np.flatnonzero(np.diff((x / max(x[-1], 1) * places).astype(int))) + 1
        groups = np.split(y, ends)
        x, y = (np.array([part.mean() for part in np.split(of, ends)]) for of in (x, y))
        axes.fill_between(x, [part.min() for part in groups], [part.max() for part in groups],
                          color=color, alpha=0.2, linewidth=0)
    axes.plot(x, y, color=color, linestyle=dashes(dash), linewidth=width * LINE, label=label)
    if dip and len(y) > 2 and y.min() < min(y[0], y[-1]):
        axes.plot(x[y.argmin()], y.min(), "^", color=color, markersize=0.6 * FONT)
