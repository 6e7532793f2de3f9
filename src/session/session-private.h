/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "core/parameters/parameters-files.h"
#include "core/results/results-load.h"
#include "session/session.h"

/* How a running computation ends for a new request, as a grace period in milliseconds. While a
 * slider moves through many cases, some of them are shown. */
typedef enum
{
  IPL_AT_ONCE = 0,    /* its result is obsolete */
  IPL_GENTLY = 100,   /* its present solution is still shown, if complete in time */
  IPL_PATIENTLY = 600 /* the same, with time for making a case */
} IplGracePeriod;

/* Names of the runs started by a session. */
#define IPL_SOLVE "solve"
#define IPL_TRAIN "train"
#define IPL_HEADS "heads"
#define IPL_SEEDS "seeds"
#define IPL_MAP "map"
#define IPL_OPEN "open"
#define IPL_FILE "file"

extern const IplRun ipl_run_open;

/* A job of the session, with handlers in addition to ipl_session_start().
 * accept: (nullable): handles a result; else the newest is stored
 * ended: (nullable): called whenever the queue is empty
 * is_asked: (nullable): TRUE if the user waits for the run; else while it runs
 * describe_loss: (nullable): consequence of stopping it; else the run's own
 * stop: (nullable): stops the run for the user; else it is cancelled */
typedef struct
{
  const char *id;
  void (*accept) (IplSession *self, gpointer result);
  void (*ended) (IplSession *self);
  gboolean (*is_requested) (IplSession *self);
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
  gboolean is_dragging; /* all changes of a drag form a single undo step */
} IplSessionHistory;

/* A state for undo and for saving: references to shared immutable values. */
typedef struct _IplSessionContent
{
  const IplParameters *parameters;
  const IplStory *story;              /* (nullable): story of the session */
  const IplFigureStyle *figure_style; /* (nullable): figure style of the user */
} IplSessionContent;

/* The saved state: session-save.c. */
typedef struct
{
  char *file;                   /* (nullable): file that it was saved to or opened from */
  char *stamp;                  /* (nullable): ipl_file_stamp() of it then */
  IplSessionContent content;    /* as it was opened or saved */
  const IplStory *saved_story;  /* (nullable): the story as last saved to a file */
  guint computed, was_computed; /* number of requests that take long */
  gboolean was_unsaved;         /* the restored document had unsaved changes ... */
  gboolean brings_unsaved;      /* ... and is still being opened */
} IplSessionSaved;

/* A file that is being read, and the shown file of results: session-open.c. */
typedef struct
{
  char *looking;      /* (nullable): the file whose kind is being determined */
  char *label;        /* (nullable): the file being read, which will replace the present case */
  gboolean adds;      /* it only adds to the present one */
  gboolean unproven;  /* an example without a result; undo returns to a case with one */
  gboolean over;      /* opening adds a step of undo, since a result is shown */
  gboolean failed;    /* the message is about a file that could not be opened */
  gboolean file;      /* the saved file is being opened */
  guint n_cases;      /* number of replaced cases so far */
  char *stored;       /* (nullable): the file of results shown without computation */
  IplTarget selected; /* selection after reading the file */
  const IplParameters *stored_then; /* (nullable): parameters to request after opening it */
} IplSessionOpening;

/* The sampling plan: session-solve.c. */
typedef struct
{
  IplSamplingPlan plan; /* serial 0 without a request for draws */
  guint last;
  IplSamplingPlan restored_plan; /* plan to resume after opening the case; serial 0 for none */
} IplSessionSampling;

/* The folder of draws and checkpoints. */
typedef struct
{
  const char *path;    /* (nullable), interned: prefix of the names of files of draws */
  const char *folder;  /* (nullable), interned: folder of checkpoints of experiments */
  const char *map;     /* (nullable), interned: the file of the map */
  gboolean brings_map; /* TRUE to read it after opening the case */
} IplSessionStorage;

/* Heads and sequences: session-heads.c. */
typedef struct
{
  guint shown; /* figures of heads that are in sight */
  guint timeout;
  gint64 requested_usec; /* the request that it was set for */
  gboolean put_off;      /* scores are deferred while a network is trained */
  guint prune;           /* serial of the active request for fine-tuned networks, else 0 */
  guint last_prune;
  const IplParameters *of; /* (nullable): parameters of the last computed heads (a reference) */
  guint test;              /* index of the shown test set */
  gsize first;             /* of the gallery */
  int pruned;              /* the point chosen on the pruning curve, or -1 */
} IplSessionHeads;

