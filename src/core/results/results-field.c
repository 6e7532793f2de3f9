/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of all fields of results files. */
#include "core/results/results-field-private.h"

#include <string.h>

#include "core/posterior/posterior-summary.h"
#include "core/theory/solution.h"

/* Their names in files, as in cases. */
const char *const ipl_results_readouts[] = { "mean", "last", "first", NULL };

#define NPZ IPL_RESULTS_NPZ
#define CSV IPL_RESULTS_CSV
#define JSON IPL_RESULTS_JSON
#define ALL IPL_RESULTS_ALL
#define ONE IPL_RESULTS_ONE_OUTPUT
#define SEVERAL IPL_RESULTS_OUTPUTS

#define SOLUTION(member) G_STRUCT_OFFSET (IplSolution, member)
#define PREDICTION(member) G_STRUCT_OFFSET (IplPrediction, member)
#define POSTERIOR(member) G_STRUCT_OFFSET (IplPosteriorSummary, member)

/* clang-format off */
static const IplResultsField prior[] = {
  { "temperature", "", IPL_RESULTS_NUMBER, SOLUTION (setting.temperature), ALL, 0 },
  { "variances", "v", IPL_RESULTS_VALUES, SOLUTION (setting.variances), ALL, 0 },
};

/* A table has the diagonal of U only. */
static const IplResultsField order[] = {
  { "U", "pp", IPL_RESULTS_NUMBERS, SOLUTION (U), ALL, 0 },
  { "u_a", "", IPL_RESULTS_NUMBER, SOLUTION (u_a), NPZ | JSON, 0 },
};

static const IplResultsField solver[] = {
  { "action", "", IPL_RESULTS_NUMBER, SOLUTION (action), ALL, 0 },
  { "gradient", "", IPL_RESULTS_NUMBER, SOLUTION (gradient), ALL, 0 },
  { "relative_gradient", "", IPL_RESULTS_NUMBER, SOLUTION (relative_gradient), ALL, 0 },
  { "iterations", "", IPL_RESULTS_COUNT, SOLUTION (iterations), ALL, 0 },
  { "converged", "", IPL_RESULTS_FLAG, SOLUTION (converged), ALL, 0 },
  { "message", "", IPL_RESULTS_TEXT, SOLUTION (message), JSON, 0 },
  { "starts", "", IPL_RESULTS_COUNT, SOLUTION (starts), ALL, 0 },
  { "starts_agreeing", "", IPL_RESULTS_COUNT, SOLUTION (agreeing), ALL, 0 },
  { "solve_seconds", "", IPL_RESULTS_NUMBER, SOLUTION (solve_seconds), ALL, 0 },
};

static const IplResultsField diagonal[] = {
  { "accuracy_diagonal", "", IPL_RESULTS_NUMBER, SOLUTION (accuracy_diagonal), ALL, 0 },
  { "accuracy_levelled", "", IPL_RESULTS_NUMBER, SOLUTION (accuracy_levelled), ALL, 0 },
  { "alignment", "", IPL_RESULTS_NUMBER, SOLUTION (alignment), ALL, ALL },
  { "alignment_diagonal", "", IPL_RESULTS_NUMBER, SOLUTION (alignment_diagonal), ALL, 0 },
  { "label_cosine", "", IPL_RESULTS_NUMBER, SOLUTION (label_cosine), ALL, ALL },
  { "label_cosine_diagonal", "", IPL_RESULTS_NUMBER, SOLUTION (label_cosine_diagonal), ALL, 0 },
  { "train_residual", "", IPL_RESULTS_NUMBER, SOLUTION (train_residual), NPZ, NPZ },
  { "share_between_paths", "", IPL_RESULTS_NUMBER, SOLUTION (share_between_paths), ALL, 0, FALSE, SEVERAL },
  { "share_between_outputs", "", IPL_RESULTS_NUMBER, SOLUTION (share_between_outputs), ALL, 0, FALSE, SEVERAL },
};

static const IplResultsField heads[] = {
  { "head_score", "h", IPL_RESULTS_NUMBERS, SOLUTION (head_score), ALL, 0 },
};

static const IplResultsField spectrum[] = {
  { "overlap", "m", IPL_RESULTS_NUMBERS, SOLUTION (overlap), NPZ | JSON, NPZ | JSON },
  { "eigenvalues", "m", IPL_RESULTS_NUMBERS, SOLUTION (eigenvalues), NPZ, NPZ },
  { "multiplicity", "m", IPL_RESULTS_NUMBERS, SOLUTION (multiplicity), NPZ | JSON, NPZ | JSON },
  { "n_components", "", IPL_RESULTS_COUNT, SOLUTION (n_components), ALL, NPZ | JSON },
};

