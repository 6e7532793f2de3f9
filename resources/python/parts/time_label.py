# SPDX-License-Identifier: GPL-3.0-or-later
def time_label(moment):
    """A time of the run as text."""
    time = results["time"][moment]
    return [f"$t$ = {time:.4g}", f"step {time:g}", f"$P$ = {time:g}"][int(results["in_steps"])]
