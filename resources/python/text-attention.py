# SPDX-License-Identifier: GPL-3.0-or-later
def draw_text_attention(panel):
    """Which words of a sentence look at which, at the time shown; all heads small beside it."""
    attention = results["attention"]
    layers, heads, n = attention.shape[1:4]
    layer, head = SHOWN_HEAD
    limit = np.nanmax(attention[:, layer, head, n // 2:], initial=0) or 1
    colors = plt.matplotlib.colors.LinearSegmentedColormap.from_list("attention", ATTENTION)

    def show(axes, values):
        hidden = np.triu(np.ones((n, n), dtype=bool), 1)
        image = axes.imshow(np.ma.masked_where(hidden, values), cmap=colors, vmin=0, vmax=limit,
                            interpolation="none")
        axes.set_axis_off()
        return image

    several = layers * heads > 1
    grid = panel.add_gridspec(1, 1 + several, width_ratios=[2, 1][:1 + several])
    large = grid[0].subgridspec(1, 1).subplots()
    image = show(large, attention[MOMENT, layer, head])
    for i, word in enumerate(SENTENCE[:n]):
        large.text(i + 0.7, i, plain(word), va="center", fontsize=min(FONT, 160 / n))
    bar = panel.colorbar(image, ax=large, fraction=0.05, pad=0.03, shrink=0.5)
    bar.ax.set_title("attention")
    if several:
        columns = heads if heads > 1 else int(np.ceil(np.sqrt(layers)))
        lines = int(np.ceil(layers * heads / columns))
        small = grid[1].subgridspec(lines, columns).subplots(squeeze=False).ravel()
        for k, axes in enumerate(small):
            axes.set_axis_off()
            if k < layers * heads:
                l, h = divmod(k, heads)
                show(axes, attention[MOMENT, l, h])
                axes.set_title(f"{l + 1}.{h + 1}" if heads > 1 else f"layer {l + 1}",
                               color=ACCENT if (l, h) == (layer, head) else INK)