static const IplResultsField test[] = {
  { "mean_test", "to", IPL_RESULTS_NUMBERS, PREDICTION (mean), NPZ, NPZ },
  { "var_test", "t", IPL_RESULTS_NUMBERS, PREDICTION (var), NPZ, NPZ, TRUE, ONE },
  { "cov_test", "too", IPL_RESULTS_NUMBERS, PREDICTION (var), NPZ, NPZ, TRUE, SEVERAL },
  { "class_probability", "to", IPL_RESULTS_NUMBERS, PREDICTION (probability), NPZ, NPZ, TRUE,
    SEVERAL },
  { "confusion", "oo", IPL_RESULTS_NUMBERS, PREDICTION (confusion), NPZ | JSON, NPZ | JSON, TRUE,
    SEVERAL },
  { "accuracy", "", IPL_RESULTS_NUMBER, PREDICTION (accuracy), ALL, ALL },
  { "accuracy_se", "", IPL_RESULTS_NUMBER, PREDICTION (accuracy_se), ALL, NPZ },
};

static const IplResultsField posterior_U[] = {
  { "U_mean", "pp", IPL_RESULTS_NUMBERS, POSTERIOR (U_mean), NPZ | JSON, 0 },
  { "U_mcse", "pp", IPL_RESULTS_NUMBERS, POSTERIOR (U_mcse), NPZ | JSON, 0 },
  { "U_sd", "pp", IPL_RESULTS_NUMBERS, POSTERIOR (U_sd), NPZ | JSON, 0 },
};

static const IplResultsField posterior_trust[] = {
  { "rhat", "pp", IPL_RESULTS_NUMBERS, POSTERIOR (rhat), NPZ | JSON, 0 },
  { "ess_bulk", "pp", IPL_RESULTS_NUMBERS, POSTERIOR (ess_bulk), NPZ | JSON, 0 },
  { "ess_tail", "pp", IPL_RESULTS_NUMBERS, POSTERIOR (ess_tail), NPZ | JSON, 0 },
};

static const IplResultsField posterior_run[] = {
  { "method", "", IPL_RESULTS_TEXT, POSTERIOR (method), JSON, 0 },
  { "divergences", "", IPL_RESULTS_COUNT, POSTERIOR (divergences), NPZ | JSON, 0 },
  { "target_acceptance", "", IPL_RESULTS_NUMBER, POSTERIOR (target_acceptance), NPZ | JSON, 0 },
  { "rungs", "", IPL_RESULTS_COUNT, POSTERIOR (rungs), NPZ | JSON, 0 },
  { "swap_acceptance", "", IPL_RESULTS_NUMBER, POSTERIOR (swap_acceptance), NPZ | JSON, 0 },
  { "round_trips", "", IPL_RESULTS_COUNT, POSTERIOR (round_trips), NPZ | JSON, 0 },
  { "exact_acceptance", "", IPL_RESULTS_NUMBER, POSTERIOR (exact_acceptance), NPZ | JSON, 0 },
  { "gradients", "", IPL_RESULTS_LONG_COUNT, POSTERIOR (gradients), NPZ | JSON, 0 },
};

static const IplResultsField posterior_fine[] = {
  { "modes_doubtful", "", IPL_RESULTS_FLAG, POSTERIOR (modes_doubtful), NPZ | JSON, 0 },
  { "fine", "", IPL_RESULTS_FLAG, POSTERIOR (fine), NPZ | JSON, 0 },
};

static const IplResultsField posterior_time[] = {
  { "seconds", "", IPL_RESULTS_NUMBER, POSTERIOR (seconds), NPZ | JSON, 0 },
};

static const IplResultsField posterior_test[] = {
  { "accuracy", "", IPL_RESULTS_NUMBER, PREDICTION (accuracy), NPZ | JSON, 0 },
  { "accuracy_se", "", IPL_RESULTS_NUMBER, PREDICTION (accuracy_se), NPZ | JSON, 0 },
  { "mean_test", "to", IPL_RESULTS_NUMBERS, PREDICTION (mean), NPZ, 0 },
  { "var_test", "t", IPL_RESULTS_NUMBERS, PREDICTION (var), NPZ, 0, FALSE, ONE },
  { "cov_test", "too", IPL_RESULTS_NUMBERS, PREDICTION (var), NPZ, 0, FALSE, SEVERAL },
  { "class_probability", "to", IPL_RESULTS_NUMBERS, PREDICTION (probability), NPZ, 0, TRUE,
    SEVERAL },
  { "confusion", "oo", IPL_RESULTS_NUMBERS, PREDICTION (confusion), NPZ | JSON, 0, TRUE, SEVERAL },
};

static const struct
{
  const IplResultsField *fields;
  gsize n;
} groups[] = {
  [IPL_RESULTS_PRIOR] = { prior, G_N_ELEMENTS (prior) },
  [IPL_RESULTS_ORDER] = { order, G_N_ELEMENTS (order) },
  [IPL_RESULTS_SOLVER] = { solver, G_N_ELEMENTS (solver) },
  [IPL_RESULTS_DIAGONAL] = { diagonal, G_N_ELEMENTS (diagonal) },
  [IPL_RESULTS_HEADS] = { heads, G_N_ELEMENTS (heads) },
  [IPL_RESULTS_SPECTRUM] = { spectrum, G_N_ELEMENTS (spectrum) },
  [IPL_RESULTS_TEST] = { test, G_N_ELEMENTS (test) },
  [IPL_RESULTS_POSTERIOR_U] = { posterior_U, G_N_ELEMENTS (posterior_U) },
  [IPL_RESULTS_POSTERIOR_TRUST] = { posterior_trust, G_N_ELEMENTS (posterior_trust) },
  [IPL_RESULTS_POSTERIOR_RUN] = { posterior_run, G_N_ELEMENTS (posterior_run) },
  [IPL_RESULTS_POSTERIOR_FINE] = { posterior_fine, G_N_ELEMENTS (posterior_fine) },
  [IPL_RESULTS_POSTERIOR_TIME] = { posterior_time, G_N_ELEMENTS (posterior_time) },
  [IPL_RESULTS_POSTERIOR_TEST] = { posterior_test, G_N_ELEMENTS (posterior_test) },
};
/* clang-format on */

