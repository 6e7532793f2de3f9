/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/setting.h>

G_BEGIN_DECLS

/**
 * InterplayTheory:
 *
 * Everything the theory says at one setting. Immutable, may be used from several threads,
 * reference-counted.
 */
typedef struct _InterplayTheory InterplayTheory;

INTERPLAY_PUBLIC InterplayTheory *
interplay_theory_solve (InterplayCase *the_case, const InterplaySetting *setting,
                        InterplayTheory *start, GCancellable *cancellable, GError **error);
INTERPLAY_PUBLIC InterplayTheory *interplay_theory_ref (InterplayTheory *self);
INTERPLAY_PUBLIC void interplay_theory_unref (InterplayTheory *self);

INTERPLAY_PUBLIC InterplaySetting *interplay_theory_get_setting (InterplayTheory *self);
INTERPLAY_PUBLIC const double *interplay_theory_get_U (InterplayTheory *self, gsize *n_paths);
INTERPLAY_PUBLIC double interplay_theory_get_action (InterplayTheory *self);
INTERPLAY_PUBLIC double interplay_theory_get_gradient (InterplayTheory *self);
INTERPLAY_PUBLIC double interplay_theory_get_relative_gradient (InterplayTheory *self);
INTERPLAY_PUBLIC guint interplay_theory_get_iterations (InterplayTheory *self);
INTERPLAY_PUBLIC gboolean interplay_theory_get_converged (InterplayTheory *self,
                                                          const char **message);
INTERPLAY_PUBLIC guint interplay_theory_get_starts (InterplayTheory *self, guint *agreeing);
INTERPLAY_PUBLIC double interplay_theory_get_accuracy (InterplayTheory *self, guint test,
                                                       double *standard_error);
INTERPLAY_PUBLIC const double *interplay_theory_get_mean (InterplayTheory *self, guint test,
                                                          gsize *n);
INTERPLAY_PUBLIC const double *interplay_theory_get_variance (InterplayTheory *self, guint test,
                                                              gsize *n);
INTERPLAY_PUBLIC const double *interplay_theory_get_class_probability (InterplayTheory *self,
                                                                       guint test, gsize *n);
INTERPLAY_PUBLIC const double *interplay_theory_get_confusion (InterplayTheory *self, guint test,
                                                               gsize *n);
INTERPLAY_PUBLIC const double *interplay_theory_get_eigenvalues (InterplayTheory *self, gsize *n);
INTERPLAY_PUBLIC const double *interplay_theory_get_overlap (InterplayTheory *self, gsize *n);
INTERPLAY_PUBLIC const double *interplay_theory_get_multiplicity (InterplayTheory *self, gsize *n);
INTERPLAY_PUBLIC const double *interplay_theory_get_head_score (InterplayTheory *self, gsize *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayTheory, interplay_theory_unref)

G_END_DECLS
