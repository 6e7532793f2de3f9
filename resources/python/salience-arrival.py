# SPDX-License-Identifier: GPL-3.0-or-later
def draw_salience_arrival(panel):
    """When each component comes to 90 % of its target, beside the theory."""
    axes = panel.subplots()
    mu, times, end = results["mu"], results["time_to_90"], results["time"][-1]
    now = results["time"][MOMENT]
    axes.plot(results["theory_mu"], results["theory_time_to_90"], color=THEORY,
              label=r"by d$δ$/d$t$ = −$b\,δ$")
    known = np.isfinite(times)
    first = times[known].min() if known.any() else end
    log = first > 0 and end > 30 * first
    top = end * ((end / first) ** 0.1 if log else 1.1) if end > 0 else 1
    colors = [ordered_color(k, len(mu)) for k in range(len(mu))]
    for k, color in enumerate(colors):
        there = known[k] and times[k] <= now
        axes.plot(mu[k], times[k] if known[k] else top, "o" if known[k] else "^", color=color,
                  markerfacecolor=color if there else SHEET, markersize=0.6 * FONT, clip_on=False,
                  zorder=3)
    for mark, face, label, used in (
            ("o", INK, f"until {time_label(MOMENT)}", True), ("o", SHEET, "later", True),
            ("^", SHEET, "not in this run", not known.all())):
        if used:
            axes.plot([], [], mark, color=INK, markerfacecolor=face, label=label)
    if log:
        axes.set_yscale("log")
    axes.set_ylim(first / 2 if log else 0, top)
    axes.set_xlim(results["theory_mu"][0], results["theory_mu"][-1])
    axes.set_xlabel("target $μ$")
    axes.set_ylabel("steps to 90 % of $μ$" if results["in_steps"] else "time $t$ to 90 % of $μ$")
    legend_above(axes)
