/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/setting.h>

G_BEGIN_DECLS

/**
 * InterplayPosterior:
 *
 * A sampling run of the exact posterior over U at one setting, which can be stopped, looked at and
 * continued. Not to be used from two threads at once.
 */
typedef struct _InterplayPosterior InterplayPosterior;

/**
 * InterplaySummary:
 *
 * What a sampling run says so far. Immutable, may be used from several threads, reference-counted.
 */
typedef struct _InterplaySummary InterplaySummary;

INTERPLAY_PUBLIC InterplayPosterior *interplay_posterior_new (InterplayCase *the_case,
                                                              const InterplaySetting *setting,
                                                              guint chains, guint warmup,
                                                              guint64 seed, GError **error);
INTERPLAY_PUBLIC void interplay_posterior_free (InterplayPosterior *self);
INTERPLAY_PUBLIC gboolean interplay_posterior_run (InterplayPosterior *self, guint draws,
                                                   guint threads, GCancellable *cancellable,
                                                   GError **error);
INTERPLAY_PUBLIC guint interplay_posterior_get_n_draws (InterplayPosterior *self);
INTERPLAY_PUBLIC const double *interplay_posterior_get_U (InterplayPosterior *self, guint chain,
                                                          guint draw);

INTERPLAY_PUBLIC InterplaySummary *interplay_posterior_summarize (InterplayPosterior *self,
                                                                  guint threads,
                                                                  GCancellable *cancellable,
                                                                  GError **error);
INTERPLAY_PUBLIC InterplaySummary *interplay_summary_ref (InterplaySummary *self);
INTERPLAY_PUBLIC void interplay_summary_unref (InterplaySummary *self);
INTERPLAY_PUBLIC guint interplay_summary_get_n_draws (InterplaySummary *self);
INTERPLAY_PUBLIC const double *interplay_summary_get_U_mean (InterplaySummary *self,
                                                             gsize *n_paths);
INTERPLAY_PUBLIC const double *interplay_summary_get_U_error (InterplaySummary *self,
                                                              gsize *n_paths);
INTERPLAY_PUBLIC const double *interplay_summary_get_U_sd (InterplaySummary *self, gsize *n_paths);
INTERPLAY_PUBLIC double interplay_summary_get_worst_rhat (InterplaySummary *self);
INTERPLAY_PUBLIC double interplay_summary_get_least_ess (InterplaySummary *self);
INTERPLAY_PUBLIC gboolean interplay_summary_get_fine (InterplaySummary *self, const char **message);
INTERPLAY_PUBLIC double interplay_summary_get_accuracy (InterplaySummary *self, guint test,
                                                        double *standard_error);
INTERPLAY_PUBLIC const double *interplay_summary_get_mean (InterplaySummary *self, guint test,
                                                           gsize *n);
INTERPLAY_PUBLIC const double *interplay_summary_get_variance (InterplaySummary *self, guint test,
                                                               gsize *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayPosterior, interplay_posterior_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplaySummary, interplay_summary_unref)

G_END_DECLS
