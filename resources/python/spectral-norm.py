# SPDX-License-Identifier: GPL-3.0-or-later
def draw_spectral_norm(panel):
    """Largest singular value of the lower MLP matrix of every layer against checkpoints."""
    time_plot(panel.subplots(), CURVES)
