# SPDX-License-Identifier: GPL-3.0-or-later
def legend_above(axes, title=None, from_top=False):
    """A legend above a plot, in as many columns as there is room for; with from_top what is drawn
    last, above others, comes first in it."""
    handles, labels = axes.get_legend_handles_labels()
    if from_top:
        handles, labels = handles[::-1], labels[::-1]
    if not labels:
        return
    # Letters that are seen; the marks of formulas are not.
    letters = [len(label) - sum(map(label.count, "$_{}\\")) for label in labels]
    widths = [(0.45 * n + 3.4) * FONT for n in letters]
    room = axes.figure.bbox.width / axes.figure.dpi * 72

    def fits(columns):
        """Whether so many have room; keys go down a column, then down the next."""
        ends = np.cumsum([len(part) for part in np.array_split(widths, columns)])
        return sum(max(part) for part in np.split(np.array(widths), ends[:-1])) <= room

    columns = next((n for n in range(len(labels), 1, -1) if fits(n)), 1)
    # That of the first of several plots in a row is above all of them.
    spec = axes.get_subplotspec()
    first = spec.get_gridspec().ncols > 1 and spec.colspan.start == 0
    middle = 0 if first else 0.5
    legend = axes.legend(handles, labels, loc="lower left" if first else "lower center",
                         bbox_to_anchor=(middle, 1), ncol=columns, borderaxespad=0.2, title=title)
    # Its room is that of a title, so that a plot is not made narrower for it.
    legend.set_in_layout(False)
    lines = int(np.ceil(len(labels) / columns)) + bool(title)
    axes.set_title("\n".join([" "] * lines), linespacing=1.6)
    if axes.child_axes:
        legend.set_bbox_to_anchor((middle, 1 + 3.8 * FONT / 72 * axes.figure.dpi
                                   / max(axes.bbox.height, 1)))
