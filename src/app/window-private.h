/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "posterior-page.h"
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
  GtkStack *pages;
  IplPanelGrid *grid; /* of the theory */
  IplPosteriorPage *posterior_page;
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
void ipl_window_enable_action (IplWindow *self, const char *name, gboolean enabled);
void ipl_window_set_action_state (IplWindow *self, const char *name, GVariant *state);
/* window-pages.c */
void ipl_window_add_page_actions (IplWindow *self);
/* window-samples.c */
void ipl_window_add_sample_actions (IplWindow *self);
void ipl_window_update_sample_actions (IplWindow *self);
/* window-files.c */
void ipl_window_ask_open (IplWindow *self);
void ipl_window_ask_save (IplWindow *self, IplSaveKind kind);
void ipl_window_add_drop_target (IplWindow *self);

G_END_DECLS
