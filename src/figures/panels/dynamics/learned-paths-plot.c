/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Path theory with learned attention: accuracy of all heads and of each head, scores and
 * entropies against time; attention of the heads, and U, at the time shown. */

#include "core/base/units.h"
#include "core/dynamics/learned-paths.h"
#include "figures/kit/number.h"
#include "figures/plot/time-curves.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/view.h"

/* Returns the number of heads. The last one has uniform attention. */
static guint
learned_view_n_heads (const IplView *view)
{
  const IplLearnedPaths *own = view->dynamics->data;

  return own->n_learned + 1;
}

/* Returns "T = 0.5", the temperature of attention. @symbol: of the temperature */
static char *
learned_view_head_text (const IplView *view, guint head, const char *symbol)
{
  const IplLearnedPaths *own = view->dynamics->data;
  IplJointSettings joint;

  if (head >= own->n_learned)
    return g_strdup ("uniform");
  ipl_learned_paths_settings (own, head, &joint);
  return g_strdup_printf ("%s = %.3g", symbol, joint.temperature);
}

/* Learned heads have ordered colours, the uniform one is grey. */
static void
choose_head (IplPlot *plot, IplMark *mark, gsize h, gsize n)
{
  gboolean learns = h + 1 < n;

  mark->label = learned_view_head_text (plot->view, (guint)h, "<i>T</i>");
  mark->role
      = learns ? IPL_ROLE_OF_N (ORDERED, h, n - 1) : (IplRole){ .kind = IPL_ROLE_INK, .fade = 0.5 };
  mark->dash = learns ? h % (IPL_N_DASHES - 1) : IPL_DASH_DASH_DOT;
}

/* A curve for each head. */
#define HEADS .kind = IPL_TIME_CURVE_ROW, .weight = 0.8, .each = "head", .choose = choose_head

/* Adds the width of the theory with all heads to the key. */
static void
name_theory (IplPlot *plot, const IplView *view)
{
  const IplLearnedPaths *own = view->dynamics->data;
  IplMark *theory = &g_array_index (ipl_plot_get_axes (plot, 0)->marks, IplMark, 0);

  theory->label = g_strdup_printf ("theory, <i>N</i> = %u", own->width);
}

const IplPanel ipl_panel_learned_accuracy = {
  .id = "learned-accuracy",
  .title = "Accuracy in time",
  .experiment = "joma-paths",
  .sentence = "Test accuracy against time: of the theory at finite width and of the GP limit with "
              "all heads, and of the GP of each head alone.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "test accuracy", "accuracy", IPL_FREE_RANGE } },
                   .curves
                   = { { "accuracy", .role = { IPL_ROLE_THEORY }, .weight = 1.3 },
                       { "accuracy_gp", "GP", .role = { IPL_ROLE_GP }, .dash = IPL_DASH_DASHED },
                       { "accuracy_head", HEADS } },
                   .more = name_theory },
};

const IplPanel ipl_panel_learned_scores = {
  .id = "learned-scores",
  .title = "Scores in time",
  .experiment = "joma-paths",
  .sentence = "Scores of the heads against time: the share of U through each head.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "head score", NULL, 0, 1, .pad = 0.05 } },
                   .curves = { { "head_score", HEADS } } },
};

const IplPanel ipl_panel_learned_entropy = {
  .id = "learned-entropy",
  .title = "Entropy by head",
  .experiment = "joma-paths",
  .sentence = "Entropy of each head's attention in " IPL_NATS ", against time.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{
      .y = { { .brief = "entropy", IPL_FREE_RANGE } },
      .curves = { { "entropy_head", HEADS }, { "loss_head", .kind = IPL_TIME_CURVE_LISTED } } },
};

/* Names heads by their temperatures. */
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
