/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Words and numbers of what happens in time. */

#include "figures/view/trajectory-words.h"

#include "figures/kit/number.h"
#include "figures/view/words.h"

#include <math.h>
#include <string.h>

/* Numbers of a moment that are said one by one; of more, the first and the last. */
#define MAX_SAID 4

/* Returns: (transfer full): "step 500" or "t = 1.25" */
char *
ipl_trajectory_time_text (const IplTrajectory *self, double time)
{
  const IplClockWords *words = &ipl_clock_words[self->clock];
  g_autofree char *number = words->is_whole && time == floor (time) ? ipl_number_fixed (time, 0)
                                                                    : ipl_number_text (time, 4);

  return g_strconcat (words->before, number, NULL);
}

/* @k: a number of one moment, counted through all dimensions
 * @one: (nullable): what one of several is called ("layer"); NULL where a number says it
 * Returns: (transfer full): "layer 2", or "2, 3" of an array of more dimensions */
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

/* TRUE if a moment of the trajectory is hovered. */
gboolean
ipl_target_get_moment (const IplTarget *self, const IplView *view, guint *moment)
{
  int number = ipl_target_get (self, IPL_PART_MOMENT);

  if (view->trajectory == NULL || number < 0)
    return FALSE;
  *moment = (guint)number;
  return *moment < view->trajectory->S;
}

/* @most: how many numbers there is room for; of more the first ones and the last are said
 * @between: what stands between two */
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

/* Appends its numbers of a moment one by one, with what it is called and its unit: ", entropy of
 * attention 1.2, 0.65 nats".
 * @most: how many numbers there is room for; of more the first ones and the last are said */
void
ipl_trajectory_append_array (GString *text, const IplTrajectoryArray *array, guint moment,
                             gsize most)
{
  append_numbers (text, array, moment, most, ", ");
}

/* ", loss 2.52 nats", ", entropy of attention 0.65 … 2.1 nats". */
static void
append_array (GString *text, const IplTrajectoryArray *array, guint moment)
{
  const double *values = array->values + (array->in_time ? moment * array->size : 0);
  gsize k = 0;

  while (k < array->size && !isfinite (values[k]))
    k++;
  if (k < array->size)
    append_numbers (text, array, moment, array->size <= MAX_SAID ? MAX_SAID : 2, " and ");
}

/* @numbers: what there is to say of it; may be empty
 * Returns: (transfer full): "Step 500: " and @numbers */
char *
ipl_trajectory_begin_sentence (const IplTrajectory *self, guint moment, GString *numbers)
{
  g_autofree char *time = ipl_trajectory_time_text (self, self->time[moment]);

  if (numbers->len > 0)
    g_string_prepend (numbers, ": ");
  g_string_prepend (numbers, time);
  /* A symbol stays small. */
  if (ipl_clock_words[self->clock].plural != NULL)
    numbers->str[0] = g_ascii_toupper (numbers->str[0]);
  return g_string_free (numbers, FALSE);
}

/* The moment of the trajectory that is hovered: its numbers, and arrays of one dimension that are
 * few. */
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

      if (array->in_time && (array->ndim == 0 || (array->ndim == 1 && array->size <= MAX_SAID)))
        append_array (numbers, array, moment);
    }
  g_autofree char *sentence = ipl_trajectory_begin_sentence (view->trajectory, moment, numbers);
  g_string_append (text, sentence);
}

/* " Shown at step 500, of 2000." and what is not to be trusted. */
void
ipl_describe_moment (GString *text, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;

  if (trajectory == NULL || trajectory->S == 0)
    return;
  g_autofree char *now = ipl_trajectory_time_text (trajectory, trajectory->time[view->moment]);
  g_autofree char *end = ipl_clock_words[trajectory->clock].is_whole
                             ? ipl_number_fixed (trajectory->time[trajectory->S - 1], 0)
                             : ipl_number_text (trajectory->time[trajectory->S - 1], 4);
  g_string_append_printf (text, " Shown at %s of %s.", now, end);
  if (trajectory->message != NULL)
    g_string_append_printf (text, " %s", trajectory->message);
}
