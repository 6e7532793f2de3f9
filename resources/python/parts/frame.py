# SPDX-License-Identifier: GPL-3.0-or-later
def frame(axes, x=None, y=None, x_range=None, y_range=None, log_x=False, log_y=False, whole=False):
    """Titles and ends of the axes."""
    if log_x:
        axes.set_xscale("log")
    if log_y:
        axes.set_yscale("log")
    if whole:
        axes.xaxis.set_major_locator(plt.MaxNLocator(integer=True))
    axes.set_xlim(x_range)
    axes.set_ylim(y_range)
    axes.set_xlabel(x or "")
    axes.set_ylabel(y or "")
