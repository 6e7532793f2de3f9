/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of generated sequences: class +1 in the first half of each set, -1 in the second, as the
 * first output; or K classes one after the other. */
#pragma once

#include "core/case/case.h"
#include "core/tasks/layer-heads.h"

/* Makes @count sequences of a set, from @first on, and their path features. @test: TRUE for the
 * test set. */
typedef gboolean (*IplSequencesFunc) (IplExamples *examples, gboolean test, gsize first,
                                      gsize count, gconstpointer data, GError **error);

guint ipl_balanced_classes_at (guint classes, gsize count, gsize index, gsize *place);
IplCase *ipl_balanced_classes_new (const char *name, const IplLayerHeads *heads, guint64 seed,
                                   gsize T, gsize N0, guint n_train, guint n_test);
void ipl_balanced_classes_name_heads (IplCase *self, const IplLayerHeads *heads,
                                      char *(*get_name) (guint kind), const char *before,
                                      const char *after);
void ipl_balanced_classes_name_paths (IplCase *self);
gboolean ipl_balanced_classes_make (IplCase *self, gboolean keep_inputs, gsize block,
                                    IplSequencesFunc make, gconstpointer data, guint threads,
                                    GCancellable *cancellable, GError **error);
