# SPDX-License-Identifier: GPL-3.0-or-later
def draw_output_diagrams(panel):
    """Paths for each output, thickness on one scale."""
    names = results["output_names"]
    n = len(names)
    columns = int(np.ceil(np.sqrt(n * panel.bbox.width / panel.bbox.height / 1.7)))
    columns = min(max(columns, 1), n)
    parts = panel.subfigures(-(-n // columns), columns, squeeze=False).ravel()
    everywhere = []
    for output in range(n):
        choose_outputs([output])
        everywhere.append(order_parameter("theory", ROW))
    for output in range(n):
        choose_outputs([output])
        parts[output].suptitle(plain(names[output]), fontweight="bold")
        path_diagram(parts[output], everywhere)
    choose_outputs(OUTPUTS)
