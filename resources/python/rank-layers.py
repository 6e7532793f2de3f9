# SPDX-License-Identifier: GPL-3.0-or-later
def draw_rank_layers(panel):
    """Stable rank of every layer at the first checkpoint, at the last, and at the one shown."""
    axes = panel.subplots()
    ranks, layer = results["stable_rank"], results["layer"] + 1
    looks = [(0, SERIES[5], 1, SHEET, time_label(0)), (-1, SERIES[1], 0, SERIES[1], time_label(-1)),
             (MOMENT, ACCENT, 0, ACCENT, f"shown: {time_label(MOMENT)}")]
    for moment, color, dash, face, label in looks[2 if len(ranks) == 1 else 0:]:
        known = np.isfinite(ranks[moment])
        axes.plot(layer[known], ranks[moment][known], color=color, linestyle=dashes(dash),
                  marker="o", markerfacecolor=face, markersize=0.52 * FONT, label=label)
    axes.set_xlim(layer[0] - 0.5, layer[-1] + 0.5)
    axes.set_ylim(0, 1.05 * np.nanmax(ranks, initial=1))
    axes.xaxis.set_major_locator(plt.MaxNLocator(integer=True))
    axes.set_xlabel("layer")
    axes.set_ylabel("stable rank")
    legend_above(axes)
