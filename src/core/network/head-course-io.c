/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The course of heads in the file of a network, beside the learning curve. */
#include "core/network/head-course.h"

#include <string.h>

#include "core/base/error.h"
#include "core/training/recorded.h"

#define PREFIX "course."

/* Adds the tensors `course.time` [S] and `course.entropy` and so on, time first, in double
 * precision; none where there are no moments. */
void
ipl_head_course_write (const IplTrajectory *self, IplSafetensorsWriter *writer)
{
  gsize S = self->S;

  if (S == 0)
    return;
  ipl_safetensors_writer_add_doubles (writer, PREFIX "time", self->time, 1, &S);
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];
      g_autofree char *name = g_strconcat (PREFIX, array->name, NULL);
      gsize shape[IPL_TRAJECTORY_MAX_DIM + 1] = { S };

      if (!array->in_time)
        continue;
      memcpy (shape + 1, array->shape, array->ndim * sizeof *shape);
      ipl_safetensors_writer_add_doubles (writer, name, array->values, array->ndim + 1, shape);
    }
}

static const double *
find_doubles (const IplTrajectoryArray *array, gsize S, gconstpointer file)
{
  g_autofree char *name = g_strconcat (PREFIX, array->name, NULL);
  const IplTensor *tensor = ipl_safetensors_lookup (file, name);

  return tensor != NULL && tensor->ndim == array->ndim + 1 && tensor->shape[0] == S
                 && memcmp (tensor->shape + 1, array->shape, array->ndim * sizeof (gsize)) == 0
             ? tensor->doubles
             : NULL;
}

/* Takes what ipl_head_course_write() wrote into a new course of the network's shape; nothing where
 * the file has no course, as those of earlier versions. */
gboolean
ipl_head_course_read (IplTrajectory *self, const IplSafetensors *file, const char *shown,
                      guint64 last_step, GError **error)
{
  const IplTensor *time = ipl_safetensors_lookup (file, PREFIX "time");
  GError *own = NULL;

  if (time == NULL
      || (time->doubles != NULL && time->ndim == 1
          && ipl_recorded_read (self, time->size, time->doubles, (double)last_step, find_doubles,
                                file, &own)))
    return TRUE;
  if (own != NULL)
    g_propagate_error (error, own);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "“%s” is damaged: what it records of its heads cannot be understood.", shown);
  return FALSE;
}
