# SPDX-License-Identifier: GPL-3.0-or-later
def draw_training(panel):
    """Loss and accuracies in training: means of as many points as can be told apart."""
    beside = panel.bbox.width > 2.1 * panel.bbox.height
    loss, accuracy = panel.subplots(*((1, 2) if beside else (2, 1)), sharex=True)
    step = results["step"]
    places = 400
    group = np.minimum((step / max(step[-1], 1) * places).astype(int), places - 1)
    if len(step) <= places:
        group = np.arange(len(step))

    def curve(axes, name, **look):
        known = np.isfinite(results[name])
        if not known.any():
            return
        values, where = results[name][known], group[known]
        bins = np.unique(where)
        low, high = ([pick(values[where == k]) for k in bins] for pick in (np.min, np.max))
        at = [step[known][where == k].mean() for k in bins]
        if len(bins) < 2:
            look.setdefault("marker", ".")
        if len(bins) < len(values):
            axes.fill_between(at, low, high, color=look["color"], alpha=0.2, linewidth=0)
        axes.plot(at, [values[where == k].mean() for k in bins], **look)

    curve(loss, "loss", color=INK, label="loss")
    curve(accuracy, "accuracy_train", color=TRAINED, linestyle=dashes(1),
          label="accuracy, training")
    curve(accuracy, "accuracy_holdout", color=SERIES[0], marker="o", markersize=0.4 * FONT,
          label="accuracy, held out")
    held = np.isfinite(results["accuracy_holdout_se"])
    accuracy.errorbar(step[held], results["accuracy_holdout"][held],
                      results["accuracy_holdout_se"][held], fmt="none", color=SERIES[0],
                      elinewidth=0.6 * LINE)
    accuracy.axhline(0.5, color=FAINT, linestyle=dashes(2), linewidth=0.7 * LINE)
    for axes, title in ((loss, "loss"), (accuracy, "accuracy")):
        axes.set_ylabel(title)
        axes.set_xlim(0, 1.012 * max(step[-1], 1))
        if beside or axes is accuracy:
            axes.set_xlabel("training steps")
    handles, labels = (a + b for a, b in zip(loss.get_legend_handles_labels(),
                                             accuracy.get_legend_handles_labels()))
    # Above both plots, which do not give way to it.
    loss.set_title(" ")
    legend = loss.legend(handles, labels, loc="lower left", bbox_to_anchor=(0, 1), ncol=3,
                         borderaxespad=0.2)
    legend.set_in_layout(False)
