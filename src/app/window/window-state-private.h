/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/recovery.h"
#include "app/help/tour.h"
#include "app/present/stage.h"
#include "app/sidebar/sidebar.h"
#include "app/window/window-parts.h"
#include "app/window/window-state.h"

struct _IplWindow
{
  GtkApplicationWindow parent_instance;
  GtkBox *title_box; /* in which the header is ... */
  GtkWidget *header;
  GtkRevealer *edge_revealer; /* ... or in full screen in this */
  GtkMenuButton *main_menu_button;
  GtkMenuButton *page_menu_button; /* in the place of the buttons where there is no room */
  GtkWidget *export_button;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkButton *run_button;
  GtkWidget *sample_button;
  GtkRevealer *progress_revealer;
  GtkProgressBar *progress;
  GtkRevealer *sidebar_revealer;
  IplSidebar *sidebar;
  GtkInfoBar *info_bar;
  GtkImage *info_icon;
  GtkLabel *info_label;
  GtkWidget *info_help;
  GtkWidget *info_import; /* button for ... */
  char *import_path;      /* ... (nullable) the file that could not be opened */
  GtkWidget *info_file;   /* buttons for ... */
  char *info_path;        /* ... (nullable) the file that the bar tells of */
  GtkInfoBar *recovery_bar;
  GtkLabel *recovery_label;
  GtkRevealer *compare_revealer;
  GtkLabel *compare_label;
  GtkSearchBar *find_bar;
  GtkSearchEntry *find_entry;
  GtkLabel *find_label;
  GtkStack *pages;
  GtkBox *page_buttons;
  GMenu *page_menu;
  GMenu *enlarge_menu;
  GMenu *choices_menu;
  GMenu *examples_menu;
  GMenu *dynamics_menu;
  GMenu *stories_menu;
  GMenu *recent_menu;
  GHashTable *grids;          /* the panels of each page, by its id */
  guint64 offered;            /* pages that have something to show, a bit each in their order */
  guint64 listed_pages;       /* that the menu of panels is for */
  const char *wanted_page;    /* (nullable): to be shown as soon as it is offered */
  IplScrubber *scrubber;      /* of widths, in the place of which is ... */
  IplScrubber *time_scrubber; /* ... that of time, where there is one */
  GtkLabel *status;
  GtkLabel *progress_label;
  IplSession *session;
  IplStage *stage;         /* (nullable): what is being presented, in the place of ... */
  GtkWidget *content;      /* (nullable): ... all that the window shows else */
  gboolean was_fullscreen; /* before */
  GtkWindow *stops_dialog; /* (nullable) */
  GtkWindow *help;         /* (nullable) */
  IplTour *tour;           /* (nullable): may be over */
  guint tour_timeout;
  const IplWindowPart *const *parts; /* NULL-terminated */
  gboolean button_stops;
  gboolean was_training;
  IplRecovery *recovery; /* what is kept of it; none once it is closed */
  gboolean is_kept;
  char *kept_in;                 /* (nullable): the folder in that of @recovery where draws are */
  gboolean is_saving;            /* the session, to its file */
  gpointer next_saving;          /* (nullable): what waits for that; private to window-session.c */
  GCancellable *opening_session; /* (nullable): while one is read */
  guint keep_timeout;
  guint kept_timeout;   /* until it is known whether that was written */
  gboolean kept_failed; /* and the user knows */
  gboolean may_close;   /* the user has agreed to lose what is running */
  GtkWindow *question;  /* (nullable): the question whether it may be lost */
  int question_leaving; /* an IplLeaving: what it is about */
  guint progress_timeout;
  guint say_timeout;
  gint64 said_usec;
  guint pulse_timeout;
  guint fold_id;
  int allocated_width;
};

void ipl_window_changed (IplWindow *self);
void ipl_window_update (IplWindow *self);
void ipl_window_update_status (IplWindow *self);
void ipl_window_take_turn (IplWindow *self);
void ipl_window_fold (IplWindow *self);
void ipl_window_enable_action (IplWindow *self, const char *name, gboolean enabled);
void ipl_window_set_action_state (IplWindow *self, const char *name, GVariant *state);
void ipl_window_insert_item (GMenu *menu, int position, const char *title, char mnemonic,
                             const char *action, const char *target);
