/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/results/results.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/results/results-write-private.h"

/* State of writing a file of results: the solved rows only. */
typedef struct
{
  IplNpzWriter *npz;
  const IplSweep *sweep;
  const IplCaseInfo *the_case;
  gsize n;
  guint *rows;                   /* [n] indices into the sweep's rows */
  const IplSolution **solutions; /* [n] */
  const IplSolution **gps;       /* [n] (nullable) the GP limit of all paths for each row */
} Writer;

static void
add_widths (const Writer *self)
{
  guint L = self->the_case->L;
  g_autofree guint *N = g_new0 (guint, MAX (self->n * (L + 1), 1));

  for (gsize i = 0; i < self->n; i++)
    if (!self->solutions[i]->setting.gp)
      memcpy (N + i * (L + 1), self->solutions[i]->setting.N, (L + 1) * sizeof *N);
  ipl_results_write_widths_npz (self->npz, self->n, L, N);
}

static void
add_heads (const Writer *self)
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

/* [lines, Pi], 1 if the GP limit has that path. */
static void
add_line_paths (const Writer *self, const IplSweepGroup *group)
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
add_line_numbers (const Writer *self, const char *of_accuracy, gsize offset)
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
add_gp_lines (const Writer *self)
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

/* Lists the solved rows. */
static void
list_rows (Writer *self)
{
  const IplSweep *sweep = self->sweep;

  for (guint i = 0; i < sweep->n_rows; i++)
    {
      const IplSweepGroup *group = &sweep->groups[sweep->group[i]];

      if (sweep->rows[i] == NULL)
        continue;
      self->solutions[self->n] = sweep->rows[i];
      self->gps[self->n] = group->n_lines > 0 ? group->lines[0].solution : NULL;
      self->rows[self->n++] = i;
    }
}

static void
add_posteriors (const Writer *self, const IplPosteriorSummary *const *posteriors)
{
  g_autofree const IplPosteriorSummary **sampled = g_new0 (const IplPosteriorSummary *, self->n);

  for (gsize i = 0; i < self->n; i++)
    sampled[i] = posteriors[self->rows[i]];
  ipl_results_add_posteriors_npz (self->npz, self->the_case, self->n, sampled);
}

/* Facts of the case, and the settings. */
static void
add_facts (const Writer *self, const char *settings_json)
{
  const IplCaseInfo *the_case = self->the_case;
  gint64 seed = (gint64)the_case->seed, tokens = (gint64)the_case->T;

  ipl_npz_writer_add_text (self->npz, "name", the_case->name);
  ipl_results_write_case_npz (self->npz, the_case);
  ipl_npz_writer_add_text (self->npz, "readout", ipl_results_readouts[the_case->readout]);
  ipl_npz_writer_add_ints (self->npz, "tokens", &tokens, 0, NULL);
  ipl_npz_writer_add_text (self->npz, "version", IPL_VERSION);
  ipl_npz_writer_add_ints (self->npz, "seed", &seed, 0, NULL);
  if (isfinite (the_case->best_score))
    ipl_npz_writer_add_doubles (self->npz, "best_score", &the_case->best_score, 0, NULL);
  ipl_npz_writer_add_text (self->npz, "settings", settings_json != NULL ? settings_json : "{}");
}

