/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removes heads from a case or a network, and writes the results. */
#include "cli/work/prune.h"

#include <math.h>
#include <string.h>

#include "core/base/file-save.h"
#include "core/case/case-io.h"
#include "core/heads/case-prune.h"
#include "core/heads/pruning.h"
#include "core/network/trained-network.h"
#include "core/results/results.h"
#include "figures/view/view.h"

void
cli_pruning_clear (CliPruning *self)
{
  cli_prune_input_clear (&self->subject);
  ipl_pruning_analysis_clear (&self->work);
  g_clear_pointer (&self->result, ipl_head_result_unref);
}

static gboolean
save_case (const CliPruning *run, const IplTrainedNetwork *network, const char *path,
           GError **error)
{
  const CliPruneInput *subject = &run->subject;
  const IplPruning *pruning = run->result->pruning;
  g_autofree gboolean *removed
      = ipl_pruning_removed (pruning, run->work.order, (guint)run->files.remove);
  g_autoptr (IplCase) pruned = NULL;

  /* Fine-tuning changes the attention, so the case is made again with the new network. */
  if (pruning->fine_tune_steps > 0)
    pruned = ipl_one_shot_task_make_case (run->work.tuning.task, subject->the_case->name, network,
                                          TRUE, TRUE, run->arguments->threads, cli_cancellable (),
                                          error);
  else
    pruned = ipl_case_without_heads (subject->the_case, removed, error);
  return pruned != NULL && ipl_case_save (pruned, path, error);
}

/* Writes the results, also those of a stopped run. */
static gboolean
save_results (const CliPruning *run, GError **error)
{
  g_autofree char *settings = NULL;
  IplView view = { .current = run->work.solution, .order = run->work.order };

  if (run->arguments->out == NULL || run->result->pruning == NULL)
    return TRUE;
  settings = ipl_run_files_to_json (&run->work.run, run->arguments->anonymous);
  view.heads = run->result->heads;
  view.pruning = (run->result->pruning);
  return ipl_python_results_save (IPL_PYTHON_HEADS, &view, settings, run->arguments->out,
                                  cli_cancellable (), error);
}

static gboolean
write_mask (const CliPruning *run, GError **error)
{
  g_autofree char *settings = ipl_run_files_to_json (&run->work.run, run->arguments->anonymous);
  g_autofree char *text
      = ipl_head_mask_to_json (run->result->heads, run->result->pruning, run->work.order,
                               (guint)run->files.remove, settings);
  g_autofree char *lines = g_strconcat (text, "\n", NULL);

  return ipl_file_save_bytes (run->files.mask, lines, strlen (lines), error);
}

static gboolean
save (const CliPruning *run, GError **error)
{
  const IplPruning *pruning = run->result->pruning;
  g_autoptr (IplTrainedNetwork) network = NULL;

  if (!save_results (run, error) || (run->files.mask != NULL && !write_mask (run, error)))
    return FALSE;
  if ((run->files.save != NULL || run->files.save_case != NULL) && run->subject.network != NULL)
    {
      network = ipl_pruning_network (pruning, run->work.order, (guint)run->files.remove,
                                     &run->work.tuning.options, pruning->fine_tune_steps > 0,
                                     run->arguments->threads, cli_cancellable (), error);
      if (network == NULL)
        return FALSE;
    }
  if (run->files.save != NULL && !ipl_trained_network_save (network, run->files.save, error))
    return FALSE;
  return run->files.save_case == NULL || save_case (run, network, run->files.save_case, error);
}

/* Predictors of the cost of removing a head. */
static const struct
{
  const char *words;
  gsize offset;
} predictors[] = {
  { "trained", G_STRUCT_OFFSET (IplHeadReport, trained) },
  { "theory", G_STRUCT_OFFSET (IplHeadReport, zeroed) },
  { "solved again", G_STRUCT_OFFSET (IplHeadReport, resolved) },
};

static const IplHeadDrops *
drops_of (const IplHeadReport *report, gsize k)
{
  return (const IplHeadDrops *)((const char *)report + predictors[k].offset);
}

