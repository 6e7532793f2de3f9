/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/maps/map-plan.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/text-escape.h"
#include "core/parameters/parameters.h"
#include <math.h>
#include <string.h>

/* The parameter that is the seed for a case from a file. */
#define SUBSET_SEED "subset-seed"

guint
ipl_map_plan_nx (const IplRunSettings *run)
{
  return MAX (run->x.n, 1);
}

guint
ipl_map_plan_ny (const IplRunSettings *run)
{
  return MAX (run->y.n, 1);
}

guint
ipl_map_plan_n_seeds (const IplRunSettings *run)
{
  return MAX (run->seeds.n, 1);
}

double
ipl_map_plan_n_cells (const IplRunSettings *run)
{
  return (double)ipl_map_plan_nx (run) * ipl_map_plan_ny (run) * ipl_map_plan_n_seeds (run);
}

/* Reads "N=10,100,gp". @what: the option, for messages */
gboolean
ipl_map_axis_find (IplSweepAxis *axis, const char *what, const char *text,
                   const IplParameters *parameters, GError **error)
{
  const char *equals = strchr (text, '=');
  g_autofree char *name = equals != NULL ? g_strndup (text, (gsize)(equals - text)) : NULL;
  g_autofree char *shown = ipl_text_shown (text), *option = NULL;

  if (name == NULL || name[0] == '\0' || equals[1] == '\0')
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "%s: “%s” is not an axis: give NAME=LIST, such as N=10,100,1000 or P=50:800:5.", what,
        shown);
  if (!ipl_sweep_axis_find (axis, g_strstrip (name), parameters, error))
    {
      g_prefix_error (error, "%s: ", what);
      return FALSE;
    }
  if (axis->kind == IPL_AXIS_SEEDS)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%s: seeds are the third dimension of a map: give them by --seeds.", what);
  option = g_strdup_printf ("%s %s", what, name);
  return ipl_sweep_axis_parse (axis, option, equals + 1, FALSE, error);
}

static gboolean
sets_all (const IplSweepAxis *axis)
{
  return axis->kind == IPL_AXIS_WIDTH && axis->index == IPL_AXIS_ALL_LAYERS;
}

/* TRUE if both axes set the same number. */
static gboolean
overlap (const IplSweepAxis *x, const IplSweepAxis *y)
{
  return ipl_sweep_axis_is_same (x, y)
         || (x->kind == IPL_AXIS_WIDTH && y->kind == IPL_AXIS_WIDTH
             && (sets_all (x) || sets_all (y)));
}

/* Finds the parameter for seeds of a case that is not generated from a seed. */
static gboolean
find_subset (IplSweepAxis *axis, const IplParameters *parameters)
{
  return ipl_sweep_axis_find (axis, SUBSET_SEED, parameters, NULL);
}

/* TRUE if the number of training examples of a file varies, or is set. */
static gboolean
has_subsets (const IplRunSettings *run)
{
  IplSweepAxis examples;

  return ipl_sweep_axis_find (&examples, "n-train", &run->parameters, NULL)
         && (ipl_sweep_axis_is_same (&examples, &run->x)
             || (run->y.n > 0 && ipl_sweep_axis_is_same (&examples, &run->y))
             || ipl_sweep_axis_read (&examples, &run->parameters) > 0);
}

static gboolean
check_seeds (const IplRunSettings *run, GError **error)
{
  IplSweepAxis subset;
  guint64 seed;

  if (run->seeds.n == 0 || ipl_parameters_get_seed (&run->parameters, &seed))
    return TRUE;
  if (!find_subset (&subset, &run->parameters))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "A mean over seeds is for a case that is made from a seed, or for subsets of "
                     "the examples of a file: leave out --seeds.");
  return has_subsets (run)
         || ipl_fail (error, IPL_ERROR_VALUE,
                      "Seeds of a case from a file draw subsets of its training examples: give P "
                      "as an axis, or n-train.");
}

