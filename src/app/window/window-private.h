/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/command.h"
#include "app/base/gtk-deprecated.h"
#include "app/find/finder.h"
#include "app/panels/scrubber.h"
#include "app/present/stage.h"
#include "app/sidebar/sidebar.h"
#include "app/window/window.h"
#include "core/sessions/session-file.h"

/* One concern of the window. The window is put together from a list of these; a part calls those
 * below it and what this header declares, never the window itself. */
typedef struct
{
  const IplCommand *commands; /* [n_commands] the commands of this part */
  guint n_commands;           /* how many */
  /* (nullable): follows what it is to react to, once the window is there */
  void (*set_up) (IplWindow *self);
  /* (nullable): enables what can be done now and shows what is so */
  void (*update) (IplWindow *self);
  /* (nullable): adds the shortcuts that do not come from @commands */
  void (*add_shortcuts) (GPtrArray *shortcuts);
} IplWindowPart;

/* One file each. */
extern const IplWindowPart ipl_window_open_part;    /* cases, networks and images that are read */
extern const IplWindowPart ipl_window_pages_part;   /* which page is shown */
extern const IplWindowPart ipl_window_claims_part;  /* the papers’ statements as views */
extern const IplWindowPart ipl_window_panels_part;  /* enlarging, copying, exporting panels */
extern const IplWindowPart ipl_window_session_part; /* the session as a file */
extern const IplWindowPart ipl_window_import_part;  /* files whose arrays have other names */
extern const IplWindowPart ipl_window_save_part; /* cases, results and networks that are written */
extern const IplWindowPart ipl_window_widths_part;        /* solving, the scrubber */
extern const IplWindowPart ipl_window_samples_part;       /* the sampled posterior */
extern const IplWindowPart ipl_window_curves_part;        /* what figures show, and of what */
extern const IplWindowPart ipl_window_keep_part;          /* before and after */
extern const IplWindowPart ipl_window_find_anything_part; /* anything by its name */
extern const IplWindowPart ipl_window_progress_part;      /* the progress bar, stopping */
extern const IplWindowPart ipl_window_training_part;      /* trained networks, heads, pruning */
extern const IplWindowPart ipl_window_present_part;       /* the story, and telling it */
extern const IplWindowPart ipl_window_files_part;         /* web pages, and the story as files */
extern const IplWindowPart ipl_window_exported_part;      /* files that have been written */
extern const IplWindowPart ipl_window_autosave_part;      /* the session saved each minute */
extern const IplWindowPart ipl_window_room_part; /* what is hidden first, and the way about */
extern const IplWindowPart ipl_window_help_part; /* help */
extern const IplWindowPart ipl_window_edit_part; /* parameters, undo, what is shown */

