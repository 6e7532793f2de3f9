/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "core/parameters/parameters-files.h"
#include "core/results/results-load.h"
#include "session/session.h"

G_BEGIN_DECLS

/* What becomes of the computation that runs when another is asked for, in milliseconds of grace. A
 * slider dragged through many cases shows one every now and then. */
typedef enum
{
  IPL_AT_ONCE = 0,    /* it is of no use any more */
  IPL_GENTLY = 100,   /* the solution it is at is still shown, if it comes soon */
  IPL_PATIENTLY = 600 /* the same with the time that making a case takes */
} IplHaste;

/* The names of the runs that a session starts itself. */
#define IPL_SOLVE "solve"
#define IPL_TRAIN "train"
#define IPL_HEADS "heads"
#define IPL_SEEDS "seeds"
#define IPL_WATCH "watch"
#define IPL_COMPARE "compare"

/* Decides what becomes of a new result, which is kept by ipl_session_keep_result(). */
typedef void (*IplSessionAccept) (IplSession *self, gpointer result);

typedef struct _IplSessionSweep IplSessionSweep; /* private to session-sweep.c */

struct _IplSession
{
  GObject parent_instance;

  const IplParameters *parameters; /* as all below, shared with requests and results */
  const IplParameters *defaults;
  IplSelection *selection;

  GPtrArray *jobs; /* private to session-jobs.c */
  gboolean is_closed;

  /* The scrubber rounds widths: where it set out from, as long as nothing else moves them. */
  IplSetting scrub_from, scrub_to;

  const IplStory *story;      /* (nullable): what is told of it */
  const IplStory *kept_story; /* (nullable): as it is in a file */

  const IplFigureStyle *figure_style; /* (nullable): what somebody chose of how figures look */
  const IplFigureStyle *saved_figure_style; /* (nullable): as it was opened or saved */

  GPtrArray *log;       /* of IplRunLogEntry */
  gconstpointer logged; /* the draws, or the result, last written there; not to be looked at */

  char *file;                            /* (nullable): that it was saved in or opened from */
  const IplParameters *saved_parameters; /* as they were opened or saved */
  const IplStory *saved_story;           /* (nullable) */
  guint computed, saved_computed;        /* times that something was asked for that takes long */
  gboolean was_unsaved;                  /* before it was brought back ... */
  gboolean brings_unsaved;               /* ... which it still is */

  GQueue undo; /* of steps, newest first: private to session-history.c */
  GQueue redo;
  char *undo_tag;
  gint64 undo_time;
  gboolean is_dragging; /* what a drag changes is one step of undo, however long it takes */

  char *opening;         /* the file that is being read, to take the place of the present case */
  gboolean opening_adds; /* it only adds to the present one */
  gboolean opening_over; /* something is shown, which undo goes back to */
  gboolean opening_file; /* and it is what @file is made from */
  char *stored;          /* (nullable): the file of results that is shown, not computed */
  const IplParameters *stored_then; /* (nullable): what is asked for when it has been opened */
  gint64 measured_usec;             /* the request last measured */
  gboolean has_solve_error;         /* the message shown is about the present parameters */
  gboolean solve_yields; /* to a network that is trained, as soon as there is a solution */

  IplSamplingPlan plan; /* serial 0 where nothing is to be drawn */
  guint last_plan;

  const char *keep_path;        /* (nullable), interned: what names of files of draws begin with */
  IplSamplingPlan brought_back; /* serial 0, or what is to be drawn when the case has been opened */
  guint keep_seconds;           /* how often what is trained and drawn is kept */
  const char *keep_folder;      /* (nullable), interned: where experiments keep what takes long */
  const IplParameters *predicted_for; /* whose run is predicted below, or NULL */
  double predicted_seconds;
  double predicted_bytes;
  char *looked_at; /* the network whose learning curve was asked for last */

  guint first_tile;     /* of the pairs of paths by weight that has a tile */
  guint cards_shown;    /* figures of the task's card that are in sight */
  guint kernels_shown;  /* figures of the kernels that are in sight */
  gboolean has_vectors; /* whether one of their eigenvectors has been pointed at */

  guint heads_shown; /* figures of heads that are in sight */
  guint heads_timeout;
  gint64 heads_asked_usec; /* the request that it was set for */
  gboolean heads_put_off;  /* a network is trained: only sequences were looked at */
  guint prune; /* the request for fine-tuned networks that is being carried out, else 0 */
  guint last_prune;
  guint test;  /* which test set is shown */
  gsize first; /* of the gallery */
  int pruned;  /* the point chosen on the pruning curve, or -1 */

  const IplParameters *compared;       /* (nullable): another case that is drawn beside this one */
  const char *compared_name;           /* (nullable), interned */
  const IplParameters *saved_compared; /* (nullable): as it was opened or saved */
  const IplParameters *compared_asked; /* (nullable): what was last asked to be solved of it */
  gconstpointer compared_made; /* what @compared was when its case was made; not to be looked at */
  gboolean compared_kernels;   /* whether its kernels were asked for too */
  IplView compared_view;       /* what figures show of it */
  GCancellable *comparing;     /* (nullable): while its file is being read */

  IplSessionSweep *sweep; /* (nullable): the folder that is watched */
};

/* The files below in this order: each calls those before it only. */

