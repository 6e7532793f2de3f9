/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#define IPL_TYPE_FINDER (ipl_finder_get_type ())
G_DECLARE_FINAL_TYPE (IplFinder, ipl_finder, IPL, FINDER, GtkWidget)

void ipl_finder_open (IplFinder *self, GPtrArray *items, const char *text);
void ipl_finder_close (IplFinder *self);

/* @target: (nullable)
 * @label: without the mnemonic mark
 * @where: menus that lead to the item, "" for none */
typedef void (*IplMenuItemFunc) (const char *action, GVariant *target, const char *label,
                                 const char *where, gpointer data);

void ipl_menu_items_for_each (GtkWidget *widget, IplMenuItemFunc func, gpointer data);

/* An item of the search, and its action. */
typedef struct
{
  const char *kind; /* "Command", "Panel"; static string */
  char *title;
  char *where;      /* (nullable): its page, menu or group */
  char *action;     /* detailed name of its action */
  char *help;       /* (nullable): id of its help page */
  char *why;        /* (nullable): reason why it is disabled */
  gboolean can;     /* TRUE if it is enabled */
  char *keys;       /* (nullable): label of its first key */
  const char *also; /* (nullable): further search words; static string */
  char *folded_title, *folded_kind, *folded_where; /* case-folded text for the search */
} IplFindItem;

GPtrArray *ipl_find_items_new (void); /* (element-type IplFindItem) */
IplFindItem *ipl_find_items_add (GPtrArray *items, const char *kind, const char *title,
                                 const char *where, const char *action);
void ipl_find_items_add_examples (GPtrArray *items, const char *kind);
void ipl_find_items_add_figures (GPtrArray *items, const char *kind);
void ipl_find_items_seal (GPtrArray *items);
GPtrArray *ipl_find_items_rank (const GPtrArray *items, const char *query,
                                const char *const *recent);
