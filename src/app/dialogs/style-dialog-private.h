/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/dialogs/style-dialog.h"

/* Object data key of the window for its IplStyleDialog. */
#define IPL_STYLE_KEY "ipl-style-dialog"

/* The dialog for the figure style. The session holds the style; invalid text stays in its entry
 * with the reason. */
typedef struct
{
  GtkWindow *window;
  IplDocument *document;
  GtkDropDown *marks;
  GtkDropDown *panel;
  GPtrArray *panels; /* (element-type IplPanel): panels in the list */
  GtkWidget *single; /* options of a single panel */
  GtkCheckButton *titled;
  GtkEditable *title;
  GtkCheckButton *legend;
  GtkEditable *ends[IPL_N_AXES][2];
  GtkWidget *paths_heading;
  GtkGrid *paths;
  GPtrArray *path_rows; /* (element-type PathRow): private to style-dialog-edits.c */
  GtkLabel *error;
  gboolean updating; /* TRUE while the widgets are set from the session */
  gboolean changing; /* TRUE while the session is set from the widgets */
} IplStyleDialog;

/* style-dialog-edits.c: begins a change with a copy of the session's style, and ends it. Changes
 * with the same @tag in quick succession are one undo step. */
IplFigureStyle *ipl_style_dialog_begin_edit (IplStyleDialog *self);
void ipl_style_dialog_end_edit (IplStyleDialog *self, IplFigureStyle *style, const char *tag);
/* Open file choosers for a style file. */
void ipl_style_dialog_choose_file (IplStyleDialog *self);
void ipl_style_dialog_choose_target (IplStyleDialog *self);

/* Names and colors of paths. */
void ipl_style_dialog_update_paths (IplStyleDialog *self);
