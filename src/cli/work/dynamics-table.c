/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the trajectory as a table of a few moments. */
#include "cli/work/work.h"

#include <math.h>
#include <string.h>

/* Columns beside the time, and numbers of an array that have some. */
#define MAX_COLUMNS 8
#define MAX_PARTS 4

/* A column: one number of an array. */
typedef struct
{
  const IplTrajectoryArray *array;
  gsize part;
  int width; /* in characters */
} Column;

/* Numbers first, then arrays of few, as many as fit on a line. */
static guint
find_columns (const IplTrajectory *trajectory, Column columns[MAX_COLUMNS])
{
  guint n = 0;

  for (guint ndim = 0; ndim <= 1; ndim++)
    for (guint i = 0; i < trajectory->arrays->len; i++)
      {
        const IplTrajectoryArray *array = trajectory->arrays->pdata[i];

        if (array->in_time && array->ndim == ndim && array->size <= MAX_PARTS
            && n + array->size <= MAX_COLUMNS)
          for (gsize k = 0; k < array->size; k++)
            columns[n++] = (Column){ array, k, MAX (12, (int)strlen (array->name) + 2) };
      }
  return n;
}

/* The moment at which the entropy, its mean where it has several parts, is least; the middle one
 * where that is an end. */
static guint
find_least (const IplTrajectory *trajectory)
{
  const IplTrajectoryArray *entropy = ipl_trajectory_find (trajectory, "entropy");
  guint least = trajectory->S / 2;
  double lowest = INFINITY;

  for (guint s = 0; entropy != NULL && entropy->in_time && s < trajectory->S; s++)
    {
      double sum = 0;

      for (gsize k = 0; k < entropy->size; k++)
        sum += entropy->values[s * entropy->size + k];
      if (sum < lowest)
        {
          lowest = sum;
          least = s;
        }
    }
  return least > 0 && least + 1 < trajectory->S ? least : trajectory->S / 2;
}

static void
print_number (double value, int width)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  cli_print (" %*s", width,
             isnan (value) ? "-" : g_ascii_formatd (text, sizeof text, "%.5g", value));
}

static void
print_row (const IplTrajectory *trajectory, guint moment, guint n, const Column *columns)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  cli_print ("%12s", g_ascii_formatd (text, sizeof text,
                                      ipl_clock_words[trajectory->clock].is_whole ? "%.0f" : "%.6g",
                                      trajectory->time[moment]));
  for (guint c = 0; c < n; c++)
    print_number (columns[c].array->values[moment * columns[c].array->size + columns[c].part],
                  columns[c].width);
  cli_print ("\n");
}

static void
print_heading (const IplTrajectory *trajectory, guint n, const Column *columns)
{
  cli_print ("%12s", ipl_clock_words[trajectory->clock].name);
  for (guint c = 0; c < n; c++)
    {
      const IplTrajectoryArray *array = columns[c].array;
      g_autofree char *name = array->ndim > 0 ? g_strdup_printf ("%s %" G_GSIZE_FORMAT, array->name,
                                                                 columns[c].part + 1)
                                              : g_strdup (array->name);

      cli_print (" %*s", columns[c].width, name);
    }
  cli_print ("\n");
}

/* Arrays that no column shows: "z [20], V [20, 20]"; of a number that is recorded once, its value.
 */
static char *
list_others (const IplTrajectory *trajectory, gboolean in_time, guint n, const Column *columns)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = trajectory->arrays->pdata[i];
      gboolean shown = array->in_time != in_time;

      for (guint c = 0; c < n; c++)
        shown = shown || columns[c].array == array;
      if (shown)
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", array->name);
      for (guint d = 0; d < array->ndim; d++)
        g_string_append_printf (text, "%s%" G_GSIZE_FORMAT "%s", d == 0 ? " [" : ", ",
                                array->shape[d], d + 1 == array->ndim ? "]" : "");
      if (!in_time && array->ndim == 0)
        g_string_append_printf (text, " = %.5g", array->values[0]);
    }
  return g_string_free (text, FALSE);
}

/* The first moment, the one of the least entropy, and the last; all where each is a training set of
 * its own. */
void
cli_dynamics_print (const IplView *view)
{
  const IplExperimentResult *result = view->own;
  const IplTrajectory *trajectory = result->trajectory;
  Column columns[MAX_COLUMNS];
  guint n = find_columns (trajectory, columns), last = trajectory->S - 1;
  guint least = find_least (trajectory);
  g_autofree char *moving = list_others (trajectory, TRUE, n, columns);
  g_autofree char *constant = list_others (trajectory, FALSE, n, columns);

  cli_print ("%s: %u moment%s\n", result->experiment->id, trajectory->S,
             trajectory->S == 1 ? "" : "s");
  print_heading (trajectory, n, columns);
  print_row (trajectory, 0, n, columns);
  for (guint s = 1; trajectory->clock == IPL_CLOCK_EXAMPLES && s < last; s++)
    print_row (trajectory, s, n, columns);
  if (trajectory->clock != IPL_CLOCK_EXAMPLES && least > 0 && least < last)
    print_row (trajectory, least, n, columns);
  if (last > 0)
    print_row (trajectory, last, n, columns);
  if (moving[0] != '\0')
    cli_print ("Recorded at every moment too: %s.\n", moving);
  if (constant[0] != '\0')
    cli_print ("Recorded once: %s.\n", constant);
}
