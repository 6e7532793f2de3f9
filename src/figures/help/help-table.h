/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/help/help-page.h"

/* The page that help begins with. */
#define IPL_HELP_FIRST "overview"

typedef struct
{
  const IplHelpPage *page; /* a page where all that is searched for occurs */
  /* (nullable): some words around the first place, %NULL where nothing was searched for */
  char *words;
  guint score; /* how much the page is about it */
} IplHelpHit;

const GPtrArray *ipl_help_pages (void);
const IplHelpPage *ipl_help_find (const char *id);
const IplHelpPage *ipl_help_of_panel (const char *panel);
char **ipl_help_terms (const char *query);
GPtrArray *ipl_help_search (const char *const *terms);
