/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment-result.h"
#include "core/heads/pruning.h"
#include "core/maps/map.h"
#include "core/parameters/parameters.h"
#include "core/posterior/posterior-summary.h"
#include "core/tasks/one-shot-task.h"
#include "core/tasks/task-card.h"
#include "core/theory/kernel-picture.h"
#include "core/theory/sweep.h"
#include "shown/panel-data-flags.h"

/* Most quantities in the table. */
#define IPL_MOST_QUANTITIES 24

/* The sources of a quantity. */
typedef struct
{
  /* (nullable): parameters of the case; %NULL for further widths of a case, for which only
   * quantities that depend on the solution are computed */
  const IplParameters *parameters;
  IplCase *the_case; /* the case */
  /* its path-path kernels; may be %NULL without %IPL_NEEDS_KERNELS */
  IplKernel *kernel;
  /* (nullable): the solution shown; never %NULL for quantities that depend on it */
  IplSolution *current;
  IplSolution *gp; /* (nullable): the GP limit that goes with it */
  guint test;      /* index of the test set */
  gsize first;     /* number of the sequence of each label, from 0 */
  guint threads;   /* threads to use, 0 for as many as there are cores; no number depends on it */
} IplQuantityInput;

/* The dependencies of a quantity other than the case. */
typedef enum
{
  IPL_DEPENDS_CURRENT = 1 << 0,  /* on the solution shown */
  IPL_DEPENDS_EXAMPLES = 1 << 1, /* on the test set and the selected sequences */
  IPL_DEPENDS_KERNELS = 1 << 2,  /* on the GP limit */
} IplQuantityDepends;

/* A quantity of a case for figures. It is computed while a figure of it is in sight, or is
 * written. If it cannot be computed, the figure shows the sentence of the error. */
typedef struct
{
  const char *id;       /* its name */
  const char *progress; /* (nullable): status text while it is computed */
  guint needs;          /* the bit by which panels request it */
  guint shown_by;       /* the needs of other panels that show it; with neither, all may */
  guint depends;        /* its dependencies other than the case, #IplQuantityDepends */
  /* (nullable): TRUE if it depends only on the parameters and takes less than a frame: it is
   * shown with the first answer during a drag of a control */
  gboolean (*is_of_parameters) (const IplParameters *parameters);
  /* (nullable): floating-point operations; a quantity of less than a frame is shown with the
   * solution */
  double (*count_flops) (const IplQuantityInput *input, gconstpointer cache);
  /* (nullable): computes it; @cache: (inout): reused for the same case, %NULL at first. %NULL
   * for a quantity with its own job */
  gpointer (*make) (const IplQuantityInput *input, gpointer *cache, GCancellable *cancellable,
                    GError **error);
  GDestroyNotify cache_free;        /* (nullable): frees that */
  gpointer (*ref) (gpointer value); /* another reference to it; it never changes */
  GDestroyNotify unref;             /* drops one */
  gboolean without_case;            /* TRUE if it is shown without a case */
  /* (nullable): TRUE if both are equal; else only identical ones are */
  gboolean (*same) (gconstpointer a, gconstpointer b);
  /* (nullable): TRUE if it fits the case of a view */
  gboolean (*belongs) (gconstpointer value, const IplCaseInfo *the_case);
  /* (nullable): number of available sequences */
  gsize (*count_examples) (gconstpointer value);
} IplQuantity;

#define IPL_QUANTITY_REFS(type)                                                                    \
  .ref = (gpointer (*) (gpointer))type##_ref, .unref = (GDestroyNotify)type##_unref

/* The table of quantities: their types, and their names in ipl_quantity_*, in views and in results.
 * A quantity is a file that exports it, and a line here. */