struct _IplWindow
{
  GtkApplicationWindow parent_instance;
  GtkBox *title_box; /* in which the header is ... */
  GtkWidget *header;
  GtkRevealer *edge_revealer; /* ... or in full screen in this */
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
  GtkRevealer *sidebar_revealer; /* in @beside, or above it in @overlay where there is no room */
  GtkBox *beside;
  GtkOverlay *overlay;
  gboolean sidebar_is_over;
  gboolean sidebar_shown[2]; /* beside the figures, and over them */
  IplSidebar *sidebar;
  IplMessageBar *info_bar;
  GtkImage *info_icon;
  GtkLabel *info_label;
  GtkWidget *info_help;
  GtkWidget *info_import; /* button for ... */
  char *import_path;      /* ... (nullable) the file that could not be opened */
  GtkWidget *info_file;   /* buttons for ... */
  char *info_path;        /* ... (nullable) the file that the bar tells of */
  char **opening_paths;   /* (nullable): files that are being opened */
  IplMessageBar *recovery_bar;
  GtkLabel *recovery_label;
  IplFinder *finder;
  GtkStack *pages;
  GMenu *case_menu;
  GMenu *main_menu_model;
  GMenu *export_menu;
  GMenu *page_menu_model;
  GMenu *page_menu; /* its section of pages */
  GMenu *stories_menu;
  GMenu *claims_menu;
  GMenu *recent_menu;
  GHashTable *grids;       /* the panels of each page, by its id */
  guint64 offered;         /* pages that have something to show, a bit each in their order */
  const char *wanted_page; /* (nullable): to be shown as soon as it is offered, with ... */
  const IplPanel *wanted_enlarged; /* ... (nullable) this enlarged */
  IplScrubber *scrubber;           /* of widths, in the place of which is ... */
  IplScrubber *time_scrubber;      /* ... that of time, where there is one */
  GtkLabel *status;
  GtkLabel *progress_label;
  IplSession *session;
  IplStage *stage;         /* (nullable): what is being presented, in the place of ... */
  GtkWidget *content;      /* (nullable): ... all that the window shows else */
  gboolean was_fullscreen; /* before */
  GtkWindow *stops_dialog; /* (nullable) */
  GtkWindow *help;         /* (nullable) */
  GtkWindow *examples;     /* (nullable) */
  GtkWidget *claim;        /* (nullable): the bubble of a claim, which points at ... */
  GtkWidget *claimed;      /* ... this, with a handler ... */
  gulong claimed_id;       /* ... for its unmapping */
  IplTarget told;          /* what the last claim selected */
  gboolean is_telling;     /* what is changed is a claim’s, and not touched by the user */
  const IplWindowPart *const *parts; /* NULL-terminated */
  gboolean button_stops;
  gboolean was_training;
  IplAutosave *autosave;
  gboolean is_autosaving;   /* in a thread */
  gboolean autosave_failed; /* and the user knows */
  guint autosave_timeout;
  gboolean is_saving;            /* the session, to its file */
  gpointer next_saving;          /* (nullable): what waits for that; private to window-session.c */
  GCancellable *opening_session; /* (nullable): while one is read */
  gboolean may_close;            /* the user has agreed to lose what is running */
  GtkWindow *question;           /* (nullable): the question whether it may be lost */
  int question_leaving;          /* an IplLeaving: what it is about */
  guint progress_timeout;
  guint say_timeout;
  gint64 said_usec;
  guint pulse_timeout;
  guint fold_id;
  guint focus_id;
  int allocated_width;
};

/* state */
void ipl_window_changed (IplWindow *self);
void ipl_window_update (IplWindow *self);
void ipl_window_update_status (IplWindow *self);
void ipl_window_take_turn (IplWindow *self);
void ipl_window_say_no_more (IplWindow *self);
void ipl_window_fold (IplWindow *self);
gboolean ipl_window_wants_sidebar (IplWindow *self);
void ipl_window_set_sidebar (IplWindow *self, gboolean shown);
void ipl_window_enable (IplWindow *self, const char *name, gboolean enabled);
void ipl_window_set_state (IplWindow *self, const char *name, GVariant *state);
void ipl_window_insert_item (GMenu *menu, int position, const char *title, char mnemonic,
                             const char *action, const char *target);

/* document */
typedef struct
{
  const char *page;         /* (nullable): id */
  const IplPanel *enlarged; /* (nullable): on that page */
  int width, height;        /* 0 for any size */
  gboolean maximized;
  gboolean sidebar; /* shown where there is room for it */
} IplWindowLook;

IplWindowLook ipl_window_get_look (IplWindow *self);
void ipl_window_set_look (IplWindow *self, const IplWindowLook *look);
char *ipl_window_to_document (IplWindow *self, gboolean is_autosave);
gboolean ipl_window_take_document (IplWindow *self, const IplSessionFile *file, const char *folder,
                                   gboolean is_autosave, GError **error);

/* what can be found */
GPtrArray *ipl_window_list_findable (IplWindow *self);

/* session */
void ipl_window_save_session_then (IplWindow *self, GFunc then, gpointer data,
                                   GDestroyNotify destroy);
void ipl_window_open_session (IplWindow *self, const char *path);
void ipl_window_stop_opening_session (IplWindow *self);
