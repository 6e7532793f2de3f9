# SPDX-License-Identifier: GPL-3.0-or-later
def dashes(k):
    """Dashes that tell curves apart without their colours."""
    return ["-", (0, (4.5, 2.5)), (0, (1.2, 1.8)), (0, (6, 2, 1.2, 2))][k % 4]
