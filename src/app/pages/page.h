/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/panels/panel-grid.h"
#include "session/session.h"

G_BEGIN_DECLS

/**
 * IplPlace:
 * @panel: id of a panel
 * @keys: (nullable): keys that enlarge it; one page gives them where several have the panel
 * @mnemonic: letter of its title that chooses it in the menu, or 0
 *
 * A panel's place on a page.
 */
typedef struct
{
  const char *panel;
  const char *keys;
  char mnemonic;
} IplPlace;

/**
 * IplPage:
 * @id: its name in the action that shows it
 * @title: on its button and in the menu
 * @mnemonic: letter of @title that chooses it in the menu, or 0
 * @tooltip: what is on it
 * @keys: (nullable): keys that show it
 * @composite: (nullable): id of the figure that stands for all its panels together, in the export;
 *   else the first of them does
 * @places: its panels row by row, up to the first without one; the last of three has a row of its
 *   own, and from five on they stand in three columns. Those that cannot draw what there is are
 * left out
 * @in_time: whether it follows the time of a training run where there is a case: it is offered
 * where heads were recorded in training, and the scrubber moves through time
 * @create: (nullable): puts the panels into a widget with what else is on the page; else they are
 * all of it
 * @run: (nullable): id of the run whose results are on this page: the progress bar speaks of it
 * while the page is shown, even where it goes on by itself
 *
 * A page of the window. Its own file exports the entry, which is all the window knows of it: stack,
 * page buttons, menus and shortcuts are made from the table of pages. It is offered where it has
 * something to show: with a case where a panel of it draws cases, else where the experiment names
 * it as its page, or all its panels can draw the experiment's result.
 */
typedef struct
{
  const char *id;
  const char *title;
  char mnemonic;
  const char *tooltip;
  const char *keys;
  const char *composite;
  IplPlace places[IPL_PANEL_GRID_PLACES];
  gboolean in_time;
  GtkWidget *(*create) (IplPanelGrid *grid, IplSession *session);
  const char *run;
} IplPage;

G_END_DECLS
