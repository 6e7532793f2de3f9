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

#define IPL_PAGE_MAX_PLACES 4

/**
 * IplPage:
 * @id: its name in the action that shows it
 * @title: on its button and in the menu
 * @mnemonic: letter of @title that chooses it in the menu, or 0
 * @tooltip: what is on it
 * @keys: (nullable): keys that show it
 * @composite: id of the figure that stands for all its panels together, in the export
 * @places: its panels row by row, up to the first without one; the last of three has a row of its own
 * @create: (nullable): puts the panels into a widget with what else is on the page; else they are all
 *   of it
 * @shows_heads: whether the head analysis that goes on by itself is looked at here, so that the
 *   progress bar speaks of it
 *
 * A page of the window. Its own file exports the entry, which is all the window knows of it: stack,
 * page buttons, menus and shortcuts are made from the table of pages.
 */
typedef struct
{
  const char *id;
  const char *title;
  char mnemonic;
  const char *tooltip;
  const char *keys;
  const char *composite;
  IplPlace places[IPL_PAGE_MAX_PLACES];
  GtkWidget *(*create) (IplPanelGrid *grid, IplSession *session);
  gboolean shows_heads;
} IplPage;

G_END_DECLS
