/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "core/parameters/parameters-files.h"
#include "core/results/results-load.h"
#include "document/document.h"

/* How a running computation ends for a new request, as a grace period in milliseconds. While a
 * slider moves through many cases, some of them are shown. */
typedef enum
{
  IPL_AT_ONCE = 0,    /* its result is obsolete */
  IPL_GENTLY = 100,   /* its present solution is still shown, if complete in time */
  IPL_PATIENTLY = 600 /* the same, with time for making a case */
} IplGracePeriod;

/* Names of the runs started by a document. */
#define IPL_SOLVE "solve"
#define IPL_TRAIN "train"
#define IPL_HEADS "heads"
#define IPL_SEEDS "seeds"
#define IPL_MAP "map"
#define IPL_OPEN "open"
#define IPL_FILE "file"

extern const IplRun ipl_run_open;

/* A job of the document, with handlers in addition to ipl_document_start().
 * accept: (nullable): handles a result; else the newest is stored
 * ended: (nullable): called whenever the queue is empty
 * is_asked: (nullable): TRUE if the user waits for the run; else while it runs
 * describe_loss: (nullable): consequence of stopping it; else the run's own
 * stop: (nullable): stops the run for the user; else it is cancelled */
typedef struct
{
  const char *id;
  void (*accept) (IplDocument *self, gpointer result);
  void (*ended) (IplDocument *self);
  gboolean (*is_requested) (IplDocument *self);
  char *(*describe_loss) (IplDocument *self, gboolean ends);
  void (*stop) (IplDocument *self);
} IplDocumentJob;

typedef struct _IplDocumentSweep IplDocumentSweep; /* private to document-sweep.c */

/* Steps of undo and redo, newest first: document-edit.c. */
typedef struct
{
  GQueue undo, redo;
  char *tag;
  gint64 usec;
  gboolean is_dragging; /* all changes of a drag form a single undo step */
} IplDocumentHistory;

/* A state for undo and for saving: references to shared immutable values. */
typedef struct _IplDocumentContent
{
  const IplParameters *parameters;
  const IplStory *story;              /* (nullable): story of the document */
  const IplFigureStyle *figure_style; /* (nullable): figure style of the user */
} IplDocumentContent;

/* The saved state: session-save.c. */
typedef struct
{
  char *file;                   /* (nullable): file that it was saved to or opened from */
  char *stamp;                  /* (nullable): ipl_file_stamp() of it then */
  IplDocumentContent content;   /* as it was opened or saved */
  const IplStory *saved_story;  /* (nullable): the story as last saved to a file */
  guint computed, was_computed; /* number of requests that take long */
  gboolean was_unsaved;         /* the restored document had unsaved changes ... */
  gboolean brings_unsaved;      /* ... and is still being opened */
} IplDocumentSaved;

/* A file that is being read, and the shown file of results: document-open.c. */
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
} IplDocumentOpening;

/* The sampling plan: document-solve.c. */
typedef struct
{
  IplSamplingPlan plan; /* serial 0 without a request for draws */
  guint last;
  IplSamplingPlan restored_plan; /* plan to resume after opening the case; serial 0 for none */
} IplDocumentSampling;

/* The folder of draws and checkpoints. */
typedef struct
{
  const char *path;    /* (nullable), interned: prefix of the names of files of draws */
  const char *folder;  /* (nullable), interned: folder of checkpoints of experiments */
  const char *map;     /* (nullable), interned: the file of the map */
  gboolean brings_map; /* TRUE to read it after opening the case */
} IplDocumentStorage;

/* Heads and sequences: document-heads.c. */
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
} IplDocumentHeads;

/* The view of figures: document-view.c. */
typedef struct
{
  guint in_sight[32]; /* number of figures in sight for each bit of IplNeeds */
  guint first_tile;   /* rank by weight of the first pair of paths with a tile */
  /* cached views behind the present one, and their parameters: document-view.c */
  IplView *ghosts[IPL_VIEW_MOST_GHOSTS];
  const IplParameters *of_ghosts[IPL_VIEW_MOST_GHOSTS];
  guint n_ghosts;
  IplView view;
  gboolean has_view, is_current;
} IplDocumentShown;

struct _IplDocument
{
  GObject parent_instance;

  union
  {
    IplDocumentContent content;
    struct _IplDocumentContent;
  };
  const IplParameters *defaults;
  IplSelection *selection;
  GPtrArray *jobs; /* private to document-jobs.c */
  GQueue held;     /* results by their settings: document-result-cache.c */
  gboolean is_closed;
  gboolean has_solve_error; /* the present message is about the present parameters */
  gboolean solve_yields;    /* training stops the solver as soon as there is a solution */
  char *looked_at;          /* the network of the last requested learning curve */
  /* The scrubber rounds widths: its starting widths, until another control changes them. */
  IplSetting scrub_from, scrub_to;

  IplDocumentHistory history;
  IplDocumentSaved saved;
  IplDocumentOpening opening;
  IplDocumentSampling sampling;
  IplDocumentStorage storage;
  IplDocumentHeads heads;
  IplDocumentShown shown;
  /* (nullable): the mean over seeds restricted to the shown GP lines, indexed by their number */
  GPtrArray *seeds_with_lines;
  const IplSeedMean *lines_of; /* whose lines they are */
  IplDocumentSweep *sweep;     /* (nullable): the file of results that is open */
};

/* Declarations by file. A file calls only files before it. */

