/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/trajectory.h"

#include "core/base/memory.h"
#include "core/base/ref-count.h"
#include <math.h>
#include <string.h>

static void
array_free (gpointer data)
{
  IplTrajectoryArray *self = data;

  g_free (self->name);
  g_free (self->words);
  g_free (self->unit);
  g_free (self->values);
  g_free (self);
}

const IplClockWords ipl_clock_words[IPL_N_CLOCKS] = {
  [IPL_CLOCK_FLOW] = { "time", "time", NULL, "t = ", "time <i>t</i>", "<i>_t</i>", FALSE },
  [IPL_CLOCK_STEPS] = { "step", "step", "steps", "step ", "training steps", "S_tep", TRUE },
  [IPL_CLOCK_EXAMPLES]
  = { "P", "P", NULL, "P = ", "training examples <i>P</i>", "<i>_P</i>", TRUE },
};

IplTrajectory *
ipl_trajectory_new (IplClock clock)
{
  IplTrajectory *self = g_new0 (IplTrajectory, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->clock = clock;
  self->arrays = g_ptr_array_new_with_free_func (array_free);
  return self;
}

static void
trajectory_clear (IplTrajectory *self)
{
  g_ptr_array_unref (self->arrays);
  g_free (self->time);
  g_free (self->message);
}

IPL_DEFINE_REFERENCES (IplTrajectory, ipl_trajectory, trajectory_clear)

static IplTrajectoryArray *
add (IplTrajectory *self, const char *name, gboolean in_time, guint ndim, const gsize *shape)
{
  IplTrajectoryArray *array = g_new0 (IplTrajectoryArray, 1);

  array->name = g_strdup (name);
  array->words = g_strdelimit (g_strdup (name), "_", ' ');
  array->unit = g_strdup ("");
  array->ndim = ndim;
  array->in_time = in_time;
  array->size = 1;
  for (guint i = 0; i < ndim; i++)
    {
      array->shape[i] = shape[i];
      array->size *= shape[i];
    }
  g_ptr_array_add (self->arrays, array);
  return array;
}

/* Adds an array that is recorded at every moment.
 * @ndim: dimensions of one moment, at most IPL_TRAJECTORY_MAX_DIM
 * @shape: (nullable): its shape */
void
ipl_trajectory_add (IplTrajectory *self, const char *name, guint ndim, const gsize *shape)
{
  g_return_if_fail (self->S == 0 && ndim <= IPL_TRAJECTORY_MAX_DIM);
  g_return_if_fail (ipl_trajectory_find (self, name) == NULL);

  add (self, name, TRUE, ndim, shape);
}

/* Copies the description of another array. */
static void
copy_words (IplTrajectoryArray *self, const char *words, const char *unit)
{
  g_free (self->words);
  g_free (self->unit);
  self->words = g_strdup (words);
  self->unit = g_strdup (unit);
}

/* Adds the arrays of a table that change in time and are always present. @lengths: the lengths
 * of @letters. */
void
ipl_trajectory_add_recorded (IplTrajectory *self, const IplRecordedArray *recorded,
                             const char *letters, const gsize *lengths)
{
  for (; recorded->name != NULL; recorded++)
    {
      guint ndim = (guint)strlen (recorded->shape);
      gsize shape[IPL_TRAJECTORY_MAX_DIM];

      if (recorded->is_constant || recorded->is_optional)
        continue;
      for (guint d = 0; d < ndim; d++)
        shape[d] = g_ascii_isdigit (recorded->shape[d])
                       ? (gsize)g_ascii_digit_value (recorded->shape[d])
                       : lengths[strchr (letters, recorded->shape[d]) - letters];
      ipl_trajectory_add (self, recorded->name, ndim, shape);
      if (recorded->words != NULL)
        ipl_trajectory_set_words (self, recorded->name, recorded->words,
                                  recorded->unit != NULL ? recorded->unit : "");
    }
}

/* Adds an array of the same name, shape, words and unit that is recorded at every moment. */
void
ipl_trajectory_add_like (IplTrajectory *self, const IplTrajectoryArray *like)
{
  g_return_if_fail (self->S == 0 && ipl_trajectory_find (self, like->name) == NULL);

  copy_words (add (self, like->name, TRUE, like->ndim, like->shape), like->words, like->unit);
}

/* Describes an array for readers who do not know its name.
 * @self: an unshared trajectory
 * @words: its name in sentences; else the array's name with blanks
 * @unit: the unit of its numbers, "" for none */
void
ipl_trajectory_set_words (IplTrajectory *self, const char *name, const char *words,
                          const char *unit)
{
  IplTrajectoryArray *array = (IplTrajectoryArray *)ipl_trajectory_find (self, name);

  g_return_if_fail (array != NULL);
  copy_words (array, words, unit);
}

/* Adds an array that does not change in time.
 * @shape: (nullable): its shape */
gboolean
ipl_trajectory_add_constant (IplTrajectory *self, const char *name, guint ndim, const gsize *shape,
                             const double *values, GError **error)
{
  IplTrajectoryArray *array;

  g_return_val_if_fail (ndim <= IPL_TRAJECTORY_MAX_DIM, FALSE);
  g_return_val_if_fail (ipl_trajectory_find (self, name) == NULL, FALSE);

  array = add (self, name, FALSE, ndim, shape);
  array->values = ipl_memory_try_copy (values, (double)array->size, sizeof (double),
                                       "what was recorded", error);
  if (array->values != NULL)
    return TRUE;
  g_ptr_array_remove (self->arrays, array);
  return FALSE;
}

/* Allocates more moments; without memory nothing is changed. */
static gboolean
grow (IplTrajectory *self, GError **error)
{
  guint capacity = MAX (64, 2 * self->capacity);
  g_autofree double *time = ipl_memory_try_doubles (capacity, "the times", error);

  if (time == NULL)
    return FALSE;
  for (guint i = 0; i < self->arrays->len; i++)
    {
      IplTrajectoryArray *array = self->arrays->pdata[i];
      double *values;

      if (!array->in_time)
        continue;
      values = ipl_memory_try_doubles ((double)capacity * (double)array->size, "what is recorded",
                                       error);
      if (values == NULL)
        return FALSE;
      if (self->S > 0)
        memcpy (values, array->values, self->S * array->size * sizeof (double));
      g_free (array->values);
      array->values = values;
    }
  if (self->S > 0)
    memcpy (time, self->time, self->S * sizeof (double));
  g_free (self->time);
  self->time = g_steal_pointer (&time);
  self->capacity = capacity;
  return TRUE;
}

/* Begins a moment, whose numbers are NaN until ipl_trajectory_edit() fills them.
 * @self: an unshared trajectory
 * Returns: FALSE without memory; nothing is changed then */
gboolean
ipl_trajectory_append (IplTrajectory *self, double time, GError **error)
{
  g_return_val_if_fail (self->S == 0 || time > self->time[self->S - 1], FALSE);

  if (self->S == self->capacity && !grow (self, error))
    return FALSE;
  self->time[self->S] = time;
  for (guint i = 0; i < self->arrays->len; i++)
    {
      IplTrajectoryArray *array = self->arrays->pdata[i];

      for (gsize k = 0; array->in_time && k < array->size; k++)
        array->values[self->S * array->size + k] = NAN;
    }
  self->S++;
  return TRUE;
}

/* Appends a moment of another trajectory, with the numbers of all arrays that both have.
 * @self: an unshared trajectory */
gboolean
ipl_trajectory_append_from (IplTrajectory *self, const IplTrajectory *from, guint moment,
                            GError **error)
{
  if (!ipl_trajectory_append (self, from->time[moment], error))
    return FALSE;
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];

      if (array->in_time && ipl_trajectory_find (from, array->name) != NULL)
        memcpy (array->values + (self->S - 1) * array->size,
                ipl_trajectory_get (from, array->name, moment), array->size * sizeof (double));
    }
  return TRUE;
}

