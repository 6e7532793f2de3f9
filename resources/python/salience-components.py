# SPDX-License-Identifier: GPL-3.0-or-later
def draw_salience_components(panel):
    """Components of the weights against time, and when each has come to 90 % of its mu."""
    axes = panel.subplots()
    if "time_to_90" in results:
        times, mu = results["time_to_90"], results["mu"]
        for k in np.flatnonzero(np.isfinite(times)):
            axes.plot(times[k], 0.9 * mu[k], "o", color=ordered_color(k, len(mu)),
                      markerfacecolor=SHEET, markersize=0.52 * FONT, zorder=3,
                      label="at 90 % of $μ$" if k == np.flatnonzero(np.isfinite(times))[0]
                      else None)
    if "blow_up" in results and np.isfinite(results["blow_up"]):
        axes.axvline(float(results["blow_up"]), color=INK, linestyle=dashes(1),
                     label=f"blow-up, $t$* = {float(results['blow_up']):.4g}")
    time_plot(axes, CURVES)
