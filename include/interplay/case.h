/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <interplay/macros.h>

G_BEGIN_DECLS

/**
 * InterplayArrays:
 *
 * Named arrays of a case in memory. Names and shapes are those of a case file.
 */
typedef struct _InterplayArrays InterplayArrays;

INTERPLAY_PUBLIC GType interplay_arrays_get_type (void);

/**
 * interplay_arrays_new:
 *
 * Returns: (transfer full): an empty set of arrays
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
 * @self: (nullable) (transfer full): arrays; drops a reference
 */
INTERPLAY_PUBLIC void interplay_arrays_free (InterplayArrays *self);

/**
 * interplay_arrays_add:
 * @self: arrays
 * @name: the array's name
 * @values: (array): its numbers, row-major; copied
 * @ndim: number of dimensions, 0 to 6
 * @shape: (nullable) (array length=ndim): its sizes; ignored for a single number
 *
 * Adds an array, or replaces the one of this name. With P training examples, P' test examples, L
 * layers of H_l heads, Pi = H_1 .. H_L paths, T tokens and token width N0, a case has "y_train" [P]
 * and "y_test" [P'], and its attention at one of three levels:
 *
 * 1. "xi_train" [P, Pi, N0] and "xi_test" [P', Pi, N0], the path features without any 1/sqrt, with
 *    "heads" [L];
 * 2. "x_train" [P, T, N0] and "x_test", and for each layer "attn_train_1" [P, H_1, T query, T key]
 *    and so on, whose rows sum to 1, and "attn_test_1" ..;
 * 3. "x_train" and "x_test", and for each layer "w_1" [H_1, N0, N0] (key left, query right), or
 *    "wq_1" and "wk_1" [H_1, G, N0].
 *
 * Labels are +1 and -1 for two classes (0 and 1 are mapped to these), and any numbers for
 * regression. With K outputs "y_train" [P, K] and "y_test" [P', K] are any numbers, with optional
 * "output_names" [K]. K > 2 classes are integers [P] with "class_names" [K], or with "classes", a
 * nonzero number. They are coded as K outputs, 1 - 1/K for the class and -1/K for the others.
 * "temperature" (a number) and "variances" [L + 2] are optional. "residual" [L] has the weights of
 * residual connections of the layers, 0 for none. A residual connection is an identity head in
 * addition to those of "heads", an array that is then required and does not count it. It is the
 * last head of its layer, and Pi is the product of all H_l including it.
 */
INTERPLAY_PUBLIC void interplay_arrays_add (InterplayArrays *self, const char *name,
                                            const double *values, guint ndim, const gsize *shape);

/**
 * interplay_arrays_add_text:
 * @self: arrays
 * @name: "readout"
 * @text: "mean", "last" or "first"
 *
 * Adds a text; "readout" selects the tokens of the readout, by default their mean.
 */
INTERPLAY_PUBLIC void interplay_arrays_add_text (InterplayArrays *self, const char *name,
                                                 const char *text);

/**
 * interplay_arrays_add_texts:
 * @self: arrays
 * @name: "path_names" [Pi], "head_names" [sum of all H_l, identities included], "class_names" [K]
 *   or "output_names" [K]
 * @texts: (array zero-terminated=1): the names
 *
 * Adds names.
 */
INTERPLAY_PUBLIC void interplay_arrays_add_texts (InterplayArrays *self, const char *name,
                                                  const char *const *texts);

/**
 * interplay_arrays_add_token_texts:
 * @self: arrays
 * @name: "tokens_train" or "tokens_test"
 * @texts: (array zero-terminated=1): [P x T] texts of the tokens, example by example, UTF-8; empty
 *   for a missing token, as in padding
 * @n_tokens: T, the number of tokens of an example
 *
 * Adds texts of tokens, which figures show in place of their numbers.
 */
INTERPLAY_PUBLIC void interplay_arrays_add_token_texts (InterplayArrays *self, const char *name,
                                                        const char *const *texts, gsize n_tokens);

/**
 * InterplayCase:
 *
 * A case: training and test examples as path features, and the shape of the network. Immutable,
 * thread-safe, reference-counted.
 */
typedef struct _InterplayCase InterplayCase;

INTERPLAY_PUBLIC GType interplay_case_get_type (void);

/**
 * interplay_case_new:
 * @name: name of the case in files and error messages
 * @arrays: its arrays, see interplay_arrays_add(); their contents are taken, and @arrays is empty
 *   afterwards, also on error
 * @cancellable: (nullable): checked while path features are computed
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Makes a case in memory, with the checks of a case file.
 *
 * Returns: (transfer full) (nullable): the case
 */
INTERPLAY_PUBLIC InterplayCase *interplay_case_new (const char *name, InterplayArrays *arrays,
                                                    GCancellable *cancellable, GError **error);

/**
 * interplay_case_make:
 * @name: a built-in case, as listed by "interplay-cli cases", or a file
 * @words: (nullable) (array zero-terminated=1): flags of its parameters, without dashes, each
 *   followed by its value: "noise", "0.1"; "yes" or "no" for a flag without a value; also "seed"
 *   for a built-in case
 * @cancellable: (nullable): checked during the computation
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
 * @cancellable: (nullable): checked while reading and computing
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the case
 */
INTERPLAY_PUBLIC InterplayCase *interplay_case_load (const char *path, GCancellable *cancellable,
                                                     GError **error);

/**
 * interplay_case_save:
 * @self: a case
 * @path: file name, by convention ending in ".npz"
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Writes the case. A case of interplay_case_new() is written with its tokens and attention or
 * weights if it has them, others with their path features. An existing file is replaced once the
 * new one is complete.
 *
 * Returns: TRUE if the file was written
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
 * Returns: the number of its heads, including an identity head
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
 * Returns: (transfer none): "test" for the first test set, the suffix of its arrays for another
 */
INTERPLAY_PUBLIC const char *interplay_case_get_test_name (InterplayCase *self, guint test);

/**
 * interplay_case_get_n_outputs:
 * @self: a case
 *
 * Returns: K, the number of outputs: 1 for two classes and for a scalar, K for K > 2 classes
 */
INTERPLAY_PUBLIC guint interplay_case_get_n_outputs (InterplayCase *self);

/**
 * interplay_case_get_output_name:
 * @self: a case
 * @output: output, from 0
 *
 * Returns: (transfer none) (nullable): its name, by default "class 1" or "output 1" and so on;
 *   %NULL if there is one output
 */
INTERPLAY_PUBLIC const char *interplay_case_get_output_name (InterplayCase *self, guint output);

/**
 * interplay_case_is_regression:
 * @self: a case
 *
 * Returns: TRUE if labels are real numbers, FALSE if they are classes; for regression, mean squared
 *   errors replace accuracies
 */
INTERPLAY_PUBLIC gboolean interplay_case_is_regression (InterplayCase *self);

/**
 * interplay_case_get_note:
 * @self: a case
 * @index: from 0
 *
 * Returns: (transfer none) (nullable): a sentence about a recognized or mapped part of the input;
 *   %NULL after the last
 */
INTERPLAY_PUBLIC const char *interplay_case_get_note (InterplayCase *self, guint index);

/**
 * interplay_case_get_warning:
 * @self: a case
 * @index: from 0
 *
 * Returns: (transfer none) (nullable): a sentence about a part of the original model outside the
 *   theory; %NULL after the last
 */
INTERPLAY_PUBLIC const char *interplay_case_get_warning (InterplayCase *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayArrays, interplay_arrays_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayCase, interplay_case_unref)

G_END_DECLS
