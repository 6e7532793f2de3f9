# SPDX-License-Identifier: GPL-3.0-or-later
def draw_u(panel):
    """U as colours: the row shown large, all rows small below it."""
    symbols = {"theory": "$U_{pq}$", "sampled": "$E[U_{pq}]$", "difference": r"$\Delta U_{pq}$",
               "sd": "sd $U_{pq}$"}
    names = {"theory": "theory", "sampled": "sampled", "difference": "sampled − theory",
             "sd": "posterior sd"}
    colors = signed_colors()

    def seen(kind, row):
        """What counts for the range of the colours, and has one."""
        U = order_parameter(kind, row)
        if HEATMAP_SCALE == "off-diagonal" and len(U) > 1:
            U = np.where(np.eye(len(U), dtype=bool), np.nan, U)
        return U

    def limit_of(row):
        values = np.abs([seen(kind, row) for kind in MAPS])
        return np.nanmax(values) if np.isfinite(values).any() else np.nan

    limits = largest = {row: limit_of(row) for row in [ROW, *ROWS]}
    limit = limits[ROW]
    if SHARED_LIMITS:
        limit = np.nanmax(list(limits.values()))
        limits = dict.fromkeys(limits, limit)

    # The large map has a scale of its own where it would look empty on that of the small ones.
    apart = (SHARED_LIMITS and 0 < largest[ROW] < 0.05 * limit and len(PATHS) > 6
             and HEATMAP_SCALE != "symlog")
    if apart:
        limit = largest[ROW]

    def show(axes, kind, row, top):
        top = max(top, 1e-300) if np.isfinite(top) else 1
        norm = plt.Normalize(-top, top)
        if HEATMAP_SCALE == "symlog":
            norm = plt.matplotlib.colors.SymLogNorm(0.01 * top, vmin=-top, vmax=top)
        axes.set_xticks([])
        axes.set_yticks([])
        for spine in axes.spines.values():
            spine.set_visible(True)
        return axes.imshow(seen(kind, row), cmap=colors, norm=norm, interpolation="none")

    # The small maps beside the large one where there is room, or below it.
    beside = panel.bbox.width > 1.7 * panel.bbox.height and len(MAPS) == 1 and len(ROWS) > 1
    if beside:
        grid = panel.add_gridspec(1, 2, width_ratios=[1.2, 1])
    elif len(ROWS) > 1:
        grid = panel.add_gridspec(2, 1, height_ratios=[2, 1])
    else:
        grid = panel.add_gridspec(1, 1)
    large = grid[0].subgridspec(1, len(MAPS)).subplots(squeeze=False)[0]
    for axes, kind in zip(large, MAPS):
        image = show(axes, kind, ROW, limit)
        title = width_label(ROW)
        if kind != "theory" or len(MAPS) > 1:
            title += ", " + names[kind]
        if apart:
            title += ", own scale"
        if kind in ("theory", "difference") and doubtful(ROW):
            title += "\nnot converged"
            axes.title.set_color(ACCENT)
        axes.set_title(title)
        n = len(SHORT_NAMES)
        # As many names as there is room for.
        side = 0.5 * min(panel.bbox.width, panel.bbox.height) / panel.dpi * 72
        widest = max(1.3, 0.6 * max(map(len, SHORT_NAMES)) + 0.4) * FONT
        fits = [step for step in (1, 2, 5, 10, 20, 50, 100) if step * side / n >= widest]
        step = fits[0] if fits else n
        # Amid the rows of a path, which are several where all outputs are shown.
        tile = len(PATHS) // n
        middles = [tile * place + (tile - 1) / 2 for place in range(0, n, step)]
        axes.set_xticks(middles, [plain(name) for name in SHORT_NAMES[::step]])
        axes.set_yticks(middles, [plain(name) for name in SHORT_NAMES[::step]])
        for edge in range(tile, len(PATHS) if tile > 1 else 0, tile):
            axes.axhline(edge - 0.5, color=FAINT, linewidth=0.5)
            axes.axvline(edge - 0.5, color=FAINT, linewidth=0.5)
        axes.tick_params(length=0)
        for labels in (axes.get_xticklabels(), axes.get_yticklabels()):
            for label, color in zip(labels, PATH_TEXT_COLORS[::step]):
                label.set_color(color)
        if len(PATHS) <= 4 and 6 * n * FONT < 72 * panel.bbox.height / panel.dpi:
            U = order_parameter(kind, ROW)
            for (p, q), value in np.ndenumerate(U):
                dark = abs(value) > 0.6 * limit and np.isfinite(seen(kind, ROW)[p, q])
                axes.text(q, p, f"{value:.2f}".replace("-", "−"), ha="center", va="center",
                          color=SHEET if dark else INK)
    bar = panel.colorbar(image, ax=list(large), fraction=0.05, pad=0.03)
    if MAPS == ["sd"]:
        bar.ax.set_ylim(0, limit)
    bar.ax.set_title(symbols[MAPS[0]])
    if len(ROWS) < 2:
        return
    columns = int(np.ceil(np.sqrt(len(ROWS)) * 1.3)) if beside else len(ROWS) * len(MAPS)
    lines = int(np.ceil(len(ROWS) * len(MAPS) / columns))
    small = grid[1].subgridspec(lines, columns).subplots(squeeze=False).ravel()
    for axes in small[len(ROWS) * len(MAPS):]:
        axes.set_visible(False)
    for k, row in enumerate(ROWS):
        for m, kind in enumerate(MAPS):
            axes = small[k * len(MAPS) + m]
            show(axes, kind, row, limits[row])
            if m > 0:
                continue
            title = width_label(row).replace("$N$ = ", "")
            axes.set_title(title + "\n", color=ACCENT if doubtful(row) else INK, pad=2)
            # On one scale only where it is too pale to be seen.
            if not SHARED_LIMITS or largest[row] < 0.05 * limits[row]:
                sign = "≤ " if SHARED_LIMITS or kind == "sd" else "±"
                end = brief(largest[row], 2)
                if SHARED_LIMITS and largest[row] > 0:
                    power = 10 ** np.floor(np.log10(largest[row]))
                    end = brief(np.ceil(largest[row] / power * (1 - 1e-9)) * power, 1)
                axes.set_title(sign + end, color=FAINT, loc="center", pad=2, y=1)
                axes.text(0.5, 1.0, title + "\n", transform=axes.transAxes, ha="center",
                          va="bottom", color=ACCENT if doubtful(row) else INK)
    if any(doubtful(row) for row in ROWS):
        widths = [width_label(row).replace("$N$ = ", "") for row in ROWS if doubtful(row)]
        panel.supxlabel("$N$ = " + ", ".join(widths) + " not converged", color=ACCENT,
                        fontsize=FONT)
