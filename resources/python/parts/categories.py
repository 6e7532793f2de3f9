# SPDX-License-Identifier: GPL-3.0-or-later
def categories(axes, at, names, brief, groups, title, at_left=False):
    """Names of things along x, or along y, in the place of numbers, and below them those of their groups."""
    if at_left:
        axes.set_yticks(at, names)
        return
    if len(names) * max(map(len, names)) * 0.55 * FONT > SIZE[0] * 60:
        names = brief
    axes.set_xticks(at, names)
    axes.tick_params(axis="x", length=0)
    for group in np.unique(groups):
        axes.annotate(f"{title}{int(group)}", (at[np.array(groups) == group].mean(), 0),
                      xycoords=("data", "axes fraction"), ha="center", va="top",
                      xytext=(0, -2 * FONT), textcoords="offset points")
