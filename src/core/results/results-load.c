/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a file of results. The shapes of all arrays must agree. */
#include "core/results/results-load-private.h"

#include <math.h>
#include <string.h>

#include "core/base/text-escape.h"

/* Limit of rows, each of which figures draw. */
#define MAX_ROWS 100000

static gboolean
read_width (const IplResultsReader *self, double value, IplSetting *setting, guint l,
            GError **error)
{
  if (isinf (value) && value > 0)
    setting->gp = TRUE;
  else if (value >= 1 && value <= IPL_MAX_WIDTH)
    setting->N[l] = (guint)value;
  else
    return ipl_results_reader_refuse (self, error, "is damaged: %g is not a width.", value);
  return TRUE;
}

/* [n] settings of the rows */
static IplSetting *
read_settings (const IplResultsReader *self, GError **error)
{
  const IplCaseInfo *the_case = self->the_case;
  const gsize n_variances = the_case->L + 2;
  const IplArray *widths = ipl_npz_lookup (self->npz, "widths");
  const IplArray *own = ipl_npz_lookup (self->npz, "variances");
  gboolean axis = own != NULL && own->ndim == 2;
  gsize kinds = widths->ndim == 2 ? widths->shape[1] : 1;
  g_autofree IplSetting *settings = g_new0 (IplSetting, self->n);
  const double *T, *variances;

  if (!ipl_results_reader_get (self, "temperature", TRUE, TRUE, 0, NULL, &T, error)
      || !ipl_results_reader_get (self, "variances", TRUE, axis, 1, &n_variances, &variances,
                                  error))
    return NULL;
  if (kinds != 1 && kinds != the_case->L + 1)
    {
      ipl_results_reader_refuse (self, error,
                                 "is damaged: its widths are not of as many layers as its heads.");
      return NULL;
    }
  for (gsize i = 0; i < self->n; i++)
    {
      settings[i].L = the_case->L;
      for (guint l = 0; l <= the_case->L; l++)
        if (!read_width (self, widths->values[i * kinds + (kinds > 1 ? l : 0)], &settings[i], l,
                         error))
          return NULL;
      settings[i].temperature = T[i];
      memcpy (settings[i].variances, variances + (axis ? i * n_variances : 0),
              n_variances * sizeof (double));
    }
  return g_steal_pointer (&settings);
}

static IplSolution *
solution_new (const IplResultsReader *self, const IplSetting *setting)
{
  IplSolution *solution = g_new0 (IplSolution, 1);

  g_atomic_ref_count_init (&solution->ref_count);
  solution->setting = *setting;
  solution->the_case = ipl_case_info_ref (self->the_case);
  solution->P = self->the_case->P * self->the_case->labels.outputs;
  solution->n_tests = self->the_case->n_tests;
  solution->tests = g_new0 (IplPrediction, solution->n_tests);
  for (guint k = 0; k < solution->n_tests; k++)
    solution->tests[k] = (IplPrediction){ .count = self->the_case->test_sets[k].count,
                                          .outputs = self->the_case->labels.outputs,
                                          .accuracy = NAN,
                                          .accuracy_se = NAN };
  solution->action = solution->u_a = NAN;
  solution->starts = solution->agreeing = 1;
  solution->converged = TRUE;
  return solution;
}

static IplSolution *
read_row (const IplResultsReader *self, const IplSetting *setting, gsize row, GError **error)
{
  static const IplResultsGroup groups[]
      = { IPL_RESULTS_ORDER, IPL_RESULTS_SOLVER, IPL_RESULTS_DIAGONAL, IPL_RESULTS_HEADS,
          IPL_RESULTS_SPECTRUM };
  g_autoptr (IplSolution) solution = solution_new (self, setting);

  for (guint g = 0; g < G_N_ELEMENTS (groups); g++)
    if (!ipl_results_reader_group (self, groups[g], 0, FALSE, TRUE, row, solution, error))
      return NULL;
  for (guint k = 0; k < solution->n_tests; k++)
    if (!ipl_results_reader_group (self, IPL_RESULTS_TEST, k, FALSE, TRUE, row, solution, error))
      return NULL;
  solution->n_components = MIN (solution->n_components, (guint)solution->P);
  gsize rows = ipl_case_rows_of_U (self->the_case);

  for (gsize i = 0; i < rows * rows; i++)
    if (!isfinite (solution->U[i]))
      {
        ipl_results_reader_refuse (
            self, error, "is damaged: U of row %" G_GSIZE_FORMAT " holds no numbers.", row);
        return NULL;
      }
  if (!solution->converged)
    solution->message = g_strdup ("The solver had not converged when this row was written.");
  return g_steal_pointer (&solution);
}

