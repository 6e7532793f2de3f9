# SPDX-License-Identifier: GPL-3.0-or-later
def draw_heads(panel):
    """Scores of the heads, and what removing each of them costs."""
    heads = results["heads"]
    layer, index = results["head_layer"], results["head_index"]
    x = np.arange(len(layer)) + 0.6 * layer
    known = [name for name in ("trained", "theory", "resolved")
             if np.isfinite(results[f"drop_{name}"]).any()]
    plots = np.atleast_1d(panel.subplots(1 + bool(known), 1, sharex=True,
                                         height_ratios=[0.42, 0.58][:1 + bool(known)]))
    widths = np.unique(results["widths"])
    at = "GP" if np.isinf(widths).all() else "$N$ = " + ", ".join(f"{N:g}" for N in widths)
    doubt = "" if results["converged"] else ", not converged"
    plots[0].bar(x, results["head_score"], width=0.68, color=INK, alpha=0.5,
                 label=f"score, {at}{doubt}")
    plots[0].set_ylim(0, 1.04)
    plots[0].set_ylabel("head score")
    looks = {"trained": ("trained network", TRAINED, "s", TRAINED),
             "theory": ("theory, zeroed", THEORY, "x", THEORY),
             "resolved": ("theory, solved anew", SERIES[0], "D", SHEET)}
    predictors = ["trained", "theory", "resolved"]
    spread = min(0.72 / max(len(known), 1), 0.2)
    handles, labels = plots[0].get_legend_handles_labels()
    for k, name in enumerate(known):
        label, color, marker, face = looks[name]
        value, low, high = results["rank_correlation"][predictors.index(name)]
        if np.isfinite(value):
            label += f", $ρ$ = {value:.2f}"
        drop, error = results[f"drop_{name}"], results[f"drop_{name}_se"]
        place = x + (k - (len(known) - 1) / 2) * spread
        plots[1].plot(place, drop, marker, color=color, markerfacecolor=face, label=label,
                      markersize=0.6 * FONT)
        plots[1].errorbar(place, drop, np.nan_to_num(error), fmt="none", color=color,
                          elinewidth=0.7 * LINE, capsize=0.15 * FONT)
    if known:
        regression = "mean_squared_error_theory" in results
        plots[1].axhline(0, color=FAINT, linewidth=0.55 * LINE, zorder=0)
        plots[1].set_ylabel("rise of the error" if regression else "accuracy drop")
        more, names = plots[1].get_legend_handles_labels()
        handles, labels = handles + more, labels + names
    names = [plain(name) for name in results["head_names"]]
    usual = [(f"head {k + 1}", f"layer {l + 1} head {k + 1}") for l, k in zip(layer, index)]
    if all(name in pair for name, pair in zip(names, usual)) or len(names) * max(map(len, names)) * 0.55 * FONT > SIZE[0] * 60:
        names = [str(k + 1) for k in index]
    plots[-1].set_xticks(x, names)
    plots[-1].tick_params(axis="x", length=0)
    for l in range(len(heads)):
        plots[-1].annotate(f"heads of layer {l + 1}", (x[layer == l].mean(), 0),
                           xycoords=("data", "axes fraction"), ha="center", va="top",
                           xytext=(0, -2 * FONT), textcoords="offset points")
    plots[0].legend(handles, labels, loc="lower center", bbox_to_anchor=(0.5, 1), ncol=2,
                    borderaxespad=0.2)