/* Adds the arrays of a file of results; FALSE if no row is solved. */
gboolean
ipl_results_add_npz (IplNpzWriter *npz, const IplSweep *sweep,
                     const IplPosteriorSummary *const *posteriors, const IplSeedMean *seeds,
                     const char *settings_json)
{
  static const IplResultsGroup groups[]
      = { IPL_RESULTS_PRIOR,    IPL_RESULTS_ORDER,    IPL_RESULTS_SOLVER, IPL_RESULTS_TEST,
          IPL_RESULTS_DIAGONAL, IPL_RESULTS_SPECTRUM, IPL_RESULTS_HEADS };
  gsize most = MAX (sweep->n_rows, 1);
  g_autofree guint *rows = g_new (guint, most);
  g_autofree const IplSolution **solutions = g_new0 (const IplSolution *, most);
  g_autofree const IplSolution **gps = g_new0 (const IplSolution *, most);
  Writer writer = { npz, sweep, sweep->the_case, 0, rows, solutions, gps };

  list_rows (&writer);
  if (writer.n == 0)
    return FALSE;
  add_widths (&writer);
  for (gsize g = 0; g < G_N_ELEMENTS (groups); g++)
    {
      guint tests = groups[g] == IPL_RESULTS_TEST ? sweep->the_case->n_tests : 1;

      for (guint k = 0; k < tests; k++)
        ipl_results_write_group_npz (npz, groups[g], sweep->the_case, k, writer.n, solutions, gps,
                                     sweep->n_groups <= 1);
      if (groups[g] == IPL_RESULTS_PRIOR)
        add_heads (&writer);
    }
  add_gp_lines (&writer);
  add_facts (&writer, settings_json);
  if (posteriors != NULL)
    add_posteriors (&writer, posteriors);
  if (seeds != NULL && seeds->n > 0)
    ipl_results_add_seeds_npz (npz, seeds);
  return TRUE;
}

/* Writes the results of data-format.md, n rows, and the following arrays.
 * Solver: relative_gradient (stopping criterion, THEORY.md section 4.8), solve_seconds, iterations,
 * converged, starts (the row is the lowest minimum of these, section 4.9), starts_agreeing (the
 * number of starts that ended in it).
 * Components: n_components (number of computed principal components; overlap and eigenvalues are
 * NaN beyond), multiplicity [n, P] (number of components with the same eigenvalue, and so the same
 * overlap; section 5).
 * Scores [n]: u_a, accuracy_diagonal, accuracy_levelled, accuracy_se; alignment and
 * alignment_diagonal (of the centred kernel with the centred labels, section 5); label_cosine and
 * label_cosine_diagonal (without centring).
 * GP limits: gp_lines with accuracy_gp_lines and accuracy_se_gp_lines (of the path groups, all
 * paths first), gp_line_paths [lines, Pi] (1 if the line has that path).
 * Case: path_names, head_names and name, readout and tokens (number in a sequence, 0 if unknown),
 * residual (weights of the identity heads, 0 for a layer without one) and warnings, if the case has
 * them. head_layer and head_index count from 0.
 * Arrays of the GP limit, and variances, have a leading axis n only if the rows differ in
 * temperature or variances. Arrays of further test sets have names such as mean_test_mnist and
 * accuracy_mnist_gp. For regression, accuracy is replaced by mean_squared_error.
 * For K > 1 outputs U is [n, Pi K, Pi K], rows (path, output), mean_test [n, P', K], and cov_test
 * [n, P', K, K] replaces the variance. There are also output_names and examples (P), for classes
 * class_probability [n, P', K] and confusion [n, K, K], and share_between_paths and
 * share_between_outputs [n] (section 18.4); the components are P K instead of P.
 * With @posteriors there are the posterior_* arrays: draws chain after chain (posterior_chains
 * of them) with posterior_energy, _acceptance_rate, _tree_depth and _diverging [n, draws] of
 * their transitions. Axes of outputs are those of the theory; rows without samples are NaN. With
 * @seeds there are the arrays of ipl_results_add_seeds_npz(). */
gboolean
ipl_results_save_npz (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors,
                      const IplSeedMean *seeds, const char *settings_json, const char *path,
                      GError **error)
{
  IplNpzWriter *npz = ipl_npz_writer_new (path, error);

  if (npz == NULL)
    return FALSE;
  if (!ipl_results_add_npz (npz, sweep, posteriors, seeds, settings_json))
    ipl_npz_writer_fail (
        npz, g_error_new_literal (IPL_ERROR, IPL_ERROR_MISSING,
                                  "There are no results to write yet: solve the case first."));
  return ipl_npz_writer_close (npz, error);
}
