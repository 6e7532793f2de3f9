# SPDX-License-Identifier: GPL-3.0-or-later
def heat_map(panel, axes, values, titles, limits, signed=False, square=False, linear=0, gaps=False,
             digits=0, rows_named=None, columns_named=None, upright=False, parted=0, bar=None):
    """A matrix as colours, rows from above and counted from 1 or named, with its bar, or one at a
    place of the panel; its numbers where they are few."""
    rows, columns = values.shape
    numbers = values
    if gaps and rows > 1:
        values = np.where(np.eye(rows, dtype=bool), np.nan, values)
    norm = plt.Normalize(*limits)
    if linear:
        norm = plt.matplotlib.colors.SymLogNorm(linear, vmin=limits[0], vmax=limits[1])
    image = axes.imshow(values, cmap=signed_colors() if signed else kernel_colors(), norm=norm,
                        aspect="equal" if square else "auto", interpolation="none",
                        extent=(0.5, columns + 0.5, rows + 0.5, 0.5))
    for axis, count in ((axes.xaxis, columns), (axes.yaxis, rows)):
        axis.set_major_locator(plt.MaxNLocator(6, integer=True, min_n_ticks=1))
        axis.set_ticks([at for at in axis.get_ticklocs() if 1 <= at <= count] or [1])
    for axis, names in ((axes.xaxis, columns_named), (axes.yaxis, rows_named)):
        if names:
            step = 1 if upright else (len(names) - 1) // 6 + 1
            axis.set_ticks(range(1, len(names) + 1, step), names[::step])
    axes.tick_params(axis="x", labelrotation=90 if upright else 0)
    for spine in axes.spines.values():
        spine.set_visible(not parted)
    for left, right in ((0.5, parted + 0.5), (parted + 1.5, columns + 0.5)) if parted else ():
        axes.add_patch(plt.Rectangle((left, 0.5), right - left, rows, fill=False, edgecolor=INK, clip_on=False))
    for (row, column), value in np.ndenumerate(values):
        if digits and columns <= 6 and np.isfinite(numbers[row, column]):
            dark = signed and np.isfinite(value) and abs(norm(value) - 0.5) > 0.3
            number = numbers[row, column]
            text = f"{number:.{digits}g}" if digits > 0 else f"{number:.2f}"
            axes.text(column + 1, row + 1, text.replace("-", "−"), ha="center", va="center",
                      fontsize=FONT if bar is None else 0.85 * FONT, color=SHEET if dark else INK)
    row_title, column_title, bar_title = titles
    if bar is not None:
        if bar:
            bar = panel.colorbar(image, cax=panel.add_axes(bar)).ax
            bar.set_title(bar_title)
        return axes
    axes.set_ylabel(row_title)
    axes.set_xlabel(column_title)
    panel.colorbar(image, ax=axes, fraction=0.05, pad=0.03, aspect=30)
    axes.set_title(bar_title, loc="right")
    return axes
