# SPDX-License-Identifier: GPL-3.0-or-later
def moment_U(panel, U, what):
    """U at the time shown, with its numbers where they are few."""
    gaps = HEATMAP_SCALE == "off-diagonal"
    largest = largest_of("U", gaps)
    axes = heat_map(panel, panel.subplots(), U, (what, what, f"$U$ at {time_label(MOMENT)}"),
                    (-largest, largest), signed=True, square=True, gaps=gaps,
                    linear=1e-3 * largest if HEATMAP_SCALE == "symlog" else 0)
    if len(U) <= 6:
        for (p, q), value in np.ndenumerate(U):
            if np.isfinite(value):
                dark = abs(value) > 0.6 * largest and not (gaps and p == q)
                axes.text(q + 1, p + 1, f"{value:.3g}".replace("-", "−"), ha="center",
                          va="center", color=SHEET if dark else INK)
