# SPDX-License-Identifier: GPL-3.0-or-later
def draw_trace(panel):
    """Draws of an entry of U, chain by chain, with the theory."""
    axes = panel.subplots()
    samples_key(axes)
    draws = entry_draws()
    for c, chain in enumerate(draws):
        axes.plot(np.arange(1, len(chain) + 1), chain, color=CHAINS[c % len(CHAINS)],
                  linewidth=0.42 * LINE, label=f"chain {c + 1}" if len(draws) <= 8 else None)
    theory = results["U"][ROW][PAIR]
    axes.axhline(theory, color=SHEET, linewidth=2.6 * LINE)
    axes.axhline(theory, color=THEORY, marker="x", markevery=[-1], markersize=0.56 * FONT,
                 label="theory" + (", not converged" if doubtful(ROW) else ""))
    axes.set_xlim(1, max(draws.shape[1], 2))
    axes.set_xlabel("draw after warm-up")
    axes.set_ylabel(entry_label())
    legend_above(axes)