/* The GP limit of all paths; U is diagonal, from the prior. */
static IplSolution *
read_gp (const IplResultsReader *self, const IplSetting *setting, gsize row, gboolean axis,
         GError **error)
{
  gsize Pi = ipl_case_rows_of_U (self->the_case);
  g_autoptr (IplSolution) solution = solution_new (self, setting);
  double diagonal = 1;

  solution->setting.gp = TRUE;
  if (!ipl_results_reader_group (self, IPL_RESULTS_DIAGONAL, 0, TRUE, axis, row, solution, error)
      || !ipl_results_reader_group (self, IPL_RESULTS_SPECTRUM, 0, TRUE, axis, row, solution,
                                    error))
    return NULL;
  for (guint k = 0; k < solution->n_tests; k++)
    if (!ipl_results_reader_group (self, IPL_RESULTS_TEST, k, TRUE, axis, row, solution, error))
      return NULL;
  solution->n_components = MIN (solution->n_components, (guint)solution->P);
  for (guint l = 1; l < self->the_case->L + 2; l++)
    diagonal *= setting->variances[l];
  solution->U = g_new0 (double, Pi * Pi);
  for (gsize p = 0; p < Pi; p++)
    solution->U[p * Pi + p] = diagonal;
  return g_steal_pointer (&solution);
}

/* Reads the paths of a line. */
static gboolean
read_line_paths (const IplResultsReader *self, gsize k, IplGpLine *line, GError **error)
{
  const IplCaseInfo *the_case = self->the_case;
  const gsize shape[] = { ipl_npz_lookup (self->npz, "gp_lines")->size, the_case->Pi };
  const double *flags;

  if (!ipl_results_reader_get (self, "gp_line_paths", TRUE, FALSE, 2, shape, &flags, error))
    return FALSE;
  line->n_paths = 0;
  line->paths = g_new0 (guint, MAX (the_case->Pi, 1));
  for (gsize p = 0; p < the_case->Pi; p++)
    if (flags[k * the_case->Pi + p] != 0)
      line->paths[line->n_paths++] = (guint)p;
  return TRUE;
}

/* The GP limits of the temperature and variances of a row. */
static gboolean
read_lines (const IplResultsReader *self, const IplSetting *setting, gsize row, gboolean axis,
            IplSweepGroup *group, GError **error)
{
  const IplArray *labels = ipl_npz_lookup (self->npz, "gp_lines");
  const IplCaseInfo *the_case = self->the_case;
  g_autofree char *name = ipl_results_score_name (the_case, "accuracy_gp_lines");
  g_autofree char *se_name = ipl_results_score_name (the_case, "accuracy_se_gp_lines");
  gsize n = labels->size;
  const double *values, *errors;

  if (!ipl_results_reader_get (self, name, TRUE, axis, 1, &n, &values, error)
      || !ipl_results_reader_get (self, se_name, TRUE, axis, 1, &n, &errors, error))
    return FALSE;
  group->lines = g_new0 (IplGpLine, n);
  group->n_lines = (guint)n;
  for (gsize k = 0; k < n; k++)
    {
      IplGpLine *line = &group->lines[k];

      line->label = g_strdup (labels->texts[k]);
      line->n_paths = the_case->Pi;
      if (k > 0 && !read_line_paths (self, k, line, error))
        return FALSE;
      if (k == 0)
        {
          line->solution = read_gp (self, setting, row, axis, error);
          if (line->solution == NULL)
            return FALSE;
          continue;
        }
      line->solution = solution_new (self, setting);
      line->solution->setting.gp = TRUE;
      line->solution->tests[0].accuracy = values[(axis ? row * n : 0) + k];
      line->solution->tests[0].accuracy_se = errors[(axis ? row * n : 0) + k];
    }
  return TRUE;
}

/* Groups rows that share GP limits: all rows, if the file has a single set of GP limits. */
static void
group_rows (IplSweep *sweep, const IplSetting *settings, gboolean axis, guint *first)
{
  for (guint i = 0; i < sweep->n_rows; i++)
    {
      guint g = 0;

      while (g < sweep->n_groups && axis
             && !ipl_setting_same_prior (&settings[first[g]], &settings[i]))
        g++;
      if (g == sweep->n_groups)
        first[sweep->n_groups++] = i;
      sweep->group[i] = g;
    }
}

