/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line that makes the shown figure. */
#include "core/parameters/parameters-command-line.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/experiments/parameter-words.h"
#include "core/parameters/parameters.h"
#include "core/parameters/sweep-axis.h"
#include "core/posterior/posterior-summary.h"

static void
append_number (GString *text, const char *before, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (number, sizeof number, "%.12g", value);
  g_string_append_printf (text, "%s%s", before, number);
}

/* TRUE if the field affects the case: the value in @plain would make another case. */
static gboolean
makes_case (const IplField *field, const IplField *table, const IplParameters *parameters,
            const IplParameters *plain)
{
  IplParameters changed = *parameters;

  ipl_field_copy (field, ipl_parameters_edit_table (&changed, table),
                  ipl_parameters_get_table (plain, table));
  return !ipl_parameters_same_case (parameters, &changed);
}

/* The file that the summary names before. */
static gboolean
is_source (const IplField *field, gconstpointer data, const char *source)
{
  g_autofree char *value = field->kind == IPL_FIELD_FILE ? ipl_field_get_text (field, data) : NULL;

  return g_strcmp0 (value, source) == 0;
}

/* Appends parameters that have an effect and differ from the command's defaults: as words of a
 * command line, or in a summary as "; name = value". Without @training, only fields that affect
 * the case. */
static void
append_fields (GString *text, const IplParameters *parameters, const IplParameters *plain,
               gboolean training, gboolean summary)
{
  const char *source = ipl_parameters_get_source (parameters);

  for (guint g = 0; g < parameters->experiment->n_groups; g++)
    {
      const IplFieldGroup *group = &parameters->experiment->groups[g];
      gconstpointer data = ipl_parameters_get_table (parameters, group->fields);
      gconstpointer without = ipl_parameters_get_table (plain, group->fields);

      for (guint i = 0; i < group->n_fields; i++)
        {
          const IplField *field = &group->fields[i];

          if (!ipl_field_applies (field, data) || ipl_field_equal (field, data, without))
            continue;
          if (summary && !is_source (field, data, source))
            {
              g_autofree char *value = ipl_field_get_text (field, data);

              g_string_append_printf (text, "; %s = %s", field->id, value);
            }
          else if (!summary && (training || makes_case (field, group->fields, parameters, plain)))
            ipl_field_append_word (field, data, text);
        }
    }
}

/* The defaults with another seed, so that the seed always counts as different. */
static void
init_plain (IplParameters *plain, const IplParameters *parameters)
{
  guint64 seed;

  ipl_parameters_init (plain, parameters->experiment->id);
  if (ipl_parameters_get_seed (parameters, &seed))
    ipl_parameters_set_seed (plain, ~seed);
}

/* The case, as CASE and words. */
static void
append_case (GString *text, const IplParameters *parameters, gboolean training)
{
  IplParameters plain;

  init_plain (&plain, parameters);
  if (parameters->experiment->append_case != NULL)
    parameters->experiment->append_case (parameters, &plain, text);
  else
    g_string_append_printf (text, " %s", parameters->experiment->id);
  append_fields (text, parameters, &plain, training, FALSE);
}

/* @text: a command line; gains CASE and its parameters */
void
ipl_parameters_append_case (GString *text, const IplParameters *parameters)
{
  append_case (text, parameters, FALSE);
}

static void
append_axis (GString *text, const char *before, IplSweepAxisKind kind,
             const IplParameters *parameters, const char *between)
{
  g_auto (IplSweepAxis) axis = { .kind = kind };
  g_autofree char *values = NULL;

  ipl_sweep_axis_from_parameters (&axis, parameters);
  values = ipl_sweep_axis_to_text (&axis, between);
  g_string_append_printf (text, "%s%s", before, values);
}

/* Appends widths and temperatures, and whether each width takes the best temperature. */
static void
append_axes (GString *text, const IplParameters *parameters, const char *temperature)
{
  if (parameters->n_widths > 0)
    append_axis (text, " --widths ", IPL_AXIS_WIDTHS, parameters, ",");
  append_axis (text, temperature, IPL_AXIS_TEMPERATURE, parameters, ",");
  if (parameters->n_temperatures > 0)
    g_string_append (text, " --best");
}

