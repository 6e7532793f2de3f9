/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters, and the functions that make a case of them. */
#pragma once

#include "core/base/work.h"
#include "core/case/example-cases.h"
#include "core/case/setting.h"
#include "core/experiments/experiment-result.h"
#include "core/fields/display.h"
#include "core/results/trajectory-results.h"
#include "core/fields/training-fields.h"

#define IPL_MAX_LIST 64 /* widths, temperatures or variance sets of a sweep */

#define IPL_MAX_SEEDS 10000 /* of one mean */

/* Limits of the sampler. */
#define IPL_MAX_CHAINS 64
#define IPL_MIN_WARMUP 20
#define IPL_MIN_DRAWS 8
#define IPL_MAX_DRAWS 1000000 /* and warm-up transitions */

/* Room for an experiment's own parameters, in bytes. */
#define IPL_PARAMETERS_SPECIFIC 1024

/* A set of widths of the sweep. */
typedef struct
{
  guint N[IPL_MAX_LAYERS + 1]; /* [L + 1] widths N_1 .. N_L, N_a */
  /* TRUE for the infinite-width Gaussian-process limit, which ignores @N */
  gboolean gp;
} IplWidths;

/* All values that a user can change, as a plain struct: copied by assignment, compared with
 * ipl_parameters_equal(), written to JSON and read back. The window and the command line fill
 * the same struct. It includes the experiment's own parameters, accessed by
 * ipl_parameters_get_specific(). */
typedef struct
{
  const IplExperiment *experiment; /* maker of the case, a row of ipl_experiments() */
  /* the setting at the scrubber; all rows share its number of layers, temperature and variances */
  IplSetting current;
  guint n_widths;                 /* number of widths in the sweep */
  IplWidths widths[IPL_MAX_LIST]; /* [n_widths] the widths */
  /* number of @temperatures; 0 if each width is solved at @current's temperature */
  guint n_temperatures;
  /* [n_temperatures] temperatures; each width takes the best */
  double temperatures[IPL_MAX_LIST];
  /* removal order of the point shown on the pruning curve, interned: "score", "reverse" or
   * "entropy" */
  const char *removal_order;
  guint random_orders; /* random orders of the pruning curve */
  /* training steps after each removal of the pruning curve, 0 for none */
  guint fine_tune_steps;
  guint sampler_chains;     /* chains that sample the posterior */
  guint warmup;             /* warm-up transitions of each chain */
  guint draws;              /* draws of each chain */
  double target_acceptance; /* mean acceptance to which the step size of the sampler adapts */
  /* transition method of chains, interned: one of ipl_posterior_method_names */
  const char *sampler_method;
  /* subsets of paths whose GP limits are shown in addition to the case's, interned, as for
   * ipl_path_subsets_parse() */
  const char *gp_paths;
  guint n_seeds; /* number of seeds, from 1 on, of the mean of the curves */
  /* the moment of a trajectory at the scrubber; negative for its end */
  double shown_time;
  IplDisplay display; /* display options of figures */
  /* axes of the requested map, interned, as "N=10,20"; empty without a map, the second also for
   * a curve */
  const char *map_axis_x, *map_axis_y;
  const char *map_seeds; /* seeds of the map, interned, as "1-8"; empty for the seed of the case */
  /*< private >*/
  union
  {
    guint8 bytes[IPL_PARAMETERS_SPECIFIC];
    guint64 integer;
    double real;
    gpointer pointer;
  } specific;
} IplParameters;

G_STATIC_ASSERT (sizeof (IplParameters) < 8192);

/* The experiment's own parameters: a struct known only to its files and editors. */
static inline gconstpointer
ipl_parameters_get_specific (const IplParameters *self)
{
  return self->specific.bytes;
}

static inline gpointer
ipl_parameters_edit_specific (IplParameters *self)
{
  return self->specific.bytes;
}

/* Conditions under which an experiment computes a result other than a case, on any thread. */
typedef struct
{
  /* shows an IplExperimentResult, a few times a second at most; after a stop the result is not
   * complete */
  IplWork work;
  /* (nullable): an earlier result of this experiment, to go on from where it serves */
  IplExperimentResult *before;
  /* (nullable): the checkpoint of a long run, from which it resumes if it exists */
  const char *checkpoint;
  /* TRUE if the file belongs to the program: a checkpoint of another run, or a damaged one, is
   * replaced. FALSE if it belongs to the user: it is then an error */
  gboolean replaces_checkpoint;
} IplExperimentRun;

/* Divides the work of an experiment into parts for different machines. The result of a part has
 * the arrays of the complete result, with NaN for other parts. */
typedef struct
{
  guint (*count) (gconstpointer specific);
  /* restricts the work to a single part, from 1 */
  void (*choose) (gpointer specific, guint part);
} IplExperimentParts;