static IplSweep *
read_sweep (const IplResultsReader *self, GCancellable *cancellable, GError **error)
{
  g_autofree IplSetting *settings = read_settings (self, error);
  g_autoptr (IplSweep) sweep = NULL;
  g_autofree guint *first = g_new (guint, self->n);
  const IplArray *labels = ipl_npz_lookup (self->npz, "gp_lines");
  g_autofree char *name = ipl_results_score_name (self->the_case, "accuracy_gp_lines");
  const IplArray *lines = ipl_npz_lookup (self->npz, name);
  gboolean axis = lines != NULL && lines->ndim == 2;

  if (settings == NULL)
    return NULL;
  if (labels == NULL || !labels->is_text || labels->size == 0)
    {
      ipl_results_reader_refuse (self, error, "is damaged: it has no GP limits, gp_lines.");
      return NULL;
    }
  sweep = g_new0 (IplSweep, 1);
  g_atomic_ref_count_init (&sweep->ref_count);
  sweep->the_case = ipl_case_info_ref (self->the_case);
  sweep->rows = g_new0 (IplSolution *, self->n);
  sweep->group = g_new0 (guint, self->n);
  sweep->n_rows = (guint)self->n;
  group_rows (sweep, settings, axis, first);
  sweep->groups = g_new0 (IplSweepGroup, sweep->n_groups);
  for (guint i = 0; i < sweep->n_rows; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      sweep->rows[i] = read_row (self, &settings[i], i, error);
      if (sweep->rows[i] == NULL)
        return NULL;
    }
  for (guint g = 0; g < sweep->n_groups; g++)
    if (!read_lines (self, &settings[first[g]], first[g], axis, &sweep->groups[g], error))
      return NULL;
  return g_steal_pointer (&sweep);
}

/* Files of other commands have no rows. */
static gboolean
check_kind (IplResultsReader *self, GError **error)
{
  const IplArray *widths = ipl_npz_lookup (self->npz, "widths");

  if (ipl_npz_lookup (self->npz, "settings") == NULL
      || ipl_npz_lookup (self->npz, "version") == NULL)
    return ipl_results_reader_refuse (
        self, error, "is not a file of results: interplay-cli sweep, sample and merge write some.");
  if (widths == NULL || widths->values == NULL || ipl_npz_lookup (self->npz, "gp_lines") == NULL)
    return ipl_results_reader_refuse (
        self, error,
        "holds no rows of the theory, but what another command than sweep, sample and "
        "merge computed.");
  self->n = widths->ndim >= 1 && widths->ndim <= 2 ? widths->shape[0] : 0;
  if (self->n < 1 || self->n > MAX_ROWS)
    return ipl_results_reader_refuse (self, error,
                                      "has %" G_GSIZE_FORMAT
                                      " rows, and from 1 to %d can be shown.",
                                      self->n, MAX_ROWS);
  return TRUE;
}

/* TRUE for an .npz, or a session, with the arrays that a file of results has and a case lacks;
 * reads only the list of arrays. */
gboolean
ipl_results_is_file (const char *path)
{
  gboolean may_be = g_str_has_suffix (path, ".npz") || g_str_has_suffix (path, ".interplay");
  g_autoptr (IplNpz) npz = may_be ? ipl_npz_open (path, NULL, NULL) : NULL;

  return npz != NULL && ipl_npz_lookup (npz, "settings") != NULL
         && ipl_npz_lookup (npz, "version") != NULL;
}

void
ipl_results_free (IplResults *self)
{
  g_clear_pointer (&self->posteriors, g_ptr_array_unref);
  g_clear_pointer (&self->seeds, ipl_seed_mean_unref);
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  g_free (self->settings);
  g_free (self);
}

static IplResults *
read_results (IplResultsReader *reader, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplResults) self = g_new0 (IplResults, 1);
  const IplArray *settings = ipl_npz_lookup (reader->npz, "settings");
  GError *wrong = NULL;

  if (!check_kind (reader, error))
    return NULL;
  if (!ipl_results_read_case (reader, error))
    return NULL;
  self->settings = g_strdup (settings->is_text && settings->size == 1 ? settings->texts[0] : "{}");
  self->sweep = read_sweep (reader, cancellable, error);
  if (self->sweep == NULL)
    return NULL;
  self->posteriors = ipl_results_read_posteriors (reader, self->sweep, &wrong);
  if (wrong == NULL)
    self->seeds = ipl_results_read_seeds (reader, self->sweep, self->sweep->n_groups == 1, &wrong);
  if (wrong != NULL)
    {
      g_propagate_error (error, wrong);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* Its contents. */
IplResults *
ipl_results_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplNpz) npz = ipl_npz_read (path, cancellable, error);
  g_autofree char *shown = ipl_path_shown (path);
  IplResultsReader reader = { .npz = npz, .shown = shown };
  IplResults *self;

  if (npz == NULL)
    return NULL;
  self = read_results (&reader, cancellable, error);
  g_clear_pointer (&reader.the_case, ipl_case_info_unref);
  return self;
}