/* session-state.c */
void ipl_session_tell (IplSession *self, const char *text, gboolean is_error);
void ipl_session_parameters_changed (IplSession *self);
void ipl_session_results_changed (IplSession *self);
void ipl_session_shown_changed (IplSession *self);
void ipl_session_job_changed (IplSession *self, const char *id);
void ipl_session_set_defaults (IplSession *self, const IplParameters *defaults);
void ipl_session_forget_stored (IplSession *self);
void ipl_session_take_story (IplSession *self, const IplStory *story);
void ipl_session_take_figure_style (IplSession *self, const IplFigureStyle *style);
void ipl_session_is_as_saved (IplSession *self);

/* session-history.c */
void ipl_session_remember (IplSession *self, const char *tag);
void ipl_session_forget_history (IplSession *self);
const IplParameters *ipl_session_take_step (IplSession *self, gboolean back);

/* session-jobs.c */
void ipl_session_add_job (IplSession *self, const char *id, IplSessionAccept accept,
                          void (*ended) (IplSession *self));
void ipl_session_submit (IplSession *self, const char *id, gpointer request, guint grace_ms);
void ipl_session_cancel_job (IplSession *self, const char *id);
void ipl_session_end_job (IplSession *self, const char *id);
void ipl_session_stop_job (IplSession *self, const char *id);
void ipl_session_keep_result (IplSession *self, const char *id, gpointer result);
void ipl_session_close_jobs (IplSession *self);
void ipl_session_free_results (IplSession *self);

double ipl_session_get_seconds (IplSession *self, const char *id);

/* session-checkpoint.c */
char *ipl_session_own_checkpoint (IplSession *self, const IplExperiment *experiment);
char *ipl_session_find_checkpoint (IplSession *self, gboolean *is_given);

/* session-log.c */
void ipl_session_log (IplSession *self, const char *what, const char *id, char *title,
                      char *command, gboolean is_whole, const char *note);
void ipl_session_log_trained (IplSession *self, const IplTrainResult *result);
void ipl_session_log_pruned (IplSession *self);
void ipl_session_log_seeds (IplSession *self, guint n);

/* session-story.c */
void ipl_session_add_story_json (IplSession *self, JsonBuilder *builder);
void ipl_session_read_story_json (IplSession *self, JsonObject *object, IplParametersFile each,
                                  gpointer data);

/* session-figure-style.c */
void ipl_session_add_style_json (IplSession *self, JsonBuilder *builder);
void ipl_session_read_style_json (IplSession *self, JsonObject *object);

/* session-compare.c */
void ipl_session_follow_compared (IplSession *self);
void ipl_session_accept_compared (IplSession *self, gpointer result);
void ipl_session_view_compared (IplSession *self, IplView *view);
void ipl_session_cancel_comparing (IplSession *self);
void ipl_session_bring_compared_back (IplSession *self, const IplParameters *parameters,
                                      const char *name);

/* session-solve.c */
void ipl_session_solve_opened (IplSession *self, const IplParameters *parameters,
                               const char *network);
void ipl_session_solve_stored (IplSession *self, const IplParameters *parameters,
                               const IplParameters *stored_as);
void ipl_session_solve (IplSession *self, IplHaste haste);
void ipl_session_sketch (IplSession *self, const IplParameters *parameters);
void ipl_session_end_sampling (IplSession *self);
guint ipl_session_get_most_draws (IplSession *self);
void ipl_session_bring_draws_back (IplSession *self);
gboolean ipl_session_stop_sampling (IplSession *self);

/* session-kernels.c */
void ipl_session_follow_component (IplSession *self);

/* session-card.c */
void ipl_session_ask_card (IplSession *self);
void ipl_session_show_card (IplSession *self, gboolean shown);

/* session-edit.c */
void ipl_session_adopt (IplSession *self, const IplParameters *parameters, gboolean begins);

/* session-dynamics.c */
gboolean ipl_session_is_computing (IplSession *self);
char *ipl_session_describe_own (IplSession *self, const IplView *view);

/* session-document.c */
gboolean ipl_session_bring_back (IplSession *self, const char *json, const char *results,
                                 IplParametersFile each, gpointer data, GError **error);

/* session-sweep.c */
void ipl_session_close_sweep (IplSession *self);
void ipl_session_begin_sweep (IplSession *self, const char *folder,
                              const IplParameters *parameters);
void ipl_session_begin_results (IplSession *self, IplResults *results,
                                const IplParameters *parameters);
void ipl_session_accept_watch (IplSession *self, gpointer result);
gboolean ipl_session_view_sweep (IplSession *self, IplView *view);

/* session-seeds.c */
void ipl_session_accept_seeds (IplSession *self, gpointer result);

/* session-open.c */
void ipl_session_refuse (IplSession *self, const char *why);
void ipl_session_accept_opened (IplSession *self);
void ipl_session_give_up_opening (IplSession *self);
void ipl_session_begin_opening (IplSession *self, const char *label, gboolean adds);

/* session-open-stored.c */
void ipl_session_open_stored (IplSession *self, const char *path, const IplParameters *parameters,
                              const IplParameters *stored_as);

/* session-training.c */
void ipl_session_accept_training (IplSession *self, gpointer result);
void ipl_session_follow_network (IplSession *self);
void ipl_session_let_solve_yield (IplSession *self, const IplSolveResult *solved);

/* session-heads.c */
void ipl_session_accept_heads (IplSession *self, gpointer result);
void ipl_session_ask_heads (IplSession *self);
void ipl_session_show_heads (IplSession *self, gboolean shown);
void ipl_session_put_heads_off (IplSession *self);
void ipl_session_end_pruning (IplSession *self);

G_END_DECLS
