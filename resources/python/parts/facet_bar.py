# SPDX-License-Identifier: GPL-3.0-or-later
def facet_bar(panel, maps, title, keys):
    """The colours of several maps, and keys below all: frames of a colour, and text alone."""
    panel.colorbar(maps[0].images[0], ax=maps, fraction=0.05, pad=0.03).ax.set_title(title)
    handles = [plt.Rectangle((0, 0), 1, 1, fill=False, label=label, linewidth=2 * LINE,
                             edgecolor=color or "none") for label, color in keys]
    if keys:
        panel.supxlabel("\n" * ((len(keys) + 2) // 3))
        panel.legend(handles=handles, loc="lower center", ncol=3, borderaxespad=0)
