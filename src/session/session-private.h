/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "core/parameters/parameters-files.h"
#include "core/results/results-load.h"
#include "session/session.h"

/* How a running computation ends when another is asked for, in milliseconds of grace. A
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
#define IPL_MAP "map"
#define IPL_OPEN "open"
#define IPL_FILE "file"

extern const IplRun ipl_run_open;

/* A job of the session, beyond what ipl_session_start() gives.
 * accept: (nullable): what becomes of its results; else the newest is kept
 * ended: (nullable): called whenever there is no more to do
 * is_asked: (nullable): whether the user waits for what runs; else whenever it runs
 * describe_loss: (nullable): what is lost when it is stopped, or the session @ends; else as the run
 *   says
 * stop: (nullable): ends what runs for the user; else it is cancelled */
typedef struct
{
  const char *id;
  void (*accept) (IplSession *self, gpointer result);
  void (*ended) (IplSession *self);
  gboolean (*is_asked) (IplSession *self);
  char *(*describe_loss) (IplSession *self, gboolean ends);
  void (*stop) (IplSession *self);
} IplSessionJob;

typedef struct _IplSessionSweep IplSessionSweep; /* private to session-sweep.c */

/* Steps of undo and redo, newest first: session-edit.c. */
typedef struct
{
  GQueue undo, redo;
  char *tag;
  gint64 usec;
  gboolean is_dragging; /* what a drag changes is one step of undo, however long it takes */
} IplSessionHistory;

/* A state for undo and for saving: references to what is never changed once it is shared. */
typedef struct _IplSessionContent
{
  const IplParameters *parameters;
  const IplStory *story;              /* (nullable): what is informed of it */
  const IplFigureStyle *figure_style; /* (nullable): what the user chose of how figures look */
} IplSessionContent;

/* The saved state: session-save.c. */
typedef struct
{
  char *file;                   /* (nullable): that it was saved in or opened from */
  char *stamp;                  /* (nullable): ipl_file_stamp() of it then */
  IplSessionContent content;    /* as it was opened or saved */
  const IplStory *kept_story;   /* (nullable): the story as last saved to a file */
  guint computed, was_computed; /* times that something was asked for that takes long */
  gboolean was_unsaved;         /* before it was restored ... */
  gboolean brings_unsaved;      /* ... which it still is */
} IplSessionSaved;

/* A file that is being read, and a file of results that is shown: session-open.c. */
typedef struct
{
  char *looking; /* (nullable): the file of which it is being found what it is */
  char *label; /* (nullable): the file that is being read, to take the place of the present case */
  gboolean adds;      /* it only adds to the present one */
  gboolean unproven;  /* an example has no result yet, and undo leads to a case that has */
  gboolean over;      /* something is shown, which undo goes back to */
  gboolean file;      /* and it is what the saved file is made from */
  guint n_cases;      /* cases that took the place of another one so far */
  char *stored;       /* (nullable): the file of results that is shown, not computed */
  IplTarget selected; /* what is selected once the file has been read */
  const IplParameters *stored_then; /* (nullable): what is asked for when it has been opened */
} IplSessionOpening;

/* The sampling plan: session-solve.c. */
typedef struct
{
  IplSamplingPlan plan; /* serial 0 where nothing is to be drawn */
  guint last;
  IplSamplingPlan brought_back; /* serial 0, or what is to be drawn when the case has been opened */
} IplSessionSampling;

/* The folder of draws and checkpoints. */
typedef struct
{
  const char *path;    /* (nullable), interned: what names of files of draws begin with */
  const char *folder;  /* (nullable), interned: where experiments keep what takes long */
  const char *map;     /* (nullable), interned: the file of the map */
  gboolean brings_map; /* whether it is read when the case has been opened */
} IplSessionKeeping;

