/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of sweep axes: name, storage and effect of values. */
#include "core/parameters/sweep-axis.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/experiments/parameter-words.h"
#include "core/parameters/parameters.h"
#include <math.h>
#include <string.h>

void
ipl_sweep_axis_init (IplSweepAxis *self, IplSweepAxisKind kind, guint L)
{
  *self = (IplSweepAxis){ .kind = kind, .L = L };
}

void
ipl_sweep_axis_clear (IplSweepAxis *self)
{
  g_clear_pointer (&self->values, g_free);
  self->n = 0;
}

/* @self: nothing yet */
void
ipl_sweep_axis_copy (IplSweepAxis *self, const IplSweepAxis *from)
{
  *self = *from;
  self->values
      = g_memdup2 (from->values, (gsize)from->n * ipl_sweep_axis_get_size (from) * sizeof (double));
}

/* Numbers of one value. */
guint
ipl_sweep_axis_get_size (const IplSweepAxis *self)
{
  switch (self->kind)
    {
    case IPL_AXIS_WIDTHS:
      return self->L + 1;
    case IPL_AXIS_VARIANCES:
      return self->L + 2;
    case IPL_AXIS_SEEDS:
      return 0;
    case IPL_AXIS_WIDTH:
    case IPL_AXIS_TEMPERATURE:
    case IPL_AXIS_VARIANCE:
    case IPL_AXIS_FIELD:
    default:
      return 1;
    }
}

const double *
ipl_sweep_axis_get_value (const IplSweepAxis *self, guint i)
{
  return self->values + (gsize)i * ipl_sweep_axis_get_size (self);
}

/* @value: [size] */
void
ipl_sweep_axis_add (IplSweepAxis *self, const double *value)
{
  guint size = ipl_sweep_axis_get_size (self);

  /* The allocation doubles whenever the number of values is a power of two. */
  if ((self->n & (self->n - 1)) == 0)
    self->values = g_renew (double, self->values, (gsize)MAX (2 * self->n, 1) * size);
  memcpy (self->values + (gsize)self->n++ * size, value, size * sizeof *value);
}

void
ipl_sweep_axis_add_widths (IplSweepAxis *self, const IplSetting *setting)
{
  double value[IPL_MAX_LAYERS + 1];

  for (guint l = 0; l <= self->L; l++)
    value[l] = setting->gp ? INFINITY : setting->N[l];
  ipl_sweep_axis_add (self, value);
}

/* Copies from the parameters, depending on the kind: the widths; the temperatures, or the single
 * one; or the variances. The axis has the number of layers of the parameters if it has none. */
void
ipl_sweep_axis_from_parameters (IplSweepAxis *self, const IplParameters *parameters)
{
  ipl_sweep_axis_clear (self);
  if (self->L == 0)
    self->L = parameters->current.L;
  for (guint i = 0; self->kind == IPL_AXIS_WIDTHS && i < parameters->n_widths; i++)
    {
      const IplSetting setting = ipl_parameters_get_setting (parameters, i);

      ipl_sweep_axis_add_widths (self, &setting);
    }
  for (guint i = 0; self->kind == IPL_AXIS_TEMPERATURE && i < parameters->n_temperatures; i++)
    ipl_sweep_axis_add (self, &parameters->temperatures[i]);
  if (self->kind == IPL_AXIS_TEMPERATURE && self->n == 0)
    ipl_sweep_axis_add (self, &parameters->current.temperature);
  if (self->kind == IPL_AXIS_VARIANCES)
    ipl_sweep_axis_add (self, parameters->current.variances);
}

/* Copies widths or temperatures to the parameters, at most IPL_MAX_LIST. */
void
ipl_sweep_axis_to_parameters (const IplSweepAxis *self, IplParameters *parameters)
{
  guint n = MIN (self->n, IPL_MAX_LIST);
  IplSetting setting = parameters->current;

  if (self->kind == IPL_AXIS_WIDTHS)
    {
      parameters->n_widths = n;
      for (guint i = 0; i < n; i++)
        {
          ipl_sweep_axis_set (self, i, &setting);
          ipl_parameters_set_widths (parameters, i, &setting);
        }
    }
  if (self->kind == IPL_AXIS_TEMPERATURE)
    {
      memset (parameters->temperatures, 0, sizeof parameters->temperatures);
      memcpy (parameters->temperatures, self->values, n * sizeof (double));
      parameters->n_temperatures = n;
    }
}

static void
set_width (IplSetting *setting, guint layer, double width)
{
  setting->gp = isinf (width);
  setting->N[layer] = setting->gp ? MAX (setting->N[layer], 1) : (guint)width;
}

