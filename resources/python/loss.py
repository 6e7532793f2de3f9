# SPDX-License-Identifier: GPL-3.0-or-later
def draw_loss(panel):
    """Loss against time."""
    time_plot(panel.subplots(), CURVES)
