# SPDX-License-Identifier: GPL-3.0-or-later
def draw_stable_rank(panel):
    """Stable rank of the lower MLP matrix of every layer against checkpoints."""
    time_plot(panel.subplots(), CURVES)
