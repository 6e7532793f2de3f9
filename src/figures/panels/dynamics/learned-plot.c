/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Path theory with learned attention: accuracy of all heads together and of each alone, scores and
 * entropies against time; what heads attend to, and U, at the time shown.
 */

#include "core/base/units.h"
#include "core/dynamics/learned-paths.h"
#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/view.h"

/* Common to panels of learned paths. */

/* Heads, of which the last has learned nothing. */
static guint
learned_view_n_heads (const IplView *view)
{
  const IplLearnedPaths *own = view->own->data;

  return own->n_learned + 1;
}

/* "T = 0.5", of attention.
 * @symbol: of the temperature */
static char *
learned_view_head_text (const IplView *view, guint head, const char *symbol)
{
  const IplLearnedPaths *own = view->own->data;
  IplJointSettings joint;

  if (head >= own->n_learned)
    return g_strdup ("uniform");
  ipl_learned_paths_settings (own, head, &joint);
  return g_strdup_printf ("%s = %.3g", symbol, joint.temperature);
}

static const char *const accuracy_names[] = { "accuracy", "accuracy_gp", "accuracy_head", NULL };
static const char *const score_names[] = { "head_score", NULL };
static const char *const entropy_names[] = { "entropy_head", "loss_head", NULL };

/* A curve for every head: those that learn in order, the other in grey. */
static void
add_heads (IplPlotAxes *axes, const IplView *view, const char *array)
{
  guint n = learned_view_n_heads (view) - 1;

  for (guint h = 0; h <= n; h++)
    {
      IplRole grey = { .kind = IPL_ROLE_INK, .fade = 0.5 };
      IplMark *mark = ipl_axes_add_number (axes, view->trajectory, array, h,
                                           h < n ? IPL_ROLE_OF_N (ORDERED, h, n) : grey,
                                           learned_view_head_text (view, h, "<i>T</i>"));

      mark->dash = h < n ? h % (IPL_N_DASHES - 1) : IPL_DASH_DASH_DOT;
      mark->weight = 0.8;
      mark->each = "head";
    }
}

/* All heads at finite width and in the GP limit, then each alone. */
static void
build_all (IplPlot *plot, const IplView *view, const char *const *names, const char *title,
           const char *brief)
{
  const IplLearnedPaths *own = view->own->data;
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  ipl_axes_add_number (axes, view->trajectory, names[0], 0, IPL_ROLE (THEORY),
                       g_strdup_printf ("theory, <i>N</i> = %u", own->width))
      ->weight
      = 1.3;
  ipl_axes_add_number (axes, view->trajectory, names[1], 0, IPL_ROLE_OF (GP, 0), g_strdup ("GP"))
      ->dash
      = IPL_DASH_DASHED;
  add_heads (axes, view, names[2]);
  axes->y.title = title;
  axes->y.brief = brief;
}

static void
build_accuracy (IplPlot *plot, const IplView *view)
{
  build_all (plot, view, accuracy_names, "test accuracy", "accuracy");
}

static void
build_scores (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  add_heads (axes, view, score_names[0]);
  axes->y.lo = 0;
  axes->y.hi = 1;
  axes->y.title = "head score";
}

static void
build_entropy (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  add_heads (axes, view, entropy_names[0]);
  ipl_axes_tell_array (axes, view->trajectory, entropy_names[1], IPL_TOLD);
  ipl_plot_title_by_array (plot, axes, view->trajectory, entropy_names[0], "entropy");
  axes->y.brief = "entropy";
}

const IplPanel ipl_panel_learned_accuracy = {
  .id = "learned-accuracy",
  .title = "Accuracy in time",
  .experiment = "joma-paths",
  .build = build_accuracy,
  .sentence = "Test accuracy against time: of the theory at finite width and of the GP limit with "
              "all heads, and of the GP of each head alone.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};

const IplPanel ipl_panel_learned_scores = {
  .id = "learned-scores",
  .title = "Scores in time",
  .experiment = "joma-paths",
  .build = build_scores,
  .sentence = "Scores of the heads against time: how much of U goes through each.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};

const IplPanel ipl_panel_learned_entropy = {
  .id = "learned-entropy",
  .title = "Entropy by head",
  .experiment = "joma-paths",
  .build = build_entropy,
  .sentence = "Entropy of each head's attention in " IPL_NATS ", against time.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};

/* Heads by their temperatures. */
static void
name_heads (IplPlot *plot, const IplView *view)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint h = 0; h < learned_view_n_heads (view); h++)
    {
      g_autofree char *head = learned_view_head_text (view, h, "T");

      g_string_append_printf (text, "%s head %u (%s)", h > 0 ? "," : "", h + 1, head);
    }
  ipl_plot_add_note (plot, "Heads are%s.", text->str);
}

static void
build_U (IplPlot *plot, const IplView *view)
{
  ipl_plot_add_head_order (plot, learned_view_n_heads (view));
  name_heads (plot, view);
}

const IplPanel ipl_panel_learned_u = {
  .id = "learned-u",
  .title = "Order parameter of learned paths",
  .experiment = "joma-paths",
  .build = build_U,
  .sentence = "Order parameter U over the heads, as they are at the time shown.",
  .height_narrow = 0.85,
  .height_wide = 0.5,
};
