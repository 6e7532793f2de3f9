/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/panels/panel-grid.h"
#include "session/session.h"

/* A panel's place on a page. */
typedef struct
{
  const char *panel; /* id of a panel */
  /* (nullable): keys that enlarge it; one page gives them where several have the panel */
  const char *keys;
} IplPlace;

/* A page of the window, an entry of the table of pages, which is all the window knows of it: stack,
 * menu and shortcuts are made from it. It is offered where it has
 * something to show: with a case where a panel of it draws cases, else where the experiment names
 * it as its page, or all its panels can draw the experiment's result; and where it applies. */
typedef struct
{
  const char *id;      /* its name in the action that shows it */
  const char *title;   /* in the menu and on its button */
  char mnemonic;       /* letter of @title that chooses it in the menu, or 0 */
  const char *tooltip; /* what is on it */
  const char *keys;    /* (nullable): keys that show it */
  /* (nullable): id of the figure that stands for all its panels together, in the export; else the
   * first of them does */
  const char *composite;
  /* Its panels row by row; empty if they are the parts of @composite (ipl_page_get_panel()). Of
   * three panels the last fills a row; five or more are in three columns. Panels that cannot draw
   * the open case are left out. */
  IplPlace places[IPL_PANEL_GRID_PLACES];
  /* whether it follows the time of a training run where there is a case: it is offered where heads
   * were recorded in training, and the scrubber moves through time */
  gboolean in_time;
  /* (nullable): puts the panels into a widget with what else is on the page; else they are all of
   * it */
  GtkWidget *(*create) (IplPanelGrid *grid, IplSession *session);
  /* (nullable): whether what is open has come so far that there is something on the page; @view is
   * (nullable), NULL before anything is solved. Where there is none, it is as soon as panels fit */
  gboolean (*applies) (IplSession *session, const IplView *view);
  /* (nullable): id of the run whose results are on this page: the progress bar speaks of it while
   * the page is shown, even where it goes on by itself */
  const char *run;
} IplPage;
