/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/window-command.h"
#include "app/base/gtk-compat.h"
#include "app/find/finder.h"
#include "app/panels/scrubber.h"
#include "app/present/presentation.h"
#include "app/sidebar/sidebar.h"
#include "app/window/window.h"
#include "core/sessions/session-file.h"

/* A part of the window. The window consists of a list of parts. A part calls the parts below it and
 * the functions of this header, never the window. */
typedef struct
{
  const IplCommand *commands; /* [n_commands] commands of this part */
  guint n_commands;
  /* (nullable): connects to signals, when the window is complete */
  void (*set_up) (IplWindow *self);
  /* (nullable): enables actions and updates widgets */
  void (*update) (IplWindow *self);
  /* (nullable): adds shortcuts that are not in @commands */
  void (*add_shortcuts) (GPtrArray *shortcuts);
} IplWindowPart;

/* Parts, in one file each. */
extern const IplWindowPart ipl_window_open_part;    /* opening cases, networks and images */
extern const IplWindowPart ipl_window_pages_part;   /* visible page */
extern const IplWindowPart ipl_window_claims_part;  /* statements of the papers */
extern const IplWindowPart ipl_window_panels_part;  /* enlarging, copying and exporting panels */
extern const IplWindowPart ipl_window_session_part; /* session files */
extern const IplWindowPart ipl_window_import_part;  /* import of files with other array names */
extern const IplWindowPart ipl_window_save_part;    /* saving cases, results and networks */
extern const IplWindowPart ipl_window_compute_part; /* solving, sampling, the scrubber */
extern const IplWindowPart ipl_window_curves_part;  /* contents of figures */
extern const IplWindowPart ipl_window_find_anything_part; /* search */
extern const IplWindowPart ipl_window_progress_part;      /* progress bar and Stop */
extern const IplWindowPart ipl_window_training_part;      /* training, heads, pruning */
extern const IplWindowPart ipl_window_present_part;       /* stories and presentation */
extern const IplWindowPart ipl_window_files_part;         /* web pages, and stories as files */
extern const IplWindowPart ipl_window_exported_part;      /* opening written files */
extern const IplWindowPart ipl_window_autosave_part;      /* autosave */
extern const IplWindowPart ipl_window_room_part;          /* small windows, and moving the focus */
extern const IplWindowPart ipl_window_help_part;          /* help */
extern const IplWindowPart ipl_window_edit_part;          /* parameters, undo, display */

