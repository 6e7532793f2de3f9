# SPDX-License-Identifier: GPL-3.0-or-later
def draw_joint_invariant(panel):
    """How far what the flow leaves constant has changed, against time."""
    time_plot(panel.subplots(), CURVES)
