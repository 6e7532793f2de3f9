/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

char *ipl_figure_describe (const IplPanel *panel, const IplView *view); /* a few sentences */
char *ipl_figure_say (const IplPanel *panel, const IplTarget *target,
                      const IplView *view); /* one line */
char *ipl_figure_say_in_panel (const IplPanel *panel, const IplTarget *target,
                               const IplView *view); /* what the panel draws of it */
char *ipl_figure_table (const IplPanel *panel,
                        const IplView *view); /* the numbers, tab separated */
