/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options/options.h"

#include "core/base/shown-text.h"
#include "core/parameters/run-settings.h"
#include <stdio.h>

/* TRUE if the name of the method, if one is given, is one. */
CliExit
cli_sampler_check (const CliSamplerArguments *self)
{
  g_autofree char *names = NULL, *shown = NULL;

  if (self->method == NULL || g_strv_contains (ipl_posterior_method_names, self->method))
    return CLI_OK;
  names = g_strjoinv (", ", (char **)ipl_posterior_method_names);
  shown = ipl_text_shown (self->method);
  return cli_fail (CLI_USAGE, "--method is one of %s, not “%s”.", names, shown);
}

/* @seed: of the chains; negative for the default */
void
cli_sampler_set (const CliSamplerArguments *self, gint64 seed, IplPosteriorOptions *options)
{
  ipl_posterior_options_init (options);
  options->chains = (guint)self->chains;
  options->warmup = (guint)self->warmup;
  options->target_acceptance = self->target_acceptance;
  if (self->method != NULL)
    options->method = ipl_posterior_method_find (self->method);
  if (seed >= 0)
    options->seed = (guint64)seed;
}

/* The settings that @run is to solve; says which paths of --gp-paths were understood. */
gboolean
cli_make_settings (const CliSweepArguments *arguments, const IplCase *the_case, IplRunSettings *run,
                   IplSetting **settings, guint *n, GError **error)
{
  const IplRunAsked asked = { .widths = arguments->widths,
                              .temperatures = arguments->temperatures,
                              .variances = arguments->variances,
                              .seeds = arguments->seeds,
                              .gp_paths = arguments->gp_paths,
                              .best = arguments->best };
  g_autofree char *understood = NULL;

  if (!ipl_run_settings_ask (run, &asked, the_case, &understood, settings, n, error))
    return FALSE;
  if (understood != NULL)
    fprintf (stderr, "--gp-paths: %s\n", understood);
  return TRUE;
}
