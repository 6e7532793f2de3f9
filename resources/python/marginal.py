# SPDX-License-Identifier: GPL-3.0-or-later
def draw_marginal(panel):
    """The posterior of an entry of U, with the theory and the GP limit."""
    axes = panel.subplots()
    samples_key(axes)
    draws = entry_draws().ravel()
    draws = draws[np.isfinite(draws)]
    p, q = PAIR
    span = np.ptp(draws)
    width = 2 * np.subtract(*np.quantile(draws, [0.75, 0.25])) / np.cbrt(len(draws))
    bins = int(np.clip(np.ceil(span / width) if width > 0 else 10, 10, 60))
    density, _, _ = axes.hist(draws, bins=bins, density=True, histtype="stepfilled",
                              facecolor=SAMPLE + "4d", edgecolor=SAMPLE, linewidth=0.6 * LINE)
    top = density.max()
    theory = results["U"][ROW][PAIR]
    gp = np.prod(of_gp("variances", 1)[1:]) if p == q else 0.0
    low, high = min(draws.min(), theory), max(draws.max(), theory)
    if low - (high - low) <= gp <= high + (high - low):
        axes.plot([gp, gp], [0, 1.26 * top], color=GP_COLORS[0], linestyle=dashes(1),
                  label=f"GP {gp:.3g}")
    axes.plot([theory, theory], [0, 1.2 * top], color=THEORY, marker="x", markevery=[-1],
              markersize=0.56 * FONT,
              label=f"theory {theory:.3g}" + (", not converged" if doubtful(ROW) else ""))
    quantiles = results["posterior_U_quantiles"][ROW][:, p, q]
    mean, error = results["posterior_U_mean"][ROW][PAIR], results["posterior_U_mcse"][ROW][PAIR]
    for k, line in enumerate((0.9, 2.6)):
        axes.plot([quantiles[k], quantiles[4 - k]], [1.09 * top] * 2, color=SAMPLE,
                  linewidth=line * LINE, solid_capstyle="butt")
    fine = bool(results["posterior_fine"][ROW])
    axes.plot(mean, 1.09 * top, "o", color=SAMPLE, markerfacecolor=SAMPLE if fine else SHEET,
              markersize=0.72 * FONT, label=f"E[$U$] = {mean:.3g} ± {error:.1g}, 5–95 %")
    axes.set_ylim(0, 1.26 * top)
    axes.set_xlabel(entry_label())
    axes.set_ylabel("posterior density")
    legend_above(axes)
