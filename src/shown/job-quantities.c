/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results for figures that separate jobs compute: the task gallery, the head report, pruning,
 * the learning curve, and means over seeds. */
#include "shown/quantity.h"

#include <string.h>

#define OF_HEADS (IPL_NEEDS_GALLERY | IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING)

static gboolean
has_heads (const IplCaseInfo *the_case, guint L, const guint *H)
{
  return the_case->L == L && memcmp (the_case->H, H, L * sizeof *H) == 0;
}

static gboolean
gallery_belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplTaskGallery *gallery = value;

  return has_heads (the_case, gallery->L, gallery->H) && gallery->n > 0
         && gallery->examples != NULL;
}

static gboolean
heads_belong (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplCaseInfo *own = &((const IplHeadReport *)value)->the_case->info;

  return has_heads (the_case, own->L, own->H);
}

static gboolean
pruning_belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplPruning *pruning = value;

  return pruning->n_points > 0
         && has_heads (the_case, pruning->the_case->info.L, pruning->the_case->info.H);
}

static gpointer
curve_copy (gpointer value)
{
  IplLearningCurve *copy = g_memdup2 (value, sizeof *copy);

  copy->points = g_memdup2 (copy->points, copy->n_points * sizeof *copy->points);
  return copy;
}

static void
curve_free (gpointer value)
{
  g_free ((gpointer)((IplLearningCurve *)value)->points);
  g_free (value);
}

static gboolean
curve_same (gconstpointer first, gconstpointer second)
{
  const IplLearningCurve *a = first, *b = second;

  return a->points == b->points && a->n_points == b->n_points && a->running == b->running
         && a->seconds_left == b->seconds_left;
}

static gboolean
curve_belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplLearningCurve *curve = value;

  return curve->running || (curve->n_points > 0 && curve->points != NULL);
}

const IplQuantity ipl_quantity_gallery = {
  .id = "gallery",
  .needs = IPL_NEEDS_GALLERY,
  .shown_by = OF_HEADS,
  IPL_QUANTITY_REFS (ipl_task_gallery),
  .belongs = gallery_belongs,
};

const IplQuantity ipl_quantity_heads = {
  .id = "heads",
  .needs = IPL_NEEDS_HEADS,
  .shown_by = OF_HEADS,
  IPL_QUANTITY_REFS (ipl_head_report),
  .belongs = heads_belong,
};

const IplQuantity ipl_quantity_pruning = {
  .id = "pruning",
  .needs = IPL_NEEDS_PRUNING,
  .shown_by = OF_HEADS,
  IPL_QUANTITY_REFS (ipl_pruning),
  .belongs = pruning_belongs,
};

const IplQuantity ipl_quantity_training = {
  .id = "training",
  .needs = IPL_NEEDS_TRAINING,
  .ref = curve_copy,
  .unref = curve_free,
  .same = curve_same,
  .belongs = curve_belongs,
};

const IplQuantity ipl_quantity_seeds = {
  .id = "seeds",
  .shown_by = IPL_NEEDS_THEORY,
  IPL_QUANTITY_REFS (ipl_seed_mean),
};
