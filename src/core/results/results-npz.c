/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/results/results-npz.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/posterior/posterior-summary.h"
#include "core/results/results-field-private.h"
#include "core/results/results-posterior-private.h"
#include "core/results/results-seeds.h"
#include "core/results/results-write-private.h"

/* A results file while it is written: the solved rows only. */
typedef struct
{
  IplNpzWriter *npz;
  const IplSweep *sweep;
  const IplCaseInfo *the_case;
  gsize n;
  guint *rows; /* [n] indices into the sweep's rows */
} Writer;

static const IplSolution *
row (const Writer *self, gsize i)
{
  return self->sweep->rows[self->rows[i]];
}

/* The GP limit of all paths that goes with a row. */
static const IplSolution *
row_gp (const Writer *self, gsize i)
{
  const IplSweepGroup *group = &self->sweep->groups[self->sweep->group[self->rows[i]]];

  return group->n_lines > 0 ? group->lines[0].solution : NULL;
}

/* [n, shape] from the rows, or, of what belongs to a temperature and variances rather than to a
 * width, [shape] alone where all rows share one. Nothing where the numbers are not there. */
static void
add_field (Writer *self, const IplResultsField *field, guint test, gboolean gp, gboolean of_test)
{
  gboolean one = (gp || field->kind == IPL_RESULTS_VALUES) && self->sweep->n_groups <= 1;
  gsize full[3] = { one ? 1 : self->n }, size;
  guint ndim = ipl_results_field_shape (field, self->the_case, test, full + 1);
  g_autofree double *values = NULL;
  g_autofree char *name = ipl_results_field_name (field, "", self->the_case, test, gp);

  size = ipl_results_field_size (field, self->the_case, test);
  values = g_new (double, MAX (full[0] * size, 1));
  for (gsize i = 0; i < full[0]; i++)
    {
      const IplSolution *solution = gp ? row_gp (self, i) : row (self, i);
      const double *numbers;
      double number;

      if (solution == NULL)
        return;
      numbers = ipl_results_field_get (
          field, of_test ? (gconstpointer)&solution->tests[test] : solution, &number);
      if (numbers == NULL)
        return;
      memcpy (values + i * size, numbers, size * sizeof (double));
    }
  ipl_results_write_npz (self->npz, field->kind, name, values, one ? ndim : ndim + 1,
                         one ? full + 1 : full);
}

static void
add_group (Writer *self, IplResultsGroup group, guint test)
{
  gboolean of_test = group == IPL_RESULTS_TEST;
  const IplResultsField *fields;
  gsize n;

  fields = ipl_results_fields (group, &n);
  for (gsize k = 0; k < n; k++)
    if (fields[k].files & IPL_RESULTS_NPZ)
      add_field (self, &fields[k], test, FALSE, of_test);
  for (gsize k = 0; k < n; k++)
    if (fields[k].gp_files & IPL_RESULTS_NPZ)
      add_field (self, &fields[k], test, TRUE, of_test);
}

/* [n], or [n, L + 1] where the widths of a row differ; a GP limit is infinitely wide. */
static void
add_widths (Writer *self)
{
  gsize L1 = self->the_case->L + 1;
  gsize shape[] = { self->n, L1 };
  g_autofree gint64 *ints = g_new0 (gint64, MAX (self->n * L1, 1));
  g_autofree double *doubles = g_new0 (double, MAX (self->n * L1, 1));
  gboolean same = TRUE, any_gp = FALSE;

  for (gsize i = 0; i < self->n; i++)
    same = same && ipl_setting_has_equal_widths (&row (self, i)->setting);
  if (same)
    L1 = 1;
  for (gsize i = 0; i < self->n; i++)
    for (gsize l = 0; l < L1; l++)
      {
        const IplSetting *setting = &row (self, i)->setting;

        any_gp = any_gp || setting->gp;
        ints[i * L1 + l] = setting->N[l];
        doubles[i * L1 + l] = setting->gp ? INFINITY : setting->N[l];
      }
  if (any_gp)
    ipl_npz_writer_add_doubles (self->npz, "widths", doubles, same ? 1 : 2, shape);
  else
    ipl_npz_writer_add_ints (self->npz, "widths", ints, same ? 1 : 2, shape);
}

