# SPDX-License-Identifier: GPL-3.0-or-later
def points(axes, x, y, low=None, high=None, color=None, width=1, dash=0, label=None, marker="o",
           size=0.3, hollow=False):
    """A marker at each point, with its error where there is one."""
    x = at_stop(axes, x)
    if low is not None:
        known = np.isfinite(x) & np.isfinite(low) & np.isfinite(high)
        axes.vlines(x[known], low[known], high[known], color=color, linewidth=width * LINE)
    for at in range(len(x)) if isinstance(color, list) else [slice(None)]:
        one = color[at] if isinstance(color, list) else color
        face = SHEET if hollow else one
        axes.plot(x[at], y[at], marker, color=one, markersize=2 * size * FONT, label=label,
                  zorder=3, markerfacecolor=face, clip_on=False)