/* The view of figures: session-view.c. */
typedef struct
{
  guint in_sight[32]; /* number of figures in sight for each bit of IplNeeds */
  guint first_tile;   /* rank by weight of the first pair of paths with a tile */
  /* cached views behind the present one, and their parameters: session-view.c */
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
  GQueue held;     /* results by their settings: session-result-cache.c */
  gboolean is_closed;
  gboolean has_solve_error; /* the present message is about the present parameters */
  gboolean solve_yields;    /* training stops the solver as soon as there is a solution */
  char *looked_at;          /* the network of the last requested learning curve */
  /* The scrubber rounds widths: its starting widths, until another control changes them. */
  IplSetting scrub_from, scrub_to;

  IplSessionHistory history;
  IplSessionSaved saved;
  IplSessionOpening opening;
  IplSessionSampling sampling;
  IplSessionStorage storage;
  IplSessionHeads heads;
  IplSessionShown shown;
  /* (nullable): the mean over seeds restricted to the shown GP lines, indexed by their number */
  GPtrArray *seeds_with_lines;
  const IplSeedMean *lines_of; /* whose lines they are */
  IplSessionSweep *sweep;      /* (nullable): the file of results that is open */
};

/* Declarations by file. A file calls only files before it. */

/* session-signals.c */
IplSessionContent ipl_session_content_copy (const IplSessionContent *self);
void ipl_session_content_clear (IplSessionContent *self);
void ipl_session_report (IplSession *self, const char *text, gboolean is_error);
void ipl_session_parameters_changed (IplSession *self);
void ipl_session_results_changed (IplSession *self);
void ipl_session_shown_changed (IplSession *self);
void ipl_session_job_changed (IplSession *self, const char *id);
void ipl_session_forget_stored (IplSession *self);
void ipl_session_replace_story (IplSession *self, const IplStory *story);
void ipl_session_replace_figure_style (IplSession *self, const IplFigureStyle *style);
void ipl_session_is_as_saved (IplSession *self);
gboolean ipl_session_has_saved_parameters (IplSession *self);

void ipl_session_clear_ghosts (IplSession *self);
void ipl_session_leave_case (IplSession *self);
void ipl_session_forget_view (IplSession *self);
guint ipl_session_get_needs (IplSession *self);

void ipl_session_replace_file (IplSession *self, const char *path, const char *stamp);

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
void ipl_session_stop_job (IplSession *self, const char *id);
void ipl_session_set_result (IplSession *self, const char *id, gpointer result);
void ipl_session_close_jobs (IplSession *self);

/* session-result-cache.c */
void ipl_session_hold (IplSession *self, const char *id, const IplParameters *of, gpointer result);
gpointer ipl_session_find_held (IplSession *self, const char *id, const IplParameters *now);
void ipl_session_drop_held (IplSession *self, const IplParameters *of);
void ipl_session_clear_held (IplSession *self);
void ipl_session_held_is_saved (IplSession *self, const IplParameters *parameters);
gboolean ipl_session_holds_unsaved (IplSession *self, gboolean others);

/* session-dynamics.c */
gboolean ipl_session_is_computing (IplSession *self);
char *ipl_session_describe_dynamics (IplSession *self, const IplView *view);
char *ipl_session_get_checkpoint_path (IplSession *self, const IplExperiment *experiment);
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
void ipl_session_solve (IplSession *self, IplGracePeriod grace);
void ipl_session_request_shown (IplSession *self);
void ipl_session_request_examples (IplSession *self);
void ipl_session_sketch (IplSession *self, const IplParameters *parameters);
void ipl_session_end_sampling (IplSession *self);
guint ipl_session_get_most_draws (IplSession *self);
void ipl_session_bring_draws_back (IplSession *self);
gboolean ipl_session_stop_sampling (IplSession *self);

/* session-json.c */
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
void ipl_session_request_map (IplSession *self);
void ipl_session_bring_map_back (IplSession *self);

void ipl_session_stop_looking (IplSession *self);
void ipl_session_accept_opened (IplSession *self);
void ipl_session_abort_opening (IplSession *self);
void ipl_session_accept_files (IplSession *self, gpointer result);

/* session-open.c */
void ipl_session_open_stored (IplSession *self, const char *path, const IplParameters *parameters,
                              const IplParameters *stored_as);

/* session-training.c */
void ipl_session_accept_training (IplSession *self, gpointer result);
void ipl_session_follow_network (IplSession *self);
void ipl_session_yield_solve (IplSession *self, const IplSolveResult *solved);
char *ipl_session_describe_solving (IplSession *self, gboolean ends);

/* session-heads.c */
void ipl_session_accept_heads (IplSession *self, gpointer result);
void ipl_session_request_heads (IplSession *self);
void ipl_session_put_heads_off (IplSession *self);
void ipl_session_end_pruning (IplSession *self);
void ipl_session_close_heads (IplSession *self);
