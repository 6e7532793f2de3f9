/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements of the papers about attention paths, tested on the numbers of the case that is open.
 */
#include "document/claims.h"

#include "core/base/units.h"
#include "core/experiments/joint-experiment.h"
#include "core/maps/map-plan.h"
#include "figures/view/outputs.h"

#include <math.h>

/* A path is heavier than another if its weight is larger by this factor. */
#define CLEAR_FACTOR 2.0
/* Entropy falls if it loses this share of itself, and rises if it regains this share of its
 * fall. */
#define CLEAR_SHARE 0.1

static char *
score_text (const IplView *view, double value)
{
  return ipl_score_ascii (ipl_case_get_score (view->the_case), value);
}

/* The first row of the sweep that is better than the others by @better. */
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
      *text = g_strdup_printf ("All paths weigh the same here, but this case does not suffer from "
                               "it: %s %s in the limit, %s at best.",
                               name, limit, narrow);
      return FALSE;
    }
  *text = g_strdup_printf ("At infinite width (the Gaussian-process limit) all paths weigh the "
                           "same and do not interact: %s %s, against %s at N = %u.",
                           name, limit, narrow, ipl_setting_largest_width (&best->setting));
  return TRUE;
}

/* U_pp, of one output or traced. */
static double
weigh (const IplOutputsView *outputs, const IplSolution *solution, gsize path)
{
  return ipl_outputs_entry (outputs, solution->U, path, path);
}

static gsize
find_heaviest (const IplView *view, const IplSolution *solution, guint output)
{
  IplOutputsView one = ipl_outputs_of (view->the_case, output);
  gsize heaviest = 0;

  for (gsize p = 1; p < view->the_case->Pi; p++)
    if (weigh (&one, solution, p) > weigh (&one, solution, heaviest))
      heaviest = p;
  return heaviest;
}

/* Ratio of the weights of an output's heaviest path for this output and for another; 0 if it is
 * the heaviest path of both. */
static double
prefer (const IplView *view, const IplSolution *solution, guint output, guint other)
{
  IplOutputsView one = ipl_outputs_of (view->the_case, output);
  IplOutputsView another = ipl_outputs_of (view->the_case, other);
  gsize path = find_heaviest (view, solution, output);

  return path != find_heaviest (view, solution, other)
             ? weigh (&one, solution, path) / weigh (&another, solution, path)
             : 0;
}

/* Two outputs that are served most by two paths. */
static gboolean
look_at_outputs (const IplView *view, IplClaimView *shown, char **text)
{
  const IplSolution *narrow = find_row (view, is_narrower);
  guint K = view->the_case->labels.outputs, output = 0, other = 0;
  gsize heaviest;
  double most = 0;

  if (narrow == NULL || K < 2 || view->the_case->Pi < 2)
    return FALSE;
  for (guint i = 0; i < K * K; i++)
    if (i / K != i % K && prefer (view, narrow, i / K, i % K) > most)
      {
        output = i / K;
        other = i % K;
        most = prefer (view, narrow, output, other);
      }
  shown->width = ipl_setting_largest_width (&narrow->setting);
  if (!(most > 0))
    {
      *text = g_strdup_printf ("At N = %.0f path “%s” has the largest weight for all of them.",
                               shown->width,
                               ipl_view_path_name (view, find_heaviest (view, narrow, 0)));
      return FALSE;
    }
  heaviest = find_heaviest (view, narrow, output);
  shown->target = ipl_target_path (heaviest);
  ipl_target_set (&shown->target, IPL_PART_OUTPUT, output);
  *text = g_strdup_printf ("At N = %.0f the largest weight for “%s” is on path “%s”, %.3g times "
                           "its weight for “%s”, which has its largest weight on “%s”.",
                           shown->width, ipl_view_output_name (view, output),
                           ipl_view_path_name (view, heaviest), most,
                           ipl_view_output_name (view, other),
                           ipl_view_path_name (view, find_heaviest (view, narrow, other)));
  return most > CLEAR_FACTOR;
}

static gboolean
look_at_choice (const IplView *view, IplClaimView *shown, char **text)
{
  const IplSolution *narrow = find_row (view, is_narrower);
  IplOutputsView traced = ipl_outputs_traced (view->the_case);
  gsize Pi = view->the_case->Pi, strongest = 0, weakest = 0;
  double most, least;

  if (narrow == NULL || Pi < 2)
    return FALSE;
  for (gsize p = 1; p < Pi; p++)
    {
      if (weigh (&traced, narrow, p) > weigh (&traced, narrow, strongest))
        strongest = p;
      if (weigh (&traced, narrow, p) < weigh (&traced, narrow, weakest))
        weakest = p;
    }
  most = weigh (&traced, narrow, strongest);
  least = weigh (&traced, narrow, weakest);
  shown->width = ipl_setting_largest_width (&narrow->setting);
  shown->target = ipl_target_path (strongest);
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
    *text = g_strdup_printf ("At N = %.0f the pairs of paths, U off its diagonal, add %.1f "
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
  *text = g_strdup_printf ("Without the pair terms at N = %.0f, with unequal path weights: %s %s. "
                           "With equal path weights as well it is %s.",
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
            shown->target = ipl_target_head (l, h);
          }
        highest = MAX (highest, row->head_score[k]);
      }
  shown->width = ipl_setting_largest_width (&row->setting);
  *text = g_strdup_printf (
      "Head %d of layer %d has the lowest score at N = %.0f: %.2g (the highest is %.2g). The "
      "pruning curve shows the accuracy as heads are removed in this order.",
      shown->target.number[1] + 1, shown->target.number[0] + 1, shown->width, lowest, highest);
  return highest > CLEAR_FACTOR * lowest;
}

