# SPDX-License-Identifier: GPL-3.0-or-later
def placed(panel, places):
    """Axes at places of a panel, as shares of it from its lower left corner."""
    if panel is figure:
        panel.set_layout_engine("none")
    return [panel.add_axes(place) for place in places]
