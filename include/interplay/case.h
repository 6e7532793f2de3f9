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

INTERPLAY_PUBLIC GType interplay_arrays_get_type (void);

/**
 * interplay_arrays_new:
 *
 * Returns: (transfer full): no arrays yet
 */
INTERPLAY_PUBLIC InterplayArrays *interplay_arrays_new (void);

/**
 * interplay_arrays_ref:
 * @self: arrays
 *
 * Returns: (transfer full): @self with one more reference
 */
INTERPLAY_PUBLIC InterplayArrays *interplay_arrays_ref (InterplayArrays *self);

/**
 * interplay_arrays_free:
 * @self: (nullable) (transfer full): arrays, of which a reference is let go
 */
INTERPLAY_PUBLIC void interplay_arrays_free (InterplayArrays *self);

/**
 * interplay_arrays_add:
 * @self: arrays
 * @name: the array's name
 * @values: (array): its numbers, row-major; copied
 * @ndim: number of dimensions, 0 to 6
 * @shape: (nullable) (array length=ndim): its sizes; not looked at for a single number
 *
 * Adds an array, or puts it in the place of one of the same name. With P training examples, P' test
 * examples, L layers of H_l heads, Pi = H_1 .. H_L paths, T tokens and width N0 of a token, a case
 * has "y_train" [P] and "y_test" [P'], and its attention at one of three levels:
 *
 * 1. "xi_train" [P, Pi, N0] and "xi_test" [P', Pi, N0], the path features without any 1/sqrt, with
 *    "heads" [L];
 * 2. "x_train" [P, T, N0] and "x_test", and for each layer "attn_train_1" [P, H_1, T query, T key]
 *    and so on, whose rows sum to 1, and "attn_test_1" ..;
 * 3. "x_train" and "x_test", and for each layer "w_1" [H_1, N0, N0] (key left, query right), or
 *    "wq_1" and "wk_1" [H_1, G, N0].
 *
 * Labels are +1 and -1 (or 0 and 1, which are mapped) for two classes, any numbers for regression.
 * With K outputs "y_train" [P, K] and "y_test" [P', K] are any numbers, with "output_names" [K] if
 * there are names; K > 2 classes are whole numbers [P] with "class_names" [K], or with "classes", a
 * single number that is not 0, and are coded as K outputs, 1 - 1/K at their own and -1/K elsewhere.
 * "temperature" (a single number) and "variances" [L + 2] are optional. "residual" [L]
 * gives layers a residual connection of that weight, 0 to none: an identity head beside those of
 * "heads", which must be there too and do not count it. It is the last of its layer, and Pi the
 * product of all H_l with it.
 */
INTERPLAY_PUBLIC void interplay_arrays_add (InterplayArrays *self, const char *name,
                                            const double *values, guint ndim, const gsize *shape);

/**
 * interplay_arrays_add_text:
 * @self: arrays
 * @name: "readout"
 * @text: "mean", "last" or "first"
 *
 * Adds a word; "readout" says which tokens the network reads out, by default their mean.
 */
INTERPLAY_PUBLIC void interplay_arrays_add_text (InterplayArrays *self, const char *name,
                                                 const char *text);

/**
 * interplay_arrays_add_texts:
 * @self: arrays
 * @name: "path_names" [Pi], "head_names" [sum of all H_l, identities included], "class_names" [K]
 *   or "output_names" [K]
 * @texts: (array zero-terminated=1): the words
 *
 * Adds names.
 */
INTERPLAY_PUBLIC void interplay_arrays_add_texts (InterplayArrays *self, const char *name,
                                                  const char *const *texts);

/**
 * interplay_arrays_add_token_texts:
 * @self: arrays
 * @name: "tokens_train" or "tokens_test"
 * @texts: (array zero-terminated=1): [P x T] texts of the tokens of one example after the other,
 *   UTF-8; an empty text where there is no token, as in padding
 * @n_tokens: T, the number of tokens of an example
 *
 * Adds texts of tokens, which figures show in the place of their numbers.
 */
INTERPLAY_PUBLIC void interplay_arrays_add_token_texts (InterplayArrays *self, const char *name,
                                                        const char *const *texts, gsize n_tokens);

/**
 * InterplayCase:
 *
 * A case: training and test examples as path features, and the shape of the network. Immutable, may
 * be used from several threads, reference-counted.
 */
typedef struct _InterplayCase InterplayCase;

INTERPLAY_PUBLIC GType interplay_case_get_type (void);

/**
 * interplay_case_new:
 * @name: what the case is called in files and in sentences of errors
 * @arrays: its arrays, see interplay_arrays_add(); they are taken out, and @arrays is empty
 *   afterwards, also on error
 * @cancellable: (nullable): looked at while path features are computed
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Makes a case in memory, with the checks that a file gets.
 *
 * Returns: (transfer full) (nullable): the case
 */
INTERPLAY_PUBLIC InterplayCase *interplay_case_new (const char *name, InterplayArrays *arrays,
                                                    GCancellable *cancellable, GError **error);

/**
 * interplay_case_make:
 * @name: a built-in case, as "interplay-cli cases" lists them, or a file
 * @words: (nullable) (array zero-terminated=1): flags of its parameters, without dashes, each with
 *   its value behind it: "noise", "0.1"; "yes" or "no" of one that takes none; "seed" of a built-in
 *   case
 * @cancellable: (nullable): looked at while it is made
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the case
 */
