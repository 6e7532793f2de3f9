/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <interplay/macros.h>

G_BEGIN_DECLS

/**
 * InterplayArrays:
 *
 * Named arrays from which a case is made in memory: the names and shapes are those of a case file.
 */
typedef struct _InterplayArrays InterplayArrays;

INTERPLAY_PUBLIC InterplayArrays *interplay_arrays_new (void);
INTERPLAY_PUBLIC void interplay_arrays_free (InterplayArrays *self);
INTERPLAY_PUBLIC void interplay_arrays_add (InterplayArrays *self, const char *name,
                                            const double *values, guint ndim, const gsize *shape);
INTERPLAY_PUBLIC void interplay_arrays_add_text (InterplayArrays *self, const char *name,
                                                 const char *text);
INTERPLAY_PUBLIC void interplay_arrays_add_texts (InterplayArrays *self, const char *name,
                                                  const char *const *texts);

/**
 * InterplayCase:
 *
 * A case: training and test examples as path features, and the shape of the network. Immutable, may
 * be used from several threads, reference-counted.
 */
typedef struct _InterplayCase InterplayCase;

INTERPLAY_PUBLIC InterplayCase *interplay_case_new (const char *name, InterplayArrays *arrays,
                                                    GCancellable *cancellable, GError **error);
INTERPLAY_PUBLIC InterplayCase *interplay_case_load (const char *path, GCancellable *cancellable,
                                                     GError **error);
INTERPLAY_PUBLIC gboolean interplay_case_save (InterplayCase *self, const char *path,
                                               GError **error);
INTERPLAY_PUBLIC InterplayCase *interplay_case_ref (InterplayCase *self);
INTERPLAY_PUBLIC void interplay_case_unref (InterplayCase *self);

INTERPLAY_PUBLIC const char *interplay_case_get_name (InterplayCase *self);
INTERPLAY_PUBLIC guint interplay_case_get_n_layers (InterplayCase *self);
INTERPLAY_PUBLIC guint interplay_case_get_n_heads (InterplayCase *self, guint layer);
INTERPLAY_PUBLIC gsize interplay_case_get_n_paths (InterplayCase *self);
INTERPLAY_PUBLIC const char *interplay_case_get_path_name (InterplayCase *self, gsize path);
INTERPLAY_PUBLIC gsize interplay_case_get_n_train (InterplayCase *self);
INTERPLAY_PUBLIC guint interplay_case_get_n_tests (InterplayCase *self);
INTERPLAY_PUBLIC gsize interplay_case_get_n_test (InterplayCase *self, guint test);
INTERPLAY_PUBLIC const char *interplay_case_get_test_name (InterplayCase *self, guint test);
INTERPLAY_PUBLIC guint interplay_case_get_n_outputs (InterplayCase *self);
INTERPLAY_PUBLIC const char *interplay_case_get_output_name (InterplayCase *self, guint output);
INTERPLAY_PUBLIC gboolean interplay_case_is_regression (InterplayCase *self);
INTERPLAY_PUBLIC const char *interplay_case_get_note (InterplayCase *self, guint index);
INTERPLAY_PUBLIC const char *interplay_case_get_warning (InterplayCase *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayArrays, interplay_arrays_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayCase, interplay_case_unref)

G_END_DECLS
