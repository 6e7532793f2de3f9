/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/maps/map.h"

#include "core/base/memory.h"
#include "core/base/ref-count.h"
#include "core/parameters/parameters.h"
#include <math.h>
#include <string.h>

static const char what[] = "The map";

static void
copy_run (IplRunSettings *to, const IplRunSettings *from)
{
  *to = *from;
  ipl_sweep_axis_copy (&to->widths, &from->widths);
  ipl_sweep_axis_copy (&to->temperatures, &from->temperatures);
  ipl_sweep_axis_copy (&to->variances, &from->variances);
  ipl_sweep_axis_copy (&to->seeds, &from->seeds);
  ipl_sweep_axis_copy (&to->x, &from->x);
  ipl_sweep_axis_copy (&to->y, &from->y);
}

static IplMap *
map_alloc (const IplRunSettings *run)
{
  IplMap *self = g_new0 (IplMap, 1);

  g_atomic_ref_count_init (&self->ref_count);
  copy_run (&self->run, run);
  self->nx = ipl_map_plan_nx (run);
  self->ny = ipl_map_plan_ny (run);
  self->n_seeds = ipl_map_plan_n_seeds (run);
  self->n = self->nx * self->ny * self->n_seeds;
  self->labels.outputs = 1;
  self->sentences = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/* A map without solutions. @run: one accepted by ipl_map_plan_check() */
IplMap *
ipl_map_new (const IplRunSettings *run, GError **error)
{
  double n = ipl_map_plan_n_cells (run);
  g_autoptr (IplMap) self = NULL;

  self = map_alloc (run);
  self->cells = ipl_try_new0 (IplMapCell, n, what, error);
  if (self->cells == NULL)
    return NULL;
  for (guint i = 0; i < self->n; i++)
    for (guint k = 0; k < IPL_MAP_N_NUMBERS; k++)
      self->cells[i].numbers[k] = NAN;
  return g_steal_pointer (&self);
}

/* A snapshot for display while the solver changes @self. */
IplMap *
ipl_map_copy (const IplMap *self)
{
  IplMap *copy = map_alloc (&self->run);

  copy->n_done = self->n_done;
  copy->cells = g_memdup2 (self->cells, (gsize)self->n * sizeof *self->cells);
  copy->Pi = self->Pi;
  copy->U = g_memdup2 (self->U, (gsize)self->n * self->Pi * sizeof *self->U);
  copy->labels = self->labels;
  copy->paths = g_strdupv (self->paths);
  copy->settings = g_strdup (self->settings);
  copy->version = g_strdup (self->version);
  for (guint i = 0; i < self->sentences->len; i++)
    g_ptr_array_add (copy->sentences, g_strdup (self->sentences->pdata[i]));
  return copy;
}

static void
map_clear (IplMap *self)
{
  ipl_run_settings_clear (&self->run);
  g_free (self->cells);
  g_free (self->U);
  g_strfreev (self->paths);
  g_free (self->settings);
  g_free (self->version);
  g_ptr_array_unref (self->sentences);
}

IPL_DEFINE_REFERENCES (IplMap, ipl_map, map_clear)

guint
ipl_map_index (const IplMap *self, guint seed, guint y, guint x)
{
  return (seed * self->ny + y) * self->nx + x;
}

double
ipl_map_get (const IplMap *self, guint cell, IplMapNumber number)
{
  return self->cells[cell].numbers[number];
}

/* U_pp; NaN if the case of the cell has no such path. */
double
ipl_map_get_U (const IplMap *self, guint cell, guint path)
{
  return path < self->Pi ? self->U[(gsize)cell * self->Pi + path] : NAN;
}

static gboolean
same_names (char **a, char **b)
{
  return a != NULL && b != NULL && g_strv_equal ((const char *const *)a, (const char *const *)b);
}

/* Sets the kind of labels and (nullable) the names of paths of a case, before its first cell is
 * set. If cases have different paths, the names are dropped. */
void
ipl_map_describe_case (IplMap *self, const IplLabels *labels, char **paths)
{
  self->labels = *labels;
  if (self->Pi == 0)
    {
      g_strfreev (self->paths);
      self->paths = g_strdupv (paths);
    }
  else if (!same_names (self->paths, paths))
    g_clear_pointer (&self->paths, g_strfreev);
}

/* Returns: (transfer full): the name and the paths of the case, for figures of a map from a
 *   file; the name is that of the file without its suffix */
IplCaseInfo *
ipl_map_make_info (const IplMap *self, const char *file_name)
{
  IplCaseInfo *info = ipl_case_info_alloc ();
  char *dot;

  info->name = g_strdup (file_name);
  dot = strrchr (info->name, '.');
  if (dot != NULL)
    *dot = '\0';
  info->L = 1;
  info->Pi = info->H[0] = MAX (self->Pi, 1);
  info->labels = self->labels;
  info->path_names = g_strdupv (self->paths);
  ipl_case_info_finish_names (info);
  return info;
}

/* Room for so many paths in every cell. */
static void
widen (IplMap *self, guint Pi)
{
  double *U;

  if (Pi <= self->Pi)
    return;
  U = g_new (double, (gsize)self->n * Pi);
  for (gsize i = 0; i < self->n; i++)
    for (guint p = 0; p < Pi; p++)
      U[i * Pi + p] = p < self->Pi ? self->U[i * self->Pi + p] : NAN;
  g_free (self->U);
  self->U = U;
  self->Pi = Pi;
}

/* @numbers: [IPL_MAP_N_NUMBERS]; @diagonal: [n_paths] of U */
void
ipl_map_set_solved (IplMap *self, guint cell, const double *numbers, guint n_paths,
                    const double *diagonal)
{
  IplMapCell *to = &self->cells[cell];

  widen (self, n_paths);
  self->n_done += to->state == IPL_MAP_UNSOLVED;
  to->state = IPL_MAP_SOLVED;
  to->n_paths = n_paths;
  memcpy (to->numbers, numbers, sizeof to->numbers);
  memcpy (self->U + (gsize)cell * self->Pi, diagonal, n_paths * sizeof *diagonal);
}

static guint
find_sentence (IplMap *self, const char *sentence)
{
  for (guint i = 0; i < self->sentences->len; i++)
    if (strcmp (self->sentences->pdata[i], sentence) == 0)
      return i;
  if (self->sentences->len < G_MAXUINT16)
    g_ptr_array_add (self->sentences, g_strdup (sentence));
  return self->sentences->len - 1;
}

void
ipl_map_set_impossible (IplMap *self, guint cell, const char *sentence)
{
  IplMapCell *to = &self->cells[cell];

  self->n_done += to->state == IPL_MAP_UNSOLVED;
  to->state = IPL_MAP_IMPOSSIBLE;
  to->why = (guint16)find_sentence (self, sentence);
}

/* The reason why a cell is impossible; NULL for other cells. */
const char *
ipl_map_get_sentence (const IplMap *self, guint cell)
{
  return self->cells[cell].state == IPL_MAP_IMPOSSIBLE
             ? self->sentences->pdata[self->cells[cell].why]
             : NULL;
}

/* Copies cells with the same settings from a map of other axes or values. */
void
ipl_map_copy_solved (IplMap *self, const IplMap *other)
{
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  guint from;

  for (guint i = 0; i < self->n; i++)
    {
      if (self->cells[i].state != IPL_MAP_UNSOLVED)
        continue;
      ipl_map_plan_get (&self->run, i, parameters);
      if (ipl_map_plan_find (&other->run, parameters, &from)
          && other->cells[from].state == IPL_MAP_SOLVED)
        {
          ipl_map_describe_case (self, &other->labels, other->paths);
          ipl_map_set_solved (self, i, other->cells[from].numbers, other->cells[from].n_paths,
                              other->U + (gsize)from * other->Pi);
        }
    }
}

typedef double (*Get) (const IplMap *self, guint cell, guint which);

static double
get_number (const IplMap *self, guint cell, guint which)
{
  return ipl_map_get (self, cell, (IplMapNumber)which);
}

static IplMapSpread
spread (const IplMap *self, guint y, guint x, Get get, guint which)
{
  IplMapSpread result = { 0, NAN, NAN, NAN };
  double mean = 0, squares = 0;

  for (guint s = 0; s < self->n_seeds; s++)
    {
      double value = get (self, ipl_map_index (self, s, y, x), which), step = value - mean;

      if (isnan (value))
        continue;
      result.n++;
      mean += step / result.n;
      squares += step * (value - mean);
    }
  if (result.n == 0)
    return result;
  result.mean = mean;
  result.sd = result.n > 1 ? sqrt (squares / (result.n - 1)) : 0;
  result.se = result.sd / sqrt (result.n);
  return result;
}

/* Seeds without a number there are left out. */
IplMapSpread
ipl_map_spread (const IplMap *self, guint y, guint x, IplMapNumber number)
{
  return spread (self, y, x, get_number, number);
}

IplMapSpread
ipl_map_spread_U (const IplMap *self, guint y, guint x, guint path)
{
  return spread (self, y, x, ipl_map_get_U, path);
}

/* Returns: (nullable): the axis that is the temperature; @n_others: number of values of the
 *   other axis */
const IplSweepAxis *
ipl_map_find_temperature (const IplMap *self, guint *n_others)
{
  const IplRunSettings *run = &self->run;

  if (run->x.n > 0 && run->x.kind == IPL_AXIS_TEMPERATURE)
    {
      *n_others = self->ny;
      return &run->x;
    }
  *n_others = self->nx;
  return run->y.n > 0 && run->y.kind == IPL_AXIS_TEMPERATURE ? &run->y : NULL;
}

/* The first of equals stays. */
static void
update_best (const IplMap *self, double value, double temperature, double *best, double *at)
{
  if (isnan (value)
      || (!isnan (*best)
          && !ipl_score_is_better (ipl_score_of_labels (&self->labels), value, *best)))
    return;
  *best = value;
  *at = temperature;
}

IplMapBest
ipl_map_get_best (const IplMap *self, guint seed, guint at)
{
  IplMapBest best = { NAN, NAN, NAN, NAN };
  guint n_others;
  const IplSweepAxis *axis = ipl_map_find_temperature (self, &n_others);

  for (guint t = 0; t < axis->n; t++)
    {
      guint cell = axis == &self->run.x ? ipl_map_index (self, seed, at, t)
                                        : ipl_map_index (self, seed, t, at);

      update_best (self, ipl_map_get (self, cell, IPL_MAP_ACCURACY), axis->values[t],
                   &best.accuracy, &best.temperature);
      update_best (self, ipl_map_get (self, cell, IPL_MAP_ACCURACY_GP), axis->values[t],
                   &best.accuracy_gp, &best.temperature_gp);
    }
  return best;
}

/* The numbers of a cell by name. */
static const IplMapQuantity quantities[IPL_MAP_N_NUMBERS] = {
  [IPL_MAP_ACCURACY] = { "accuracy", "accuracy", .score = TRUE },
  [IPL_MAP_ACCURACY_GP] = { "accuracy_gp", "accuracy of the GP", .score = TRUE },
  [IPL_MAP_GAIN] = { "gain", "gain over the GP", .diverges = TRUE },
  [IPL_MAP_OFF_DIAGONAL] = { "off_diagonal_share", "share of |U| off the diagonal" },
  [IPL_MAP_ALIGNMENT] = { "alignment", "centred alignment" },
  [IPL_MAP_TRAIN_RESIDUAL] = { "train_residual", "training residual", .is_new = TRUE },
  [IPL_MAP_BEST_SCORE] = { "best_score", "score of the best predictor", .is_new = TRUE },
  [IPL_MAP_ACTION] = { "action", "action" },
  [IPL_MAP_STARTS] = { "starts", "starts" },
  [IPL_MAP_STARTS_AGREEING] = { "starts_agreeing", "starts that agree" },
  [IPL_MAP_CONVERGED] = { "converged", "converged" },
};

const IplMapQuantity *
ipl_map_quantity (IplMapNumber number)
{
  return &quantities[number];
}

/* Returns: (transfer full): the name of its array, "mean_squared_error" of a regression */
char *
ipl_map_quantity_field (const IplMap *self, IplMapNumber number)
{
  const IplMapQuantity *quantity = &quantities[number];

  return quantity->score ? ipl_score_field_name (ipl_score_of_labels (&self->labels), quantity->id)
                         : g_strdup (quantity->id);
}