/* [n] the fields of a group. */
const IplResultsField *
ipl_results_fields (IplResultsGroup group, gsize *n)
{
  *n = groups[group].n;
  return groups[group].fields;
}

/* The prefix of the names of its fields in .npz. */
const char *
ipl_results_group_prefix (IplResultsGroup group)
{
  return group >= IPL_RESULTS_POSTERIOR_U ? "posterior_" : "";
}

/* The struct that the fields of a group are in: the solution, the summary, or its prediction of a
 * test set.
 * @object: (nullable) */
gconstpointer
ipl_results_object (IplResultsGroup group, gconstpointer object, guint test_set)
{
  if (object != NULL && group == IPL_RESULTS_TEST)
    return &((const IplSolution *)object)->tests[test_set];
  if (object != NULL && group == IPL_RESULTS_POSTERIOR_TEST)
    return &((const IplPosteriorSummary *)object)->tests[test_set];
  return object;
}

/* @name, with the word for the score of the case in it. */
char *
ipl_results_score_name (const IplCaseInfo *the_case, const char *name)
{
  return ipl_score_field_name (ipl_case_get_score (the_case), name);
}

/* "accuracy", "mean_test_mnist_gp", .. */
char *
ipl_results_field_name (const IplResultsField *self, const char *prefix,
                        const IplCaseInfo *the_case, guint test_set, gboolean gp)
{
  g_autofree char *stem = ipl_results_score_name (the_case, self->name);

  return g_strconcat (prefix, stem, test_set > 0 ? "_" : "",
                      test_set > 0 ? the_case->test_sets[test_set].name : "", gp ? "_gp" : "",
                      NULL);
}

static gsize
axis_size (char letter, const IplCaseInfo *the_case, guint test_set)
{
  switch (letter)
    {
    case 'p':
      return ipl_case_rows_of_U (the_case);
    case 'o':
      return the_case->labels.outputs;
    case 'h':
      return ipl_case_n_heads (the_case);
    case 'v':
      return the_case->L + 2;
    case 'm':
      return the_case->P * the_case->labels.outputs;
    case 't':
      return the_case->test_sets[test_set].count;
    default:
      g_assert_not_reached ();
    }
}

/* TRUE if such a case has it. */
gboolean
ipl_results_field_is_of (const IplResultsField *self, const IplCaseInfo *the_case)
{
  return self->outputs == IPL_RESULTS_ANY_OUTPUTS
         || (self->outputs == IPL_RESULTS_OUTPUTS) == (the_case->labels.outputs > 1);
}

/* Number of axes, 0 for a single number. */
guint
ipl_results_field_shape (const IplResultsField *self, const IplCaseInfo *the_case, guint test_set,
                         gsize shape[IPL_RESULTS_MAX_AXES])
{
  guint n = 0;

  for (const char *letter = self->shape; *letter != '\0'; letter++)
    if (*letter != 'o' || the_case->labels.outputs > 1)
      shape[n++] = axis_size (*letter, the_case, test_set);
  return n;
}

/* Number of values of the field. */
gsize
ipl_results_field_size (const IplResultsField *self, const IplCaseInfo *the_case, guint test_set)
{
  gsize shape[IPL_RESULTS_MAX_AXES], size = 1;
  guint n = ipl_results_field_shape (self, the_case, test_set, shape);

  for (guint i = 0; i < n; i++)
    size *= shape[i];
  return size;
}

/* Its numbers, in @object or in @one; NULL if they are missing. */
const double *
ipl_results_field_get (const IplResultsField *self, gconstpointer object, double *one)
{
  const void *at = (const char *)object + self->offset;

  switch (self->kind)
    {
    case IPL_RESULTS_NUMBER:
    case IPL_RESULTS_VALUES:
      return at;
    case IPL_RESULTS_NUMBERS:
      return *(double *const *)at;
    case IPL_RESULTS_COUNT:
      *one = *(const guint *)at;
      return one;
    case IPL_RESULTS_LONG_COUNT:
      *one = (double)*(const guint64 *)at;
      return one;
    case IPL_RESULTS_FLAG:
      *one = *(const gboolean *)at ? 1 : 0;
      return one;
    case IPL_RESULTS_TEXT:
    default:
      g_return_val_if_reached (NULL);
    }
}

/* The text of a text field; NULL if it is missing. */
const char *
ipl_results_field_text (const IplResultsField *self, gconstpointer object)
{
  return *(char *const *)((const char *)object + self->offset);
}
