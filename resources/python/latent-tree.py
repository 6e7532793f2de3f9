# SPDX-License-Identifier: GPL-3.0-or-later
def draw_latent_tree(panel):
    """The tree of latents with its flips, and the attention of token 1 below it."""
    tree, bars = panel.subplots(2, 1, sharex=True, height_ratios=[0.68, 0.32])
    flip, attention = results["flip"], results["attention"][MOMENT]
    depth = len(flip)
    M = 2**depth
    for level in range(depth):
        kept = 1 - 2 * flip[level]
        for child in range(2 ** (level + 1)):
            x = [(np.array([child // 2]) + 0.5) * M / 2**level,
                 (np.array([child]) + 0.5) * M / 2 ** (level + 1)]
            tree.plot(np.ravel(x), [level, level + 1], color=INK, alpha=0.25 + 0.65 * kept,
                      linewidth=(0.35 + 0.9 * kept) * LINE, zorder=1)
        tree.text(M * 1.02, level + 0.5, f"$ε_{{{level + 1}}}$ = {flip[level]:.3f}", va="center")
    for level in range(depth + 1):
        height = depth - level
        for node in range(2**level):
            above = node == 0
            color = FAINT if not above else INK if height == 0 else ordered_color(height - 1, depth)
            tree.plot((node + 0.5) * M / 2**level, level, "o", color=color, zorder=2,
                      markersize=min(0.64 * FONT, 200 / M) * (1.35 if above else 1))
    tree.set_ylim(depth + 0.2, -0.2)
    tree.set_axis_off()
    tokens = np.arange(1, M)
    heights = np.array([int(token).bit_length() for token in tokens])
    bars.bar(tokens + 0.5, attention[heights - 1], 0.7,
             color=[ordered_color(height - 1, depth) for height in heights])
    bars.set_xlim(0, M)
    bars.set_xticks(np.arange(M) + 0.5, [str(token + 1) if M <= 32 or token % 4 == 0 else ""
                                         for token in range(M)])
    bars.set_xlabel(f"attention of token 1 at {time_label(MOMENT)}, highest {attention.max():.2g}")
    bars.set_yticks([])
    bars.spines["left"].set_visible(False)
