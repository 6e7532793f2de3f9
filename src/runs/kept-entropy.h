/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

/* Entropies of the heads of the case that was looked at last, whatever the setting; zero-filled at
 * first. */
typedef struct
{
  IplCase *the_case; /* (nullable): the case that is meant (a reference) */
  guint test;        /* which of its test sets */
  double *entropy;   /* (nullable): [n_heads] entropies of its heads' attention */
  char *why_not;     /* (nullable): a sentence on why they cannot be known */
} IplKeptEntropy;

gboolean ipl_kept_entropy_is_of (const IplKeptEntropy *self, const IplCase *the_case, guint test);
gboolean ipl_kept_entropy_find (IplKeptEntropy *self, const IplParameters *parameters,
                                IplCase *the_case, guint test, guint threads,
                                GCancellable *cancellable, GError **error);
void ipl_kept_entropy_clear (IplKeptEntropy *self);

G_END_DECLS
