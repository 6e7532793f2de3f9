/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/pages/posterior-page.h"
#include "app/sidebar/sidebar.h"
#include "app/window/window.h"

G_BEGIN_DECLS

struct _IplWindow
{
  GtkApplicationWindow parent_instance;
  GtkMenuButton *main_menu_button;
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
  IplPanelGrid *training_grid;
  GtkWidget *training_hint; /* what to do where nothing can be trained */
  IplPanelGrid *heads_grid;
  IplScrubber *scrubber;
  GtkLabel *status;
  IplSession *session;
  gboolean button_stops;
  gboolean was_training;
  guint progress_timeout;
  guint say_timeout;
  gint64 said_usec;
  guint pulse_timeout;
};

/* window.c */
IplJobStatus ipl_window_get_shown_status (IplWindow *self);
/* window-actions.c */
void ipl_window_add_actions (IplWindow *self);
void ipl_window_update_actions (IplWindow *self);
void ipl_window_enable_action (IplWindow *self, const char *name, gboolean enabled);
void ipl_window_set_action_state (IplWindow *self, const char *name, GVariant *state);
/* window-pages.c */
void ipl_window_add_page_actions (IplWindow *self);
void ipl_window_show_page (IplWindow *self, const char *page);
void ipl_window_set_up_pages (IplWindow *self);
void ipl_window_focus_page (IplWindow *self);
/* window-training.c */
void ipl_window_add_training_actions (IplWindow *self);
void ipl_window_update_training_actions (IplWindow *self);
/* window-open.c */
void ipl_window_add_open_actions (IplWindow *self);
/* window-samples.c */
void ipl_window_add_sample_actions (IplWindow *self);
void ipl_window_update_sample_actions (IplWindow *self);
/* window-files.c */
GtkFileChooserNative *ipl_window_chooser_new (IplWindow *self, const char *title,
                                              GtkFileChooserAction action, const char *accept,
                                              const char *patterns, const char *pattern_name,
                                              const char *name);
void ipl_window_ask_save (IplWindow *self, IplSaveKind kind);

G_END_DECLS
