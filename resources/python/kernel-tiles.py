# SPDX-License-Identifier: GPL-3.0-or-later
def draw_kernel_tiles(panel):
    """The path-path kernels of the paths shown, framed as thick as their U."""
    C, U, y = results["C"], results["U"], results["y"]
    n = min(len(PATHS), 8)
    paths = PATHS[:n]
    tiles = C[np.ix_(paths, paths, EXAMPLES, EXAMPLES)]
    # Each about its mean, on one scale: what most tiles need.
    beside = tiles[:, :, ~np.eye(len(y), dtype=bool)]
    means = beside.mean(axis=-1)
    upper = np.triu_indices(n)
    limit = 2.5 * beside.std(axis=-1)[upper].mean() or 1
    plots = panel.subplots(n, n, squeeze=False)
    strongest = np.abs(U).max()
    for (i, j), axes in np.ndenumerate(plots):
        image = axes.imshow(tiles[i, j] - means[i, j], cmap=signed_colors(), vmin=-limit,
                            vmax=limit, interpolation="none")
        axes.set_xticks([])
        axes.set_yticks([])
        weight = U[paths[i], paths[j]]
        for spine in axes.spines.values():
            spine.set_visible(True)
            spine.set_linewidth(max(0.3 * LINE, 3 * LINE * abs(weight) / strongest))
            spine.set_color(SIGNS[0 if weight < 0 else 1])
        if i == 0:
            axes.set_title(plain(SHORT_NAMES[j]), color=PATH_TEXT_COLORS[j])
        if j == 0:
            axes.set_ylabel(plain(SHORT_NAMES[i]), color=PATH_TEXT_COLORS[i], rotation=0,
                            ha="right", va="center")
    panel.colorbar(image, ax=plots, fraction=0.05, pad=0.03).ax.set_title("$C$ − mean")
    note = f"frames: |$U$|, at most {strongest:.3g}; red > 0, blue < 0"
    if n < len(U):
        note += f"; {n} of {len(U)} paths"
    panel.supxlabel(note, fontsize=FONT)
