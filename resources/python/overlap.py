# SPDX-License-Identifier: GPL-3.0-or-later
def draw_overlap(panel):
    """How much of the labels lies along each principal component, beside the GP limit."""
    axes = panel.subplots()

    def bars(overlap, multiplicity, side, **look):
        """One bar a component, or one for all that share an eigenvalue."""
        k, left, width, height = 0, [], [], []
        while k < min(COMPONENTS, len(overlap)):
            share = int(multiplicity[k]) if np.isfinite(multiplicity[k]) else 1
            left.append(k + 1 - 0.4 + 0.4 * side)
            width.append(share - 0.2 - 0.4)
            height.append(overlap[k])
            k += max(share, 1)
        axes.bar(left, height, width, align="edge", linewidth=0.7 * LINE, **look)

    bars(of_gp("overlap_gp", 1), of_gp("multiplicity_gp", 1), 1, label="GP",
         facecolor=GP_COLORS[0] + "38", edgecolor=GP_COLORS[0])
    if not is_gp(ROW):
        doubt = doubtful(ROW)
        bars(results["overlap"][ROW], results["multiplicity"][ROW], 0, edgecolor=THEORY,
             facecolor=SHEET if doubt else THEORY,
             label=width_label(ROW) + (", not converged" if doubt else ""))
    highest = max(np.nanmax(results["overlap"][ROWS][:, :COMPONENTS], initial=0),
                  np.nanmax(of_gp("overlap_gp", 1)[:COMPONENTS], initial=0))
    if highest > 0:
        axes.set_ylim(0, min(1.06 * highest, max(1, highest)))
    axes.set_xlim(0.4, COMPONENTS + 0.6)
    ticks = [k for k in axes.get_xticks() if 1 < k <= COMPONENTS and k == int(k)]
    axes.set_xticks([1, *ticks])
    axes.set_xlim(0.4, COMPONENTS + 0.6)
    axes.set_xlabel("principal component $k$")
    axes.set_ylabel(r"overlap $|v_k \cdot y| \;/\; |y|$")
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], labels[::-1], loc="lower right", bbox_to_anchor=(1, 1), ncol=2,
                borderaxespad=0.2)
