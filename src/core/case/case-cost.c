/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reading a case from a file takes, from the headers of its arrays. */
#include "core/case/case-cost.h"

#include <glib/gstdio.h>

#include "core/case/case-preview.h"
#include "core/case/feature-cost.h"

/* Bytes of arrays a second that are read and checked, stored and unpacked. */
#define READ_RATE 1.2e9
#define UNPACK_RATE 0.12e9
/* A file that is smaller than this share of its arrays in single precision is packed. */
#define PACKED 0.45

/* Examples of the training set and of all test sets. */
gsize
ipl_cost_count_examples (const IplCase *outline)
{
  gsize count = outline->train.count;

  for (guint k = 0; k < outline->n_tests; k++)
    count += outline->tests[k].count;
  return count;
}

/* Bytes of all its path features and of its labels. */
double
ipl_cost_examples_bytes (const IplCase *outline)
{
  return 8.0 * (double)ipl_cost_count_examples (outline)
         * ((double)outline->Pi * (double)outline->N0 + 2);
}

static double
file_bytes (const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 ? (double)info.st_size : 0;
}

/* The case without its path features, tokens and attention. */
IplCase *
ipl_case_outline (const char *path, const IplCaseImport *import, guint threads, IplCost *cost,
                  GCancellable *cancellable, GError **error)
{
  g_autoptr (IplCasePreview) preview = ipl_case_preview_new (path, import, 0, cancellable);
  const IplCase *outline = preview->the_case;
  double examples, rate, seconds = 0, passing = preview->reading_bytes, scratch;

  if (preview->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&preview->error));
      return NULL;
    }
  examples = (double)ipl_cost_count_examples (outline);
  rate = file_bytes (path) < PACKED / 2 * preview->reading_bytes ? UNPACK_RATE : READ_RATE;
  if (outline->level == IPL_LEVEL_PATHS)
    passing = preview->reading_bytes - ipl_cost_examples_bytes (outline);
  else
    {
      seconds = examples * ipl_cost_features (outline, threads, &scratch) / threads;
      passing += scratch;
    }
  ipl_cost_add (cost, IPL_COST_MAKING, seconds + preview->reading_bytes / rate,
                ipl_cost_examples_bytes (outline), MAX (passing, 0));
  return ipl_case_ref (preview->the_case);
}
