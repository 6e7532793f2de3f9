/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/dialogs/style-dialog.h"

#define IPL_STYLE_KEY "ipl-style-dialog" /* of the window, for its IplStyleDialog */

/* The window in which the user says how figures look. It holds nothing itself: all stands in the
 * session, and what cannot be taken stays in its entry with a sentence about it. */
typedef struct
{
  GtkWindow *window;
  IplSession *session;
  GtkDropDown *marks;
  GtkDropDown *panel;
  GPtrArray *panels; /* (element-type IplPanel): those that are offered */
  GtkWidget *single; /* of a panel */
  GtkCheckButton *titled;
  GtkEditable *title;
  GtkCheckButton *legend;
  GtkEditable *ends[IPL_N_AXES][2];
  GtkWidget *paths_heading;
  GtkGrid *paths;
  GPtrArray *path_rows; /* (element-type PathRow): private to style-change.c */
  GtkLabel *error;
  gboolean updating; /* the widgets follow the session */
  gboolean changing; /* the session follows the widgets */
} IplStyleDialog;

/* style-change.c: a copy of what the session has, to be changed; and its end, where @tag joins what
 * is changed in quick succession to one step of undo. */
IplFigureStyle *ipl_style_dialog_begin (IplStyleDialog *self);
void ipl_style_dialog_end (IplStyleDialog *self, IplFigureStyle *style, const char *tag);
/* Ask for the file that is opened, or saved. */
void ipl_style_dialog_ask_open (IplStyleDialog *self);
void ipl_style_dialog_ask_save (IplStyleDialog *self);

/* Names and colors of paths. */
void ipl_style_paths_update (IplStyleDialog *self);