/* Pads text by characters; printf counts bytes, and "±" has two. */
static void
print_column (const char *text, int width)
{
  int missing = width - (int)g_utf8_strlen (text, -1);

  cli_print ("%*s%s", MAX (missing, 0), "", text);
}

/* "0.0312 ± 0.0050", or "-" of NaN. */
static void
print_value (double value, double se, int width)
{
  g_autofree char *text
      = isnan (value) ? g_strdup ("-") : g_strdup_printf ("%.4f ± %.4f", value, se);

  print_column (text, width);
}

/* Returns: (transfer full): "layer 1 head 2" or "layer 1 identity", with the name of the head if it
 *   has one */
static char *
describe_head (const IplHeadReport *report, guint head)
{
  const IplCaseInfo *the_case = &report->the_case->info;
  guint layer = report->layer[head], place = report->head[head];
  g_autofree char *label = ipl_view_head_label (the_case, layer, place);
  g_autofree char *counted = ipl_case_head_is_identity (the_case, layer, place)
                                 ? g_strdup ("identity")
                                 : g_strdup_printf ("head %u", place + 1);

  return g_str_equal (label, counted)
             ? g_strdup_printf ("layer %u %s", layer + 1, counted)
             : g_strdup_printf ("layer %u %s, %s", layer + 1, counted, label);
}

static void
print_curve (const IplHeadReport *report, const IplPruning *pruning, IplRemovalOrder order)
{
  const IplPruningCurve *curve = &pruning->curve[order];

  cli_print ("\n%-24s %17s %17s %25s %12s %14s\n", "removed",
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

      cli_print ("%-24s ", head);
      print_value (curve->accuracy[k], curve->se[k], 17);
      print_value (curve->tuned[k], curve->tuned_se[k], 18);
      cli_print (" %25s", band);
      if (isnan (curve->parameters[k]))
        cli_print (" %12s %14s\n", "-", "-");
      else
        cli_print (" %12.0f %14.0f\n", curve->parameters[k], curve->multiply_adds[k]);
    }
}

/* "%.4f", or "-" of NaN. */
static void
print_number (double value, int width)
{
  if (isnan (value))
    cli_print ("%*s", width, "-");
  else
    cli_print ("%*.4f", width, value);
}

/* Prints the agreement of other rankings with the ranking by score, and the heads for which the
 * score fails. */
