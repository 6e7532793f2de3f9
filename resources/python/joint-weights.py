# SPDX-License-Identifier: GPL-3.0-or-later
def draw_joint_weights(panel):
    """The weights V at the start, and at the time shown."""
    beside = panel.bbox.width > 1.1 * panel.bbox.height
    plots = panel.subplots(*((1, 2) if beside else (2, 1)))
    for axes, moment in zip(plots, (0, MOMENT)):
        V = results["V"][moment]
        largest = np.abs(results["V"] if SHARED_LIMITS else V).max() or 1.0
        heat_map(panel, axes, V, ("token", "hidden unit", f"$V$ at {time_label(moment)}"),
                 (-largest, largest), signed=True)
