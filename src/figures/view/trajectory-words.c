/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Describes a moment of a trajectory in words: its time and its numbers. */

#include "figures/view/trajectory-words.h"

#include "figures/kit/number.h"
#include "figures/view/view-words.h"

#include <math.h>
#include <string.h>

/* Maximum count of numbers listed for a moment; of more, the first and the last. */
#define MAX_LISTED 4

/* Returns: (transfer full): "step 500" or "t = 1.25" */
char *
ipl_trajectory_time_text (const IplTrajectory *self, double time)
{
  const IplClockWords *words = &ipl_clock_words[self->clock];
  g_autofree char *number = words->is_integer && time == floor (time) ? ipl_number_fixed (time, 0)
                                                                      : ipl_number_text (time, 4);

  return g_strconcat (words->before, number, NULL);
}

/* @k: flat index of a number of one moment
 * @one: (nullable): name of one number ("layer"); NULL for the index only
 * Returns: (transfer full): "layer 2", or "2, 3" for arrays of several dimensions */
char *
ipl_trajectory_part_text (const IplTrajectoryArray *array, gsize k, const char *one)
{
  GString *text = g_string_new (NULL);

  for (guint d = array->ndim; d-- > 0; k /= array->shape[d])
    {
      g_autofree char *index = g_strdup_printf ("%" G_GSIZE_FORMAT "%s", k % array->shape[d] + 1,
                                                text->len > 0 ? ", " : "");
      g_string_prepend (text, index);
    }
  if (one != NULL && text->len > 0)
    {
      g_string_prepend_c (text, ' ');
      g_string_prepend (text, one);
    }
  return g_string_free (text, FALSE);
}

/* TRUE if the target is a moment of the trajectory. */
gboolean
ipl_target_get_moment (const IplTarget *self, const IplView *view, guint *moment)
{
  int number = ipl_target_get (self, IPL_PART_MOMENT);

  if (view->trajectory == NULL || number < 0)
    return FALSE;
  *moment = (guint)number;
  return *moment < view->trajectory->S;
}

/* Appends the numbers of a moment with their name and unit.
 * @most: maximum count of numbers; of more, the first ones and the last
 * @between: separator */
static void
append_numbers (GString *text, const IplTrajectoryArray *array, guint moment, gsize most,
                const char *between)
{
  const double *values = array->values + (array->in_time ? moment * array->size : 0);

  g_string_append_printf (text, "%s%s ", text->len > 0 ? ", " : "", array->words);
  for (gsize k = 0; k < array->size; k++)
    if (array->size <= most || k < most - 1 || k == array->size - 1)
      {
        g_autofree char *value = ipl_number_text (values[k], 4);

        g_string_append_printf (text, "%s%s",
                                k == 0                                       ? ""
                                : array->size > most && k == array->size - 1 ? " … "
                                                                             : between,
                                value);
      }
  if (array->unit[0] != '\0')
    g_string_append_printf (text, " %s", array->unit);
}

/* Appends the numbers of a moment with their name and unit: ", entropy of attention 1.2, 0.65
 * nats".
 * @most: maximum count of numbers; of more, the first ones and the last */
void
ipl_trajectory_append_array (GString *text, const IplTrajectoryArray *array, guint moment,
                             gsize most)
{
  append_numbers (text, array, moment, most, ", ");
}

/* Appends ", loss 2.52 nats" or ", entropy of attention 0.65 … 2.1 nats". */
static void
append_array (GString *text, const IplTrajectoryArray *array, guint moment)
{
  const double *values = array->values + (array->in_time ? moment * array->size : 0);
  gsize k = 0;

  while (k < array->size && !isfinite (values[k]))
    k++;
  if (k < array->size)
    append_numbers (text, array, moment, array->size <= MAX_LISTED ? MAX_LISTED : 2, " and ");
}

/* @numbers: (transfer full): the rest of the sentence; may be empty
 * Returns: (transfer full): "Step 500: " followed by @numbers */
char *
ipl_trajectory_begin_sentence (const IplTrajectory *self, guint moment, GString *numbers)
{
  g_autofree char *time = ipl_trajectory_time_text (self, self->time[moment]);

  if (numbers->len > 0)
    g_string_prepend (numbers, ": ");
  g_string_prepend (numbers, time);
  /* A symbol keeps its case. */
  if (ipl_clock_words[self->clock].plural != NULL)
    numbers->str[0] = g_ascii_toupper (numbers->str[0]);
  return g_string_free (numbers, FALSE);
}

/* Describes the hovered moment of the trajectory: its numbers, and arrays with up to MAX_LISTED
 * numbers. */
void
ipl_target_append_moment (GString *text, const IplTarget *self, const IplView *view, gboolean brief)
{
  GString *numbers;
  guint moment;

  if (!ipl_target_get_moment (self, view, &moment))
    return;
  numbers = g_string_new (NULL);
  for (guint i = 0; i < view->trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = view->trajectory->arrays->pdata[i];

      if (array->in_time && (array->ndim == 0 || (array->ndim == 1 && array->size <= MAX_LISTED)))
        append_array (numbers, array, moment);
    }
  g_autofree char *sentence = ipl_trajectory_begin_sentence (view->trajectory, moment, numbers);
  g_string_append (text, sentence);
}

/* Appends " Shown at step 500 of 2000." and the warning of the trajectory. */
void
ipl_describe_moment (GString *text, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;

  if (trajectory == NULL || trajectory->S == 0)
    return;
  g_autofree char *now = ipl_trajectory_time_text (trajectory, trajectory->time[view->moment]);
  g_autofree char *end = ipl_clock_words[trajectory->clock].is_integer
                             ? ipl_number_fixed (trajectory->time[trajectory->S - 1], 0)
                             : ipl_number_text (trajectory->time[trajectory->S - 1], 4);
  g_string_append_printf (text, " Shown at %s of %s.", now, end);
  if (trajectory->message != NULL)
    g_string_append_printf (text, " %s", trajectory->message);
}