#define IPL_QUANTITIES(X)                                                                          \
  X (IplExperimentResult, dynamics) /* of an experiment without a case */                          \
  X (IplTrajectory, trajectory)     /* the trajectory of @dynamics, or of heads in training */     \
  X (IplSweep, sweep)               /* solved widths; rows may be NULL while they arrive */        \
  X (IplSolution, current)          /* at the scrubber, a row of @sweep or not, or the GP limit */ \
  X (IplSolution, gp)               /* the GP limit of all paths that goes with @current */        \
  X (GPtrArray, posteriors) /* of IplPosteriorSummary, or NULL: sampled widths in any order */     \
  X (IplPosteriorSummary, posterior) /* the one that goes with @current */                         \
  X (GPtrArray, stored)          /* of IplPosteriorSummary: accuracies of other sampling runs */   \
  X (IplKernelPicture, kernels)  /* K and the path-path kernels that add up to it */               \
  X (IplTaskCard, card)          /* examples of the task */                                        \
  X (IplTaskGallery, gallery)    /* test sequences and their attention */                          \
  X (IplHeadReport, heads)       /* the scores of heads */                                         \
  X (IplPruning, pruning)        /* the curves of pruning */                                       \
  X (IplLearningCurve, training) /* the training run */                                            \
  X (IplSeedMean, seeds)         /* the accuracies of the sweep over seeds of the case */          \
  X (IplMap, map)                /* the theory over one or two parameters */

#define IPL_QUANTITY_DECLARE(Type, name) extern const IplQuantity ipl_quantity_##name;
IPL_QUANTITIES (IPL_QUANTITY_DECLARE)

const IplQuantity *const *ipl_quantities (guint *n);

/* Length of a list that may be NULL. */
#define IPL_QUANTITY_COUNT(list) ((list) != NULL ? (list)->len : 0)

#define IPL_QUANTITY_FIELD(Type, name) const Type *name;

/* The values of all quantities. Plain value: ipl_quantities_copy() takes references. */
typedef struct _IplQuantities
{
  union
  {
    /* [IPL_MOST_QUANTITIES] (nullable): values, by index in the table ... */
    gpointer value[IPL_MOST_QUANTITIES];
    /* ... and by name */
    struct
    {
      IPL_QUANTITIES (IPL_QUANTITY_FIELD)
    };
  };
  /* [IPL_MOST_QUANTITIES] (nullable): why it could not be, a sentence */
  char *why[IPL_MOST_QUANTITIES];
} IplQuantities;

/* Kept by quantities from one solution of a case to the next; zero-filled at first. */
typedef struct
{
  gpointer cache[IPL_MOST_QUANTITIES];
} IplQuantityCaches;

void ipl_quantity_caches_clear (IplQuantityCaches *self);

const char *ipl_quantities_get_why (const IplQuantities *self, const IplQuantity *quantity);
void ipl_quantities_set (IplQuantities *self, const IplQuantity *quantity, gpointer value,
                         const char *why);
void ipl_quantities_share (IplQuantities *self, const IplQuantity *quantity, gconstpointer value);
void ipl_quantities_copy (IplQuantities *self, const IplQuantities *from);
void ipl_quantities_clear (IplQuantities *self);
void ipl_quantities_free (gpointer quantities);
gboolean ipl_quantities_make (IplQuantities *self, guint needs, const IplQuantityInput *input,
                              GCancellable *cancellable, GError **error);
gboolean ipl_quantities_follow (IplQuantities *self, const IplQuantities *shown, guint needs,
                                const IplQuantityInput *input, IplQuantityCaches *caches,
                                GCancellable *cancellable, GError **error);
guint ipl_quantities_get_needs (guint depends);
gsize ipl_quantities_count_examples (const IplQuantities *self);
gboolean ipl_quantities_same (const IplQuantities *a, const IplQuantities *b, guint needs);
void ipl_quantities_hold_to (IplQuantities *self, const IplCaseInfo *the_case);
gboolean ipl_quantity_posterior_belongs (gconstpointer value, const IplCaseInfo *the_case);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplQuantityCaches, ipl_quantity_caches_clear)
