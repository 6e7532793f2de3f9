# SPDX-License-Identifier: GPL-3.0-or-later
def draw_pair_order(panel):
    """Each weight over what it grows to, by how far up the common ancestor is."""
    axes = panel.subplots()
    time, mu, learned = results["time"], results["mu"], results["learned_at"]
    for k in range(len(mu)):
        color = ordered_color(k, len(mu))
        axes.plot(time, results["v"][:, k] / mu[k], color=color, linestyle=dashes(k),
                  label=f"common ancestor {k + 1} up" if k == 0 else f"{k + 1}")
        if np.isfinite(learned[k]):
            axes.plot(learned[k], LEARNED, "o", color=color, markersize=0.52 * FONT, zorder=3)
    axes.axhline(LEARNED, color=FAINT, linestyle=dashes(2), linewidth=0.55 * LINE)
    axes.set_ylim(0, 1)
    axes.set_xlim(time[0], time[-1])
    axes.set_xlabel(X_TITLE)
    axes.set_ylabel("weight $v$/$μ$")
    legend_above(axes)
