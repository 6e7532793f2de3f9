# SPDX-License-Identifier: GPL-3.0-or-later
def plain(text):
    """A name as text: a dollar sign begins no formula."""
    return str(text).replace("$", r"\$")
