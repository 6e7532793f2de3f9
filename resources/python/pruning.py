# SPDX-License-Identifier: GPL-3.0-or-later
def draw_pruning(panel):
    """What removing one head after the other does, in several orders."""
    axes = panel.subplots()
    score = "accuracy" if "accuracy_theory" in results else "mean_squared_error"
    n = len(results["random_mean"])
    removed = np.arange(n)
    looks = {"reverse": ("highest score first", SERIES[2], "v", 1),
             "score": ("lowest score first", SERIES[1], "s", 1),
             "entropy": ("highest entropy first", SERIES[6], "D", 0.6),
             "gradient": ("lowest gradient first", SERIES[4], "^", 0.6)}
    if np.isfinite(results["random_mean"]).any():
        axes.fill_between(removed, results["random_low"], results["random_high"], color=FAINT,
                          alpha=0.28, linewidth=0)
        axes.plot(removed, results["random_mean"], color=FAINT, linestyle=dashes(3),
                  label=f"{int(results['random_orders'])} random orders, 5–95 %")
    if score == "accuracy":
        axes.axhline(0.5, color=FAINT, linestyle=dashes(2), linewidth=0.7 * LINE, zorder=0)
        axes.annotate("chance", (0, 0.5), color=FAINT, va="bottom")
    for order, (label, color, marker, thin) in looks.items():
        if f"{score}_after_{order}" not in results:
            continue
        size = thin * np.clip(0.6 * 60 * SIZE[0] / max(n, 2), 0.24 * FONT, 0.6 * FONT)
        if f"rank_agreement_{order}" in results:
            rho = results[f"rank_agreement_{order}"][0]
            label += f" ($ρ$ = {rho:.2f})" if np.isfinite(rho) else ""
        for kind, dash, face in (("after", 0, color), ("tuned", 1, SHEET)):
            y = results[f"{score}_{kind}_{order}"]
            error = results[f"{score}_{kind}_se_{order}"]
            if not np.isfinite(y).any():
                continue
            axes.plot(removed, y, marker=marker, color=color, linestyle=dashes(dash),
                      markerfacecolor=face, markersize=size, linewidth=thin * LINE,
                      label=label if kind == "after" else f"{label}, fine-tuned")
            axes.errorbar(removed, y, np.nan_to_num(error), fmt="none", color=color,
                          elinewidth=0.6 * LINE, capsize=0.1 * FONT)
    axes.set_xlim(-0.04 * max(n - 1, 1), 1.04 * max(n - 1, 1))
    axes.xaxis.set_major_locator(plt.MaxNLocator(integer=True))
    axes.set_xlabel("heads removed")
    axes.set_ylabel("test accuracy" if score == "accuracy" else "mean squared error")
    # The parameters that are left, above.
    left = results["parameters"]
    if np.isfinite(left).any() and left[0] > 0:
        above = axes.secondary_xaxis("top")
        ticks = [k for k in axes.get_xticks() if 0 <= k < n]
        above.set_xticks(ticks, [f"{100 * left[int(k)] / left[0]:.0f} %" for k in ticks])
        above.set_xlabel("parameters left")
        above.spines["top"].set_visible(True)
    legend_above(axes)
    if axes.get_legend() and np.isfinite(left).any():
        axes.get_legend().set_bbox_to_anchor(
            (0.5, 1 + 3.2 * FONT / 72 * panel.dpi / max(axes.bbox.height, 1)))
