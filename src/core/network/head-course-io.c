/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The course of heads in the file of a network, beside the learning curve. */
#include "core/network/head-course.h"

#include <string.h>

#include "core/base/error.h"

#define PREFIX "course."

/* Adds the tensors `course.time` [S] and `course.entropy` and so on, time first, in double
 * precision; none where there are no moments.
 * @self: a course, which must live until @writer is closed */
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

/* The tensor of an array, where it is there and as long as there are moments. */
static const IplTensor *
find_tensor (const IplSafetensors *file, const IplTrajectoryArray *array, gsize S)
{
  g_autofree char *name = g_strconcat (PREFIX, array->name, NULL);
  const IplTensor *tensor = ipl_safetensors_lookup (file, name);

  return tensor != NULL && tensor->doubles != NULL && tensor->ndim == array->ndim + 1
                 && tensor->shape[0] == S
                 && memcmp (tensor->shape + 1, array->shape, array->ndim * sizeof (gsize)) == 0
             ? tensor
             : NULL;
}

static gboolean
are_times (const IplTensor *time, guint64 last_step)
{
  if (time->doubles == NULL || time->ndim != 1 || time->size == 0 || time->size > G_MAXUINT
      || !(time->doubles[0] >= 0))
    return FALSE;
  for (gsize s = 0; s < time->size; s++)
    if (!(time->doubles[s] <= (double)last_step)
        || (s > 0 && !(time->doubles[s] > time->doubles[s - 1])))
      return FALSE;
  return TRUE;
}

/* Takes what ipl_head_course_write() wrote; nothing where the file has no course, as those of
 * earlier versions.
 * @self: a new course of the network's shape, without moments
 * Returns: whether there was nothing wrong */
gboolean
ipl_head_course_read (IplTrajectory *self, const IplSafetensors *file, const char *shown,
                      guint64 last_step, GError **error)
{
  const IplTensor *time = ipl_safetensors_lookup (file, PREFIX "time");
  gboolean right = time == NULL || are_times (time, last_step);

  for (guint i = 0; time != NULL && right && i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];

      right = !array->in_time || find_tensor (file, array, time->size) != NULL;
    }
  if (!right)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” is damaged: what it records of its heads cannot be understood.", shown);
      return FALSE;
    }
  for (gsize s = 0; time != NULL && s < time->size; s++)
    {
      if (!ipl_trajectory_append (self, time->doubles[s], error))
        return FALSE;
      for (guint i = 0; i < self->arrays->len; i++)
        {
          const IplTrajectoryArray *array = self->arrays->pdata[i];

          if (array->in_time)
            memcpy (array->values + s * array->size,
                    find_tensor (file, array, time->size)->doubles + s * array->size,
                    array->size * sizeof (double));
        }
    }
  return TRUE;
}
