# SPDX-License-Identifier: GPL-3.0-or-later
def draw_joint_prediction(panel):
    """The logits z beside what follows for them from the weights V."""
    axes = panel.subplots()
    z, predicted = results["z"][MOMENT], results["z_predicted"][MOMENT]
    correlation, slope, error = (results[name][MOMENT] for name in
                                 ("correlation", "slope", "relative_error"))
    M = len(z)
    grey = plt.matplotlib.colors.to_hex(0.45 * np.array(plt.matplotlib.colors.to_rgb(INK))
                                        + 0.55 * np.array(plt.matplotlib.colors.to_rgb(SHEET)))
    for m in range(M):
        distinct = m < DISTINCT
        color = ordered_color(m, max(DISTINCT, 7)) if distinct else grey
        label = {0: "distinct", DISTINCT: "common"}.get(m) if 0 < DISTINCT < M else None
        axes.plot(predicted[m], z[m], "o", color=color, markersize=0.6 * FONT, label=label,
                  markerfacecolor=color if distinct else SHEET, zorder=3)

    def span(values):
        room = 0.06 * np.ptp(values) or max(abs(values.max()), 1e-3)
        return values.min() - room, values.max() + room

    axes.set_xlim(span(predicted))
    axes.set_ylim(span(z))
    ends = np.array(axes.get_xlim())
    axes.plot(ends, ends, color=FAINT, linestyle=dashes(1), linewidth=0.7 * LINE,
              label="$z$ = $\\hat{z}$", scaley=False)
    if np.isfinite(slope):
        axes.plot(ends, slope * (ends - predicted.mean()) + z.mean(), color=THEORY, scaley=False,
                  label=f"slope {slope:.3g}")
    axes.plot([], [], " ", label=f"correlation {correlation:.4f}")
    axes.plot([], [], " ", label=f"relative error {error:.3g}")
    axes.set_xlabel("predicted from $V$: $\\hat{z}$")
    axes.set_ylabel("logit $z$")
    legend_above(axes)
