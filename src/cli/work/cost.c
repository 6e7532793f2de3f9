/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command would take, told in the place of doing it. */
#include "cli/work/work.h"

#include <stdio.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/posterior/posterior-cost.h"
#include "core/theory/cost.h"

/* Of all settings, one after the other. */
static double
sampling_seconds (const CliWork *self, const IplKernel *kernel)
{
  double seconds = 0;

  for (guint i = 0; i < self->n; i++)
    if (!self->settings[i].gp)
      {
        IplPosteriorCost cost;

        ipl_posterior_cost (&cost, kernel, &self->settings[i], &self->run.options, self->draws,
                            self->threads);
        seconds += cost.seconds;
      }
  return seconds;
}

/* Chains and all their draws, the largest of the settings. */
static double
sampling_memory (const CliWork *self, IplKernel *kernel)
{
  double largest = 0;

  for (guint i = 0; i < self->n; i++)
    if (!self->settings[i].gp)
      largest = MAX (largest, ipl_posterior_memory (self->the_case, kernel, &self->settings[i],
                                                    &self->run.options, self->draws));
  return largest;
}

CliExit
cli_tell_cost (CliWork *self)
{
  const IplCase *the_case = self->the_case;
  gboolean samples = strcmp (self->run.command, "sample") == 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, cli_cancellable (), &error);
  g_autofree char *memory = NULL;
  IplCost cost;

  if (kernel == NULL)
    return cli_fail_error (self->command, error);
  ipl_cost_sweep (&cost, kernel, self->n, self->settings, self->threads);
  if (samples)
    cost.bytes = MAX (cost.bytes, sampling_memory (self, kernel));
  memory = ipl_memory_describe (cost.bytes);
  printf ("%s: P = %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT " paths, N0 = %" G_GSIZE_FORMAT
          ", %" G_GSIZE_FORMAT " rows in use\n",
          the_case->name, the_case->train.count, the_case->Pi, the_case->N0, kernel->P);
  printf ("%u setting%s on %u thread%s: about %.2g s and %s of memory for the theory%s\n", self->n,
          self->n == 1 ? "" : "s", self->threads, self->threads == 1 ? "" : "s", cost.seconds,
          memory, samples ? " and the draws" : "");
  if (samples)
    printf ("%u chain%s of %u + %u transitions a setting: about %.2g s for all of them\n",
            self->run.options.chains, self->run.options.chains == 1 ? "" : "s",
            self->run.options.warmup, self->draws, sampling_seconds (self, kernel));
  return CLI_OK;
}