/* document-signals.c */
IplDocumentContent ipl_document_content_copy (const IplDocumentContent *self);
void ipl_document_content_clear (IplDocumentContent *self);
void ipl_document_report (IplDocument *self, const char *text, gboolean is_error);
void ipl_document_parameters_changed (IplDocument *self);
void ipl_document_results_changed (IplDocument *self);
void ipl_document_shown_changed (IplDocument *self);
void ipl_document_job_changed (IplDocument *self, const char *id);
void ipl_document_forget_stored (IplDocument *self);
void ipl_document_replace_story (IplDocument *self, const IplStory *story);
void ipl_document_replace_figure_style (IplDocument *self, const IplFigureStyle *style);
void ipl_document_is_as_saved (IplDocument *self);
gboolean ipl_document_has_saved_parameters (IplDocument *self);

void ipl_document_clear_ghosts (IplDocument *self);
void ipl_document_leave_case (IplDocument *self);
void ipl_document_forget_view (IplDocument *self);
guint ipl_document_get_needs (IplDocument *self);

void ipl_document_replace_file (IplDocument *self, const char *path, const char *stamp);

/* document-edit.c */
void ipl_document_remember (IplDocument *self, const char *tag);
void ipl_document_withdraw (IplDocument *self);
void ipl_document_forget_history (IplDocument *self);
void ipl_document_adopt (IplDocument *self, const IplParameters *parameters, gboolean begins);

/* document-jobs.c */
void ipl_document_add_job (IplDocument *self, const IplDocumentJob *job);
char *ipl_document_describe_progress (const IplJobStatus *status);
char *ipl_document_describe_jobs (IplDocument *self, gboolean ends);
void ipl_document_submit (IplDocument *self, const char *id, gpointer request, guint grace_ms);
void ipl_document_stop_job (IplDocument *self, const char *id);
void ipl_document_set_result (IplDocument *self, const char *id, gpointer result);
void ipl_document_close_jobs (IplDocument *self);

/* document-result-cache.c */
void ipl_document_hold (IplDocument *self, const char *id, const IplParameters *of,
                        gpointer result);
gpointer ipl_document_find_held (IplDocument *self, const char *id, const IplParameters *now);
void ipl_document_drop_held (IplDocument *self, const IplParameters *of);
void ipl_document_clear_held (IplDocument *self);
void ipl_document_held_is_saved (IplDocument *self, const IplParameters *parameters);
gboolean ipl_document_holds_unsaved (IplDocument *self, gboolean others);

/* document-dynamics.c */
gboolean ipl_document_is_computing (IplDocument *self);
char *ipl_document_describe_dynamics (IplDocument *self, const IplView *view);
char *ipl_document_get_checkpoint_path (IplDocument *self, const IplExperiment *experiment);
char *ipl_document_find_checkpoint (IplDocument *self, gboolean *is_given);

/* document-story.c */
void ipl_document_add_story_json (IplDocument *self, JsonBuilder *builder);
void ipl_document_read_story_json (IplDocument *self, JsonObject *object, IplParametersFile each,
                                   gpointer data);

/* document-solve.c */
void ipl_document_solve_opened (IplDocument *self, const IplParameters *parameters,
                                const char *network, gboolean fresh);
void ipl_document_solve_stored (IplDocument *self, const IplParameters *parameters,
                                const IplParameters *stored_as);
void ipl_document_solve (IplDocument *self, IplGracePeriod grace);
void ipl_document_request_shown (IplDocument *self);
void ipl_document_request_examples (IplDocument *self);
void ipl_document_sketch (IplDocument *self, const IplParameters *parameters);
void ipl_document_end_sampling (IplDocument *self);
guint ipl_document_get_most_draws (IplDocument *self);
void ipl_document_bring_draws_back (IplDocument *self);
gboolean ipl_document_stop_sampling (IplDocument *self);

/* document-json.c */
gboolean ipl_document_read_parameters (const char *json, IplParameters *parameters);
gboolean ipl_document_bring_back (IplDocument *self, const char *json, const char *results,
                                  IplParametersFile each, gpointer data, GError **error);

/* document-sweep.c */
void ipl_document_close_sweep (IplDocument *self);
void ipl_document_begin_results (IplDocument *self, IplResults *results,
                                 const IplParameters *parameters);
gboolean ipl_document_view_sweep (IplDocument *self, IplView *view);
void ipl_document_accept_seeds (IplDocument *self, gpointer result);
void ipl_document_accept_map (IplDocument *self, gpointer result);
void ipl_document_begin_map (IplDocument *self, IplMap *map);
void ipl_document_request_map (IplDocument *self);
void ipl_document_bring_map_back (IplDocument *self);

void ipl_document_stop_looking (IplDocument *self);
void ipl_document_accept_opened (IplDocument *self);
void ipl_document_abort_opening (IplDocument *self);
void ipl_document_accept_files (IplDocument *self, gpointer result);

/* document-open.c */
void ipl_document_open_stored (IplDocument *self, const char *path, const IplParameters *parameters,
                               const IplParameters *stored_as);

/* document-training.c */
void ipl_document_accept_training (IplDocument *self, gpointer result);
void ipl_document_follow_network (IplDocument *self);
void ipl_document_yield_solve (IplDocument *self, const IplSolveResult *solved);
char *ipl_document_describe_solving (IplDocument *self, gboolean ends);

/* document-heads.c */
void ipl_document_accept_heads (IplDocument *self, gpointer result);
void ipl_document_request_heads (IplDocument *self);
void ipl_document_put_heads_off (IplDocument *self);
void ipl_document_end_pruning (IplDocument *self);
void ipl_document_close_heads (IplDocument *self);
