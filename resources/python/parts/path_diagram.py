# SPDX-License-Identifier: GPL-3.0-or-later
def path_diagram(panel, everywhere):
    """Paths as lines through the heads, as thick as their U_pp, and pairs as arcs.

    The thickest is the heaviest of everywhere, a list of U.
    """
    axes = panel.subplots()
    axes.set_axis_off()
    axes.set_xlim(0, 1)
    heads = results["heads"]
    L, n = len(heads), len(PATHS)
    U = order_parameter("theory", ROW)
    weight = np.diag(U)
    # Flat path p goes through this head of each layer, the last layer fastest.
    through = np.array(np.unravel_index(PATHS, heads)).T
    columns = np.linspace(0.06, 0.82, L + 2)
    half = 0.28 * (columns[1] - columns[0])
    narrow = panel.bbox.width / panel.dpi < 4
    # Points; below the paths is room for the lines of the key.
    whole = axes.get_window_extent().height * 72 / panel.dpi
    high = whole - (3 if narrow else 2) * 1.7 * FONT
    axes.set_ylim(1.12 * whole / high - 0.06, -0.06)

    # Slots: lines that go on to higher heads lie higher.
    ports = (np.arange(n) + 0.5) / n * 0.86 + 0.07
    y = np.zeros((n, L + 2))
    y[:, L + 1] = ports
    for layer in range(L):
        for head in range(heads[layer]):
            inside = [i for i in range(n) if through[i, layer] == head]
            inside.sort(key=lambda i: (tuple(through[i, layer + 1:]) if layer < L - 1 else (),
                                       ports[i]))
            middle = (head + 0.5) / heads[layer] + 0.03
            room = 0.46 / heads[layer]
            pitch = min(room / max(len(inside), 1), 0.2)
            for k, i in enumerate(inside):
                y[i, layer + 1] = middle + (k - (len(inside) - 1) / 2) * pitch
    start = np.argsort(np.argsort(y[:, 1], kind="stable"), kind="stable")
    y[:, 0] = 0.12 + 0.76 * (start + 0.5) / n

    # Thickness, in points.
    pitches = [np.diff(np.sort(y[through[:, layer] == head, layer + 1])).min(initial=1)
               for layer in range(L) for head in range(heads[layer])]
    thickest = min(max(0.8 * high * min(min(pitches), 0.86 / n), 0.5), 0.8 * FONT)
    thin = min(0.45 * LINE, thickest)
    scale = np.concatenate([np.diag(one) for one in everywhere])
    largest = np.nanmax(scale)
    least = max(np.nanmin(scale[scale > 0], initial=np.inf), 1e-3 * largest)

    def thickness(value, thin):
        if not largest > 0 or not value > 0:
            return thin
        if PATH_SCALE == "log" and largest > least:
            share = np.log(value / least) / np.log(largest / least)
            return thin + max(0, thickest - thin) * np.clip(share, 0, 1)
        return max(thin, value / largest * thickest)

    def bend(x0, y0, x1, y1):
        """A curve from one place to the next, level at both ends."""
        middle = (x0 + x1) / 2
        return [(middle, y0), (middle, y1), (x1, y1)]

    # Of many the largest six stand out.
    order = np.argsort(-weight, kind="stable")
    leading = order[:6] if n > 6 else order
    for i in order:
        points, codes = [(columns[0], y[i, 0])], [1]
        for k in range(L + 1):
            x0 = columns[k] + (half if k > 0 else 0)
            x1 = columns[k + 1] - half * (1 if k < L else 0.4)
            points += [(x0, y[i, k])] + bend(x0, y[i, k], x1, y[i, k + 1])
            codes += [2, 4, 4, 4]
        axes.add_patch(plt.matplotlib.patches.PathPatch(
            plt.matplotlib.path.Path(points, codes), facecolor="none", edgecolor=PATH_COLORS[i],
            linewidth=thickness(weight[i], thin), capstyle="butt", gid=f"path {PATHS[i]}",
            alpha=1 if i in leading else 0.3))

    def box(x, y0, width, height, **look):
        axes.add_patch(plt.matplotlib.patches.FancyBboxPatch(
            (x - width / 2, y0), width, height, boxstyle="round,pad=0,rounding_size=0.01",
            edgecolor=INK, linewidth=0.55 * LINE, **look))

    residual = results["residual"] if "residual" in results else np.zeros(L)
    names = iter(results["head_names"])
    for layer in range(L):
        for head in range(heads[layer]):
            identity = residual[layer] != 0 and head == heads[layer] - 1
            low, tall = (head + 0.08) / heads[layer], 0.84 / heads[layer]
            box(columns[layer + 1], low, 2 * half, tall, facecolor="none" if identity
                else INK + "0e", linestyle=":" if identity else "-")
            name = str(next(names))
            if tall * high > 2.4 * FONT:
                axes.text(columns[layer + 1], low + 0.02, ha="center", va="top",
                          s=plain(name.removeprefix(f"layer {layer + 1} ")))
        axes.text(columns[layer + 1], -0.06, f"layer {layer + 1}", color=FAINT, ha="center")
    squares = int(min(results["tokens"], 8)) or 8
    for token in range(squares):
        axes.add_patch(plt.Rectangle((columns[0] - 0.02, 0.1 + 0.8 * token / squares), 0.02,
                                     0.6 / squares, facecolor=INK + "1f", edgecolor=INK,
                                     linewidth=0.55 * LINE))
    last = int(results["tokens"]) - 1
    axes.text(columns[0] - 0.03, 0.1, "$x_0$", ha="right", va="top")
    axes.text(columns[0] - 0.03, 0.9 - 0.2 / squares, f"$x_{{{last if last > 0 else 'last'}}}$",
              ha="right", va="bottom")
    axes.text(columns[0], -0.06, "tokens", color=FAINT, ha="center")
    axes.text(columns[-1], -0.06, "readout", color=FAINT, ha="center")
    if n > 1:
        axes.text(columns[-1] + 0.12, -0.06, "pairs", color=FAINT, ha="center")
    box(columns[-1], 0.02, 0.8 * half, 0.96, facecolor=INK + "0e")
    # The largest are named, and of the others those that have room.
    named = []
    for i in order:
        if all(abs(ports[i] - ports[j]) * high >= 1.1 * FONT for j in named):
            axes.text(columns[-1], ports[i], plain(SHORT_NAMES[i]), color=PATH_TEXT_COLORS[i],
                      ha="center", va="center")
            named.append(i)

    # The strongest pairs.
    pairs = [] if is_gp(ROW) else sorted(
        ((abs(U[i, j]), i, j) for i in range(n) for j in range(i + 1, n)
         if abs(U[i, j]) >= 1e-3 * np.nanmax(weight)), reverse=True)[:MOST_PAIRS]
    for strength, i, j in reversed(pairs):
        reach = 0.17 * (0.25 + 0.67 * abs(ports[i] - ports[j]) / max(np.ptp(ports), 1e-9))
        x, negative = columns[-1] + 0.4 * half, U[i, j] < 0
        k, middle, ry = 0.5523, (ports[i] + ports[j]) / 2, (ports[j] - ports[i]) / 2
        points = [(x, ports[i]), (x + k * reach, ports[i]), (x + reach, middle - k * ry),
                  (x + reach, middle), (x + reach, middle + k * ry), (x + k * reach, ports[j]),
                  (x, ports[j])]
        wide = thickness(strength, 0.3 * LINE)
        axes.add_patch(plt.matplotlib.patches.PathPatch(
            plt.matplotlib.path.Path(points, [1, 4, 4, 4, 4, 4, 4]), facecolor="none",
            edgecolor=SIGNS[0 if negative else 1], linewidth=wide, capstyle="butt",
            linestyle=(0, (4.5 * min(1, 1.2 * LINE / wide), 2.5 * min(1, 1.2 * LINE / wide)))
            if negative else "-", alpha=min(1, 0.35 + 3 * strength / pairs[0][0]),
            gid=f"pair {PATHS[i]} {PATHS[j]}"))

    line = plt.matplotlib.lines.Line2D
    keys = [line([], [], color=FAINT, linewidth=thickness(largest, thin),
                 label=f"{width_label(ROW)}, $U_{{pp}}$ = {brief(largest, 3)}")]
    if doubtful(ROW):
        keys.append(line([], [], color=ACCENT, marker="^", linestyle="", label="not converged"))
    if pairs:
        keys += [line([], [], color=SIGNS[1], label="$U_{pq}$ > 0"),
                 line([], [], color=SIGNS[0], linestyle="--", label="$U_{pq}$ < 0")]
    if PATH_SCALE != "own":
        keys.append(line([], [], linestyle="", label=f"one {PATH_SCALE} scale for all widths"))
    if len(pairs) == MOST_PAIRS:
        keys.append(line([], [], linestyle="",
                         label=f"strongest {len(pairs)} of {n * (n - 1) // 2} pairs"))
    if n < len(results["path_names"]):
        keys.append(line([], [], linestyle="",
                         label=f"{n} of {len(results['path_names'])} paths"))
    axes.legend(handles=keys, loc="lower center", ncol=2 if narrow else 4, handlelength=1.2,
                handletextpad=0.4, columnspacing=1).set_in_layout(False)
