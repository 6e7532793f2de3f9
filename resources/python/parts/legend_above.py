# SPDX-License-Identifier: GPL-3.0-or-later
def legend_above(axes, **more):
    """A legend above a plot, in as many columns as there is room for."""
    handles, labels = axes.get_legend_handles_labels()
    if not labels and not more.get("handles"):
        return
    labels = labels or [handle.get_label() for handle in more["handles"]]
    # Letters that are seen; the marks of formulas are not.
    letters = [len(label) - sum(map(label.count, "$_{}\\")) for label in labels]
    widths = [(0.48 * n + 3.6) * FONT for n in letters]
    room = axes.figure.bbox.width / axes.figure.dpi * 72
    columns = len(labels) if sum(widths) < room else max(1, int(room / max(widths)))
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncol=columns, borderaxespad=0.2,
                **more)
