/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/panels/panel-grid.h"
#include "app/pages/posterior-page.h"
#include "app/panels/scrubber.h"
#include "session/session.h"

G_BEGIN_DECLS

typedef enum
{
  IPL_SAVE_CASE,
  IPL_SAVE_ARRAYS,
  IPL_SAVE_TABLE,
  IPL_SAVE_NETWORK,
  IPL_SAVE_PRUNED_NETWORK,
  IPL_SAVE_PRUNED_CASE,
} IplSaveKind;

#define IPL_TYPE_WINDOW (ipl_window_get_type ())
G_DECLARE_FINAL_TYPE (IplWindow, ipl_window, IPL, WINDOW, GtkApplicationWindow)

IplWindow *ipl_window_new (GtkApplication *application);
void ipl_window_open_path (IplWindow *self, const char *path);
void ipl_window_open_paths (IplWindow *self, const char *const *paths);
gboolean ipl_window_is_images (const char *path);
void ipl_window_open_example (IplWindow *self, const char *id);
void ipl_window_save_to (IplWindow *self, IplSaveKind kind, const char *path);
void ipl_window_tell (IplWindow *self, const char *text, gboolean is_error);
void ipl_window_say (IplWindow *self, const char *text);
IplSession *ipl_window_get_session (IplWindow *self);
const char *ipl_window_get_page (IplWindow *self);
IplPanelGrid *ipl_window_get_grid (IplWindow *self);
IplFigureArea *ipl_window_get_area (IplWindow *self, const IplPanel *panel);
IplPosteriorPage *ipl_window_get_posterior_page (IplWindow *self);
IplScrubber *ipl_window_get_scrubber (IplWindow *self);
const char *ipl_window_get_status (IplWindow *self);
const char *ipl_window_get_message (IplWindow *self);

G_END_DECLS
