# SPDX-License-Identifier: GPL-3.0-or-later
def samples_key(axes):
    """Width, and a warning where the samples are not to be trusted, as the first key."""
    fine = bool(results["posterior_fine"][ROW])
    axes.plot([], [], " " if fine else "^", color=ACCENT, markersize=0.6 * FONT,
              label=width_label(ROW) + ("" if fine else ", not converged"))
