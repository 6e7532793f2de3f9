# SPDX-License-Identifier: GPL-3.0-or-later
def letter(panel, letter, title):
    """The letter and the title of a part of a figure."""
    panel.suptitle(f"$\\bf{{{letter}}}$  {title}", x=0.01, ha="left", fontsize=FONT)
