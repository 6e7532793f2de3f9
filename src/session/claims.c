/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements of the papers about attention paths, tested on the numbers of the case that is open.
 */
#include "session/claims.h"

#include <math.h>

/* A path weighs more than another where it does by this factor. */
#define CLEAR_FACTOR 2.0

static char *
score_text (const IplView *view, double value)
{
  return ipl_score_ascii (ipl_case_get_score (view->the_case), value);
}

/* The row of the sweep for which @better says so of any other, of those that are there. */
static const IplSolution *
find_row (const IplView *view,
          gboolean (*better) (const IplView *view, const IplSolution *a, const IplSolution *b))
{
  const IplSolution *found = NULL;

  for (guint i = 0; view->sweep != NULL && i < view->sweep->n_rows; i++)
    {
      const IplSolution *row = view->sweep->rows[i];

      if (row != NULL && row->n_tests > 0 && row->U != NULL && !row->setting.gp
          && (found == NULL || better (view, row, found)))
        found = row;
    }
  return found;
}

static gboolean
scores_better (const IplView *view, const IplSolution *a, const IplSolution *b)
{
  return ipl_score_is_better (ipl_case_get_score (view->the_case), a->tests[0].accuracy,
                              b->tests[0].accuracy);
}

static gboolean
is_narrower (const IplView *view, const IplSolution *a, const IplSolution *b)
{
  return ipl_setting_largest_width (&a->setting) < ipl_setting_largest_width (&b->setting);
}

/* The gain in the score by pairs of paths. */
static double
gain (const IplView *view, const IplSolution *row)
{
  double more = row->tests[0].accuracy - row->accuracy_diagonal;

  return ipl_case_get_score (view->the_case)->less_is_better ? -more : more;
}

static gboolean
gains_more (const IplView *view, const IplSolution *a, const IplSolution *b)
{
  return gain (view, a) > gain (view, b);
}

/* TRUE if @a scores better than @b by more than the standard error of it. */
static gboolean
is_clearly_better (const IplView *view, const IplSolution *of, double a, double b)
{
  return ipl_score_is_better (ipl_case_get_score (view->the_case), a, b)
         && fabs (a - b) > of->tests[0].accuracy_se;
}

static gboolean
look_at_limit (const IplView *view, IplClaimView *shown, char **text)
{
  const IplSolution *best = find_row (view, scores_better), *gp = view->gp;
  const char *name = ipl_case_get_score (view->the_case)->name;

  if (best == NULL || gp == NULL || gp->n_tests == 0)
    return FALSE;

  g_autofree char *limit = score_text (view, gp->tests[0].accuracy);
  g_autofree char *narrow = score_text (view, best->tests[0].accuracy);

  shown->gp = TRUE;
  if (!is_clearly_better (view, best, best->tests[0].accuracy, gp->tests[0].accuracy))
    {
      *text = g_strdup_printf ("All paths weigh the same here, but nothing is lost by that in this "
                               "case: %s %s in the limit, %s at best.",
                               name, limit, narrow);
      return FALSE;
    }
  *text = g_strdup_printf (
      "In the limit of infinite width, the Gaussian process, all paths weigh the "
      "same and no two work together: %s %s, against %s at N = %u.",
      name, limit, narrow, ipl_setting_largest_width (&best->setting));
  return TRUE;
}

static gboolean
look_at_choice (const IplView *view, IplClaimView *shown, char **text)
{
  const IplSolution *narrow = find_row (view, is_narrower);
  gsize Pi = view->the_case->Pi, strongest = 0, weakest = 0;
  double most, least;

  if (narrow == NULL || Pi < 2)
    return FALSE;
  for (gsize p = 1; p < Pi; p++)
    {
      if (narrow->U[p * Pi + p] > narrow->U[strongest * Pi + strongest])
        strongest = p;
      if (narrow->U[p * Pi + p] < narrow->U[weakest * Pi + weakest])
        weakest = p;
    }
  most = narrow->U[strongest * Pi + strongest];
  least = narrow->U[weakest * Pi + weakest];
  shown->width = ipl_setting_largest_width (&narrow->setting);
  shown->target.path = (int)strongest;
  *text = g_strdup_printf ("At N = %.0f path “%s” weighs %.3g, %.3g times as much as “%s”, the "
                           "weakest.",
                           shown->width, ipl_view_path_name (view, strongest), most, most / least,
                           ipl_view_path_name (view, weakest));
  return most > CLEAR_FACTOR * least;
}

