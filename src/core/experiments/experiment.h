/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters, and the functions that make a case of them. */
#pragma once

#include "core/case/example-cases.h"
#include "core/case/setting.h"
#include "core/experiments/experiment-result.h"
#include "core/fields/display.h"
#include "core/results/trajectory-results.h"
#include "core/experiments/training.h"

#define IPL_MAX_LIST 64 /* widths, temperatures or variance sets in one sweep */

#define IPL_MAX_SEEDS 10000 /* of one mean */

/* How much can be asked of the sampler. */
#define IPL_MAX_CHAINS 64
#define IPL_MIN_WARMUP 20
#define IPL_MIN_DRAWS 8
#define IPL_MAX_DRAWS 1000000 /* and warm-up transitions */

/* Room for an experiment's own parameters, in bytes. */
#define IPL_PARAMETERS_OWN 1024

/* One set of widths of the sweep. */
typedef struct
{
  guint N[IPL_MAX_LAYERS + 1]; /* [L + 1] widths N_1 .. N_L, N_a */
  /* whether this is the infinite-width Gaussian-process limit; @N is not read then */
  gboolean gp;
} IplWidths;

/* Everything a user can change, as plain values: copied by assignment, compared with
 * ipl_parameters_equal(), written to JSON and read back. The window and the command line fill the
 * same struct. What only its experiment knows is in it too, reached by ipl_parameters_get_own(). */
typedef struct
{
  const IplExperiment *experiment; /* what makes the case, a row of ipl_experiments() */
  /* the setting at the scrubber; its number of layers, temperature and variances are those of
   * all rows */
  IplSetting current;
  guint n_widths;                 /* number of widths in the sweep */
  IplWidths widths[IPL_MAX_LIST]; /* [n_widths] the widths */
  /* number of @temperatures; none where each width is solved at @current's alone */
  guint n_temperatures;
  /* [n_temperatures] temperatures of which each width takes the best */
  double temperatures[IPL_MAX_LIST];
  /* the order of the pruning curve on which a point is chosen, interned: "score", "reverse" or
   * "entropy" */
  const char *removal_order;
  guint random_orders; /* random orders of the pruning curve */
  /* training steps after each removal of the pruning curve, 0 for none */
  guint fine_tune_steps;
  guint sampler_chains;     /* chains that sample the posterior */
  guint warmup;             /* warm-up transitions of each chain */
  guint draws;              /* draws of each chain */
  double target_acceptance; /* mean acceptance to which the step size of the sampler adapts */
  /* how chains are moved, interned: one of ipl_posterior_method_names */
  const char *sampler_method;
  /* subsets of paths whose GP limits are shown in addition to the case's, interned, as for
   * ipl_path_subsets_parse() */
  const char *gp_paths;
  guint n_seeds; /* seeds, from 1 on, over which the mean of the curves is taken */
  /* the moment of a trajectory at the scrubber; negative for its end */
  double shown_time;
  IplDisplay display; /* how figures show what there is */
  /* the axes of the map that is asked for, interned, as "N=10,20"; empty where none is, the second
   * of a curve too */
  const char *map_axis_x, *map_axis_y;
  const char *map_seeds; /* its seeds, interned, as "1-8"; empty for the one of the case */
  /*< private >*/
  union
  {
    guint8 bytes[IPL_PARAMETERS_OWN];
    guint64 integer;
    double real;
    gpointer pointer;
  } own;
} IplParameters;

G_STATIC_ASSERT (sizeof (IplParameters) < 8192);

/* The experiment's own parameters: its struct, which only its own files and editors know. */
static inline gconstpointer
ipl_parameters_get_own (const IplParameters *self)
{
  return self->own.bytes;
}

static inline gpointer
ipl_parameters_edit_own (IplParameters *self)
{
  return self->own.bytes;
}

/* How an experiment computes a result of its own kind, on whatever thread. The functions may be
 * called from that thread only. */
typedef struct
{
  guint threads;             /* how many there are */
  GCancellable *cancellable; /* gives up: an error, and no result */
  /* (nullable): stops and keeps: what there is so far is the result, and not complete */
  GCancellable *stop;
  /* (nullable): an earlier result of this experiment, to go on from where it serves */
  IplExperimentResult *before;
  /* (nullable): the checkpoint of a long run, from which it resumes if it exists */
  const char *checkpoint;
  /* whether that file is the program's own: one of another run, or a damaged one, is replaced. Else
   * it is the user's, and an error */
  gboolean own_checkpoint;
  /* reports progress, as a fraction in [0, 1] or negative if unknown, with the remaining
   * seconds, negative if unknown, and (nullable) a sentence */
  void (*progress) (double fraction, double seconds_left, const char *sentence, gpointer data);
  /* (nullable): shows (transfer full) the result so far; a few times a second at most */
  void (*show) (IplExperimentResult *so_far, gpointer data);
  gpointer data; /* given to both */
} IplExperimentRun;

/* How the work of an experiment falls into parts that machines compute apart. The result of a part
 * has the arrays of the whole, NaN in the places of others. */
typedef struct
{
  guint (*count) (gconstpointer own);
  /* asks for one of them alone, from 1 */
  void (*choose) (gpointer own, guint part);
} IplExperimentParts;

