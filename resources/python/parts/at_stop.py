# SPDX-License-Identifier: GPL-3.0-or-later
def at_stop(axes, x):
    """What stands beyond a break of the axis, such as a limit of infinite width: at its end."""
    return np.where(np.isposinf(x), axes.get_xlim()[1], x)
