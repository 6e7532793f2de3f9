/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/maps/map-parameters.h"

#include "core/base/number-text.h"
#include "core/parameters/parameters.h"
#include <math.h>
#include <string.h>

/* Values of an axis to begin with. */
#define N_VALUES 12
/* Default range of a parameter around its value, as a factor. */
#define FACTOR 4.0
#define WIDTHS "10:1000:12"
#define TEMPERATURES "0.001:10:12"
#define VARIANCES "0.1:10:12"

static void
add_fields (GStrvBuilder *names, const IplParameters *parameters)
{
  for (guint g = 0; g < parameters->experiment->n_groups; g++)
    {
      const IplFieldGroup *group = &parameters->experiment->groups[g];

      for (guint i = 0; i < group->n_fields; i++)
        {
          const char *flag = ipl_field_flag (&group->fields[i]);
          g_auto (IplSweepAxis) axis = { 0 };
          g_autofree char *sign = NULL;

          if (flag == NULL || !ipl_sweep_axis_find (&axis, flag, parameters, NULL)
              || axis.kind != IPL_AXIS_FIELD
              || !ipl_field_applies (axis.field, ipl_parameters_get_table (parameters, axis.table)))
            continue;
          sign = ipl_sweep_axis_get_sign (&axis);
          g_strv_builder_add (names, sign);
        }
    }
}

/* Returns: (transfer full): names of axes for ipl_sweep_axis_find(): widths, the temperature,
 *   the numeric parameters of the task, and prior variances */
char **
ipl_map_axis_names (const IplParameters *parameters)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  guint L = parameters->current.L;

  g_strv_builder_add (names, "N");
  g_strv_builder_add (names, "T");
  add_fields (names, parameters);
  for (guint l = 0; l <= L + 1; l++)
    {
      g_autofree char *name = l <= L ? g_strdup_printf ("s%u", l) : g_strdup ("sa");

      g_strv_builder_add (names, name);
    }
  for (guint l = 0; l <= L && L > 0; l++)
    {
      g_autofree char *name = l < L ? g_strdup_printf ("N%u", l + 1) : g_strdup ("Na");

      g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

/* A range around the present value, within the limits of the parameter. */
static char *
around (const IplSweepAxis *axis, const IplParameters *parameters)
{
  const IplField *field = axis->field;
  double now = ipl_sweep_axis_read (axis, parameters), low, high, step = MAX (field->multiple, 1);
  double least = field->kind == IPL_FIELD_REAL ? field->minimum : MAX (field->minimum, step);
  char from[IPL_NUMBER_TEXT_SIZE], to[IPL_NUMBER_TEXT_SIZE];

  if (!(now > 0))
    now = field->high > 0 ? field->high / FACTOR : 1;
  low = field->logarithmic ? now / FACTOR : 0.5 * now;
  high = field->logarithmic ? now * FACTOR : 2 * now;
  if (field->kind != IPL_FIELD_REAL)
    {
      low = step * round (low / step);
      high = step * round (high / step);
    }
  low = CLAMP (low, least, field->maximum);
  high = CLAMP (high, least, field->maximum);
  if (low >= high)
    low = least;
  ipl_number_format (low, from);
  ipl_number_format (high, to);
  return low < high ? g_strdup_printf ("%s:%s:%d", from, to, N_VALUES) : g_strdup (to);
}

/* Returns: (transfer full): values of that axis for ipl_sweep_axis_parse(); empty for an unknown
 *   axis */
char *
ipl_map_axis_default (const IplParameters *parameters, const char *name)
{
  g_auto (IplSweepAxis) axis = { 0 };

  if (!ipl_sweep_axis_find (&axis, name, parameters, NULL))
    return g_strdup ("");
  switch (axis.kind)
    {
    case IPL_AXIS_FIELD:
      return around (&axis, parameters);
    case IPL_AXIS_TEMPERATURE:
      return g_strdup (TEMPERATURES);
    case IPL_AXIS_VARIANCE:
      return g_strdup (VARIANCES);
    case IPL_AXIS_WIDTH:
    case IPL_AXIS_WIDTHS:
    case IPL_AXIS_VARIANCES:
    case IPL_AXIS_SEEDS:
    default:
      return g_strdup (WIDTHS);
    }
}
