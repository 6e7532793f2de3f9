# SPDX-License-Identifier: GPL-3.0-or-later
def draw_joint_curves(panel):
    """Weights of one hidden unit over all tokens against time."""
    time_plot(panel.subplots(), CURVES)
