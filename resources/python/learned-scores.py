# SPDX-License-Identifier: GPL-3.0-or-later
def draw_learned_scores(panel):
    """Scores of the heads against time."""
    time_plot(panel.subplots(), CURVES)