/* One experiment, exported by its own file and listed in experiment-table.c. */
struct _IplExperiment
{
  const char *id;    /* name on the command line and in documents ("hmc4", "glyphs", "file", ..) */
  const char *title; /* name in the window */
  const char *about; /* one line about a built-in one, without a full stop */
  IplExampleFamily family; /* where a built-in one is listed */
  /* (nullable): id of the window's page that shows what there is to see first; %NULL for the one
   * that is shown */
  const char *page;
  gboolean generated; /* whether the case comes from the parameters (else from a file) */
  gboolean built_in;  /* whether the parameters alone make it, without any file */
  /* what is being done while the case is made, "Generating the case" */
  const char *progress;
  /* its own struct, which begins the parameters of every function that takes @own, and the tables
   * of its fields: IPL_OWN() */
  gsize own_size;
  guint n_groups;
  const IplFieldGroup *groups; /* [n_groups] */
  /* fills its own struct, which is zero-filled; may change the defaults of the common
   * parameters. N[0] is the default of all widths */
  void (*init) (IplParameters *parameters);
  /* (nullable): whether its own parameters are consistent, beyond the ranges of the fields */
  gboolean (*validate) (gconstpointer own, GError **error);
  /* (nullable): attention layers of the case, 0 where they are known when it is made; %NULL for
   * that too */
  guint (*get_layers) (gconstpointer own);
  /* (nullable): whether both make the same case; %NULL where all fields must be equal */
  gboolean (*same_case) (const IplParameters *a, const IplParameters *b);
  /* (nullable): (transfer full): what the window calls it, %NULL for @title; @defaults are those it
   * began with */
  char *(*get_title) (const IplParameters *parameters, const IplParameters *defaults);
  /* (nullable): the field with the file that it was opened from, where it applies */
  const IplField *source;
  /* (nullable): what the window calls it is this, and the name of that file where there is one */
  const char *source_title;
  /* (nullable): the smallest case of the same shape, to be drawn before there are numbers */
  IplCase *(*sketch) (gconstpointer own, const char *name);
  /* (nullable): makes the case, called @name, which is @id; %NULL if @compute gives a result of
   * another kind */
  IplCase *(*make_case) (gconstpointer own, const char *name, gboolean keep_inputs, guint threads,
                         GCancellable *cancellable, GError **error);
  /* (nullable): (transfer full): what cases made one after the other have in common; each takes
   * from it what a change does not touch */
  gpointer (*stock_new) (void);
  void (*stock_free) (gpointer stock); /* frees it */
  /* as @make_case, to the last bit, with such a stock; where there is @stock_new */
  IplCase *(*make_case_from) (gconstpointer own, gpointer stock, const char *name,
                              gboolean keep_inputs, guint threads, GCancellable *cancellable,
                              GError **error);
  /* place in its own struct of a guint, how many test examples there are, where a case of fewer of
   * them is a first answer; else 0 */
  gsize tests_at;
  /* (nullable): computes a result that is no case of attention paths and has its own panels */
  IplExperimentResult *(*compute) (const IplParameters *parameters, const IplExperimentRun *run,
                                   GError **error);
  /* (nullable): the arrays of its trajectories, a table that ends with a name of %NULL; without it,
   * files of its results are not opened */
  const IplRecordedArray *recorded;
  /* (nullable): adds the parts of a result other than its trajectory to a file of results */
  void (*add_to_file) (const IplExperimentResult *result, IplNpzWriter *npz);
  /* (nullable): reads the parts of a result of @parameters other than its trajectory, which has
   * the arrays of @recorded, from such a file; %FALSE with the predicate of a sentence about the
   * file */
  gboolean (*restore) (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz,
                       char **why);
  /* whether @compute resumes from a result that was read from such a file; others resume from a
   * checkpoint only */
  gboolean goes_on_from_file;
  /* whether @compute is so slow that the user starts it, instead of every change of a parameter;
   * it starts when the experiment is opened only if @takes is %NULL */
  gboolean asks_to_run;
  /* (nullable): how long @compute takes with the defaults on two cores, "about a minute" */
  const char *takes;
  const IplExperimentParts *parts; /* (nullable): what can be planned for a cluster of @compute */
  /* (nullable): what a network is trained on, in its own struct; %NULL where none can be */
  IplTrainable *(*edit_trainable) (IplParameters *parameters);
  /* (nullable): appends " CASE" as the command line knows it, and fills @plain with what that
   * argument brings by itself; %NULL for @id, which brings the defaults */
  void (*append_case) (const IplParameters *parameters, IplParameters *plain, GString *command);
};

/* Attention layers of the case; 0 where they are known when it is made. */
static inline guint
ipl_parameters_get_layers (const IplParameters *self)
{
  return self->experiment->get_layers != NULL ? self->experiment->get_layers (self->own.bytes) : 0;
}

/* The members of an experiment for its own struct, of @type, and its tables of fields. */
#define IPL_OWN(type, tables)                                                                      \
  .own_size = sizeof (type), .n_groups = G_N_ELEMENTS (tables), .groups = tables

/* The task of training; NULL where the experiment has none. */
static inline IplTrainable *
ipl_parameters_edit_trainable (IplParameters *self)
{
  return self->experiment->edit_trainable != NULL ? self->experiment->edit_trainable (self) : NULL;
}

static inline const IplTrainable *
ipl_parameters_get_trainable (const IplParameters *self)
{
  return ipl_parameters_edit_trainable ((IplParameters *)self);
}

/* The trained network whose attention the case has; empty for none. */
static inline const char *
ipl_parameters_get_network (const IplParameters *self)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (self);

  return trainable != NULL ? trainable->network : "";
}