static void
add_heads (Writer *self)
{
  const IplCaseInfo *the_case = self->the_case;
  gsize L = the_case->L, n = ipl_case_n_heads (the_case);
  gint64 H[IPL_MAX_LAYERS];
  g_autofree gint64 *layer = g_new (gint64, n);
  g_autofree gint64 *index = g_new (gint64, n);

  for (guint l = 0, i = 0; l < the_case->L; l++)
    {
      H[l] = the_case->H[l];
      for (guint h = 0; h < the_case->H[l]; h++, i++)
        {
          layer[i] = l;
          index[i] = h;
        }
    }
  ipl_npz_writer_add_ints (self->npz, "heads", H, 1, &L);
  ipl_npz_writer_add_ints (self->npz, "head_layer", layer, 1, &n);
  ipl_npz_writer_add_ints (self->npz, "head_index", index, 1, &n);
  ipl_npz_writer_add_texts (self->npz, "head_names", the_case->head_names);
  ipl_npz_writer_add_texts (self->npz, "path_names", the_case->path_names);
}

/* [lines, Pi], 1 where the GP limit is of that path. */
static void
add_line_paths (Writer *self, const IplSweepGroup *group)
{
  gsize shape[] = { group->n_lines, self->the_case->Pi };
  g_autofree gint64 *flags = g_new0 (gint64, shape[0] * shape[1]);

  for (gsize k = 0; k < shape[0]; k++)
    for (gsize i = 0; i < group->lines[k].n_paths; i++)
      flags[k * shape[1] + (group->lines[k].paths != NULL ? group->lines[k].paths[i] : i)] = 1;
  ipl_npz_writer_add_ints (self->npz, "gp_line_paths", flags, 2, shape);
}

/* [lines], or [n, lines]: a number of each GP limit, at an offset in its first prediction. */
static void
add_line_numbers (Writer *self, const char *of_accuracy, gsize offset)
{
  const IplSweep *sweep = self->sweep;
  gsize n_lines = sweep->n_groups > 0 ? sweep->groups[0].n_lines : 0;
  gboolean one = sweep->n_groups <= 1;
  gsize shape[] = { one ? 1 : self->n, n_lines };
  g_autofree double *values = g_new0 (double, MAX (shape[0] * n_lines, 1));
  g_autofree char *name = ipl_results_score_name (self->the_case, of_accuracy);

  for (gsize i = 0; i < shape[0]; i++)
    {
      const IplSweepGroup *group = &sweep->groups[sweep->group[self->rows[i]]];

      for (gsize k = 0; k < n_lines; k++)
        values[i * n_lines + k]
            = k < group->n_lines && group->lines[k].solution != NULL
                  ? G_STRUCT_MEMBER (double, group->lines[k].solution->tests, offset)
                  : NAN;
    }
  ipl_npz_writer_add_doubles (self->npz, name, values, one ? 1 : 2, one ? shape + 1 : shape);
}

/* The GP limits of path groups, with all paths first. */
static void
add_gp_lines (Writer *self)
{
  const IplSweep *sweep = self->sweep;
  gsize n_lines = sweep->n_groups > 0 ? sweep->groups[0].n_lines : 0;
  g_autofree char **labels = g_new0 (char *, n_lines + 1);

  for (gsize k = 0; k < n_lines; k++)
    labels[k] = sweep->groups[0].lines[k].label;
  ipl_npz_writer_add_texts (self->npz, "gp_lines", labels);
  if (n_lines > 0)
    add_line_paths (self, &sweep->groups[0]);
  add_line_numbers (self, "accuracy_gp_lines", G_STRUCT_OFFSET (IplPrediction, accuracy));
  add_line_numbers (self, "accuracy_se_gp_lines", G_STRUCT_OFFSET (IplPrediction, accuracy_se));
}

static void
add_all (Writer *self, const char *settings_json)
{
  const IplCaseInfo *the_case = self->the_case;
  gint64 seed = (gint64)the_case->seed, tokens = (gint64)the_case->T;

  add_widths (self);
  add_group (self, IPL_RESULTS_PRIOR, 0);
  add_heads (self);
  add_group (self, IPL_RESULTS_ORDER, 0);
  add_group (self, IPL_RESULTS_SOLVER, 0);
  for (guint k = 0; k < the_case->n_tests; k++)
    add_group (self, IPL_RESULTS_TEST, k);
  add_group (self, IPL_RESULTS_DIAGONAL, 0);
  add_group (self, IPL_RESULTS_SPECTRUM, 0);
  add_group (self, IPL_RESULTS_HEADS, 0);
  add_gp_lines (self);
  ipl_npz_writer_add_text (self->npz, "name", the_case->name);
  ipl_results_write_case_npz (self->npz, the_case);
  ipl_npz_writer_add_text (self->npz, "readout", ipl_results_readouts[the_case->readout]);
  ipl_npz_writer_add_ints (self->npz, "tokens", &tokens, 0, NULL);
  ipl_npz_writer_add_text (self->npz, "version", IPL_VERSION);
  ipl_npz_writer_add_ints (self->npz, "seed", &seed, 0, NULL);
  ipl_npz_writer_add_text (self->npz, "settings", settings_json != NULL ? settings_json : "{}");
}