struct _IplWindow
{
  GtkApplicationWindow parent_instance;
  GtkBox *title_box; /* parent of the header ... */
  GtkWidget *header;
  GtkRevealer *edge_revealer; /* ... except in full screen */
  GtkMenuButton *case_button;
  GtkMenuButton *main_menu_button;
  GtkMenuButton *page_menu_button;
  GtkWidget *export_button;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkButton *run_button;
  GtkWidget *sample_button;
  GtkRevealer *progress_revealer;
  GtkProgressBar *progress;
  GtkRevealer *sidebar_revealer; /* next to the panels; over them in a narrow window */
  GtkBox *beside;
  GtkOverlay *overlay;
  gboolean sidebar_is_over;
  gboolean sidebar_shown[2]; /* next to the figures, and over them */
  IplSidebar *sidebar;
  IplMessageBar *info_bar;
  GtkImage *info_icon;
  GtkLabel *info_label;
  GtkWidget *info_help;
  GtkWidget *info_import; /* button for ... */
  char *import_path;      /* ... (nullable): the file that could not be opened */
  GtkWidget *info_file;   /* buttons for ... */
  char *info_path;        /* ... (nullable): the file of the message */
  char **opening_paths;   /* (nullable): files that are being opened */
  IplMessageBar *recovery_bar;
  GtkLabel *recovery_label;
  IplFinder *finder;
  GtkStack *pages;
  GMenu *case_menu;
  GMenu *main_menu_model;
  GMenu *export_menu;
  GMenu *page_menu_model;
  GMenu *page_menu; /* menu section of pages */
  GMenu *stories_menu;
  GMenu *claims_menu;
  GMenu *recent_menu;
  GHashTable *grids;               /* panels of each page, by its id */
  guint64 offered;                 /* bit i: page i has something to show */
  const char *wanted_page;         /* (nullable): page to show when it is offered, with ... */
  const IplPanel *wanted_enlarged; /* ... (nullable): this panel enlarged */
  IplScrubber *scrubber;           /* scrubber over widths, or ... */
  IplScrubber *time_scrubber;      /* ... over time if there is a trajectory */
  GtkLabel *status;
  GtkLabel *progress_label;
  IplDocument *document;
  IplPresentation *presentation;     /* (nullable): presentation, which replaces ... */
  GtkWidget *content;                /* (nullable): ... this content of the window */
  gboolean was_fullscreen;           /* state before the presentation */
  GtkWindow *stops_dialog;           /* (nullable) */
  GtkWindow *help;                   /* (nullable) */
  GtkWindow *examples;               /* (nullable): examples and figures of the papers */
  GtkWidget *claim;                  /* (nullable): bubble of a claim, which points at ... */
  GtkWidget *claimed;                /* ... this widget, with a handler ... */
  gulong claimed_id;                 /* ... of its "unmap" signal */
  IplTarget claim_selection;         /* target that the last claim selected */
  gboolean is_showing_claim;         /* TRUE while a claim changes the window */
  const IplWindowPart *const *parts; /* NULL-terminated */
  GHashTable *disabled;              /* names of disabled commands */
  gboolean button_stops;
  gboolean was_training;
  IplAutosave *autosave;
  gboolean is_autosaving;   /* TRUE while a thread writes */
  gboolean autosave_failed; /* TRUE after a failure, which is reported once */
  guint autosave_timeout;
  gboolean is_saving;   /* TRUE while a thread writes the session file */
  gpointer next_saving; /* (nullable): next save to begin; private to window-session-file.c */
  GCancellable *opening_session; /* (nullable): cancels the session that is being read */
  gboolean may_close;            /* TRUE if the user has agreed to lose running work */
  GtkWindow *question;           /* (nullable): open question about that */
  int question_leaving;          /* IplLeaving of the question */
  guint progress_timeout;
  guint status_timeout;
  gint64 status_shown_usec;
  guint pulse_timeout;
  guint fold_id;
  guint focus_id;
  int allocated_width;
};

/* state */
void ipl_window_changed (IplWindow *self);
void ipl_window_update (IplWindow *self);
void ipl_window_update_status (IplWindow *self);
void ipl_window_hover_changed (IplWindow *self);
void ipl_window_clear_status (IplWindow *self);
void ipl_window_fold (IplWindow *self);
gboolean ipl_window_wants_sidebar (IplWindow *self);
void ipl_window_set_sidebar (IplWindow *self, gboolean shown);
const IplCommand *ipl_window_find_command (IplWindow *self, const char *detailed);
void ipl_window_enable (IplWindow *self, const char *name, gboolean enabled);
void ipl_window_set_state (IplWindow *self, const char *name, GVariant *state);
void ipl_window_insert_item (GMenu *menu, int position, const char *title, char mnemonic,
                             const char *action, const char *target);

/* document */
typedef struct
{
  const char *page;         /* (nullable): id */
  const IplPanel *enlarged; /* (nullable): enlarged panel of @page */
  int width, height;        /* 0 for any size */
  gboolean maximized;
  gboolean sidebar; /* TRUE if it is shown in a wide window */
} IplWindowLook;

IplWindowLook ipl_window_get_look (IplWindow *self);
void ipl_window_set_look (IplWindow *self, const IplWindowLook *look);
char *ipl_window_to_json (IplWindow *self, gboolean is_autosave);
gboolean ipl_window_load_json (IplWindow *self, const IplSessionFile *file, const char *folder,
                               gboolean is_autosave, GError **error);

/* search */
GPtrArray *ipl_window_list_findable (IplWindow *self);

/* session */
void ipl_window_save_session_then (IplWindow *self, GFunc then, gpointer data,
                                   GDestroyNotify destroy);
void ipl_window_open_session (IplWindow *self, const char *path);
void ipl_window_stop_opening_session (IplWindow *self);
