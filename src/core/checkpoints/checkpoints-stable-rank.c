/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stable rank of every lower MLP matrix of every checkpoint (THEORY.md section 16). */
#include "core/checkpoints/checkpoints.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include <math.h>
#include <string.h>

/* A matrix of a checkpoint. */
typedef struct
{
  guint file;
  const IplTensor *tensor;
  int layer;
} Place;

/* An open checkpoint. */
typedef struct
{
  const IplCheckpointFiles *checkpoint;
  GPtrArray *files; /* of IplSafetensors */
  GArray *places;   /* of Place, by layer */
} Open;

static void
open_clear (Open *self)
{
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->places, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Open, open_clear)

static int
compare_layers (gconstpointer a, gconstpointer b)
{
  return ((const Place *)a)->layer - ((const Place *)b)->layer;
}

static gboolean
check_shape (const Open *self, const Place *place, GError **error)
{
  const gsize *shape = place->tensor->shape;
  g_autofree char *name = NULL, *file = NULL;

  if (place->tensor->ndim == 2 && shape[0] > 0 && shape[1] > 0
      && MAX (shape[0], shape[1]) <= G_MAXINT)
    return TRUE;
  name = ipl_text_shown (place->tensor->name);
  file = ipl_file_shown (self->checkpoint->files->pdata[place->file]);
  return ipl_fail (error, IPL_ERROR_SHAPE,
                   "Tensor “%s” in “%s” is not a matrix, as the lower layer of an MLP must be.",
                   name, file);
}

static gboolean
open_checkpoint (Open *self, const IplCheckpointFiles *checkpoint, const char *pattern,
                 GError **error)
{
  self->checkpoint = checkpoint;
  self->files = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_safetensors_free);
  self->places = g_array_new (FALSE, FALSE, sizeof (Place));
  for (guint f = 0; f < checkpoint->files->len; f++)
    {
      IplSafetensors *file = ipl_safetensors_open (checkpoint->files->pdata[f], NULL, error);

      if (file == NULL)
        return FALSE;
      g_ptr_array_add (self->files, file);
      for (guint i = 0; i < file->tensors->len; i++)
        {
          const IplTensor *tensor = file->tensors->pdata[i];
          Place place = { f, tensor, ipl_checkpoints_match (pattern, tensor->name) };

          if (place.layer >= 0)
            g_array_append_val (self->places, place);
        }
    }
  g_array_sort (self->places, compare_layers);
  if (self->places->len == 0)
    {
      g_autofree char *file = ipl_file_shown (checkpoint->files->pdata[0]);
      g_autofree char *shown = ipl_text_shown (pattern);

      if (pattern[0] != '\0')
        g_set_error (
            error, IPL_ERROR, IPL_ERROR_MISSING,
            "“%s” has no matrix called “%s”: give a pattern with # for the layer and * for "
            "anything.",
            file, shown);
      else
        g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                     "“%s” has no lower MLP matrix of a known name: give a pattern such as "
                     "*.layers.#.mlp.dense_h_to_4h.weight, with # for the layer.",
                     file);
      return FALSE;
    }
  for (guint k = 0; k < self->places->len; k++)
    if (!check_shape (self, &g_array_index (self->places, Place, k), error))
      return FALSE;
  return TRUE;
}

const IplRecordedArray ipl_checkpoints_recorded[] = {
  { "stable_rank", "k" },
  { "frobenius", "k", .words = "Frobenius norm" },
  { "spectral", "k", .words = "largest singular value" },
  { "layer", "k", .is_constant = TRUE },
  { NULL },
};

/* The arrays, by the layers of the first checkpoint. */
static gboolean
add_arrays (IplTrajectory *trajectory, const Open *first, GError **error)
{
  const gsize layers = first->places->len;
  g_autofree double *numbers = g_new (double, layers);

  ipl_trajectory_add_recorded (trajectory, ipl_checkpoints_recorded, "k", &layers);
  for (gsize k = 0; k < layers; k++)
    numbers[k] = g_array_index (first->places, Place, k).layer;
  return ipl_trajectory_add_constant (trajectory, "layer", 1, &layers, numbers, error);
}

static gboolean
check_layers (const IplTrajectory *trajectory, const Open *open, const IplCheckpointFiles *first,
              GError **error)
{
  const IplTrajectoryArray *layer = ipl_trajectory_find (trajectory, "layer");
  gboolean same = layer->size == open->places->len;
  g_autofree char *file = NULL, *other = NULL;

  for (gsize k = 0; same && k < layer->size; k++)
    same = (int)layer->values[k] == g_array_index (open->places, Place, k).layer;
  if (same)
    return TRUE;
  file = ipl_file_shown (open->checkpoint->name);
  other = ipl_file_shown (first->name);
  return ipl_fail (error, IPL_ERROR_SHAPE,
                   "“%s” has %u lower MLP matrices and “%s” has %" G_GSIZE_FORMAT
                   ", or of other layers: checkpoints must be of one network.",
                   file, open->places->len, other, layer->size);
}