INTERPLAY_PUBLIC InterplayCase *interplay_case_make (const char *name, const char *const *words,
                                                     GCancellable *cancellable, GError **error);

/**
 * interplay_case_list_built_in:
 *
 * Returns: (transfer full) (array zero-terminated=1): names of built-in cases
 */
INTERPLAY_PUBLIC char **interplay_case_list_built_in (void);

/**
 * interplay_case_load:
 * @path: file name of a case, an .npz with the arrays of interplay_arrays_add()
 * @cancellable: (nullable): looked at while reading and computing
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the case
 */
INTERPLAY_PUBLIC InterplayCase *interplay_case_load (const char *path, GCancellable *cancellable,
                                                     GError **error);

/**
 * interplay_case_save:
 * @self: a case
 * @path: file name, by custom ending in ".npz"
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Writes the case: with its tokens and attention or weights where it is of interplay_case_new() and has them, else with
 * its path features. A file of that name is replaced once all is written.
 *
 * Returns: whether the file was written
 */
INTERPLAY_PUBLIC gboolean interplay_case_save (InterplayCase *self, const char *path,
                                               GError **error);

/**
 * interplay_case_ref:
 * @self: a case
 *
 * Returns: (transfer full): @self with one more reference
 */
INTERPLAY_PUBLIC InterplayCase *interplay_case_ref (InterplayCase *self);

/**
 * interplay_case_unref:
 * @self: (nullable) (transfer full): a case
 */
INTERPLAY_PUBLIC void interplay_case_unref (InterplayCase *self);

/**
 * interplay_case_get_name:
 * @self: a case
 *
 * Returns: (transfer none): its name
 */
INTERPLAY_PUBLIC const char *interplay_case_get_name (InterplayCase *self);

/**
 * interplay_case_get_n_layers:
 * @self: a case
 *
 * Returns: L, the number of attention layers
 */
INTERPLAY_PUBLIC guint interplay_case_get_n_layers (InterplayCase *self);

/**
 * interplay_case_get_n_heads:
 * @self: a case
 * @layer: layer, from 0
 *
 * Returns: the number of its heads, an identity head included
 */
INTERPLAY_PUBLIC guint interplay_case_get_n_heads (InterplayCase *self, guint layer);

/**
 * interplay_case_get_n_paths:
 * @self: a case
 *
 * Returns: Pi, the product of the heads of all layers; the head of layer 1 is the slowest digit of
 *   a path's index
 */
INTERPLAY_PUBLIC gsize interplay_case_get_n_paths (InterplayCase *self);

/**
 * interplay_case_get_path_name:
 * @self: a case
 * @path: path, from 0
 *
 * Returns: (transfer none): its name, by default "(1,2)" with heads counted from 1
 */
INTERPLAY_PUBLIC const char *interplay_case_get_path_name (InterplayCase *self, gsize path);

/**
 * interplay_case_get_n_train:
 * @self: a case
 *
 * Returns: P, the number of training examples
 */
INTERPLAY_PUBLIC gsize interplay_case_get_n_train (InterplayCase *self);

/**
 * interplay_case_get_n_tests:
 * @self: a case
 *
 * Returns: the number of test sets, at least 1
 */
INTERPLAY_PUBLIC guint interplay_case_get_n_tests (InterplayCase *self);

/**
 * interplay_case_get_n_test:
 * @self: a case
 * @test: test set, from 0
 *
 * Returns: the number of its examples
 */
INTERPLAY_PUBLIC gsize interplay_case_get_n_test (InterplayCase *self, guint test);

/**
 * interplay_case_get_test_name:
 * @self: a case
 * @test: test set, from 0
 *
 * Returns: (transfer none): "test" for the case's own, the suffix of its arrays for another
 */
INTERPLAY_PUBLIC const char *interplay_case_get_test_name (InterplayCase *self, guint test);

/**
 * interplay_case_get_n_outputs:
 * @self: a case
 *
 * Returns: K, the number of outputs: 1 of two classes and of one number, K of K > 2 classes
 */
INTERPLAY_PUBLIC guint interplay_case_get_n_outputs (InterplayCase *self);

/**
 * interplay_case_get_output_name:
 * @self: a case
 * @output: output, from 0
 *
 * Returns: (transfer none) (nullable): its name, by default "class 1" or "output 1" and so on;
 *   %NULL where there is one output
 */
INTERPLAY_PUBLIC const char *interplay_case_get_output_name (InterplayCase *self, guint output);

/**
 * interplay_case_is_regression:
 * @self: a case
 *
 * Returns: whether labels are real numbers rather than classes; mean squared errors then stand for
 *   accuracies
 */
INTERPLAY_PUBLIC gboolean interplay_case_is_regression (InterplayCase *self);

/**
 * interplay_case_get_note:
 * @self: a case
 * @index: from 0
 *
 * Returns: (transfer none) (nullable): a sentence on what was recognized or mapped when the case
 *   was made; %NULL after the last
 */
INTERPLAY_PUBLIC const char *interplay_case_get_note (InterplayCase *self, guint index);

/**
 * interplay_case_get_warning:
 * @self: a case
 * @index: from 0
 *
 * Returns: (transfer none) (nullable): a sentence on what of the model that the case is of lies
 *   outside the theory; %NULL after the last
 */
INTERPLAY_PUBLIC const char *interplay_case_get_warning (InterplayCase *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayArrays, interplay_arrays_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayCase, interplay_case_unref)

G_END_DECLS
