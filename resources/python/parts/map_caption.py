# SPDX-License-Identifier: GPL-3.0-or-later
def map_caption(axes, heading, limit=None, rows=(), columns=(), tile=1, warns=False):
    """What stands around one of several maps: names by their middles, and a heading, with how far its
    own colours reach."""
    for axis, names in ((axes.xaxis, columns), (axes.yaxis, rows)):
        axis.set_ticks([at for at, _, _ in names], [plain(name) for _, name, _ in names])
        for label, (_, _, color) in zip(axis.get_ticklabels(), names):
            label.set_color(color)
    axes.tick_params(length=0)
    end = axes.get_xlim()[1]
    for edge in np.arange(tile + 0.5, end, tile) if tile > 1 else ():
        axes.axhline(edge, color=FAINT, linewidth=0.5)
        axes.axvline(edge, color=FAINT, linewidth=0.5)
    axes.set_title("\n".join(filter(None, [heading, limit])), pad=2, color=ACCENT if warns else INK)
