/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/posterior.h>
#include <interplay/theory.h>

G_BEGIN_DECLS

/**
 * InterplayResults:
 *
 * The theory over a list of settings, with the GP limits that go with them, ready to be written.
 * Immutable, may be used from several threads, reference-counted.
 */
typedef struct _InterplayResults InterplayResults;

INTERPLAY_PUBLIC InterplayResults *
interplay_results_solve (InterplayCase *the_case, guint n, const InterplaySetting *const *settings,
                         guint threads, GCancellable *cancellable, GError **error);
INTERPLAY_PUBLIC InterplayResults *interplay_results_ref (InterplayResults *self);
INTERPLAY_PUBLIC void interplay_results_unref (InterplayResults *self);
INTERPLAY_PUBLIC guint interplay_results_get_n_settings (InterplayResults *self);
INTERPLAY_PUBLIC InterplayTheory *interplay_results_get_theory (InterplayResults *self,
                                                                guint index);
INTERPLAY_PUBLIC InterplayTheory *interplay_results_get_gp (InterplayResults *self, guint index);

INTERPLAY_PUBLIC gboolean interplay_results_save_npz (InterplayResults *self,
                                                      InterplaySummary *const *samples,
                                                      const char *path, GError **error);
INTERPLAY_PUBLIC gboolean interplay_results_save_csv (InterplayResults *self, const char *path,
                                                      GError **error);
INTERPLAY_PUBLIC char *interplay_results_to_json (InterplayResults *self,
                                                  InterplaySummary *const *samples);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayResults, interplay_results_unref)

G_END_DECLS
