/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the path theory makes of learned attention, against time: accuracy and alignment with the
 * task of all heads together and of each alone, the heads' scores, and how sparse each has become.
 */

#include "core/base/units.h"
#include "core/dynamics/learned-paths.h"
#include "figures/panels/dynamics/learned-paths-view.h"
#include "figures/plot/plot.h"

static const char *const accuracy_names[] = { "accuracy", "accuracy_gp", "accuracy_head", NULL };
static const char *const alignment_names[]
    = { "alignment", "alignment_gp", "alignment_head", NULL };
static const char *const score_names[] = { "head_score", NULL };
static const char *const entropy_names[] = { "entropy_head", "loss_head", NULL };

/* A curve for every head: those that learn in order, the other in grey. */
static void
add_heads (IplPlotAxes *axes, const IplView *view, const char *array)
{
  guint n = ipl_learned_view_n_heads (view) - 1;

  for (guint h = 0; h <= n; h++)
    {
      IplRole grey = { .kind = IPL_ROLE_INK, .fade = 0.5 };
      IplMark *mark = ipl_axes_add_number (axes, view->trajectory, array, h,
                                           h < n ? IPL_ROLE_OF_N (ORDERED, h, n) : grey,
                                           ipl_learned_view_head_text (view, h, "<i>T</i>"));

      mark->dash = h < n ? h % (IPL_N_DASHES - 1) : IPL_DASH_DASH_DOT;
      mark->weight = 0.8;
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
build_alignment (IplPlot *plot, const IplView *view)
{
  build_all (plot, view, alignment_names, "alignment of kernel and labels", "alignment");
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
  .numbers = accuracy_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_HEIGHTS,
};

const IplPanel ipl_panel_learned_alignment = {
  .id = "learned-alignment",
  .title = "Alignment in time",
  .experiment = "joma-paths",
  .build = build_alignment,
  .sentence = "How well kernels are aligned with the labels, against time: of the theory at finite "
              "width and of the GP limit with all heads, and of each head alone.",
  .numbers = alignment_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_HEIGHTS,
};

const IplPanel ipl_panel_learned_scores = {
  .id = "learned-scores",
  .title = "Scores in time",
  .experiment = "joma-paths",
  .build = build_scores,
  .sentence = "Scores of the heads against time: how much of U goes through each.",
  .numbers = score_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_HEIGHTS,
};

const IplPanel ipl_panel_learned_entropy = {
  .id = "learned-entropy",
  .title = "Entropy by head",
  .experiment = "joma-paths",
  .build = build_entropy,
  .sentence = "Entropy of each head's attention in " IPL_NATS ", against time.",
  .numbers = entropy_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_HEIGHTS,
};