/* An experiment, exported by its file and listed in experiment-table.c. */
struct _IplExperiment
{
  const char *id;    /* name on the command line and in documents ("hmc4", "glyphs", "file", ..) */
  const char *title; /* name in the window */
  const char *about; /* one line about a built-in experiment, without a full stop */
  IplExampleFamily family; /* heading above a built-in one */
  /* (nullable): id of the first page to show in the window; %NULL for the present page */
  const char *page;
  gboolean generated; /* TRUE if the case comes from the parameters, FALSE if from a file */
  gboolean built_in;  /* TRUE if the parameters are sufficient, without any file */
  /* sentence while the case is made, "Generating the case" */
  const char *progress;
  /* size of the own struct, with which the parameters of every function with @specific begin, and
   * the tables of its fields: IPL_SPECIFIC() */
  gsize specific_size;
  guint n_groups;
  const IplFieldGroup *groups; /* [n_groups] */
  /* fills its zero-filled own struct; may change the defaults of the common parameters. N[0] is
   * the default of all widths */
  void (*init) (IplParameters *parameters);
  /* (nullable): checks the own parameters beyond the ranges of the fields */
  gboolean (*validate) (gconstpointer specific, GError **error);
  /* (nullable): attention layers of the case, 0 if known only for the finished case; %NULL for
   * the same */
  guint (*get_layers) (gconstpointer specific);
  /* (nullable): TRUE if both make the same case; %NULL if all fields must be equal */
  gboolean (*same_case) (const IplParameters *a, const IplParameters *b);
  /* (nullable): (transfer full): title in the window, %NULL for @title; @defaults are the
   * initial parameters */
  char *(*get_title) (const IplParameters *parameters, const IplParameters *defaults);
  /* (nullable): the field of its input file */
  const IplField *source;
  /* (nullable): title in the window of a case from a file, followed by the name of the file */
  const char *source_title;
  /* (nullable): the smallest case of the same shape, for drawings before the first result */
  IplCase *(*sketch) (gconstpointer specific, const char *name);
  /* (nullable): makes the case, with @name, which is @id; %NULL if @compute gives a result of
   * another kind */
  IplCase *(*make_case) (gconstpointer specific, const char *name, gboolean keep_inputs,
                         guint threads, GCancellable *cancellable, GError **error);
  /* (nullable): (transfer full): cache shared by successive cases; each reuses the parts that a
   * change does not affect */
  gpointer (*case_cache_new) (void);
  void (*case_cache_free) (gpointer cache); /* frees it */
  /* as @make_case, to the last bit, with this cache; requires @case_cache_new */
  IplCase *(*make_case_from) (gconstpointer specific, gpointer cache, const char *name,
                              gboolean keep_inputs, guint threads, GCancellable *cancellable,
                              GError **error);
  /* offset in its own struct of a guint, the number of test examples, if a case with fewer
   * examples is useful as a first answer; else 0 */
  gsize tests_at;
  /* (nullable): computes a result that is not a case of attention paths and has its own panels */
  IplExperimentResult *(*compute) (const IplParameters *parameters, const IplExperimentRun *run,
                                   GError **error);
  /* (nullable): the arrays of its trajectories, a table that ends with a name of %NULL; without
   * it, files of its results cannot be opened */
  const IplRecordedArray *recorded;
  /* (nullable): adds the parts of a result other than its trajectory to a file of results */
  void (*add_to_file) (const IplExperimentResult *result, IplNpzWriter *npz);
  /* (nullable): reads the parts of a result of @parameters other than its trajectory, which has
   * the arrays of @recorded, from such a file; %FALSE with the predicate of a sentence about the
   * file */
  gboolean (*restore) (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz,
                       char **why);
  /* TRUE if @compute can resume from a result read from such a file, FALSE if only from a
   * checkpoint */
  gboolean resumes_from_file;
  /* TRUE if @compute is slow, so that the user starts it instead of every change of a parameter;
   * it starts when the experiment is opened only if @takes is %NULL */
  gboolean runs_on_request;
  /* (nullable): duration of @compute with the defaults on two cores, "about a minute" */
  const char *takes;
  const IplExperimentParts *parts; /* (nullable): parts of @compute for a cluster */
  /* (nullable): the training task in its own struct; %NULL if it has none */
  IplTrainable *(*edit_trainable) (IplParameters *parameters);
  /* (nullable): appends " CASE" for the command line, and fills @plain with the parameters that
   * follow from that argument; %NULL for @id with the defaults */
  void (*append_case) (const IplParameters *parameters, IplParameters *plain, GString *command);
};

/* Attention layers of the case; 0 if known only for the finished case. */
static inline guint
ipl_parameters_get_layers (const IplParameters *self)
{
  return self->experiment->get_layers != NULL ? self->experiment->get_layers (self->specific.bytes)
                                              : 0;
}

/* The members of an experiment for its own struct, of @type, and its tables of fields. */
#define IPL_SPECIFIC(type, tables)                                                                 \
  .specific_size = sizeof (type), .n_groups = G_N_ELEMENTS (tables), .groups = tables

/* The training task; NULL if the experiment has none. */
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

/* The trained network with the attention of the case; empty for none. */
static inline const char *
ipl_parameters_get_network (const IplParameters *self)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (self);

  return trainable != NULL ? trainable->network : "";
}