static void
append_sampler (GString *text, guint draws, const IplPosteriorOptions *options)
{
  g_string_append_printf (text, " --chains %u --warmup %u --draws %u", options->chains,
                          options->warmup, draws);
  if (options->target_acceptance != IPL_POSTERIOR_DEFAULT_ACCEPTANCE)
    append_number (text, " --target-acceptance ", options->target_acceptance);
  if (options->method != IPL_POSTERIOR_AUTOMATIC)
    g_string_append_printf (text, " --method %s", ipl_posterior_method_names[options->method]);
}

/* @posterior: (nullable): the shown summary of samples
 * @complete: (out): TRUE if the command covers all parameters; else the case must be saved to a
 *   file
 * Returns: (transfer full): an interplay-cli command line that computes the same sweep and the
 *   same draws; for an experiment without a case, the same result */
char *
ipl_parameters_command (const IplParameters *parameters, const IplPosteriorSummary *posterior,
                        gboolean *complete)
{
  g_autoptr (GString) text
      = g_string_new (posterior != NULL ? "interplay-cli sample" : "interplay-cli sweep");

  if (parameters->experiment->compute != NULL)
    {
      g_string_assign (text, "interplay-cli dynamics");
      append_case (text, parameters, TRUE);
      *complete = TRUE;
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  append_case (text, parameters, FALSE);
  /* Without --widths the command uses those of the paper. */
  *complete = parameters->n_widths > 0;
  /* If each width has a different temperature, the draws belong to one of them. */
  if (posterior != NULL && parameters->n_temperatures > 0)
    {
      g_autofree char *one = ipl_setting_widths_text (&posterior->setting);

      g_string_append_printf (text, " --widths %s", one);
      append_number (text, " --temperatures ", posterior->setting.temperature);
    }
  else
    append_axes (text, parameters, " --temperatures ");
  append_axis (text, " --variances ", IPL_AXIS_VARIANCES, parameters, ",");
  if (posterior == NULL && parameters->gp_paths[0] != '\0')
    {
      g_autofree char *quoted = g_shell_quote (parameters->gp_paths);

      g_string_append_printf (text, " --gp-paths %s", quoted);
    }
  if (posterior != NULL)
    {
      IplPosteriorOptions options;

      ipl_parameters_get_sampler (parameters, &options);
      options.chains = posterior->n_chains;
      append_sampler (text, posterior->n_draws, &options);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* @complete: (out): TRUE if the command covers all parameters
 * Returns: (transfer full): an interplay-cli command line that draws the result of @parameters;
 *   the caller adds the name and size of the figure */
char *
ipl_parameters_figure_command (const IplParameters *parameters, gboolean *complete)
{
  GString *text = g_string_new ("interplay-cli figure");
  gboolean own = parameters->experiment->compute != NULL;
  g_autofree char *shown = ipl_setting_widths_text (&parameters->current);

  append_case (text, parameters, own);
  *complete = own || parameters->n_widths > 0;
  if (own)
    {
      if (parameters->shown_time >= 0)
        append_number (text, " --shown-time ", parameters->shown_time);
      return g_string_free (text, FALSE);
    }
  append_axes (text, parameters, " --temperature ");
  append_axis (text, " --variances ", IPL_AXIS_VARIANCES, parameters, ",");
  if (parameters->gp_paths[0] != '\0')
    {
      g_autofree char *quoted = ipl_text_shell_quote (parameters->gp_paths);

      g_string_append_printf (text, " --gp-paths %s", quoted);
    }
  g_string_append_printf (text, " --width %s", shown);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): an interplay-cli command line that solves the same map, without its
 *   output file */
char *
ipl_parameters_map_command (const IplRunSettings *run)
{
  const IplSweepAxis *const axes[] = { &run->x, &run->y };
  const IplParameters *parameters = &run->parameters;
  g_autofree char *seeds = ipl_sweep_axis_to_text (&run->seeds, ",");
  g_autofree char *widths = ipl_setting_widths_text (&parameters->current);
  GString *text = g_string_new ("interplay-cli map");

  append_case (text, parameters, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (axes) && axes[i]->n > 0; i++)
    {
      g_autofree char *sign = ipl_sweep_axis_get_sign (axes[i]);
      g_autofree char *values = ipl_sweep_axis_to_text (axes[i], ",");

      g_string_append_printf (text, " --%c %s=%s", i == 0 ? 'x' : 'y', sign, values);
    }
  if (run->seeds.n > 0)
    g_string_append_printf (text, " --seeds %s", seeds);
  g_string_append_printf (text, " --width %s", widths);
  append_axis (text, " --temperature ", IPL_AXIS_TEMPERATURE, parameters, ",");
  append_axis (text, " --variances ", IPL_AXIS_VARIANCES, parameters, ",");
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): a summary in a line of text: the case, its seed, all parameters that
 *   differ from the defaults, and the settings of the solutions */
char *
ipl_parameters_summary (const IplParameters *parameters)
{
  GString *text = g_string_new (parameters->experiment->title);
  const char *source = ipl_parameters_get_source (parameters);
  g_autofree char *shown = ipl_setting_widths_text (&parameters->current);
  IplParameters plain;

  init_plain (&plain, parameters);
  if (source[0] != '\0')
    g_string_append_printf (text, "; file = %s", source);
  append_fields (text, parameters, &plain, TRUE, TRUE);
  if (parameters->experiment->compute != NULL)
    {
      if (parameters->shown_time >= 0)
        append_number (text, "; time shown = ", parameters->shown_time);
      return g_string_free (text, FALSE);
    }
  g_string_append_printf (text, "; N = %s", shown);
  append_axis (text, "; widths = ", IPL_AXIS_WIDTHS, parameters, ", ");
  append_axis (text, parameters->n_temperatures > 0 ? "; T = the best of " : "; T = ",
               IPL_AXIS_TEMPERATURE, parameters, ", ");
  append_axis (text, "; variances = ", IPL_AXIS_VARIANCES, parameters, ", ");
  if (parameters->gp_paths[0] != '\0')
    g_string_append_printf (text, "; GP limits of paths = %s", parameters->gp_paths);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): an interplay-cli command line that trains the same network */
char *
ipl_parameters_train_command (const IplParameters *parameters)
{
  g_autoptr (GString) text = g_string_new ("interplay-cli train");
  IplParameters untrained = *parameters;
  IplTrainable *trainable = ipl_parameters_edit_trainable (&untrained);

  g_return_val_if_fail (trainable != NULL, NULL);

  /* The present network and further test sets do not affect training. */
  trainable->network = "";
  for (guint i = 0; i < IPL_IMAGE_TASK_EXTRAS; i++)
    trainable->task.extras[i] = "";
  append_case (text, &untrained, TRUE);
  g_string_append (text, " --out network.safetensors");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Returns: (transfer full): the sweep's widths as text, "10, 30, 100, 12:25:40" */
char *
ipl_parameters_widths_text (const IplParameters *self)
{
  g_auto (IplSweepAxis) widths = { .kind = IPL_AXIS_WIDTHS };

  ipl_sweep_axis_from_parameters (&widths, self);
  return ipl_sweep_axis_to_text (&widths, ", ");
}

/* Returns: FALSE if @text is not a list of widths */
gboolean
ipl_parameters_parse_widths (IplParameters *self, const char *text, GError **error)
{
  g_auto (IplSweepAxis) widths = { .kind = IPL_AXIS_WIDTHS, .L = self->current.L };

  if (!ipl_sweep_axis_parse (&widths, "The list", text, TRUE, error))
    return FALSE;
  if (widths.n > IPL_MAX_LIST)
    return ipl_fail (error, IPL_ERROR_VALUE, "There are more than %d widths in the list.",
                     IPL_MAX_LIST);
  for (guint i = 0; i < widths.n; i++)
    if (isinf (ipl_sweep_axis_get_value (&widths, i)[0]))
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "The GP limit is always solved and need not be in the list.");
  ipl_sweep_axis_to_parameters (&widths, self);
  return TRUE;
}