/* Sets value @i of the axis in a setting; its other values stay. */
void
ipl_sweep_axis_set (const IplSweepAxis *self, guint i, IplSetting *setting)
{
  const double *value = ipl_sweep_axis_get_value (self, i);
  gboolean all = self->kind == IPL_AXIS_WIDTHS || self->index == IPL_AXIS_ALL_LAYERS;

  if (self->kind == IPL_AXIS_TEMPERATURE)
    setting->temperature = value[0];
  else if (self->kind == IPL_AXIS_VARIANCES)
    memcpy (setting->variances, value, (self->L + 2) * sizeof *value);
  else if (self->kind == IPL_AXIS_VARIANCE)
    setting->variances[self->index] = value[0];
  else if (self->kind == IPL_AXIS_WIDTHS || self->kind == IPL_AXIS_WIDTH)
    for (guint l = all ? 0 : self->index; l <= (all ? MIN (self->L, setting->L) : self->index); l++)
      set_width (setting, l, value[self->kind == IPL_AXIS_WIDTHS ? l : 0]);
}

/* Makes the parameters those of the i-th value. */
void
ipl_sweep_axis_apply (const IplSweepAxis *self, guint i, IplParameters *parameters)
{
  if (self->kind == IPL_AXIS_SEEDS)
    ipl_parameters_set_seed (parameters, self->first + i);
  else if (self->kind != IPL_AXIS_FIELD)
    ipl_sweep_axis_set (self, i, &parameters->current);
  else
    {
      ipl_field_set_number (self->field, ipl_parameters_edit_table (parameters, self->table),
                            self->values[i]);
      ipl_parameters_fit_layers (parameters);
    }
}

/* TRUE if both vary the same parameter, with any values. */
gboolean
ipl_sweep_axis_is_same (const IplSweepAxis *self, const IplSweepAxis *other)
{
  return self->kind == other->kind
         && (self->kind != IPL_AXIS_FIELD
             || (self->field == other->field && self->table == other->table))
         && ((self->kind != IPL_AXIS_WIDTH && self->kind != IPL_AXIS_VARIANCE)
             || self->index == other->index);
}

/* TRUE if both vary the same parameter over the same values; empty axes are equal. */
gboolean
ipl_sweep_axis_equal (const IplSweepAxis *self, const IplSweepAxis *other)
{
  if (self->n == 0 || self->n != other->n)
    return self->n == other->n;
  return ipl_sweep_axis_is_same (self, other) && self->first == other->first
         && (self->values == NULL
             || memcmp (self->values, other->values,
                        (gsize)self->n * ipl_sweep_axis_get_size (self) * sizeof (double))
                    == 0);
}

/* The present value of the axis in the parameters; NaN if the axis varies several numbers. For
 * the width of all layers, that of the first. */
double
ipl_sweep_axis_read (const IplSweepAxis *self, const IplParameters *parameters)
{
  const IplSetting *current = &parameters->current;
  guint64 seed;

  switch (self->kind)
    {
    case IPL_AXIS_WIDTH:
      return current->gp ? INFINITY
                         : current->N[self->index == IPL_AXIS_ALL_LAYERS ? 0 : self->index];
    case IPL_AXIS_TEMPERATURE:
      return current->temperature;
    case IPL_AXIS_VARIANCE:
      return current->variances[self->index];
    case IPL_AXIS_FIELD:
      return ipl_field_get_number (self->field, ipl_parameters_get_table (parameters, self->table));
    case IPL_AXIS_SEEDS:
      return ipl_parameters_get_seed (parameters, &seed) ? (double)seed : NAN;
    case IPL_AXIS_WIDTHS:
    case IPL_AXIS_VARIANCES:
    default:
      return NAN;
    }
}

static gboolean
is_number (const IplField *field)
{
  return field->kind == IPL_FIELD_REAL || field->kind == IPL_FIELD_INTEGER
         || field->kind == IPL_FIELD_SIZE;
}

/* "P" is the field that has this sign. */
static gboolean
find_field (IplSweepAxis *self, const char *name, const IplParameters *parameters)
{
  for (guint g = 0; g < parameters->experiment->n_groups; g++)
    {
      const IplFieldGroup *group = &parameters->experiment->groups[g];

      for (guint i = 0; i < group->n_fields; i++)
        if (is_number (&group->fields[i])
            && (strcmp (group->fields[i].id, name) == 0
                || ipl_field_has_flag (&group->fields[i], name)
                || g_strcmp0 (group->fields[i].symbol, name) == 0))
          {
            self->kind = IPL_AXIS_FIELD;
            self->table = group->fields;
            self->field = &group->fields[i];
            return TRUE;
          }
    }
  return FALSE;
}

