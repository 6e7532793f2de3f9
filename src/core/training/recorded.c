/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/training/recorded.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"

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

/* Appends @S moments, the last at @last or before, to a trajectory that has none. Returns FALSE
 * without an error where they are not all there, and then @self is as it was. @time: [S]. */
gboolean
ipl_recorded_read (IplTrajectory *self, gsize S, const double *time, double last,
                   IplFindRecorded find, gconstpointer data, GError **error)
{
  if (!are_times (S, time, last))
    return FALSE;
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];

      if (array->in_time && find (array, S, data) == NULL)
        return FALSE;
    }
  for (gsize s = 0; s < S; s++)
    if (!ipl_trajectory_append (self, time[s], error))
      return FALSE;
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];

      if (array->in_time)
        memcpy (array->values, find (array, S, data), S * array->size * sizeof (double));
    }
  return TRUE;
}

/* Says that a checkpoint is not that of what is to go on. */
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
