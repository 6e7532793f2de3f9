# SPDX-License-Identifier: GPL-3.0-or-later
def entry_label():
    """What the entry of U is called."""
    return r"$U_{\mathrm{" + ",".join(plain(name).replace(" ", r"\ ") for name in PAIR_NAMES) + "}}$"