/* Removes the other moments.
 * @self: an unshared trajectory */
void
ipl_trajectory_select (IplTrajectory *self, const gboolean *selected)
{
  guint n = 0;

  for (guint s = 0; s < self->S; s++)
    {
      if (!selected[s])
        continue;
      self->time[n] = self->time[s];
      for (guint i = 0; i < self->arrays->len; i++)
        {
          IplTrajectoryArray *array = self->arrays->pdata[i];

          if (array->in_time)
            memmove (array->values + n * array->size, array->values + s * array->size,
                     array->size * sizeof (double));
        }
      n++;
    }
  self->S = n;
}

/* TRUE if they have the same times, arrays of the same sizes, and the same constants. */
static gboolean
is_alike (const IplTrajectory *self, const IplTrajectory *other)
{
  if (self->S != other->S || memcmp (self->time, other->time, self->S * sizeof (double)) != 0)
    return FALSE;
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];
      const IplTrajectoryArray *its = ipl_trajectory_find (other, array->name);

      if (its == NULL || its->size != array->size || its->in_time != array->in_time
          || (!array->in_time
              && memcmp (its->values, array->values, array->size * sizeof (double)) != 0))
        return FALSE;
    }
  return TRUE;
}

/* Copies numbers that are missing here, NaN, from another trajectory of the same form. FALSE,
 * without changes, if the forms differ. */