/* TRUE if the axes make a map. */
gboolean
ipl_map_plan_check (const IplRunSettings *run, GError **error)
{
  g_autofree char *x = ipl_sweep_axis_get_sign (&run->x);
  g_autofree char *y = ipl_sweep_axis_get_sign (&run->y);

  if (run->x.n == 0)
    return ipl_fail (error, IPL_ERROR_MISSING,
                     "A map has at least one axis: give --x NAME=LIST, such as --x N=10,100,1000.");
  if (run->y.n > 0 && overlap (&run->x, &run->y))
    return strcmp (x, y) == 0
               ? ipl_fail (error, IPL_ERROR_VALUE,
                           "Both axes vary %s: give two different parameters.", x)
               : ipl_fail (error, IPL_ERROR_VALUE,
                           "Both axes vary a width, and %s and %s have one in common: give widths "
                           "of different layers, or N alone.",
                           x, y);
  if (ipl_map_plan_n_cells (run) > IPL_MAP_MOST_ROWS)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The map has %.0f settings, which is more than %d: give fewer values.",
                     ipl_map_plan_n_cells (run), IPL_MAP_MOST_ROWS);
  return check_seeds (run, error);
}

static void
split (const IplRunSettings *run, guint cell, guint *x, guint *y, guint *seed)
{
  *x = cell % ipl_map_plan_nx (run);
  *y = cell / ipl_map_plan_nx (run) % ipl_map_plan_ny (run);
  *seed = cell / ipl_map_plan_nx (run) / ipl_map_plan_ny (run);
}

/* Applies seed @i of the map: of the case, or of the subset of a file's examples. */
void
ipl_map_plan_apply_seed (const IplRunSettings *run, guint i, IplParameters *parameters)
{
  guint64 seed = run->seeds.first + i, own;
  IplSweepAxis subset;

  if (ipl_parameters_get_seed (parameters, &own))
    ipl_parameters_set_seed (parameters, seed);
  else if (find_subset (&subset, parameters))
    ipl_field_set_number (subset.field, ipl_parameters_edit_table (parameters, subset.table),
                          (double)seed);
}

/* The parameters of a cell. Applies those of the case first, which can change the number of
 * layers. */
void
ipl_map_plan_get (const IplRunSettings *run, guint cell, IplParameters *parameters)
{
  guint x, y, seed;

  split (run, cell, &x, &y, &seed);
  *parameters = run->parameters;
  if (run->seeds.n > 0)
    ipl_map_plan_apply_seed (run, seed, parameters);
  for (guint settings = 0; settings < 2; settings++)
    {
      if (run->x.n > 0 && (run->x.kind != IPL_AXIS_FIELD) == settings)
        ipl_sweep_axis_apply (&run->x, x, parameters);
      if (run->y.n > 0 && (run->y.kind != IPL_AXIS_FIELD) == settings)
        ipl_sweep_axis_apply (&run->y, y, parameters);
    }
}

IplSetting
ipl_map_plan_setting (const IplRunSettings *run, guint cell)
{
  IplParameters parameters;

  ipl_map_plan_get (run, cell, &parameters);
  return parameters.current;
}

/* The first cell of the same seed and with the same values of the axes for which @stays is TRUE. */
static guint
project (const IplRunSettings *run, guint cell, gboolean (*stays) (const IplSweepAxis *axis))
{
  guint x, y, seed, nx = ipl_map_plan_nx (run);

  split (run, cell, &x, &y, &seed);
  if (run->x.n == 0 || !stays (&run->x))
    x = 0;
  if (run->y.n == 0 || !stays (&run->y))
    y = 0;
  return (seed * ipl_map_plan_ny (run) + y) * nx + x;
}

static gboolean
changes_case (const IplSweepAxis *axis)
{
  return axis->n > 0 && axis->kind == IPL_AXIS_FIELD;
}

/* Number of cases: for every seed one for each value that changes the case. */
guint
ipl_map_plan_n_cases (const IplRunSettings *run)
{
  return ipl_map_plan_n_seeds (run) * (changes_case (&run->x) ? ipl_map_plan_nx (run) : 1)
         * (changes_case (&run->y) ? ipl_map_plan_ny (run) : 1);
}