static void
print_agreement (const IplPruning *pruning)
{
  g_autofree char *verdict = ipl_pruning_verdict_text (pruning);

  for (IplRemovalOrder o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    {
      const IplOrderCorrelation *of = &pruning->correlation[o];

      if (!isnan (of->spearman) && !isnan (of->kendall))
        cli_print ("order by %s and by score, %u heads: Spearman %.2f, Kendall %.2f\n",
                   ipl_removal_order_id (o), of->n, of->spearman, of->kendall);
    }
  if (verdict != NULL)
    cli_print ("%s\n", verdict);
}

static void
print_table (const IplHeadReport *report, const IplPruning *pruning, IplRemovalOrder order)
{
  const IplCase *the_case = report->the_case;
  g_autofree char *widths = ipl_setting_widths_text (&report->setting);

  cli_print ("%s: theory at N = %s, T = %g; on %" G_GSIZE_FORMAT " examples of “%s”\n",
             the_case->name, widths, report->setting.temperature,
             the_case->tests[report->test].count, the_case->tests[report->test].name);
  cli_print ("%s with all heads:", ipl_case_get_score (the_case)->name);
  if (the_case->trained != NULL)
    cli_print (" trained %.4f,", report->trained.accuracy);
  cli_print (" theory %.4f\n\n%-24s %7s %7s %8s", report->zeroed.accuracy, "loss without", "score",
             "entropy", "gradient");
  for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
    cli_print (" %19s", predictors[k].words);
  cli_print ("\n");
  for (guint i = 0; i < report->n_heads; i++)
    {
      guint head = report->order[i];

      g_autofree char *text = describe_head (report, head);

      cli_print ("%-24s %7.4f ", text, report->score[head]);
      print_number (report->entropy[head], 7);
      print_number (report->gradient[head], 9);
      for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
        print_value (drops_of (report, k)->drop[head], drops_of (report, k)->se[head], 20);
      cli_print ("\n");
    }
  cli_print ("%-24s %7s %7s %8s", "rank correlation", "", "", "");
  for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
    {
      const IplCorrelation *c = &drops_of (report, k)->correlation;
      g_autofree char *text
          = isnan (c->value) ? g_strdup ("-")
            : isnan (c->low) ? g_strdup_printf ("%.2f", c->value)
                             : g_strdup_printf ("%.2f [%.2f, %.2f]", c->value, c->low, c->high);

      print_column (text, 20);
    }
  cli_print ("\n");
  if (report->no_entropy != NULL)
    cli_print ("entropy: unknown. %s\n", report->no_entropy);
  if (report->no_gradient != NULL)
    cli_print ("gradient: unknown. %s\n", report->no_gradient);
  if (pruning != NULL)
    print_agreement (pruning);
  if (pruning != NULL)
    print_curve (report, pruning, order);
}

/* Prints the command line that prunes the model itself. */
static void
print_line (const CliPruning *run)
{
  const IplPruning *pruning = run->result->pruning;
  g_autofree gboolean *removed
      = ipl_pruning_removed (pruning, run->work.order, (guint)run->files.remove);
  gboolean as_in_model;
  g_autofree char *line = ipl_head_mask_prune_heads (pruning->the_case, removed, &as_in_model);

  cli_print ("\nin PyTorch, without %d, layers and heads counted from 0 as in the %s:\n%s\n",
             run->files.remove, as_in_model ? "model" : "case", line);
}

static CliExit
finish (const CliPruning *run)
{
  const IplHeadResult *result = run->result;
  g_autoptr (GError) error = NULL;

  if (result == NULL || result->heads == NULL)
    return result != NULL && result->error != NULL
               ? cli_fail_error (result->error)
               : cli_fail (CLI_INTERRUPTED, "Stopped; nothing was written.");
  if (result->error != NULL)
    return cli_fail_error (result->error);
  if (result->pruning != NULL && !ipl_prune_check_order (result->pruning, run->work.order, &error))
    return cli_fail_error (error);
  if (result->finished ? !save (run, &error) : !save_results (run, &error))
    return cli_fail_error (error);
  if (run->arguments->json)
    {
      g_autofree char *settings = ipl_run_files_to_json (&run->work.run, run->arguments->anonymous);
      g_autofree char *text
          = ipl_head_results_to_json (result->heads, result->pruning, run->work.order, settings);

      cli_print_json (text);
    }
  else
    print_table (result->heads, result->pruning, run->work.order);
  if (!run->arguments->json && result->finished && result->pruning != NULL
      && run->files.remove >= 0)
    print_line (run);
  if (!result->finished)
    return cli_fail (CLI_INTERRUPTED,
                     "Stopped; the results until then are written, but no network or case.");
  if (!run->work.solution->converged)
    return cli_fail (CLI_NOT_CONVERGED, "%s", run->work.solution->message);
  if (result->heads->message != NULL)
    return cli_fail (CLI_NOT_CONVERGED, "%s", result->heads->message);
  return CLI_OK;
}

/* Prunes the case, which is made already, and writes the results. */
CliExit
cli_pruning_run (CliPruning *self)
{
  IplCase *the_case = self->subject.the_case;
  g_autoptr (GError) error = NULL;
  gboolean solved;

  /* Checked before the long work. */
  if (self->work.order == IPL_REMOVAL_BY_ENTROPY && the_case->level == IPL_LEVEL_PATHS)
    return cli_fail (CLI_FAILED,
                     "There is no order by entropy: the case holds path features and no attention. "
                     "Give a case with tokens and attention or weights, or choose another order.");
  if (!ipl_pruning_analysis_prepare (&self->work, cli_cancellable (), &error))
    return cli_fail_error (error);
  cli_print_notes (the_case);
  cli_progress_share (0.2);
  solved = ipl_pruning_analysis_solve (&self->work, cli_cancellable (), cli_job_progress, NULL,
                                       &error);
  cli_progress_done ();
  if (!solved)
    return cli_fail_error (error);
  cli_progress_share (1);
  self->result = ipl_pruning_analysis_run (&self->work, cli_cancellable (), cli_job_progress, NULL);
  cli_progress_done ();
  return finish (self);
}
