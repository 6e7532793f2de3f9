# SPDX-License-Identifier: GPL-3.0-or-later
def draw_accuracy(panel):
    """Test accuracy, or mean squared error, against width, with the GP limits."""
    axes = panel.subplots()
    score = "accuracy" if "accuracy" in results else "mean_squared_error"
    tests = [""] + [name[len("mean_test"):-len("_gp")] for name in results
                    if name.startswith("mean_test_") and name.endswith("_gp")
                    and name != "mean_test_gp"]
    dashes = ["-", (0, (4.5, 2.5)), (0, (1.2, 1.8)), (0, (6, 2, 1.2, 2))]
    scale = 100 if PERCENT and score == "accuracy" else 1
    finite = [row for row in ROWS if not is_gp(row)]
    widths = np.array([largest_width(row) for row in finite])
    doubt = np.array([doubtful(row) for row in finite], dtype=bool)

    def curve(x, y, **look):
        """Lines between what converged; hollow marks without lines elsewhere."""
        y = scale * np.asarray(y)
        marker = look.pop("marker")
        label = look.pop("label", None)
        axes.plot(x, np.where(doubt, np.nan, y), marker=marker, label=label, zorder=3, **look)
        if doubt.any():
            hollow = {"x": "o"}.get(marker, marker)
            axes.plot(np.array(x)[doubt], y[doubt], hollow, markerfacecolor=SHEET,
                      color=look["color"], zorder=3,
                      label="theory, not converged" if label.startswith("theory") else None)

    for t, test in enumerate(tests):
        color = THEORY if t == 0 else SERIES[[4, 5, 2][(t - 1) % 3]]
        marker = "x" if t == 0 else "^Dv."[(t - 1) % 4]
        name = "theory" if len(tests) == 1 else f"theory, {plain(test[1:]) or 'test'}"
        if t == 0 and ACCURACY_LINES != "full":
            name = "theory, full $U$"
        y = results[score + test][finite]
        curve(widths, y, color=color, marker=marker, linestyle=dashes[t % 4], label=name)
        se = results["accuracy_se" + test][finite] if score == "accuracy" else np.full(
            len(finite), np.nan)
        if np.isfinite(se).any():
            axes.errorbar(widths, scale * y, scale * se, fmt="none", color=color,
                          elinewidth=0.7 * LINE, capsize=0.2 * FONT)
    parts = {"diagonal": ("diagonal of $U$ only", SERIES[5], "^", dashes[1]),
             "levelled": ("$U$ levelled", SERIES[7], "D", dashes[3])}
    for part, (label, color, marker, dash) in parts.items():
        if ACCURACY_LINES in (part, "all"):
            curve(widths, results[f"{score}_{part}"][finite], color=color, marker=marker,
                  linestyle=dash, label=label)
    if f"seed_{score}_mean" in results:
        mean, sd = (scale * results[f"seed_{score}_{what}"][finite] for what in ("mean", "sd"))
        axes.plot(widths, mean, color=FAINT, linestyle=dashes[2],
                  label=f"mean ± sd of {len(results['seeds'])} seeds")
        axes.fill_between(widths, mean - sd, mean + sd, color=FAINT, alpha=0.22, linewidth=0)
    if f"posterior_{score}" in results:
        y = results[f"posterior_{score}"][finite]
        se = results["posterior_accuracy_se"][finite] if score == "accuracy" else np.zeros(len(y))
        fine = results["posterior_fine"][finite] == 1
        for good, face, label in ((fine, SAMPLE, "sampled"),
                                  (~fine & np.isfinite(y), SHEET, "sampled, doubtful")):
            if good.any():
                axes.errorbar(widths[good] * 1.06, scale * y[good], scale * se[good], fmt="o",
                              color=SAMPLE, markerfacecolor=face, markersize=0.64 * FONT,
                              elinewidth=0.7 * LINE, capsize=0.17 * FONT, label=label, zorder=4)
    lines = scale * of_gp(f"{score}_gp_lines", 1)
    for k, label in enumerate(results["gp_lines"]):
        axes.axhline(lines[k], color=GP_COLORS[min(k, len(GP_COLORS) - 1)],
                     linestyle=dashes[k % 4], label=f"GP, {plain(label)}", zorder=1)
    for t, test in enumerate(tests[1:], 1):
        axes.axhline(scale * float(of_gp(f"{score}{test}_gp")), alpha=0.65, zorder=1,
                     color=SERIES[[4, 5, 2][(t - 1) % 3]], linewidth=0.7 * LINE)
    for line in axes.get_lines():
        line.set_markersize(0.6 * FONT)
        line.set_markeredgewidth(LINE)

    # The widths on a logarithmic axis, and beyond a break the GP limit.
    low, high = (widths.min(), widths.max()) if len(widths) else (10, 1000)
    if high <= 1.01 * low:
        low, high = low / 3, 3 * high
    axes.set_xscale("log")
    pad = (high / low) ** 0.06
    ticks = [10.0**k for k in range(-1, 10) if low / pad <= 10.0**k <= high * pad] or [low, high]
    beyond = high * pad**2.5
    axes.set_xlim(low / pad, beyond * pad)
    for row in ROWS:
        if is_gp(row):
            axes.plot(beyond, scale * results[score][row], "x", color=THEORY)
    axes.minorticks_off()
    between = [k * tick for tick in [ticks[0] / 10, *ticks] for k in range(2, 10)]
    axes.set_xticks([at for at in between if low / pad <= at <= high * pad], minor=True)
    axes.tick_params(which="minor", labelbottom=False)
    axes.set_xticks([*ticks, beyond], [f"{tick:g}" for tick in ticks] + ["GP"])
    axes.text(np.sqrt(high * pad * beyond), 0, "//", transform=axes.get_xaxis_transform(),
              ha="center", va="center")
    titles = {"accuracy": "test accuracy", "mean_squared_error": "mean squared error"}
    axes.set_ylabel(titles[score] + (" (%)" if scale == 100 else ""))
    axes.set_xlabel("width $N$" if results["widths"].ndim == 1 else "largest width max $N_l$")
    legend_above(axes, "best temperature at each width" if BEST else None)
