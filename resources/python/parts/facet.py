# SPDX-License-Identifier: GPL-3.0-or-later
def facet(axes, values, middle, limit, heading="", side="", below="", below_that="", stroke=0,
          edges=()):
    """A matrix about a number, in a frame as thick as another number."""
    axes.imshow(values - middle, cmap=signed_colors(), vmin=-limit, vmax=limit, interpolation="none")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_ticks([edge * len(values) - 0.5 for edge in edges], [""] * len(edges))
    for spine in axes.spines.values():
        spine.set_visible(True)
        if stroke:
            spine.set_linewidth(max(0.3, 3 * abs(stroke)) * LINE)
            spine.set_color(SIGNS[0 if stroke < 0 else 1])
    axes.set_title(heading)
    axes.set_ylabel(side, rotation=0, ha="right", va="center")
    axes.set_xlabel(f"{below}\n{below_that}".strip(), fontsize=0.85 * FONT)