static const char *
name_axis (const IplMap *map, guint y, guint x, char **text)
{
  g_free (*text);
  *text = ipl_map_plan_describe (&map->run, ipl_map_index (map, 0, y, x), TRUE);
  return *text;
}

/* The axis of a map along which the number of examples grows; NULL for none. */
static const IplSweepAxis *
find_examples (const IplMap *map)
{
  const IplSweepAxis *const axes[] = { &map->run.x, &map->run.y };
  IplSweepAxis P;

  if (!ipl_sweep_axis_find (&P, "P", &map->run.parameters, NULL))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    if (axes[i]->n > 1 && ipl_sweep_axis_is_same (axes[i], &P))
      return axes[i];
  return NULL;
}

/* The largest gain of a map with fewer examples, and the least, a loss, with more of them. */
typedef struct
{
  double before, after;
  guint x[2], y[2]; /* of both cells */
} Reversal;

/* Along the axis of examples, at the value @at of the other: the gain that is lost most. */
static void
look_along (const IplMap *map, gboolean along_y, guint at, Reversal *found)
{
  const IplSweepAxis *axis = along_y ? &map->run.y : &map->run.x;

  for (guint i = 0; i < axis->n; i++)
    for (guint k = 0; k < axis->n; k++)
      {
        Reversal r = { .x = { along_y ? at : i, along_y ? at : k },
                       .y = { along_y ? i : at, along_y ? k : at } };

        r.before = ipl_map_spread (map, r.y[0], r.x[0], IPL_MAP_GAIN).mean;
        r.after = ipl_map_spread (map, r.y[1], r.x[1], IPL_MAP_GAIN).mean;
        if (axis->values[i] < axis->values[k]
            && fmin (r.before, -r.after) > fmin (found->before, -found->after))
          *found = r;
      }
}

/* A map over examples: the gain turns into a loss as they become more. */
static gboolean
look_at_map (const IplView *view, const IplSweepAxis *examples, IplClaimView *shown, char **text)
{
  const IplMap *map = view->map;
  gboolean along_y = examples == &map->run.y, is_share;
  g_autofree char *first = NULL, *second = NULL;
  Reversal found = { .before = -INFINITY, .after = INFINITY };
  double scale, error = 0;

  for (guint i = 0; i < (along_y ? map->nx : map->ny); i++)
    look_along (map, along_y, i, &found);
  if (!isfinite (found.before))
    return FALSE;
  shown->page = shown->panel = "map";
  shown->quantity = IPL_MAP_SHOWS_GAIN;
  shown->target = ipl_target_cell (found.y[1] * map->nx + found.x[1]);
  if (view->current != NULL && view->current->n_tests > 0)
    error = view->current->tests[0].accuracy_se;
  is_share = ipl_score_of_labels (&map->labels)->is_share;
  scale = is_share ? 100 : 1;
  *text = g_strdup_printf ("Gain over the Gaussian process: %.3g%s at %s, %.3g at %s. Along the "
                           "thick line it is 0.",
                           scale * found.before, is_share ? " points" : "",
                           name_axis (map, found.y[0], found.x[0], &first), scale * found.after,
                           name_axis (map, found.y[1], found.x[1], &second));
  return found.before > error && found.after < -error;
}

static gboolean
look_at_reversal (const IplView *view, IplClaimView *shown, char **text)
{
  const IplSweepAxis *examples = view->map != NULL ? find_examples (view->map) : NULL;
  const IplSolution *narrow = find_row (view, is_narrower), *gp = view->gp;

  if (examples != NULL)
    return look_at_map (view, examples, shown, text);
  if (narrow == NULL || gp == NULL || gp->n_tests == 0)
    return FALSE;

  g_autofree char *limit = score_text (view, gp->tests[0].accuracy);
  g_autofree char *own = score_text (view, narrow->tests[0].accuracy);

  shown->width = ipl_setting_largest_width (&narrow->setting);
  *text = g_strdup_printf ("With %" G_GSIZE_FORMAT
                           " examples at T = %.3g: %s %s at infinite width, %s at N = %.0f.",
                           narrow->P, narrow->setting.temperature,
                           ipl_case_get_score (view->the_case)->name, limit, own, shown->width);
  return is_clearly_better (view, narrow, gp->tests[0].accuracy, narrow->tests[0].accuracy);
}

