/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The heads and their pruning in words and as tables. */

#include "figures/view/panel-support.h"

#include <math.h>

static const struct
{
  const char *name;
  gsize offset;
} predictors[] = {
  { "trained network", G_STRUCT_OFFSET (IplHeadReport, trained) },
  { "theory, zeroed", G_STRUCT_OFFSET (IplHeadReport, zeroed) },
  { "theory, solved anew", G_STRUCT_OFFSET (IplHeadReport, resolved) },
};

static const IplHeadDrops *
drops_of (const IplHeadReport *report, guint i)
{
  return G_STRUCT_MEMBER_P (report, predictors[i].offset);
}

void
ipl_describe_heads (GString *text, const IplView *view)
{
  const IplCase *the_case = view->the_case;
  const IplSetting *setting = ipl_view_head_setting (view);
  guint n = ipl_case_n_heads (the_case), best = 0;
  g_string_append_printf (text, "Scores of %u head%s", n, n == 1 ? "" : "s");
  g_string_append (text, the_case->regression ? " beside the rise of the error without each."
                                              : " beside the fall of accuracy without each.");
  if (!setting)
    {
      g_string_append (text, " Nothing is solved yet.");
      return;
    }
  g_autofree char *at = ipl_view_setting_text (setting);
  for (guint k = 1; k < n; k++)
    if (ipl_view_head_score (view, k) > ipl_view_head_score (view, best))
      best = k;
  guint layer = 0, head = best;
  while (layer + 1 < the_case->L && head >= the_case->H[layer])
    head -= the_case->H[layer++];
  g_string_append_printf (text, " Shown at %s. The highest score is that of head %u of layer %u.",
                          at, head + 1, layer + 1);
  for (guint i = 0; view->heads && i < G_N_ELEMENTS (predictors); i++)
    {
      const IplHeadDrops *drops = drops_of (view->heads, i);
      g_autofree char *rho = ipl_correlation_text (&drops->correlation);
      if (rho)
        g_string_append_printf (text, " Rank correlation with the drop of the %s: %s.",
                                predictors[i].name, rho);
    }
}

void
ipl_table_heads (GString *text, const IplView *view)
{
  const IplCase *the_case = view->the_case;
  g_string_append (text, "layer\thead\tscore");
  for (guint i = 0; i < G_N_ELEMENTS (predictors); i++)
    g_string_append_printf (text, "\tdrop, %s\tstandard error", predictors[i].name);
  g_string_append_c (text, '\n');
  for (guint l = 0, k = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++, k++)
      {
        g_string_append_printf (text, "%u\t%u\t", l + 1, h + 1);
        ipl_table_number (text, ipl_view_head_score (view, k));
        for (guint i = 0; i < G_N_ELEMENTS (predictors); i++)
          {
            const IplHeadDrops *drops = view->heads ? drops_of (view->heads, i) : NULL;
            g_string_append_c (text, '\t');
            ipl_table_number (text, drops && drops->drop ? drops->drop[k] : NAN);
            g_string_append_c (text, '\t');
            ipl_table_number (text, drops && drops->se ? drops->se[k] : NAN);
          }
        g_string_append_c (text, '\n');
      }
  if (!view->heads)
    return;
  g_string_append (text, "rank correlation\tfrom\tto\tpredictor\n");
  for (guint i = 0; i < G_N_ELEMENTS (predictors); i++)
    {
      const IplCorrelation *c = &drops_of (view->heads, i)->correlation;
      if (!isfinite (c->value))
        continue;
      ipl_table_number (text, c->value);
      g_string_append_c (text, '\t');
      ipl_table_number (text, c->low);
      g_string_append_c (text, '\t');
      ipl_table_number (text, c->high);
      g_string_append_printf (text, "\t%s\n", predictors[i].name);
    }
}

void
ipl_describe_pruning (GString *text, const IplView *view)
{
  const IplPruning *pruning = view->pruning;
  g_string_append_printf (text,
                          "%s as heads are removed by rising score, in reverse and at random.",
                          view->the_case->regression ? "Error" : "Accuracy");
  if (!pruning)
    {
      g_string_append (text, " Not pruned yet.");
      return;
    }
  const IplPruningCurve *curve = &pruning->curve[IPL_REMOVAL_BY_SCORE];
  g_string_append_printf (text, " %s, %u of %u heads can go.",
                          pruning->is_trained ? "The trained network" : "The theory with U zeroed",
                          pruning->n_points - 1, pruning->n_heads);
  guint last = pruning->n_points;
  while (last > 0 && !isfinite (curve->accuracy[last - 1]))
    last--;
  if (last == 0)
    return;
  g_autofree char *all = ipl_number_fixed (curve->accuracy[0], 3);
  g_autofree char *end = ipl_number_fixed (curve->accuracy[last - 1], 3);
  g_string_append_printf (text, " With all heads it is %s, without %u by score %s.", all, last - 1,
                          end);
  if (view->pruned >= 0)
    {
      IplTarget target = IPL_TARGET_NONE;
      target.step = view->pruned;
      g_autofree char *chosen = ipl_target_describe_step (&target, view);
      if (chosen)
        g_string_append_printf (text, " Chosen: %s.", chosen);
    }
}

static void
append_value (GString *text, double value)
{
  g_string_append_c (text, '\t');
  ipl_table_number (text, value);
}

void
ipl_table_pruning (GString *text, const IplView *view)
{
  const IplPruning *pruning = view->pruning;
  const char *what = view->the_case->regression ? "error" : "accuracy";
  g_string_append (text, "heads removed");
  for (IplRemovalOrder o = 0; o < IPL_REMOVAL_RANDOM; o++)
    {
      const char *name = o == IPL_REMOVAL_BY_SCORE ? "by score" : "in reverse";
      g_string_append_printf (text,
                              "\tlayer, head gone, %s\t%s, %s\tstandard error\tfine-tuned, "
                              "%s\tstandard error\tparameters, %s\tmultiply-adds, %s",
                              name, what, name, name, name, name);
    }
  g_string_append (text, "\trandom, mean\trandom, 5 %\trandom, 95 %\n");
  for (guint i = 0; pruning && i < pruning->n_points; i++)
    {
      g_string_append_printf (text, "%u", i);
      for (IplRemovalOrder o = 0; o < IPL_REMOVAL_RANDOM; o++)
        {
          const IplPruningCurve *curve = &pruning->curve[o];
          guint layer = 0, head = i > 0 ? curve->order[i - 1] : 0;
          while (layer + 1 < view->the_case->L && head >= view->the_case->H[layer])
            head -= view->the_case->H[layer++];
          g_autofree char *gone = i > 0 ? ipl_head_number (layer, head) : g_strdup ("");
          g_string_append_printf (text, "\t%s", gone);
          append_value (text, curve->accuracy[i]);
          append_value (text, curve->se[i]);
          append_value (text, curve->tuned[i]);
          append_value (text, curve->tuned_se[i]);
          append_value (text, curve->parameters[i]);
          append_value (text, curve->multiply_adds[i]);
        }
      append_value (text, pruning->random_mean[i]);
      append_value (text, pruning->random_low[i]);
      append_value (text, pruning->random_high[i]);
      g_string_append_c (text, '\n');
    }
}
