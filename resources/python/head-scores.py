# SPDX-License-Identifier: GPL-3.0-or-later
def draw_head_scores(panel):
    """Score of every head in U of the trained weights, against steps."""
    time_plot(panel.subplots(), CURVES)
