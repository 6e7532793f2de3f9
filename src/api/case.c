/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "api/case-private.h"

#include "core/base/blas-memory.h"
#include "core/case/case-io.h"
#include "core/files/npz.h"

/* A program's threads that may be in matrix products at the same time under a limit of address
 * space, beside those that share the work. */
#define THREADS 4

struct _InterplayArrays
{
  IplNpz *npz;
};

/**
 * interplay_arrays_new:
 *
 * Returns: (transfer full): no arrays yet
 */
InterplayArrays *
interplay_arrays_new (void)
{
  InterplayArrays *self = g_new0 (InterplayArrays, 1);

  self->npz = ipl_npz_new ();
  return self;
}

/**
 * interplay_arrays_free:
 * @self: (nullable) (transfer full): arrays
 */
void
interplay_arrays_free (InterplayArrays *self)
{
  if (self == NULL)
    return;
  ipl_npz_free (self->npz);
  g_free (self);
}

/**
 * interplay_arrays_add:
 * @self: arrays
 * @name: the array's name
 * @values: its numbers, row-major; copied
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
void
interplay_arrays_add (InterplayArrays *self, const char *name, const double *values, guint ndim,
                      const gsize *shape)
{
  g_return_if_fail (self != NULL && name != NULL && values != NULL);
  g_return_if_fail (ndim == 0 || shape != NULL);

  ipl_npz_add_numbers (self->npz, name, values, ndim, shape);
}

/**
 * interplay_arrays_add_text:
 * @self: arrays
 * @name: "readout"
 * @text: "mean", "last" or "first"
 *
 * Adds a word; "readout" says which tokens the network reads out, by default their mean.
 */
void
interplay_arrays_add_text (InterplayArrays *self, const char *name, const char *text)
{
  g_return_if_fail (self != NULL && name != NULL && text != NULL);

  ipl_npz_add_text (self->npz, name, text);
}

/**
 * interplay_arrays_add_texts:
 * @self: arrays
 * @name: "path_names" [Pi], "head_names" [sum of all H_l, identities included], "class_names" [K]
 *   or "output_names" [K]
 * @texts: (array zero-terminated=1): the words
 *
 * Adds names.
 */
void
interplay_arrays_add_texts (InterplayArrays *self, const char *name, const char *const *texts)
{
  g_return_if_fail (self != NULL && name != NULL && texts != NULL);

  ipl_npz_add_texts (self->npz, name, texts);
}

/* Every computation starts with a case. */
static gboolean
claim_buffers (GError **error)
{
  static GMutex mutex;
  static gboolean claimed;
  gboolean done;

  g_mutex_lock (&mutex);
  done = claimed = claimed || ipl_blas_claim_buffers (THREADS, error);
  g_mutex_unlock (&mutex);
  return done;
}

static InterplayCase *
case_take (IplCase *the_case, GError **error)
{
  InterplayCase *self;

  if (the_case == NULL)
    return NULL;
  self = g_new0 (InterplayCase, 1);
  self->the_case = the_case;
  g_mutex_init (&self->lock);
  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

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
InterplayCase *
interplay_case_new (const char *name, InterplayArrays *arrays, GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (IplNpz) npz = NULL;

  g_return_val_if_fail (name != NULL && arrays != NULL, NULL);

  npz = g_steal_pointer (&arrays->npz);
  arrays->npz = ipl_npz_new ();
  if (!claim_buffers (error))
    return NULL;
  ipl_npz_add_text (npz, "name", name);
  return case_take (ipl_case_from_arrays (npz, name, FALSE, 0, cancellable, error), error);
}

/**
 * interplay_case_load:
 * @path: file name of a case, an .npz with the arrays of interplay_arrays_add()
 * @cancellable: (nullable): looked at while reading and computing
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the case
 */
InterplayCase *
interplay_case_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  if (!claim_buffers (error))
    return NULL;
  return case_take (ipl_case_load (path, FALSE, 0, cancellable, error), error);
}

/**
 * interplay_case_save:
 * @self: a case
 * @path: file name, by custom ending in ".npz"
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Writes the case with its path features. A file of that name is replaced once all is written.
 *
 * Returns: whether the file was written
 */
gboolean
interplay_case_save (InterplayCase *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  return ipl_case_save (self->the_case, path, error);
}

/**
 * interplay_case_ref:
 * @self: a case
 *
 * Returns: (transfer full): @self with one more reference
 */
