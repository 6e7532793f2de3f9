/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/help/help-page.h"

typedef struct
{
  const IplHelpPage *page; /* a page with all terms */
  /* (nullable): context of the first match; %NULL without terms */
  char *words;
  guint score; /* relevance */
} IplHelpHit;

char **ipl_help_terms (const char *query);
GPtrArray *ipl_help_search (const char *const *terms); /* of IplHelpHit */
char *ipl_help_highlight (const char *markup, const char *const *terms);
