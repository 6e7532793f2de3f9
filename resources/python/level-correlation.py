# SPDX-License-Identifier: GPL-3.0-or-later
def draw_level_correlation(panel):
    """How well the best neuron of the lowest block tells the latents of each level."""
    axes = panel.subplots()
    time, all_seeds = results["time"], results["level_correlation"][:, :, 0]
    chance = results["level_chance"][:, :, 0].mean(axis=1)
    mean, seeds, levels = all_seeds.mean(axis=1), all_seeds.shape[1], all_seeds.shape[2]
    for level in range(levels):
        color = ordered_color(level, max(levels, 2))
        axes.plot(time, mean[:, level], color=color,
                  label=f"level {level + 1}" if level == 0 else f"{level + 1}")
        axes.plot(time, chance[:, level], color=color, linestyle=dashes(2), linewidth=0.7 * LINE)
        if seeds > 1:
            sd = all_seeds[:, :, level].std(axis=1, ddof=1)
            for side in (-sd, sd):
                axes.plot(time, mean[:, level] + side, color=color, linewidth=0.4 * LINE)
    axes.plot([], [], color=FAINT, linestyle=dashes(2), label="classes shuffled")
    if seeds > 1:
        axes.plot([], [], color=FAINT, linewidth=0.4 * LINE, label=f"± sd of {seeds} seeds")
    axes.set_ylim(top=1)
    axes.set_xlim(time[0], max(time[-1], time[0] + 1))
    axes.set_xlabel(X_TITLE)
    axes.set_ylabel("correlation of the best neuron")
    legend_above(axes)
