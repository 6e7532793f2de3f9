/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sidebar.h"
#include "window.h"

G_BEGIN_DECLS

struct _IplWindow
{
  GtkApplicationWindow parent_instance;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkButton *run_button;
  GtkRevealer *progress_revealer;
  GtkProgressBar *progress;
  GtkRevealer *sidebar_revealer;
  IplSidebar *sidebar;
  GtkInfoBar *info_bar;
  GtkImage *info_icon;
  GtkLabel *info_label;
  IplPanelGrid *grid;
  IplScrubber *scrubber;
  GtkLabel *status;
  IplSession *session;
  gboolean button_stops;
  guint progress_timeout;
  guint say_timeout;
  gint64 said_usec;
  guint pulse_timeout;
};

/* window-actions.c */
void ipl_window_add_actions (IplWindow *self);
void ipl_window_update_actions (IplWindow *self);
/* window-files.c */
void ipl_window_ask_open (IplWindow *self);
void ipl_window_ask_save (IplWindow *self, IplSaveKind kind);
void ipl_window_add_drop_target (IplWindow *self);

G_END_DECLS
