/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --dry-run: prints what a command takes. */
#include "cli/work/work.h"

#include <stdio.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/posterior/posterior-options.h"
#include "core/theory/sweep.h"
#include "core/theory/theory-cost.h"
#include "runs/duration.h"

/* Parts that take a smaller share of the whole are not listed. */
#define LISTED_SHARE 0.01
/* Shorter times are said in seconds. */
#define IN_SECONDS 120
/* Seconds of a file, and bytes a second of what is written into it. */
#define FILE_SECONDS 0.01
#define WRITE_RATE 1e8

/* GP limits of chosen paths, at every prior. */
static double
subset_flops (const CliWork *self, const IplKernel *kernel)
{
  g_autoptr (GPtrArray) subsets
      = ipl_path_subsets_parse (self->the_case, self->run.parameters.gp_paths, NULL);

  return subsets != NULL ? (double)subsets->len * ipl_cost_reading_flops (kernel, 1, self->settings)
                         : 0;
}

/* The theory at all settings, and of each seed once more from the making of its case. */
static void
add_theory (CliWork *self, IplKernel *kernel)
{
  IplCost case_cost = self->cost, seed = case_cost;

  for (guint pass = 0; pass < 2; pass++)
    {
      IplCost *cost = pass == 0 ? &seed : &self->cost;

      ipl_cost_add_kernel (cost, kernel);
      ipl_cost_add_sweep (cost, kernel, self->n, self->settings, self->arguments->threads);
      ipl_cost_add (cost, "solving", ipl_cost_seconds (subset_flops (self, kernel)), 0, 0);
    }
  if (self->run.seeds.n > 0)
    ipl_cost_add (&self->cost, "the seeds", self->run.seeds.n * seed.seconds, 0, seed.bytes);
}

/* One setting after the other; what was drawn is kept. */
static void
add_sampling (CliWork *self, IplKernel *kernel)
{
  g_autoptr (IplKernel) whole = ipl_kernel_whole_shape (kernel);

  if (whole != kernel)
    ipl_cost_add (&self->cost, "sampling", 0, ipl_kernel_memory (whole), 0);
  for (guint i = 0; i < self->n; i++)
    if (!self->settings[i].gp)
      {
        IplPosteriorCost cost;

        ipl_posterior_cost (&cost, kernel, &self->settings[i], &self->run.options, self->draws,
                            self->arguments->threads);
        ipl_cost_add (&self->cost, "sampling", cost.seconds,
                      ipl_posterior_memory (self->the_case, kernel, &self->settings[i],
                                            &self->run.options, self->draws),
                      0);
      }
}

static void
add_writing (CliWork *self)
{
  double rows = (double)ipl_case_rows_of_U (self->the_case);
  double bytes = 32.0 * self->n * rows * rows;

  ipl_cost_add (&self->cost, "writing", FILE_SECONDS + bytes / WRITE_RATE, 0, 0);
}

/* "0.35 s", "5 min". */
static char *
time_text (double seconds)
{
  return seconds < IN_SECONDS ? g_strdup_printf ("%.2g s", seconds) : ipl_duration_text (seconds);
}

void
cli_print_cost (const IplCost *cost, guint threads)
{
  /* The time and memory of this process until now, its start among it, is part of the command. */
  double seconds = ipl_cost_own_seconds () + cost->seconds;
  g_autofree char *memory = ipl_memory_describe (ipl_cost_own_bytes () + cost->bytes);
  g_autofree char *all = time_text (seconds);

  for (guint i = 0; i < cost->n_parts; i++)
    if (cost->parts[i].seconds >= LISTED_SHARE * seconds)
      {
        g_autofree char *part = time_text (cost->parts[i].seconds);

        printf ("%12s  %s\n", part, cost->parts[i].what);
      }
  printf ("about %s and %s of memory for all of it, on %u thread%s\n", all, memory, threads,
          threads == 1 ? "" : "s");
}

CliExit
cli_tell_cost (CliWork *self)
{
  const IplCase *outline = self->the_case;
  gboolean samples = strcmp (self->run.command, "sample") == 0;
  g_autoptr (IplKernel) kernel = ipl_kernel_of_shape (outline);

  add_theory (self, kernel);
  if (samples)
    add_sampling (self, kernel);
  add_writing (self);
  printf ("%s: P = %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT " paths, N0 = %" G_GSIZE_FORMAT
          ", at most %" G_GSIZE_FORMAT " rows in use\n",
          outline->name, outline->train.count, outline->Pi, outline->N0, kernel->P);
  printf ("%u setting%s", self->n, self->n == 1 ? "" : "s");
  if (samples)
    printf (", %u chain%s of %u + %u transitions each", self->run.options.chains,
            self->run.options.chains == 1 ? "" : "s", self->run.options.warmup, self->draws);
  printf ("\n");
  cli_print_cost (&self->cost, self->arguments->threads);
  return CLI_OK;
}
