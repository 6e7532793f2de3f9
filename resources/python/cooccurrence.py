# SPDX-License-Identifier: GPL-3.0-or-later
def draw_cooccurrence(panel):
    """How often tokens occur together: by the formula, and counted above the diagonal."""
    P, counted = results["cooccurrence"], results["cooccurrence_sampled"]
    M = len(P)
    values = np.where(np.triu(np.ones((M, M), dtype=bool), 1), counted, P)
    least = min(np.floor(10 * P.min()) / 10, 0.9)
    axes = heat_map(panel, panel.subplots(), values,
                    ("token", "token", "$P$(column | row); counted above the diagonal"),
                    (least, 1), square=True)
    axes.plot([0.5, M + 0.5], [0.5, M + 0.5], color=INK, linewidth=0.55 * LINE)
