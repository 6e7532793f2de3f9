/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The probability of each class for one test example, by the theory at the width shown and in
 * the GP limit. */

#include "figures/plot/plot.h"
#include "figures/view/outputs.h"

#include <math.h>

/* Half width of a bar, equal to half the gap between bars, in units of the class axis. */
#define HALF_BAR 0.19

/* Maximum number of characters of texts in the key. */
#define MOST_IN_KEY 40

/* Returns the example shown, from 0, at most the last. */
static gsize
find_example (const IplView *view)
{
  gsize n = view->current->tests[0].count;

  return MIN ((gsize)MAX (view->display.shown_example, 1), MAX (n, 1)) - 1;
}

/* Returns: (nullable): [K] probabilities of the example */
static const double *
get_probabilities (const IplView *view, const IplSolution *solution)
{
  return solution != NULL && solution->n_tests > 0 && solution->tests[0].probability != NULL
                 && find_example (view) < solution->tests[0].count
             ? solution->tests[0].probability + find_example (view) * solution->tests[0].outputs
             : NULL;
}

/* Finds the true class. FALSE if the view has no examples, as for a file of results. */
static gboolean
find_class (const IplView *view, guint *class)
{
  const IplCase *the_case = ipl_case_info_get_case (view->the_case);

  if (the_case == NULL || find_example (view) >= the_case->tests[0].count)
    return FALSE;
  *class = ipl_labels_find_class (
      &the_case->labels, the_case->tests[0].y + find_example (view) * the_case->labels.outputs);
  return TRUE;
}

/* Returns: (transfer full): " “the cat sat …”", or "" without texts of tokens */
static char *
format_texts (const IplView *view, gsize most)
{
  const IplTokenTexts *tokens = view->the_case->test_sets[0].tokens;
  g_autofree char *text = NULL;

  if (tokens == NULL || find_example (view) >= tokens->count)
    return g_strdup ("");
  text = ipl_token_texts_show_example (tokens, find_example (view), most);
  return g_strdup_printf (" “%s”", text);
}

static gboolean
has_class (const IplTarget *target, gsize i, gconstpointer data)
{
  return ipl_target_get (target, IPL_PART_OUTPUT) == (gint64)i
         && ipl_target_get (target, IPL_PART_OTHER_OUTPUT) < 0;
}

static const IplItems classes = { "class", IPL_TARGET_OUTPUT, NULL, has_class, NULL, TRUE };

static void
add_bars (IplPlot *plot, IplPlotAxes *axes, const IplSolution *solution, guint K)
{
  gboolean gp = solution->setting.gp;
  g_autofree char *setting = ipl_view_setting_markup (&solution->setting);
  ipl_axes_add (axes, (IplMark){ IPL_MARK_BARS, .x = ipl_plot_new_steps (plot, K, 1, 1),
                                 .y = ipl_numbers (get_probabilities (plot->view, solution), K),
                                 .role = gp ? IPL_ROLE_OF (GP, 0) : IPL_ROLE (THEORY),
                                 .label = g_strdup (gp ? "GP" : setting), .size = HALF_BAR,
                                 .offset = gp ? HALF_BAR : -HALF_BAR, .items = &classes,
                                 .each = "class", .series = gp ? "GP" : "probability",
                                 .weight = 0.7, .outlined = gp, .alpha = gp ? 0.22 : 1 });
}

static const char *
empty (const IplView *view, const char **more)
{
  *more = "it is being solved";
  return view->current != NULL && view->current->n_tests > 0
                 && get_probabilities (view, view->current) != NULL
             ? NULL
             : "Not solved yet";
}

/* Adds a note that identifies the example. */
static void
describe_example (IplPlot *plot, const IplView *view)
{
  g_autofree char *texts = format_texts (view, IPL_MOST_TOKEN_SHOWN);
  guint class;

  if (find_class (view, &class))
    ipl_plot_add_note (plot, "Test example %" G_GSIZE_FORMAT "%s is of %s.",
                       find_example (view) + 1, texts, ipl_view_output_name (view, class));
}

static void
build (IplPlot *plot, const IplView *view)
{
  guint K = view->the_case->labels.outputs, class = 0;
  const IplSolution *gp = ipl_view_gp (view);
  gboolean is_labelled;
  g_autofree char *texts = NULL, *markup = NULL;
  IplPlotAxes *axes;

  axes = ipl_plot_add_axes (plot);
  is_labelled = find_class (view, &class);
  for (guint k = 0; k < K; k++)
    {
      g_autofree char *name = ipl_view_name_markup (ipl_view_output_name (view, k));

      ipl_axes_add_category (
          axes, k + 1, 0,
          is_labelled && k == class ? g_strdup_printf ("<b>%s, true</b>", name) : g_strdup (name),
          g_strdup_printf (is_labelled && k == class ? "<b>%u</b>" : "%u", k + 1));
    }
  axes->x.lo = 0.5;
  axes->x.hi = K + 0.5;
  axes->x.is_fixed = TRUE;
  axes->y.lo = 0;
  axes->y.hi = 1;
  axes->y.title = "probability of the class";
  axes->y.brief = "probability";
  texts = format_texts (view, MOST_IN_KEY);
  markup = g_markup_escape_text (texts, -1);
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK),
                    g_strdup_printf ("test example %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT "%s",
                                     find_example (view) + 1, view->current->tests[0].count,
                                     markup));
  describe_example (plot, view);
  add_bars (plot, axes, view->current, K);
  if (get_probabilities (view, gp) != NULL && gp != view->current)
    add_bars (plot, axes, gp, K);
  ipl_axes_add (axes,
                (IplMark){ IPL_MARK_RULE, .offset = ipl_labels_get_chance (&view->the_case->labels),
                           .role = IPL_ROLE (FAINT), .label = g_strdup ("chance"), .weight = 0.7,
                           .dash = IPL_DASH_DOTTED });
}

const IplPanel ipl_panel_class_probability = {
  .id = "class-probability",
  .ranges = IPL_RANGE_Y,
  .title = "Probabilities of classes",
  .needs = IPL_NEEDS_THEORY,
  .controls = IPL_CONTROL_EXAMPLES,
  .outputs = IPL_PANEL_SEVERAL_CLASSES,
  .empty = empty,
  .build = build,
  .sentence = "Probabilities of the classes of one test example, with those of the Gaussian "
              "process.",
  .height_narrow = 0.6,
  .height_wide = 0.4,
};
