# SPDX-License-Identifier: GPL-3.0-or-later
def draw_kernel_sum(panel):
    """The kernel of the GP, K and the labels on one scale, with how well each is aligned."""
    y = results["y"][EXAMPLES]
    K_gp, K = (results[name][np.ix_(EXAMPLES, EXAMPLES)] for name in ("K_gp", "K"))
    labels = np.outer(y, y)
    at = np.unique(results["N"])
    width = "GP" if np.isinf(at).all() else "$N$ = " + ", ".join(f"{N:g}" for N in at)
    # The labels' product has the mean diagonal of K, or all have 1.
    factors = [1, 1, np.mean(np.diag(K)) / np.mean(y**2)]
    if NORMALISED:
        factors = [1 / np.mean(np.diag(K_gp)), 1 / np.mean(np.diag(K)), 1 / np.mean(y**2)]
    maps = [factor * one for factor, one in zip(factors, (K_gp, K, labels))]
    beside = np.array(maps)[:, ~np.eye(len(y), dtype=bool)]
    plots = panel.subplots(1, 3)
    times = "" if abs(factors[2] - 1) < 1e-9 else f"{factors[2]:.2g} "
    titles = ["GP", width, times + "$y\\,y^T$"]
    notes = [f"alignment {results['alignment_gp']:.3f}", f"alignment {results['alignment']:.3f}\n"
             f"diagonal only {results['alignment_diagonal']:.3f}",
             "$y^T K y \\;/\\; |K||y|^2$\n$K$, $y$ about their means"]
    for axes, one, title, note in zip(plots, maps, titles, notes):
        image = axes.imshow(one, cmap=kernel_colors(), vmin=beside.min(), vmax=beside.max(),
                            interpolation="none")
        axes.set_title(title)
        ends = np.flatnonzero(np.diff(y)) + 1 if len(np.unique(y)) == 2 else []
        axes.set_xticks([end - 0.5 for end in ends], [""] * len(ends))
        axes.set_yticks([end - 0.5 for end in ends], [""] * len(ends))
        axes.set_xlabel(note)
        for spine in axes.spines.values():
            spine.set_visible(True)
    panel.colorbar(image, ax=plots, fraction=0.05, pad=0.03, shrink=0.7)
