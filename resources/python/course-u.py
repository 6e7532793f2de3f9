# SPDX-License-Identifier: GPL-3.0-or-later
def draw_course_u(panel):
    """U of the trained weights at the time shown."""
    U = results["U"][MOMENT]
    some = len(COURSE_PATHS) < len(U)
    moment_U(panel, U[np.ix_(COURSE_PATHS, COURSE_PATHS)],
             "path, of those that are shown" if some else "path")