/* Heads and sequences: session-heads.c. */
typedef struct
{
  guint shown; /* figures of heads that are in sight */
  guint timeout;
  gint64 asked_usec; /* the request that it was set for */
  gboolean put_off;  /* a network is trained: only sequences were looked at */
  guint prune;       /* the request for fine-tuned networks that is being carried out, else 0 */
  guint last_prune;
  const IplParameters *of; /* (nullable): what was looked at last is of these (a reference) */
  guint test;              /* which test set is shown */
  gsize first;             /* of the gallery */
  int pruned;              /* the point chosen on the pruning curve, or -1 */
} IplSessionHeads;

/* The view of figures: session-view.c. */
typedef struct
{
  guint in_sight[32]; /* figures in sight, by the bit of what they need */
  guint first_tile;   /* of the pairs of paths by weight that has a tile */
  /* cached views that are drawn behind the present one, and their parameters: session-view.c */
  IplView *ghosts[IPL_VIEW_MOST_GHOSTS];
  const IplParameters *of_ghosts[IPL_VIEW_MOST_GHOSTS];
  guint n_ghosts;
  IplView view;
  gboolean has_view, is_current;
} IplSessionShown;

struct _IplSession
{
  GObject parent_instance;

  union
  {
    IplSessionContent content;
    struct _IplSessionContent;
  };
  const IplParameters *defaults;
  IplSelection *selection;
  GPtrArray *jobs; /* private to session-jobs.c */
  GQueue held;     /* results by their settings: session-held.c */
  gboolean is_closed;
  gboolean has_solve_error; /* the message shown is about the present parameters */
  gboolean solve_yields;    /* to a network that is trained, as soon as there is a solution */
  char *looked_at;          /* the network whose learning curve was asked for last */
  /* The scrubber rounds widths: where it set out from, as long as nothing else moves them. */
  IplSetting scrub_from, scrub_to;

  IplSessionHistory history;
  IplSessionSaved saved;
  IplSessionOpening opening;
  IplSessionSampling sampling;
  IplSessionKeeping keeping;
  IplSessionHeads heads;
  IplSessionShown shown;
  /* (nullable): the mean over seeds with as many of its GP lines as are drawn now, by their number
   */
  GPtrArray *seeds_with_lines;
  const IplSeedMean *lines_of; /* whose lines they are */
  IplSessionSweep *sweep;      /* (nullable): the file of results that is open */
};

/* The files below in this order: each calls those before it only. */

/* session-state.c */
IplSessionContent ipl_session_content_copy (const IplSessionContent *self);
void ipl_session_content_clear (IplSessionContent *self);
void ipl_session_tell (IplSession *self, const char *text, gboolean is_error);
void ipl_session_parameters_changed (IplSession *self);
void ipl_session_results_changed (IplSession *self);
void ipl_session_shown_changed (IplSession *self);
void ipl_session_job_changed (IplSession *self, const char *id);
void ipl_session_forget_stored (IplSession *self);
void ipl_session_take_story (IplSession *self, const IplStory *story);
void ipl_session_take_figure_style (IplSession *self, const IplFigureStyle *style);
void ipl_session_is_as_saved (IplSession *self);

void ipl_session_clear_ghosts (IplSession *self);
void ipl_session_leave_case (IplSession *self);
void ipl_session_forget_view (IplSession *self);
guint ipl_session_get_needs (IplSession *self);

void ipl_session_take_file (IplSession *self, const char *path, const char *stamp);

/* session-edit.c */
void ipl_session_remember (IplSession *self, const char *tag);
void ipl_session_withdraw (IplSession *self);
void ipl_session_forget_history (IplSession *self);
void ipl_session_adopt (IplSession *self, const IplParameters *parameters, gboolean begins);

/* session-jobs.c */
void ipl_session_add_job (IplSession *self, const IplSessionJob *job);
char *ipl_session_describe_progress (const IplJobStatus *status);
char *ipl_session_describe_jobs (IplSession *self, gboolean ends);
void ipl_session_submit (IplSession *self, const char *id, gpointer request, guint grace_ms);
void ipl_session_cancel_job (IplSession *self, const char *id);
void ipl_session_stop_job (IplSession *self, const char *id);
void ipl_session_keep_result (IplSession *self, const char *id, gpointer result);
void ipl_session_close_jobs (IplSession *self);