/* The cell of a row; rows list the cells case by case. */
guint
ipl_map_plan_row_cell (const IplRunSettings *run, guint row)
{
  guint nx = ipl_map_plan_nx (run), ny = ipl_map_plan_ny (run);
  guint n_cases = ipl_map_plan_n_cases (run), cases_x = changes_case (&run->x) ? nx : 1;
  guint cases_y = changes_case (&run->y) ? ny : 1, inner_x = nx / cases_x;
  guint rows = (guint)(ipl_map_plan_n_cells (run) / n_cases), at = row / rows, in = row % rows;
  guint x = cases_x > 1 ? at % cases_x : in % inner_x;
  guint y = cases_y > 1 ? at / cases_x % cases_y : in / inner_x;

  return (at / cases_x / cases_y * ny + y) * nx + x;
}

static gboolean
changes_gp (const IplSweepAxis *axis)
{
  return axis->kind != IPL_AXIS_WIDTH;
}

/* The first cell of the same GP limit. */
guint
ipl_map_plan_gp_cell (const IplRunSettings *run, guint cell)
{
  return project (run, cell, changes_gp);
}

/* The index of that value on the axis; 0 without an axis. */
static gboolean
find_value (const IplSweepAxis *axis, double value, guint *index)
{
  *index = 0;
  if (axis->n == 0)
    return TRUE;
  while (*index < axis->n && axis->values[*index] != value)
    ++*index;
  return *index < axis->n;
}

/* TRUE if the parameters are those of a cell; their seed must be one of the map's. */
gboolean
ipl_map_plan_find (const IplRunSettings *run, const IplParameters *parameters, guint *cell)
{
  g_autofree IplParameters *cell_parameters = NULL;
  guint x, y, seed = 0;

  if (run->parameters.experiment != parameters->experiment
      || !find_value (&run->x, ipl_sweep_axis_read (&run->x, parameters), &x)
      || !find_value (&run->y, run->y.n > 0 ? ipl_sweep_axis_read (&run->y, parameters) : 0, &y))
    return FALSE;
  cell_parameters = g_new (IplParameters, 1);
  for (; seed < ipl_map_plan_n_seeds (run); seed++)
    {
      *cell = (seed * ipl_map_plan_ny (run) + y) * ipl_map_plan_nx (run) + x;
      ipl_map_plan_get (run, *cell, cell_parameters);
      if (ipl_parameters_same_case (cell_parameters, parameters)
          && ipl_setting_equal (&cell_parameters->current, &parameters->current))
        return TRUE;
    }
  return FALSE;
}

static void
append_value (const IplSweepAxis *axis, guint i, GString *text)
{
  g_autofree char *sign = ipl_sweep_axis_get_sign (axis);
  char number[IPL_NUMBER_TEXT_SIZE];

  if (axis->n == 0)
    return;
  g_ascii_formatd (number, sizeof number, "%.6g", axis->values[i]);
  g_string_append_printf (text, "%s%s = %s", text->len > 0 ? ", " : "", sign,
                          isinf (axis->values[i]) ? "GP" : number);
}

/* @of_mean: TRUE for the mean over seeds
 * Returns: (transfer full): "N = 10, T = 0.01, seed 3", or "N = 10, T = 0.01, mean of 4 seeds" */
char *
ipl_map_plan_describe (const IplRunSettings *run, guint cell, gboolean of_mean)
{
  GString *text = g_string_new (NULL);
  guint x, y, seed;

  split (run, cell, &x, &y, &seed);
  append_value (&run->x, x, text);
  append_value (&run->y, y, text);
  if (run->seeds.n > 1 && of_mean)
    g_string_append_printf (text, ", mean of %u seeds", run->seeds.n);
  else if (run->seeds.n > 0)
    g_string_append_printf (text, ", seed %" G_GUINT64_FORMAT, run->seeds.first + seed);
  return g_string_free (text, FALSE);
}
