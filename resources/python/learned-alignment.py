# SPDX-License-Identifier: GPL-3.0-or-later
def draw_learned_alignment(panel):
    """Alignment of kernel and labels against time."""
    time_plot(panel.subplots(), CURVES)
