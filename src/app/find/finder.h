/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#define IPL_TYPE_FINDER (ipl_finder_get_type ())
G_DECLARE_FINAL_TYPE (IplFinder, ipl_finder, IPL, FINDER, GtkWidget)

void ipl_finder_open (IplFinder *self, GPtrArray *items, const char *text);
void ipl_finder_close (IplFinder *self);

/* @target: (nullable)
 * @label: without the mark of its mnemonic
 * @where: the menus that lead to the item, "" for none */
typedef void (*IplMenuItemFunc) (const char *action, GVariant *target, const char *label,
                                 const char *where, gpointer data);

void ipl_menu_items_for_each (GtkWidget *widget, IplMenuItemFunc func, gpointer data);

/* Something that can be found by what it is called, and done. */
typedef struct
{
  const char *kind; /* "Command", "Panel"; a text that stays */
  char *title;
  char *where;      /* (nullable): the page, menu or group it is in */
  char *action;     /* detailed name of the action that does it */
  char *help;       /* (nullable): id of the page of help that explains it */
  char *why;        /* (nullable): why it cannot be done now */
  gboolean can;     /* it can be done now */
  char *keys;       /* (nullable): its first key, as it is shown */
  const char *also; /* (nullable): other words that it is found by; a text that stays */
  char *folded_title, *folded_kind, *folded_where; /* what is searched */
} IplFindItem;

GPtrArray *ipl_find_items_new (void); /* of IplFindItem */
IplFindItem *ipl_find_items_add (GPtrArray *items, const char *kind, const char *title,
                                 const char *where, const char *action);
void ipl_find_items_add_examples (GPtrArray *items, const char *kind);
void ipl_find_items_add_figures (GPtrArray *items, const char *kind);
void ipl_find_items_seal (GPtrArray *items);
GPtrArray *ipl_find_items_rank (const GPtrArray *items, const char *query,
                                const char *const *recent);
