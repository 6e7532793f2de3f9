# SPDX-License-Identifier: GPL-3.0-or-later
def draw_text_runs(panel):
    """Runs on a text beside each other: loss, and the entropy of attention of layer 1."""
    beside = panel.bbox.width > 2.1 * panel.bbox.height
    plots = panel.subplots(*((1, 2) if beside else (2, 1)))
    time = results["time"]
    losses, entropies = [results["validation_loss"]], [results["entropy"].reshape(len(time), -1)[:, 0]]
    for k in range(len(results["compared_layers"]) if "compared_layers" in results else 0):
        losses.append(results["compared_validation_loss"].reshape(len(time), -1)[:, k])
        entropies.append(results["compared_entropy"].reshape(len(time), len(
            results["compared_layers"]), -1)[:, k, 0])
    for k, (loss, entropy) in enumerate(zip(losses, entropies)):
        look = {"color": ordered_color(k, len(losses)), "linestyle": dashes(k),
                "linewidth": (1.2 if k == 0 else 0.8) * LINE}
        label = "validation" if len(losses) == 1 else plain(RUN_LABELS[k])
        for axes, values in zip(plots, (loss, entropy)):
            known = np.isfinite(values)
            axes.plot(time[known], values[known], label=label, **look)
    known = np.isfinite(results["loss"])
    plots[0].plot(time[known], results["loss"][known], color=INK, linewidth=0.6 * LINE,
                  label="training")
    if np.isfinite(LEAST_LOSS):
        plots[0].axhline(LEAST_LOSS, color=FAINT, linestyle=dashes(2),
                         label="least that can be learned")
    for axes, title in zip(plots, ("loss (nats)", "entropy, layer 1 (nats)")):
        axes.set_xlim(time[0], max(time[-1], time[0] + 1))
        axes.set_xlabel(X_TITLE)
        axes.set_ylabel(title)
    handles, labels = plots[0].get_legend_handles_labels()
    # Above both plots, which do not give way to it.
    plots[0].set_title(" \n ")
    legend = plots[0].legend(handles, labels, loc="lower left", bbox_to_anchor=(0, 1), ncol=2,
                             borderaxespad=0.2)
    legend.set_in_layout(False)
