/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/panels/panel-grid.h"
#include "document/document.h"

/* A panel on a page. */
typedef struct
{
  const char *panel; /* id of a panel */
  /* (nullable): keys that enlarge it; only one page defines them for a panel */
  const char *keys;
} IplPlace;

/* A page of the window: an entry of the table of pages, from which stack, menu and shortcuts are
 * made. The window offers a page if it applies and has something to show: for a case, if one of its
 * panels draws cases; otherwise if the experiment names it as its page, or if all its panels can
 * draw the result of the experiment. */
typedef struct
{
  const char *id;      /* id in the action that shows it */
  const char *title;   /* label in the menu and on its button */
  char mnemonic;       /* mnemonic letter of @title, or 0 */
  const char *tooltip; /* contents of the page */
  const char *keys;    /* (nullable): keys that show it */
  /* (nullable): id of the composite of its panels, for export; NULL for the first panel */
  const char *composite;
  /* Panels row by row; empty if they are the parts of @composite (ipl_page_get_panel()). The last
   * of three panels fills a row; five or more panels are in three columns. Panels that cannot draw
   * the open case are left out. */
  IplPlace places[IPL_PANEL_GRID_PLACES];
  /* TRUE if it follows the time of a training run: it is offered if heads were recorded in
   * training, and the scrubber moves through time */
  gboolean in_time;
  /* (nullable): makes a widget of the panels and other widgets; NULL for the panels only */
  GtkWidget *(*create) (IplPanelGrid *grid, IplDocument *document);
  /* (nullable): TRUE if there is something to show. @view is (nullable), NULL before the first
   * results. Without it, the page is offered if its panels fit */
  gboolean (*applies) (IplDocument *document, const IplView *view);
  /* (nullable): id of the run whose results are on this page; the progress bar shows this run while
   * the page is visible */
  const char *run;
} IplPage;
