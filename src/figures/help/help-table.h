/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/help/help-page.h"

/* The first page of the help. */
#define IPL_HELP_FIRST "overview"

const GPtrArray *ipl_help_pages (void); /* of IplHelpPage */
const IplHelpPage *ipl_help_find (const char *id);
const IplHelpPage *ipl_help_of_panel (const char *panel);
