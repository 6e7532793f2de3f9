/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/training/recorded-trajectory.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"

#define NAMES_KEY "interplay_kept"
#define PREFIX "kept."
#define RECORDED "recorded."
#define SINCE RECORDED "since"

static gboolean
are_times (gsize S, const double *time, double last)
{
  if (S == 0 || S > G_MAXUINT || !(time[0] >= 0))
    return FALSE;
  for (gsize s = 0; s < S; s++)
    if (!(time[s] <= last) || (s > 0 && !(time[s] > time[s - 1])))
      return FALSE;
  return TRUE;
}

/* Adds the tensors PREFIXtime [S] and PREFIXNAME [S, ..] of every time-dependent array, in
 * double precision. @names: (nullable): gains a line for each tensor; the tensors are then flat,
 * and their names begin with KEPT. */
void
ipl_recorded_write (const IplTrajectory *self, const char *prefix, GString *names,
                    IplSafetensorsWriter *writer)
{
  const IplTrajectoryArray time
      = { .name = "time", .in_time = TRUE, .size = 1, .values = self->time };

  for (guint i = 0; i <= self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = i == 0 ? &time : self->arrays->pdata[i - 1];
      g_autofree char *name = g_strconcat (names != NULL ? PREFIX : "", prefix, array->name, NULL);
      gsize shape[IPL_TRAJECTORY_MAX_DIM + 1] = { self->S };

      if (!array->in_time)
        continue;
      memcpy (shape + 1, array->shape, array->ndim * sizeof *shape);
      if (names != NULL)
        {
          shape[0] *= array->size;
          g_string_append_printf (names, "%s%s", names->len > 0 ? "\n" : "",
                                  name + strlen (PREFIX));
        }
      ipl_safetensors_writer_add_doubles (writer, name, array->values,
                                          names != NULL ? 1 : array->ndim + 1, shape);
    }
}

/* The values of an array at all @S moments; NULL if the tensor is missing or has another size. */
static const double *
find (const IplTrajectoryArray *array, gsize S, const char *prefix, gboolean flat,
      const IplSafetensors *file)
{
  g_autofree char *name = g_strconcat (prefix, array->name, NULL);
  const IplTensor *tensor = ipl_safetensors_lookup (file, name);

  if (tensor == NULL || tensor->size != S * array->size)
    return NULL;
  return flat
                 || (tensor->ndim == array->ndim + 1 && tensor->shape[0] == S
                     && memcmp (tensor->shape + 1, array->shape, array->ndim * sizeof (gsize)) == 0)
             ? tensor->doubles
             : NULL;
}

/* Appends the moments of a file to an empty trajectory; no moment is later than @last. Returns
 * FALSE without an error if tensors are missing, and leaves @self unchanged. @flat: TRUE if the
 * tensors have one dimension. */
gboolean
ipl_recorded_read (IplTrajectory *self, const char *prefix, gboolean flat,
                   const IplSafetensors *file, double last, GError **error)
{
  g_autofree char *name = g_strconcat (prefix, "time", NULL);
  const IplTensor *time = ipl_safetensors_lookup (file, name);
  gsize S = time != NULL && time->doubles != NULL && (flat || time->ndim == 1) ? time->size : 0;

  if (S == 0 || !are_times (S, time->doubles, last))
    return FALSE;
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];

      if (array->in_time && find (array, S, prefix, flat, file) == NULL)
        return FALSE;
    }
  for (gsize s = 0; s < S; s++)
    if (!ipl_trajectory_append (self, time->doubles[s], error))
      return FALSE;
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];

      if (array->in_time)
        memcpy (array->values, find (array, S, prefix, flat, file),
                S * array->size * sizeof (double));
    }
  return TRUE;
}

gboolean
ipl_recorded_is_missing (const char *shown, GError **error)
{
  return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” is damaged: what was recorded is missing in it.",
                   shown);
}

/* @self: (nullable): NULL to write an empty list. The metadata list the names, one a line, since
 *   the tensors of a file cannot be listed. */
void
ipl_recorded_save (const IplRecorded *self, IplSafetensorsWriter *writer)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (self != NULL && self->since != NULL)
    {
      g_string_append (names, SINCE);
      ipl_safetensors_writer_add_doubles (writer, PREFIX SINCE, self->since, 1, &self->n_since);
    }
  if (self != NULL)
    ipl_recorded_write (self->trajectory, RECORDED, names, writer);
  ipl_safetensors_writer_add_metadata (writer, NAMES_KEY, names->str);
}

/* Reads the tensors of ipl_recorded_save(). @self: (nullable): NULL to check only that all
 * listed tensors are present. */
gboolean
ipl_recorded_load (const IplRecorded *self, const IplSafetensors *file, const char *shown,
                   double last, GError **error)
{
  const char *text = ipl_safetensors_metadata (file, NAMES_KEY);
  g_auto (GStrv) names = g_strsplit (text != NULL ? text : "", "\n", -1);
  const IplTensor *since = ipl_safetensors_lookup (file, PREFIX SINCE);
  GError *own = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = g_strconcat (PREFIX, names[i], NULL);
      const IplTensor *tensor = ipl_safetensors_lookup (file, name);

      if (tensor == NULL || tensor->doubles == NULL)
        return ipl_fail (error, IPL_ERROR_MISSING,
                         "“%s” is damaged: it names numbers “%s” that it does not hold.", shown,
                         name);
    }
  if (self == NULL)
    return TRUE;
  if ((self->since == NULL
       || (since != NULL && since->doubles != NULL && since->size == self->n_since))
      && ipl_recorded_read (self->trajectory, PREFIX RECORDED, TRUE, file, last, &own))
    {
      for (gsize i = 0; i < self->n_since; i++)
        self->since[i] = since->doubles[i];
      return TRUE;
    }
  if (own == NULL)
    return ipl_recorded_is_missing (shown, error);
  g_propagate_error (error, own);
  return FALSE;
}

/* Fails because a checkpoint belongs to another run. */
gboolean
ipl_recorded_is_another (const char *path, GError **error)
{
  g_autofree char *shown = ipl_file_shown (path);

  return ipl_fail (
      error, IPL_ERROR_VALUE,
      "“%s” is the checkpoint of another run: choose another file, or the parameters that "
      "it was made with.",
      shown);
}