static gboolean
look_at_pairs (const IplView *view, IplClaimView *shown, char **text)
{
  const IplSolution *row = find_row (view, gains_more);
  const IplScore *score = ipl_case_get_score (view->the_case);

  if (row == NULL || !isfinite (row->accuracy_diagonal))
    return FALSE;

  g_autofree char *full = score_text (view, row->tests[0].accuracy);
  g_autofree char *without = score_text (view, row->accuracy_diagonal);
  gboolean buys = is_clearly_better (view, row, row->tests[0].accuracy, row->accuracy_diagonal);

  shown->width = ipl_setting_largest_width (&row->setting);
  shown->lines = IPL_ACCURACY_DIAGONAL;
  if (buys && score->is_share)
    *text = g_strdup_printf ("At N = %.0f the pairs of paths, U beside its diagonal, buy %.1f "
                             "points: %s %s with them, %s without.",
                             shown->width, 100.0 * gain (view, row), score->name, full, without);
  else
    *text = g_strdup_printf ("At N = %.0f, %s %s with the pairs of paths, %s without.",
                             shown->width, score->name, full, without);
  return buys;
}

static gboolean
look_at_weights (const IplView *view, IplClaimView *shown, char **text)
{
  const IplSolution *row = find_row (view, is_narrower);
  const IplScore *score = ipl_case_get_score (view->the_case);

  if (row == NULL || !isfinite (row->accuracy_levelled))
    return FALSE;

  g_autofree char *weighed = score_text (view, row->accuracy_diagonal);
  g_autofree char *levelled = score_text (view, row->accuracy_levelled);

  shown->width = ipl_setting_largest_width (&row->setting);
  shown->lines = IPL_ACCURACY_ALL;
  *text = g_strdup_printf (
      "Without pairs, at N = %.0f, unequal weights of the paths are left: %s %s. "
      "With all weights alike it is %s.",
      shown->width, score->name, weighed, levelled);
  return is_clearly_better (view, row, row->accuracy_diagonal, row->accuracy_levelled);
}

static gboolean
look_at_heads (const IplView *view, IplClaimView *shown, char **text)
{
  const IplSolution *row = find_row (view, is_narrower);
  double lowest = INFINITY, highest = -INFINITY;

  if (row == NULL || row->head_score == NULL)
    return FALSE;
  for (guint l = 0, k = 0; l < view->the_case->L; l++)
    for (guint h = 0; h < view->the_case->H[l]; h++, k++)
      {
        if (row->head_score[k] < lowest)
          {
            lowest = row->head_score[k];
            shown->target.layer = (int)l;
            shown->target.head = (int)h;
          }
        highest = MAX (highest, row->head_score[k]);
      }
  shown->width = ipl_setting_largest_width (&row->setting);
  *text
      = g_strdup_printf ("Head %d of layer %d has the lowest score at N = %.0f, %.2g against %.2g "
                         "of the highest. The curve of pruning shows what is left without it and "
                         "those after it.",
                         shown->target.head + 1, shown->target.layer + 1, shown->width, lowest,
                         highest);
  return highest > CLEAR_FACTOR * lowest;
}

static const IplClaim claims[] = {
  { "choice", "Narrow networks weigh the good paths", "theory", "paths", look_at_choice },
  { "limit", "The Gaussian process levels all paths", "theory", "u", look_at_limit },
  { "pairs", "Pairs of paths work together", "theory", "accuracy", look_at_pairs },
  { "weights", "What is left without the pairs", "theory", "accuracy", look_at_weights },
  { "heads", "Heads of low score can go", "heads", "pruning", look_at_heads },
};

/* @n: (out): how many
 * Returns: all claims, in the order they are told */
const IplClaim *
ipl_claims (guint *n)
{
  *n = G_N_ELEMENTS (claims);
  return claims;
}

/* @shown: (out): where it is seen
 * @text: (out) (transfer full): what the numbers say, a sentence or two
 * Returns: whether they support it */
gboolean
ipl_claim_look (const IplClaim *self, const IplView *view, IplClaimView *shown, char **text)
{
  gboolean holds;

  *shown = (IplClaimView){ .lines = IPL_ACCURACY_FULL, .target = IPL_TARGET_NONE };
  *text = NULL;
  holds = view->the_case != NULL && self->look (view, shown, text);
  if (*text != NULL && !holds)
    {
      g_autofree char *numbers = *text;

      *text = g_strconcat ("The numbers of what is open do not say so. ", numbers, NULL);
    }
  if (*text == NULL)
    *text = g_strdup ("What is open has no numbers of this: open a case of attention paths, and "
                      "wait until its widths are solved.");
  return holds;
}