/* "2" and "a" of "N2" and "Na", or of "s2" and "sa": from @first to below @end, or the last. */
static gboolean
find_index (const char *text, guint first, guint end, guint *index)
{
  guint64 number;

  if (strcmp (text, "a") == 0)
    *index = end;
  else if (g_ascii_string_to_unsigned (text, 10, first, first + end - 1, &number, NULL))
    *index = (guint)number - first;
  else
    return FALSE;
  return TRUE;
}

/* Finds an axis by its name: N, N1 .. Na, T, s0 .. sa, seed, P, or the flag of a parameter that is
 * a number. */
gboolean
ipl_sweep_axis_find (IplSweepAxis *self, const char *name, const IplParameters *parameters,
                     GError **error)
{
  guint L = parameters->current.L;
  guint64 seed;
  g_autofree char *shown = NULL;

  ipl_sweep_axis_init (self, IPL_AXIS_WIDTH, L);
  self->index = IPL_AXIS_ALL_LAYERS;
  if (strcmp (name, "N") == 0 || (name[0] == 'N' && find_index (name + 1, 1, L, &self->index)))
    return TRUE;
  self->kind = IPL_AXIS_VARIANCE;
  if (name[0] == 's' && find_index (name + 1, 0, L + 1, &self->index))
    return TRUE;
  self->kind = IPL_AXIS_TEMPERATURE;
  if (strcmp (name, "T") == 0 || strcmp (name, "temperature") == 0)
    return TRUE;
  self->kind = IPL_AXIS_SEEDS;
  if (strcmp (name, "seed") == 0 && ipl_parameters_get_seed (parameters, &seed))
    return TRUE;
  if (find_field (self, name, parameters))
    return TRUE;
  shown = ipl_text_shown (name);
  return ipl_fail (
      error, IPL_ERROR_VALUE,
      "“%s” is not a number of %s that can vary: give N, N1 to Na, T, s0 to sa, or the name "
      "of a parameter.",
      shown, parameters->experiment->id);
}

/* "N2", "Na", "s0": the @last number is written as a. */
static char *
numbered (const char *letter, guint number, gboolean last)
{
  return last ? g_strconcat (letter, "a", NULL) : g_strdup_printf ("%s%u", letter, number);
}

/* Returns: (transfer full): the name for ipl_sweep_axis_find() */
char *
ipl_sweep_axis_get_id (const IplSweepAxis *self)
{
  switch (self->kind)
    {
    case IPL_AXIS_WIDTH:
      return self->index == IPL_AXIS_ALL_LAYERS
                 ? g_strdup ("N")
                 : numbered ("N", self->index + 1, self->index == self->L);
    case IPL_AXIS_VARIANCE:
      return numbered ("s", self->index, self->index == self->L + 1);
    case IPL_AXIS_TEMPERATURE:
      return g_strdup ("T");
    case IPL_AXIS_SEEDS:
      return g_strdup ("seed");
    case IPL_AXIS_FIELD:
      return g_strdup (ipl_field_flag (self->field) != NULL ? ipl_field_flag (self->field)
                                                            : self->field->id);
    case IPL_AXIS_VARIANCES:
      return g_strdup ("variances");
    case IPL_AXIS_WIDTHS:
    default:
      return g_strdup ("widths");
    }
}

/* Returns: (transfer full): the shortest name for ipl_sweep_axis_find(): "P" for the number of
 *   training examples, whose flag is "n-train" */
char *
ipl_sweep_axis_get_sign (const IplSweepAxis *self)
{
  const char *sign = self->kind == IPL_AXIS_FIELD ? ipl_field_get_sign (self->field) : NULL;

  return sign != NULL ? g_strdup (sign) : ipl_sweep_axis_get_id (self);
}

/* Returns: (transfer full): title in figures, as Pango markup */
char *
ipl_sweep_axis_get_title (const IplSweepAxis *self)
{
  g_autofree char *id = ipl_sweep_axis_get_id (self);

  switch (self->kind)
    {
    case IPL_AXIS_WIDTH:
      return self->index == IPL_AXIS_ALL_LAYERS ? g_strdup ("N")
                                                : g_strdup_printf ("N<sub>%s</sub>", id + 1);
    case IPL_AXIS_VARIANCE:
      return g_strdup_printf ("σ<sub>%s</sub>²", id + 1);
    case IPL_AXIS_FIELD:
      return g_strdup (self->field->symbol != NULL ? self->field->symbol : self->field->label);
    case IPL_AXIS_WIDTHS:
    case IPL_AXIS_TEMPERATURE:
    case IPL_AXIS_VARIANCES:
    case IPL_AXIS_SEEDS:
    default:
      return g_steal_pointer (&id);
    }
}

gboolean
ipl_sweep_axis_is_logarithmic (const IplSweepAxis *self)
{
  return self->kind == IPL_AXIS_FIELD ? self->field->logarithmic : self->kind != IPL_AXIS_SEEDS;
}