/* The layer whose entropy falls and rises most. @least: (out): the moment of its minimum */
static gsize
find_dip (const IplTrajectory *trajectory, const IplTrajectoryArray *entropy, guint *least)
{
  guint last = trajectory->S - 1;
  double most = -INFINITY;
  gsize found = 0, n = entropy->size;

  for (gsize l = 0; l < n; l++)
    {
      const double *e = entropy->values + l;
      double depth;
      guint at = 0;

      for (guint s = 1; s <= last; s++)
        if (e[s * n] < e[at * n])
          at = s;
      depth = fmin (e[0], e[last * n]) - e[at * n];
      if (!(depth > most))
        continue;
      most = depth;
      found = l;
      *least = at;
    }
  return found;
}

/* The dynamics of learning: the entropy of attention falls, and rises again. */
static gboolean
look_at_attention (const IplView *view, IplClaimView *shown, char **text)
{
  const IplTrajectory *trajectory = view->trajectory;
  const IplTrajectoryArray *entropy = ipl_trajectory_find (trajectory, "entropy");
  guint least = 0;
  gsize layer;
  double first, lowest, last;

  if (entropy == NULL || trajectory->S < 3 || view->dynamics == NULL)
    return FALSE;
  layer = find_dip (trajectory, entropy, &least);
  first = entropy->values[layer];
  lowest = entropy->values[least * entropy->size + layer];
  last = entropy->values[(trajectory->S - 1) * entropy->size + layer];
  shown->time = trajectory->time[least];
  shown->page = view->dynamics->experiment->page;
  if (view->dynamics->experiment == &ipl_experiment_joma_joint)
    shown->panel = "joint-course";
  g_autofree char *of_layer = entropy->size > 1
                                  ? g_strdup_printf (" of layer %" G_GSIZE_FORMAT, layer + 1)
                                  : g_strdup ("");
  *text = g_strdup_printf ("The entropy of attention%s is %.3g " IPL_NATS
                           " at first, has its minimum of %.3g at %s%.4g, and is %.3g at the end.",
                           of_layer, first, lowest, ipl_clock_words[trajectory->clock].before,
                           shown->time, last);
  return first - lowest > CLEAR_SHARE * first && last - lowest > CLEAR_SHARE * (first - lowest);
}

static const IplClaim claims[] = {
  { "choice", "Narrow networks give useful paths more weight", "theory", "paths", look_at_choice },
  { "outputs", "Classes use different paths", "outputs", "path-outputs", look_at_outputs,
    .of_outputs = TRUE },
  { "limit", "At infinite width all paths weigh the same", "theory", "u", look_at_limit },
  { "pairs", "Pairs of paths interact", "theory", "accuracy", look_at_pairs },
  { "weights", "How much the pairs contribute", "theory", "accuracy", look_at_weights },
  { "heads", "Heads of low score can be removed", "heads", "pruning", look_at_heads },
  { "reversal", "Wide networks win with many examples at low temperature", "theory", "accuracy",
    look_at_reversal },
  { "attention", "Attention becomes sparse, then dense", "salience", "entropy", look_at_attention,
    .in_time = TRUE },
};

/* @n: (out): number of claims
 * Returns: all claims, in the order of the menu */
const IplClaim *
ipl_claims (guint *n)
{
  *n = G_N_ELEMENTS (claims);
  return claims;
}

gboolean
ipl_claim_is_shown (const IplClaim *self, const IplView *view)
{
  return !self->of_outputs || ipl_view_has_outputs (view);
}

/* @shown: (out): the view that shows the claim
 * @text: (out) (transfer full): one or two sentences with the numbers
 * Returns: TRUE if they support it */
gboolean
ipl_claim_look (const IplClaim *self, const IplView *view, IplClaimView *shown, char **text)
{
  gboolean holds;

  *shown = (IplClaimView){ .lines = IPL_ACCURACY_FULL,
                           .quantity = view->display.map_quantity,
                           .time = -1,
                           .target = IPL_TARGET_NONE,
                           .page = self->page,
                           .panel = self->panel };
  *text = NULL;
  holds = (self->in_time ? view->trajectory != NULL : view->the_case != NULL)
          && self->look (view, shown, text);
  if (*text != NULL && !holds)
    {
      g_autofree char *numbers = *text;

      *text = g_strconcat ("This does not hold for the open case. ", numbers, NULL);
    }
  if (*text == NULL)
    *text = g_strdup (self->in_time ? "Not applicable to the open case: open an example of "
                                      "training dynamics that records the entropy of attention."
                                    : "Not applicable to the open case: open a case of attention "
                                      "paths, and wait until its widths are solved.");
  return holds;
}