gboolean
ipl_trajectory_fill (IplTrajectory *self, const IplTrajectory *from)
{
  if (!is_alike (self, from))
    return FALSE;
  for (guint i = 0; i < self->arrays->len; i++)
    {
      IplTrajectoryArray *array = self->arrays->pdata[i];
      const double *its = ipl_trajectory_find (from, array->name)->values;

      for (gsize k = 0; array->in_time && k < self->S * array->size; k++)
        if (isnan (array->values[k]))
          array->values[k] = its[k];
    }
  return TRUE;
}

const IplTrajectoryArray *
ipl_trajectory_find (const IplTrajectory *self, const char *name)
{
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];

      if (strcmp (array->name, name) == 0)
        return array;
    }
  return NULL;
}

/* @self: an unshared trajectory with at least one moment
 * @name: name of an array that is recorded at every moment
 * Returns: its numbers at the last moment, to be filled */
double *
ipl_trajectory_edit (IplTrajectory *self, const char *name)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (self, name);

  g_return_val_if_fail (self->S > 0 && array != NULL && array->in_time, NULL);
  return array->values + (self->S - 1) * array->size;
}

/* @moment: index of the moment; ignored for an array that is constant in time
 * Returns: (nullable): its numbers at that moment; NULL for an unknown array or moment */
const double *
ipl_trajectory_get (const IplTrajectory *self, const char *name, guint moment)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (self, name);

  if (array == NULL || (array->in_time && moment >= self->S))
    return NULL;
  return array->in_time ? array->values + moment * array->size : array->values;
}

/* @self: a trajectory with a moment at least
 * Returns: the recorded moment that is nearest */
guint
ipl_trajectory_find_moment (const IplTrajectory *self, double time)
{
  guint low = 0, high = self->S - 1;

  g_return_val_if_fail (self->S > 0, 0);
  if (time < 0)
    return high;
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (self->time[middle] <= time)
        low = middle;
      else
        high = middle;
    }
  return time - self->time[low] <= self->time[high] - time ? low : high;
}

/* Mean over @n numbers of a moment, from @first on and @apart, of the finite ones; NaN if there
 * are none. @sd: (out): their standard deviation, 0 for one */
double
ipl_trajectory_array_mean (const IplTrajectoryArray *self, guint moment, gsize first, gsize apart,
                           gsize n, double *sd)
{
  const double *values = self->values + (self->in_time ? moment * self->size : 0) + first;
  double mean = 0, squares = 0;
  gsize finite = 0;

  for (gsize i = 0; i < n; i++)
    finite += isfinite (values[i * apart]);
  for (gsize i = 0; i < n; i++)
    mean += isfinite (values[i * apart]) ? values[i * apart] / (double)finite : 0;
  for (gsize i = 0; i < n; i++)
    squares += isfinite (values[i * apart]) ? pow (values[i * apart] - mean, 2) : 0;
  *sd = finite > 1 ? sqrt (squares / (double)(finite - 1)) : 0;
  return finite > 0 ? mean : NAN;
}

/* @self: a trajectory with all its arrays
 * Returns: the memory that so many moments take */
double
ipl_trajectory_get_bytes (const IplTrajectory *self, double moments)
{
  double numbers = moments;

  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];

      numbers += (array->in_time ? moments : 1) * (double)array->size;
    }
  return numbers * sizeof (double);
}

/* Sets the reason of an early end, or of doubt in the numbers.
 * @self: an unshared trajectory
 * @message: (nullable): one sentence */
void
ipl_trajectory_set_message (IplTrajectory *self, const char *message)
{
  g_free (self->message);
  self->message = g_strdup (message);
}

/* Returns: a copy of the record so far, to be shown during the run */
IplTrajectory *
ipl_trajectory_copy (const IplTrajectory *self, GError **error)
{
  g_autoptr (IplTrajectory) copy = ipl_trajectory_new (self->clock);

  ipl_trajectory_set_message (copy, self->message);
  copy->time = ipl_memory_try_copy (self->time, self->S, sizeof (double), "the times", error);
  if (copy->time == NULL && self->S > 0)
    return NULL;
  copy->S = copy->capacity = self->S;
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *from = self->arrays->pdata[i];
      double moments = from->in_time ? self->S : 1;
      IplTrajectoryArray *to = add (copy, from->name, from->in_time, from->ndim, from->shape);

      copy_words (to, from->words, from->unit);
      if (moments > 0 && from->size > 0)
        {
          to->values = ipl_memory_try_copy (from->values, moments * (double)from->size,
                                            sizeof (double), "what was recorded", error);
          if (to->values == NULL)
            return NULL;
        }
    }
  return g_steal_pointer (&copy);
}
