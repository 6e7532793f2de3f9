/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers, names and arguments of calls in a script. */

#include "figures/plot/plot.h"
#include "figures/python/python-parts.h"

/* Returns the array of the trajectory that contains the numbers; NULL if they are computed. */
static const IplTrajectoryArray *
find_array (const IplTrajectory *trajectory, const IplNumbers *numbers)
{
  for (guint i = 0; trajectory != NULL && i < trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = trajectory->arrays->pdata[i];
      gsize n = array->size * (array->in_time ? trajectory->S : 1);

      if (numbers->data >= array->values && numbers->data < array->values + n)
        return array;
    }
  return NULL;
}

static void
append_array (GString *text, const IplTrajectory *trajectory, const IplTrajectoryArray *array,
              const IplNumbers *numbers)
{
  gsize at = (gsize)(numbers->data - array->values), S = trajectory->S;

  if (numbers->stride == 1 && numbers->n == array->size && array->in_time && array->ndim > 0)
    g_string_append_printf (text, "results[\"%s\"][%" G_GSIZE_FORMAT "]", array->name,
                            at / array->size);
  else if (numbers->stride == array->size && numbers->n == S && array->in_time && array->ndim > 0)
    g_string_append_printf (text,
                            "results[\"%s\"].reshape(%" G_GSIZE_FORMAT ", -1)[:, %" G_GSIZE_FORMAT
                            "]",
                            array->name, S, at);
  else if (at == 0 && numbers->stride == 1 && numbers->n == array->size * (array->in_time ? S : 1))
    g_string_append_printf (text, "results[\"%s\"]", array->name);
  else
    {
      g_string_append_printf (text, "results[\"%s\"].ravel()[%" G_GSIZE_FORMAT ":]", array->name,
                              at);
      if (numbers->stride > 1)
        g_string_append_printf (text, "[::%" G_GSIZE_FORMAT "]", numbers->stride);
      g_string_append_printf (text, "[:%" G_GSIZE_FORMAT "]", numbers->n);
    }
}

/* Appends numbers as an expression. @columns: of a matrix, else 0 */
void
ipl_python_append_numbers (GString *text, const IplPythonFigure *figure, const IplNumbers *numbers,
                           gsize columns)
{
  const IplTrajectory *trajectory = figure->view->trajectory;
  const IplTrajectoryArray *array = find_array (trajectory, numbers);

  if (numbers->source != NULL)
    g_string_append (text, numbers->source);
  else if (trajectory != NULL && numbers->data == trajectory->time && numbers->n == trajectory->S)
    g_string_append (text, "results[\"time\"]");
  else if (trajectory != NULL && numbers->data + numbers->n == trajectory->time + trajectory->S)
    g_string_append_printf (text, "results[\"time\"][%" G_GSIZE_FORMAT ":]",
                            (gsize)(numbers->data - trajectory->time));
  else if (array != NULL)
    append_array (text, trajectory, array, numbers);
  else
    {
      g_string_append (text, "np.array([");
      for (gsize i = 0; i < numbers->n; i++)
        {
          g_string_append (text, i == 0 ? "" : i % IPL_PYTHON_IN_LINE == 0 ? ",\n        " : ", ");
          ipl_python_append_number (text, ipl_numbers_get (numbers, i));
        }
      g_string_append (text, "])");
    }
  if (columns > 0)
    g_string_append_printf (text, ".reshape(-1, %" G_GSIZE_FORMAT ")", columns);
}

void
ipl_python_append_flag (GString *text, const char *name, gboolean value)
{
  if (value)
    g_string_append_printf (text, ", %s=True", name);
}

void
ipl_python_append_limits (GString *text, const char *name, double lo, double hi)
{
  g_string_append_printf (text, ", %s=(", name);
  ipl_python_append_number (text, lo);
  g_string_append (text, ", ");
  ipl_python_append_number (text, hi);
  g_string_append_c (text, ')');
}

/* @names: (nullable): markup */
void
ipl_python_append_names (GString *text, const char *argument, const char *const *names, gsize n)
{
  if (names == NULL)
    return;
  g_string_append_printf (text, ", %s=[", argument);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *name = ipl_python_mathtext (names[i]);

      g_string_append (text, i == 0 ? "" : i % IPL_PYTHON_IN_LINE == 0 ? ",\n        " : ", ");
      ipl_python_append_text (text, name);
    }
  g_string_append_c (text, ']');
}
