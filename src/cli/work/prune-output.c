/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pruning found out, as tables. */
#include "cli/work/prune.h"

#include <math.h>
#include <stdio.h>

/* The three predictors of what removing a head costs. */
static const struct
{
  const char *words;
  gsize offset;
} predictors[] = {
  { "trained", G_STRUCT_OFFSET (IplHeadReport, trained) },
  { "theory", G_STRUCT_OFFSET (IplHeadReport, zeroed) },
  { "solved anew", G_STRUCT_OFFSET (IplHeadReport, resolved) },
};

static const IplHeadDrops *
drops_of (const IplHeadReport *report, gsize k)
{
  return (const IplHeadDrops *)((const char *)report + predictors[k].offset);
}

/* "0.0312 ± 0.0050", or "-" of NaN. */
static char *
with_error (double value, double se)
{
  return isnan (value) ? g_strdup ("-") : g_strdup_printf ("%.4f ± %.4f", value, se);
}

/* printf counts bytes, and "±" has two. */
static void
print_column (const char *text, int width)
{
  int missing = width - (int)g_utf8_strlen (text, -1);

  printf ("%*s%s", MAX (missing, 0), "", text);
}

static void
print_value (double value, double se, int width)
{
  g_autofree char *text = with_error (value, se);

  print_column (text, width);
}

/* "layer 1 head 2" or "layer 1 identity", and the name where it is another. */
static char *
describe_head (const IplHeadReport *report, guint head)
{
  const char *name = report->the_case->head_names[head];
  g_autofree char *counted
      = ipl_case_head_is_identity (report->the_case, report->layer[head], report->head[head])
            ? g_strdup_printf ("layer %u identity", report->layer[head] + 1)
            : g_strdup_printf ("layer %u head %u", report->layer[head] + 1, report->head[head] + 1);

  return g_strcmp0 (name, counted) == 0 ? g_strdup (counted)
                                        : g_strdup_printf ("%s, %s", counted, name);
}

static void
print_curve (const IplHeadReport *report, const IplPruning *pruning, IplRemovalOrder order)
{
  const IplPruningCurve *curve = &pruning->curve[order];

  printf ("\n%-24s %17s %17s %25s %12s %14s\n", "removed",
          ipl_case_get_score (report->the_case)->column, "fine-tuned", "random: mean, 5-95 %",
          "parameters", "multiply-adds");
  for (guint k = 0; k < pruning->n_points; k++)
    {
      g_autofree char *band
          = isnan (pruning->random_mean[k])
                ? g_strdup ("-")
                : g_strdup_printf ("%.4f, %.4f-%.4f", pruning->random_mean[k],
                                   pruning->random_low[k], pruning->random_high[k]);

      g_autofree char *head = k == 0 ? g_strdup ("-") : describe_head (report, curve->order[k - 1]);

      printf ("%-24s ", head);
      print_value (curve->accuracy[k], curve->se[k], 17);
      print_value (curve->tuned[k], curve->tuned_se[k], 18);
      printf (" %25s", band);
      if (isnan (curve->parameters[k]))
        printf (" %12s %14s\n", "-", "-");
      else
        printf (" %12.0f %14.0f\n", curve->parameters[k], curve->multiply_adds[k]);
    }
}

/* "%.4f", or "-" of NaN. */
static void
print_number (double value, int width)
{
  if (isnan (value))
    printf ("%*s", width, "-");
  else
    printf ("%*.4f", width, value);
}

/* How far other ways to rank heads agree with that by score. */
static void
print_agreement (const IplPruning *pruning)
{
  for (IplRemovalOrder o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    {
      const IplOrderCorrelation *of = &pruning->correlation[o];

      if (!isnan (of->spearman) && !isnan (of->kendall))
        printf ("order by %s and by score, %u heads: Spearman %.2f, Kendall %.2f\n",
                ipl_removal_order_id (o), of->n, of->spearman, of->kendall);
    }
}

void
cli_prune_print_table (const IplHeadReport *report, const IplPruning *pruning,
                       IplRemovalOrder order)
{
  const IplCase *the_case = report->the_case;
  g_autofree char *widths = ipl_setting_widths_text (&report->setting);

  printf ("%s: theory at N = %s, T = %g; on %" G_GSIZE_FORMAT " examples of “%s”\n", the_case->name,
          widths, report->setting.temperature, the_case->tests[report->test].count,
          the_case->tests[report->test].name);
  printf ("%s with all heads:", ipl_case_get_score (the_case)->name);
  if (the_case->trained != NULL)
    printf (" trained %.4f,", report->trained.accuracy);
  printf (" theory %.4f\n\n%-24s %7s %7s %8s", report->zeroed.accuracy, "what is lost without",
          "score", "entropy", "gradient");
  for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
    printf (" %19s", predictors[k].words);
  printf ("\n");
  for (guint i = 0; i < report->n_heads; i++)
    {
      guint head = report->order[i];

      g_autofree char *text = describe_head (report, head);

      printf ("%-24s %7.4f ", text, report->score[head]);
      print_number (report->entropy[head], 7);
      print_number (report->gradient[head], 9);
      for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
        print_value (drops_of (report, k)->drop[head], drops_of (report, k)->se[head], 20);
      printf ("\n");
    }
  printf ("%-24s %7s %7s %8s", "rank correlation", "", "", "");
  for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
    {
      const IplCorrelation *c = &drops_of (report, k)->correlation;
      g_autofree char *text
          = isnan (c->value) ? g_strdup ("-")
            : isnan (c->low) ? g_strdup_printf ("%.2f", c->value)
                             : g_strdup_printf ("%.2f [%.2f, %.2f]", c->value, c->low, c->high);

      print_column (text, 20);
    }
  printf ("\n");
  if (report->no_entropy != NULL)
    printf ("entropy: not known. %s\n", report->no_entropy);
  if (report->no_gradient != NULL)
    printf ("gradient: not known. %s\n", report->no_gradient);
  if (pruning != NULL)
    print_agreement (pruning);
  if (pruning != NULL)
    print_curve (report, pruning, order);
}
