/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main window, and functions of its parts (files window-*.c) for the application. */
#pragma once

#include <gtk/gtk.h>

#include "app/base/autosave.h"
#include "app/panels/panel-grid.h"
#include "document/document.h"

#define IPL_TYPE_WINDOW (ipl_window_get_type ())
G_DECLARE_FINAL_TYPE (IplWindow, ipl_window, IPL, WINDOW, GtkApplicationWindow)

IplWindow *ipl_window_new (GtkApplication *application, IplDocument *document);
void ipl_window_add_shortcuts (GPtrArray *shortcuts);

/* state */
void ipl_window_show_message (IplWindow *self, const char *text, gboolean is_error);
void ipl_window_show_file_message (IplWindow *self, const char *text, const char *path);
void ipl_window_show_status (IplWindow *self, const char *text);
IplDocument *ipl_window_get_document (IplWindow *self);
const char *ipl_window_get_status (IplWindow *self);
gboolean ipl_window_can (IplWindow *self, const char *detailed);
const char *ipl_window_get_message (IplWindow *self);

/* open */
void ipl_window_open_path (IplWindow *self, const char *path);
void ipl_window_open_paths (IplWindow *self, const char *const *paths);
void ipl_window_open_example (IplWindow *self, const char *id);

/* leave */
typedef enum
{
  IPL_LEAVING_CASE,   /* another case replaces the present one */
  IPL_LEAVING_WINDOW, /* the window is closed */
} IplLeaving;

gboolean ipl_window_confirm_close (IplWindow *self, IplLeaving leaving, GFunc proceed,
                                   gpointer data, GDestroyNotify destroy);
void ipl_window_leave_then (IplWindow *self, IplLeaving leaving, GFunc proceed, gpointer data,
                            GDestroyNotify destroy);
void ipl_window_answer_question (IplWindow *self, gboolean leave);
void ipl_window_close_unasked (IplWindow *self);

/* pages */
const char *ipl_window_get_page (IplWindow *self);
void ipl_window_show_page (IplWindow *self, const char *page);
void ipl_window_show_enlarged (IplWindow *self, const char *page, const IplPanel *panel);
gboolean ipl_window_offers_page (IplWindow *self, const char *page);
void ipl_window_focus_page (IplWindow *self);
IplPanelGrid *ipl_window_get_grid (IplWindow *self);
IplFigureArea *ipl_window_get_area (IplWindow *self, const IplPanel *panel);
const char *ipl_window_get_page_of (IplWindow *self, const IplPanel *panel);
const IplPanel *ipl_window_get_focused (IplWindow *self);
GtkWidget *ipl_window_get_page_widget (IplWindow *self, const char *page);

/* present */
void ipl_window_open_story (IplWindow *self, const char *name, gboolean presents);

/* save, session, files */
typedef enum
{
  IPL_SAVE_CASE,
  IPL_SAVE_ARRAYS,
  IPL_SAVE_TABLE,
  IPL_SAVE_HEADS,
  IPL_SAVE_NETWORK,
  IPL_SAVE_PRUNED_NETWORK,
  IPL_SAVE_PRUNED_CASE,
  IPL_SAVE_HEAD_MASK,
} IplSaveKind;

void ipl_window_save_to (IplWindow *self, IplSaveKind kind, const char *path);
void ipl_window_save_session_to (IplWindow *self, const char *path, GFunc then, gpointer data,
                                 GDestroyNotify destroy);
void ipl_window_export_web (IplWindow *self, const char *path);
void ipl_window_export_story (IplWindow *self, const char *path);

/* autosave */
void ipl_window_autosave (IplWindow *self);
void ipl_window_leave_saved (IplWindow *self);
void ipl_window_end_autosave (IplWindow *self);
gboolean ipl_window_recover (IplWindow *self, const char *left, GError **error);
void ipl_window_offer_recovery (IplWindow *self, guint n);
