/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/pruning.h"
#include "core/parameters/parameters.h"
#include "core/tasks/one-shot-task.h"
#include "core/tasks/task-card.h"
#include "core/theory/kernel-picture.h"
#include "core/theory/sweep.h"
#include "shown/needs.h"

/* As many quantities can be in the table. */
#define IPL_MOST_QUANTITIES 16

/* What a quantity is made from. */
typedef struct
{
  /* (nullable): what the case was made from; %NULL for further widths of a case, of which only
   * quantities that depend on the solution are made */
  const IplParameters *parameters;
  IplCase *the_case; /* the case */
  /* its path-path kernels; may be %NULL where %IPL_NEEDS_KERNELS is not asked for */
  IplKernel *kernel;
  /* (nullable): the solution shown; never %NULL for quantities that depend on it */
  IplSolution *current;
  IplSolution *gp; /* (nullable): the GP limit that goes with it */
  guint vectors;   /* how many of the kernels' eigenvectors are looked at */
  guint test;      /* which test set is looked at */
  gsize first;     /* which of its sequences of each label, from 0 */
  guint threads;   /* threads to use, 0 for as many as there are cores; no number depends on it */
} IplQuantityInput;

/* The dependencies of a quantity beside the case. */
typedef enum
{
  IPL_DEPENDS_CURRENT = 1 << 0,  /* on the solution shown */
  IPL_DEPENDS_EXAMPLES = 1 << 1, /* on the test set and the sequences looked at */
  IPL_DEPENDS_KERNELS = 1 << 2,  /* on the GP limit and the eigenvectors looked at */
} IplQuantityDepends;

/* What can be shown of a case beside the theory. It is made while a figure of it is in sight, or is
 * written. Where it cannot be made, the sentence of the error is shown in its place. */
typedef struct
{
  const char *id;       /* its name */
  const char *progress; /* (nullable): what is said while it is made */
  guint needs;          /* the bit by which panels ask for it, of its own */
  guint shown_by;       /* the needs of other panels that show it */
  guint depends;        /* what it depends on beside the case, #IplQuantityDepends */
  /* (nullable): whether it is made as fast as a frame, and of the parameters alone: it is shown
   * with the first answer while a control is dragged */
  gboolean (*is_of_parameters) (const IplParameters *parameters);
  /* (nullable): floating-point operations of making it; what takes no longer than a frame is shown
   * with the solution */
  double (*count_flops) (const IplQuantityInput *input, gconstpointer cache);
  /* (nullable): makes it; @cache: (inout): what is kept for the next of the same case, %NULL at
   * first. %NULL where a job of its own makes it */
  gpointer (*make) (const IplQuantityInput *input, gpointer *cache, GCancellable *cancellable,
                    GError **error);
  GDestroyNotify cache_free;        /* (nullable): frees that */
  gpointer (*ref) (gpointer value); /* another reference to it; it never changes */
  GDestroyNotify unref;             /* drops one */
  /* (nullable): whether two are the same; else only one is */
  gboolean (*same) (gconstpointer a, gconstpointer b);
  /* (nullable): whether it is of such a case, as views are held to */
  gboolean (*belongs) (gconstpointer value, const IplCaseInfo *the_case);
  /* (nullable): how many sequences there are to choose from */
  gsize (*count_examples) (gconstpointer value);
} IplQuantity;

#define IPL_QUANTITY_REFS(type)                                                                    \
  .ref = (gpointer (*) (gpointer))type##_ref, .unref = (GDestroyNotify)type##_unref

extern const IplQuantity ipl_quantity_kernels;  /* an #IplKernelPicture */
extern const IplQuantity ipl_quantity_card;     /* an #IplTaskCard */
extern const IplQuantity ipl_quantity_gallery;  /* an #IplTaskGallery */
extern const IplQuantity ipl_quantity_heads;    /* an #IplHeadReport */
extern const IplQuantity ipl_quantity_pruning;  /* an #IplPruning */
extern const IplQuantity ipl_quantity_training; /* an #IplLearningCurve */
extern const IplQuantity ipl_quantity_seeds;    /* an #IplSeedMean */
extern const IplQuantity ipl_quantity_map;      /* an #IplMap */

const IplQuantity *const *ipl_quantities (guint *n);
void ipl_quantity_register (const IplQuantity *quantity);

/* What there is of all quantities. Plain value: ipl_quantities_copy() takes references. */
typedef struct
{
  /* [IPL_MOST_QUANTITIES] (nullable): what has been made, by its place in the table */
  gpointer value[IPL_MOST_QUANTITIES];
  /* [IPL_MOST_QUANTITIES] (nullable): why it could not be, a sentence */
  char *why[IPL_MOST_QUANTITIES];
} IplQuantities;

/* What quantities keep from one solution of a case to the next; zero-filled at first. */
typedef struct
{
  gpointer cache[IPL_MOST_QUANTITIES];
} IplQuantityCaches;

void ipl_quantity_caches_clear (IplQuantityCaches *self);

gconstpointer ipl_quantities_get (const IplQuantities *self, const IplQuantity *quantity);
const char *ipl_quantities_get_why (const IplQuantities *self, const IplQuantity *quantity);
void ipl_quantities_set (IplQuantities *self, const IplQuantity *quantity, gpointer value,
                         const char *why);
void ipl_quantities_lend (IplQuantities *self, const IplQuantity *quantity, gconstpointer value,
                          const char *why);
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

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplQuantityCaches, ipl_quantity_caches_clear)
