# SPDX-License-Identifier: GPL-3.0-or-later
def bar_marks(axes, x, y, start=0, color=None, width=1, dash=0, label=None, alpha=1, half=0.36,
              offset=0, outlined=False, lies=False):
    """Bars from start to y at x, or from start to x at y where they lie."""
    face = plt.matplotlib.colors.to_rgba_array(color, alpha)
    look = dict(color=face, label=label, edgecolor=color if outlined else "none", linewidth=width * LINE)
    if lies:
        axes.barh(y, x - start, 2 * half, start, **look)
    else:
        axes.bar(x + offset, y - start, 2 * half, start, **look)
