# SPDX-License-Identifier: GPL-3.0-or-later
def draw_joint_course(panel):
    """Loss and entropy of attention against time."""
    beside = panel.bbox.width > 2.2 * panel.bbox.height
    plots = panel.subplots(*((1, 2) if beside else (2, 1)))
    for axes, name, color in zip(plots, ("loss", "entropy"), (INK, THEORY)):
        axes.plot(results["time"], results[name], color=color)
        axes.set_xlim(results["time"][0], max(results["time"][-1], results["time"][0] + 1e-9))
        axes.set_ylabel(name)
        if beside or name == "entropy":
            axes.set_xlabel(X_TITLE)
