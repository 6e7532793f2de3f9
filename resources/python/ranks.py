# SPDX-License-Identifier: GPL-3.0-or-later
def draw_ranks(panel):
    """How the ranks of each chain's draws among all are spread: evenly, if the chains agree."""
    draws = entry_draws()
    chains, n = draws.shape
    shown = min(chains, 8)
    bins = min(max(n // 30, 4), 20)
    # Ranks from 1; draws that are equal have the mean of theirs.
    flat = draws.ravel()
    _, place, count = np.unique(flat, return_inverse=True, return_counts=True)
    rank = (np.cumsum(count) - (count - 1) / 2)[place].reshape(draws.shape)
    which = np.minimum(((rank - 0.5) / flat.size * bins).astype(int), bins - 1)
    expected = n / bins
    spread = np.sqrt(expected * (1 - 1 / bins) * (flat.size - n) / max(flat.size - 1, 1))
    # Columns that make the plots about one and a half times as wide as high, without gaps.
    shape = panel.bbox.width / panel.bbox.height

    def away(columns):
        lines = int(np.ceil(shown / columns))
        return abs(np.log(shape * lines / columns / 1.4)) + (lines * columns - shown) / shown

    columns = min(range(1, shown + 1), key=away)
    plots = panel.subplots(int(np.ceil(shown / columns)), columns, sharex=True, sharey=True,
                           squeeze=False).ravel()
    for c, axes in enumerate(plots[:shown]):
        axes.bar((np.arange(bins) + 0.5) / bins, np.bincount(which[c], minlength=bins),
                 width=0.9 / bins, color=CHAINS[c % len(CHAINS)], alpha=0.62,
                 label=f"chain {c + 1}")
        axes.axhspan(max(0, expected - 1.96 * spread), expected + 1.96 * spread, color=INK,
                     alpha=0.16, linewidth=0, label="95 %")
        axes.axhline(expected, color=INK, linestyle=dashes(1), linewidth=0.7 * LINE,
                     label="chains agree")
        axes.set_title(f"chain {c + 1}")
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])
    for axes in plots[shown:]:
        axes.set_visible(False)
    panel.supylabel("draws in a bin", fontsize=FONT)
    fine = bool(results["posterior_fine"][ROW])
    note = f"{width_label(ROW)}, {entry_label()}" + ("" if fine else ", not converged")
    panel.supxlabel(f"rank, as a share of all draws; {note}", fontsize=FONT,
                    color=INK if fine else ACCENT)
