/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/help/help-page.h"

typedef struct
{
  const IplHelpPage *page; /* a page where all that is searched for occurs */
  /* (nullable): some words around the first place, %NULL where nothing was searched for */
  char *words;
  guint score; /* how much the page is about it */
} IplHelpHit;

char **ipl_help_terms (const char *query);
GPtrArray *ipl_help_search (const char *const *terms); /* of IplHelpHit */
char *ipl_help_highlight (const char *markup, const char *const *terms);