/* Writes the results of data-format.md, n rows. Beside its arrays: relative_gradient (what the
 * solver stops on, THEORY.md section 4.8), solve_seconds, iterations, converged, starts (of which
 * the row is the lowest minimum, section 4.9), starts_agreeing (how many of them ended in it),
 * n_components (principal components that are known; beyond, overlap and eigenvalues are NaN),
 * multiplicity [n, P] (components that have the eigenvalue, and so the overlap, in common; section
 * 5), u_a, accuracy_diagonal, accuracy_levelled [n], alignment and alignment_diagonal [n] (of the
 * kernel with the labels, both about their means, section 5), label_cosine and
 * label_cosine_diagonal [n] (the same with nothing centred), accuracy_se, gp_lines with
 * accuracy_gp_lines and accuracy_se_gp_lines (GP limits of the path groups, all paths first) and
 * gp_line_paths [lines, Pi] (1 where a line is of that path), path_names, head_names and name,
 * readout and tokens (how many a sequence has, 0 where that is not known), residual (weights of the
 * identity heads, 0 of a layer without) and warnings, where the case has some. head_layer and
 * head_index count from 0. Arrays of the GP limit, and variances, have a leading axis n only where
 * the rows differ in temperature or variances. Of further test sets the arrays are called
 * mean_test_mnist, accuracy_mnist_gp and so on. For regression, what is called accuracy here is
 * called mean_squared_error. */
gboolean
ipl_results_save_npz (const IplSweep *sweep, const char *settings_json, const char *path,
                      GError **error)
{
  return ipl_results_save_npz_sampled (sweep, NULL, settings_json, path, error);
}

/* As ipl_results_save_npz(), with the posterior_* arrays of data-format.md beside. Draws are listed
 * chain after chain (posterior_chains of them). Rows that were not sampled hold NaN. */
gboolean
ipl_results_save_npz_sampled (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors,
                              const char *settings_json, const char *path, GError **error)
{
  return ipl_results_save_npz_with_seeds (sweep, posteriors, NULL, settings_json, path, error);
}

/* Adds the arrays of a file of results. */
gboolean
ipl_results_add_npz (IplNpzWriter *npz, const IplSweep *sweep,
                     const IplPosteriorSummary *const *posteriors, const IplSeedMean *seeds,
                     const char *settings_json)
{
  g_autofree guint *rows = g_new (guint, MAX (sweep->n_rows, 1));
  Writer writer = { .npz = npz, .sweep = sweep, .the_case = sweep->the_case, .rows = rows };

  for (guint i = 0; i < sweep->n_rows; i++)
    if (sweep->rows[i] != NULL)
      rows[writer.n++] = i;
  if (writer.n == 0)
    return FALSE;
  add_all (&writer, settings_json);
  if (posteriors != NULL)
    {
      g_autofree const IplPosteriorSummary **solved = g_new (const IplPosteriorSummary *, writer.n);

      for (gsize i = 0; i < writer.n; i++)
        solved[i] = posteriors[rows[i]];
      ipl_results_add_posteriors_npz (npz, writer.the_case, writer.n, solved);
    }
  if (seeds != NULL && seeds->n > 0)
    ipl_results_add_seeds_npz (npz, seeds);
  return TRUE;
}

static gboolean
has_rows (const IplSweep *sweep)
{
  for (guint i = 0; i < sweep->n_rows; i++)
    if (sweep->rows[i] != NULL)
      return TRUE;
  return FALSE;
}

/* As ipl_results_save_npz_sampled(), with the arrays of ipl_results_add_seeds_npz() beside. */
gboolean
ipl_results_save_npz_with_seeds (const IplSweep *sweep,
                                 const IplPosteriorSummary *const *posteriors,
                                 const IplSeedMean *seeds, const char *settings_json,
                                 const char *path, GError **error)
{
  IplNpzWriter *npz;

  if (!has_rows (sweep))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                   "There are no results to write yet: solve the case first.");
      return FALSE;
    }
  npz = ipl_npz_writer_new (path, error);
  if (npz == NULL)
    return FALSE;
  ipl_results_add_npz (npz, sweep, posteriors, seeds, settings_json);
  return ipl_npz_writer_close (npz, error);
}
