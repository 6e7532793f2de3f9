# SPDX-License-Identifier: GPL-3.0-or-later
def draw_learned_attention(panel):
    """What every head attends to at the time shown, on average over classes."""
    shown = results["attention"] if SHARED_LIMITS else results["attention"][MOMENT]
    low, high = min(np.nanmin(shown), 0), np.nanmax(shown)
    if low < 0:
        high = max(-low, high)
        low = -high
    heat_map(panel, panel.subplots(), results["attention"][MOMENT].T,
             ("token", "head", "attention, mean over classes"), (low, high or 1), signed=low < 0)
