/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

int ipl_python_row (const IplView *view, gboolean *exact);
GArray *ipl_python_list_rows (const IplView *view); /* of guint */