InterplayCase *
interplay_case_ref (InterplayCase *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * interplay_case_unref:
 * @self: (nullable) (transfer full): a case
 */
void
interplay_case_unref (InterplayCase *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  ipl_case_unref (self->the_case);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/*< private > */
IplKernel *
interplay_case_get_kernel (InterplayCase *self, GError **error)
{
  g_mutex_lock (&self->lock);
  if (self->kernel == NULL)
    self->kernel = ipl_kernel_new (self->the_case, error);
  g_mutex_unlock (&self->lock);
  return self->kernel;
}

/**
 * interplay_case_get_name:
 * @self: a case
 *
 * Returns: (transfer none): its name
 */
const char *
interplay_case_get_name (InterplayCase *self)
{
  return self->the_case->name;
}

/**
 * interplay_case_get_n_layers:
 * @self: a case
 *
 * Returns: L, the number of attention layers
 */
guint
interplay_case_get_n_layers (InterplayCase *self)
{
  return self->the_case->L;
}

/**
 * interplay_case_get_n_heads:
 * @self: a case
 * @layer: layer, from 0
 *
 * Returns: the number of its heads, an identity head included
 */
guint
interplay_case_get_n_heads (InterplayCase *self, guint layer)
{
  g_return_val_if_fail (layer < self->the_case->L, 0);

  return self->the_case->H[layer];
}

/**
 * interplay_case_get_n_paths:
 * @self: a case
 *
 * Returns: Pi, the product of the heads of all layers; the head of layer 1 is the slowest digit of
 *   a path's index
 */
gsize
interplay_case_get_n_paths (InterplayCase *self)
{
  return self->the_case->Pi;
}

/**
 * interplay_case_get_path_name:
 * @self: a case
 * @path: path, from 0
 *
 * Returns: (transfer none): its name, by default "(1,2)" with heads counted from 1
 */
const char *
interplay_case_get_path_name (InterplayCase *self, gsize path)
{
  g_return_val_if_fail (path < self->the_case->Pi, NULL);

  return self->the_case->path_names[path];
}

/**
 * interplay_case_get_n_train:
 * @self: a case
 *
 * Returns: P, the number of training examples
 */
gsize
interplay_case_get_n_train (InterplayCase *self)
{
  return self->the_case->train.count;
}

/**
 * interplay_case_get_n_tests:
 * @self: a case
 *
 * Returns: the number of test sets, at least 1
 */
guint
interplay_case_get_n_tests (InterplayCase *self)
{
  return self->the_case->n_tests;
}

/**
 * interplay_case_get_n_test:
 * @self: a case
 * @test: test set, from 0
 *
 * Returns: the number of its examples
 */
gsize
interplay_case_get_n_test (InterplayCase *self, guint test)
{
  g_return_val_if_fail (test < self->the_case->n_tests, 0);

  return self->the_case->tests[test].count;
}

/**
 * interplay_case_get_test_name:
 * @self: a case
 * @test: test set, from 0
 *
 * Returns: (transfer none): "test" for the case's own, the suffix of its arrays for another
 */
const char *
interplay_case_get_test_name (InterplayCase *self, guint test)
{
  g_return_val_if_fail (test < self->the_case->n_tests, NULL);

  return self->the_case->tests[test].name;
}

/**
 * interplay_case_get_n_outputs:
 * @self: a case
 *
 * Returns: K, the number of outputs: 1 of two classes and of one number, K of K > 2 classes
 */
guint
interplay_case_get_n_outputs (InterplayCase *self)
{
  return self->the_case->labels.outputs;
}

/**
 * interplay_case_get_output_name:
 * @self: a case
 * @output: output, from 0
 *
 * Returns: (transfer none) (nullable): its name, by default "class 1" or "output 1" and so on;
 *   %NULL where there is one output
 */
const char *
interplay_case_get_output_name (InterplayCase *self, guint output)
{
  g_return_val_if_fail (output < self->the_case->labels.outputs, NULL);

  return self->the_case->output_names != NULL ? self->the_case->output_names[output] : NULL;
}

/**
 * interplay_case_is_regression:
 * @self: a case
 *
 * Returns: whether labels are real numbers rather than classes; mean squared errors then stand for
 *   accuracies
 */
gboolean
interplay_case_is_regression (InterplayCase *self)
{
  return !ipl_labels_are_classes (&self->the_case->labels);
}

/**
 * interplay_case_get_note:
 * @self: a case
 * @index: from 0
 *
 * Returns: (transfer none) (nullable): a sentence on what was recognized or mapped when the case
 *   was made; %NULL after the last
 */
const char *
interplay_case_get_note (InterplayCase *self, guint index)
{
  return index < self->the_case->notes->len ? g_ptr_array_index (self->the_case->notes, index)
                                            : NULL;
}

/**
 * interplay_case_get_warning:
 * @self: a case
 * @index: from 0
 *
 * Returns: (transfer none) (nullable): a sentence on what of the model that the case is of lies
 *   outside the theory; %NULL after the last
 */
const char *
interplay_case_get_warning (InterplayCase *self, guint index)
{
  return index < self->the_case->warnings->len ? g_ptr_array_index (self->the_case->warnings, index)
                                               : NULL;
}