/* The norms of one matrix. */
static gboolean
measure (const IplCheckpointsWork *work, const Open *open, guint k, double *norms, GError **error)
{
  const Place *place = &g_array_index (open->places, Place, k);
  const gsize *shape = place->tensor->shape;
  int exponent;
  g_autofree float *W = ipl_safetensors_read_floats (open->files->pdata[place->file], place->tensor,
                                                     &exponent, work->work.cancellable, error);

  if (W == NULL)
    return FALSE;
  if (!ipl_stable_rank (W, shape[0], shape[1], ipl_work_threads (&work->work),
                        work->work.cancellable, &norms[0], &norms[1], error))
    return FALSE;
  norms[0] = ldexp (norms[0], exponent);
  norms[1] = ldexp (norms[1], exponent);
  return TRUE;
}

/* Adds a message with the name of the first matrix without a stable rank. */
static void
report_missing (const Open *open, guint k, double spectral, IplTrajectory *trajectory)
{
  const Place *place = &g_array_index (open->places, Place, k);
  g_autofree char *shown = ipl_file_shown (open->checkpoint->name);
  g_autofree char *name = ipl_text_shown (place->tensor->name);
  g_autofree char *message
      = g_strdup_printf ("The matrix “%s” of “%s” %s: it has no stable rank.", name, shown,
                         spectral == 0 ? "is all zeros" : "holds NaN or infinity");

  if (trajectory->message == NULL)
    ipl_trajectory_set_message (trajectory, message);
}

static gboolean
measure_all (const IplCheckpointsWork *work, const Open *open, guint s, IplTrajectory *trajectory,
             gboolean *stopped, GError **error)
{
  guint n = open->places->len;
  g_autofree double *norms = g_new (double, 2 * n);
  g_autofree char *shown = ipl_file_shown (open->checkpoint->name);
  g_autofree char *sentence = g_strdup_printf ("Stable rank of “%s”", shown);

  for (guint k = 0; k < n; k++)
    {
      ipl_work_progress (&work->work, (s + (double)k / n) / work->checkpoints->len, -1.0, sentence);
      *stopped = g_cancellable_is_cancelled (work->work.stop);
      if (*stopped && trajectory->S > 0)
        return TRUE;
      if (!measure (work, open, k, norms + 2 * k, error))
        return FALSE;
    }
  if (!ipl_trajectory_append (trajectory, open->checkpoint->step, error))
    return FALSE;
  for (guint k = 0; k < n; k++)
    {
      double F = norms[2 * k], spectral = norms[2 * k + 1];

      ipl_trajectory_edit (trajectory, "frobenius")[k] = F;
      ipl_trajectory_edit (trajectory, "spectral")[k] = spectral;
      ipl_trajectory_edit (trajectory, "stable_rank")[k]
          = spectral > 0 ? F / spectral * (F / spectral) : NAN;
      if (!(spectral > 0))
        report_missing (open, k, spectral, trajectory);
    }
  return TRUE;
}

/* The earlier results of the same checkpoints. */
static IplTrajectory *
begin (const IplCheckpointsWork *work, GError **error)
{
  const IplTrajectory *before = work->before;

  for (guint s = 0; before != NULL && s < before->S; s++)
    if (s >= work->checkpoints->len
        || before->time[s] != ((IplCheckpointFiles *)work->checkpoints->pdata[s])->step)
      before = NULL;
  return before != NULL ? ipl_trajectory_copy (before, error)
                        : ipl_trajectory_new (IPL_CLOCK_STEPS);
}

/* Finds the stable rank |W|_F^2 / |W|_2^2 of the lower MLP matrix of every layer at every
 * checkpoint: `stable_rank`, `frobenius` and `spectral` [S, layers], and `layer` [layers]. One
 * matrix at a time is in memory. A matrix of zeros, or with NaN or infinity in it, has none: NaN,
 * and the trajectory's message names the first. */
IplTrajectory *
ipl_checkpoints_rank (const IplCheckpointsWork *work, GError **error)
{
  g_autoptr (IplTrajectory) trajectory = begin (work, error);
  gboolean stopped = FALSE;

  if (trajectory == NULL)
    return NULL;
  for (guint s = trajectory->S; s < work->checkpoints->len && !stopped; s++)
    {
      g_auto (Open) open = { 0 };

      if (!open_checkpoint (&open, work->checkpoints->pdata[s], work->pattern, error))
        return NULL;
      if (ipl_trajectory_find (trajectory, "layer") == NULL
          && !add_arrays (trajectory, &open, error))
        return NULL;
      if (!check_layers (trajectory, &open, work->checkpoints->pdata[0], error)
          || !measure_all (work, &open, s, trajectory, &stopped, error))
        return NULL;
      if (s + 1 < work->checkpoints->len)
        ipl_work_show (&work->work, trajectory, (s + 1.0) / work->checkpoints->len);
    }
  return g_steal_pointer (&trajectory);
}
