# SPDX-License-Identifier: GPL-3.0-or-later
def time_label(moment):
    """A time of the run as text."""
    time = results["time"][moment]
    return f"step {time:g}" if results["in_steps"] else f"$t$ = {time:.4g}"
