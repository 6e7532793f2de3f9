# SPDX-License-Identifier: GPL-3.0-or-later
def points(axes, x, y, low=None, high=None, color=None, width=1, dash=0, label=None, marker="o",
           size=0.3, hollow=False, doubtful=(), doubt=None):
    """A marker at each point, with its error where there is one; hollow where it is doubtful."""
    x = at_stop(axes, x)
    if low is not None:
        known = np.isfinite(x) & np.isfinite(low) & np.isfinite(high)
        axes.vlines(x[known], low[known], high[known], color=color, linewidth=width * LINE)
    if len(doubtful) > 0:
        points(axes, x[doubtful], y[doubtful], color=color, label=doubt, marker=marker, size=size,
               hollow=True)
        x, y = np.delete(x, doubtful), np.delete(y, doubtful)
    for at in range(len(x)) if isinstance(color, list) else [slice(None)]:
        one = color[at] if isinstance(color, list) else color
        face = SHEET if hollow else one
        axes.plot(x[at], y[at], marker, color=one, markersize=2 * size * FONT, label=label,
                  zorder=3, markerfacecolor=face, clip_on=False)
