# SPDX-License-Identifier: GPL-3.0-or-later
def draw_kernel_sum(panel):
    """The kernel of the GP, K and the labels on one scale, with how well each is aligned."""
    y = results["y"].reshape(len(results["y"]), -1)[EXAMPLES]
    K_gp, K = (results[name][np.ix_(EXAMPLES, EXAMPLES)] for name in ("K_gp", "K"))
    labels = y @ y.T
    at = np.unique(results["N"])
    width = "GP" if np.isinf(at).all() else "$N$ = " + ", ".join(f"{N:g}" for N in at)
    factors = [1, 1]
    if NORMALISED:
        factors = [1 / np.mean(np.diag(K_gp)), 1 / np.mean(np.diag(K))]
    # Each about its mean, on one scale; the labels' product as far as its colours reach.
    off = ~np.eye(len(y), dtype=bool)
    limit = 2.5 * max((factor * one[off]).std() for factor, one in zip(factors, (K_gp, K))) or 1
    factors.append(0.8 * limit / np.abs(labels).max())
    maps = [factor * one for factor, one in zip(factors, (K_gp, K, labels))]
    maps = [one - one[off].mean() for one in maps]
    bars, *plots = panel.subplots(1, 4)
    # How K comes about: what each pair of paths adds to its mean diagonal.
    C, U = results["C"], results["U"]
    adds = U * np.trace(C, axis1=2, axis2=3) / C.shape[-1]
    p, q = np.triu_indices(len(U))
    adds = np.where(p == q, 1, 2) * adds[p, q]
    order = np.argsort(-np.abs(adds), kind="stable")
    ends = np.cumsum(adds[order])
    most = min(4, len(order))
    short = dict(zip(PATHS, map(plain, SHORT_NAMES)))
    names = [short.get(a, str(results["path_names"][a])) for a in range(len(U))]
    steps = np.append(adds[order][:most], ends[-1])
    begins = np.append((ends - adds[order])[:most], 0)
    if len(order) > most:
        steps[most - 1] = ends[-1] - begins[most - 1]
    pairs = [names[a] + ("" if a == b else f"–{names[b]}")
             for a, b in zip(p[order][:most], q[order][:most])] + ["$K$"]
    if len(order) > most:
        pairs[most - 1] = f"{len(order) - most + 1} others"
    colors = [SIGNS[0 if step < 0 else 1] for step in steps[:-1]] + [FAINT]
    bars.barh(np.arange(len(steps)), steps, left=begins, color=colors)
    bars.set_yticks(np.arange(len(steps)), pairs)
    bars.invert_yaxis()
    bars.set_title("mean diagonal of $U\\,C$")
    times = "" if abs(factors[2] - 1) < 1e-9 else f"{factors[2]:.2g} "
    titles = ["GP", width, times + ("$y\\,y^T$" if y.shape[1] == 1 else "$Y\\,Y^T$")]
    notes = [f"alignment {results['alignment_gp']:.3f}", f"alignment {results['alignment']:.3f}\n"
             f"diagonal only {results['alignment_diagonal']:.3f}",
             "$y^T K y \\;/\\; |K||y|^2$\n$K$, $y$ about their means" if y.shape[1] == 1 else
             r"tr $Y^T K Y \;/\; |K||Y Y^T|$" + "\n$K$, $Y$ about their means"]
    for axes, one, title, note in zip(plots, maps, titles, notes):
        image = axes.imshow(one, cmap=signed_colors(), vmin=-limit, vmax=limit,
                            interpolation="none")
        axes.set_title(title)
        classes = len(np.unique(y, axis=0)) <= max(2, y.shape[1])
        ends = np.flatnonzero(np.diff(y, axis=0).any(axis=1)) + 1 if classes else []
        axes.set_xticks([end - 0.5 for end in ends], [""] * len(ends))
        axes.set_yticks([end - 0.5 for end in ends], [""] * len(ends))
        axes.set_xlabel(note)
        for spine in axes.spines.values():
            spine.set_visible(True)
    panel.colorbar(image, ax=plots, fraction=0.05, pad=0.03, shrink=0.7)
