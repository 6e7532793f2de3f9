# SPDX-License-Identifier: GPL-3.0-or-later
def draw_best_neurons(panel):
    """The best neuron of each latent: before training, now, and what shuffled classes give."""
    axes = panel.subplots()
    level = results["latent_level"].astype(int)
    best, chance = results["best_correlation"][MOMENT].reshape(-1), results["best_chance"][MOMENT]
    best, chance = best[:len(level)], chance.reshape(-1)[:len(level)]
    first = results["best_correlation"][0].reshape(-1)[:len(level)]
    for k in range(len(level)):
        x, color = k + 1, ordered_color(level[k] - 1, max(level.max(), 2))
        axes.plot([x - 0.4, x + 0.4], [chance[k]] * 2, color=FAINT)
        axes.plot([x, x], [first[k], best[k]], color=color)
        axes.plot(x, first[k], "o", color=color, markerfacecolor=SHEET, markersize=0.5 * FONT)
        new = k == 0 or level[k] != level[k - 1]
        axes.plot(x, best[k], "o", color=color, markersize=0.5 * FONT,
                  label=(f"level {level[k]}" if k == 0 else f"{level[k]}") if new else None)
    axes.plot([], [], "o", color=INK, markerfacecolor=SHEET, label="before training")
    axes.plot([], [], color=FAINT, label="classes shuffled")
    axes.set_xlim(0.5, len(level) + 0.5)
    axes.set_ylim(min(0, np.nanmin(best)), 1)
    axes.xaxis.set_major_locator(plt.MaxNLocator(integer=True))
    axes.set_xlabel("latent")
    axes.set_ylabel("correlation of the best neuron")
    legend_above(axes)