/* session-held.c */
void ipl_session_hold (IplSession *self, const char *id, const IplParameters *of, gpointer result);
gpointer ipl_session_find_held (IplSession *self, const char *id, const IplParameters *now);
void ipl_session_let_go_of_held (IplSession *self, const IplParameters *of);
void ipl_session_clear_held (IplSession *self);
void ipl_session_held_is_saved (IplSession *self, const IplParameters *parameters);
gboolean ipl_session_holds_unsaved (IplSession *self, gboolean others);

/* session-dynamics.c */
gboolean ipl_session_is_computing (IplSession *self);
char *ipl_session_describe_own (IplSession *self, const IplView *view);
char *ipl_session_own_checkpoint (IplSession *self, const IplExperiment *experiment);
char *ipl_session_find_checkpoint (IplSession *self, gboolean *is_given);

/* session-story.c */
void ipl_session_add_story_json (IplSession *self, JsonBuilder *builder);
void ipl_session_read_story_json (IplSession *self, JsonObject *object, IplParametersFile each,
                                  gpointer data);

/* session-solve.c */
void ipl_session_solve_opened (IplSession *self, const IplParameters *parameters,
                               const char *network, gboolean fresh);
void ipl_session_solve_stored (IplSession *self, const IplParameters *parameters,
                               const IplParameters *stored_as);
void ipl_session_solve (IplSession *self, IplHaste haste);
void ipl_session_ask_shown (IplSession *self);
void ipl_session_ask_examples (IplSession *self);
void ipl_session_sketch (IplSession *self, const IplParameters *parameters);
void ipl_session_end_sampling (IplSession *self);
guint ipl_session_get_most_draws (IplSession *self);
void ipl_session_bring_draws_back (IplSession *self);
gboolean ipl_session_stop_sampling (IplSession *self);

/* session-document.c */
gboolean ipl_session_read_parameters (const char *json, IplParameters *parameters);
gboolean ipl_session_bring_back (IplSession *self, const char *json, const char *results,
                                 IplParametersFile each, gpointer data, GError **error);

/* session-sweep.c */
void ipl_session_close_sweep (IplSession *self);
void ipl_session_begin_results (IplSession *self, IplResults *results,
                                const IplParameters *parameters);
gboolean ipl_session_view_sweep (IplSession *self, IplView *view);
void ipl_session_accept_seeds (IplSession *self, gpointer result);
void ipl_session_accept_map (IplSession *self, gpointer result);
void ipl_session_begin_map (IplSession *self, IplMap *map);
void ipl_session_ask_map (IplSession *self);
void ipl_session_bring_map_back (IplSession *self);

void ipl_session_stop_looking (IplSession *self);
void ipl_session_accept_opened (IplSession *self);
void ipl_session_give_up_opening (IplSession *self);
void ipl_session_accept_files (IplSession *self, gpointer result);

/* session-open.c */
void ipl_session_open_stored (IplSession *self, const char *path, const IplParameters *parameters,
                              const IplParameters *stored_as);

/* session-training.c */
void ipl_session_accept_training (IplSession *self, gpointer result);
void ipl_session_follow_network (IplSession *self);
void ipl_session_let_solve_yield (IplSession *self, const IplSolveResult *solved);
char *ipl_session_describe_solving (IplSession *self, gboolean ends);

/* session-heads.c */
void ipl_session_accept_heads (IplSession *self, gpointer result);
void ipl_session_ask_heads (IplSession *self);
void ipl_session_put_heads_off (IplSession *self);
void ipl_session_end_pruning (IplSession *self);
void ipl_session_close_heads (IplSession *self);
