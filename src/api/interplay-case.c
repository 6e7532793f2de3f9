/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Public type of a case: its getters, and its kernel, computed on first use. */
#include "api/interplay-case-private.h"

#include "core/case/case-io.h"

G_DEFINE_BOXED_TYPE (InterplayCase, interplay_case, interplay_case_ref, interplay_case_unref)

gboolean
interplay_case_save (InterplayCase *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  return ipl_case_save (self->the_case, path, error);
}

InterplayCase *
interplay_case_ref (InterplayCase *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
interplay_case_unref (InterplayCase *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  ipl_case_unref (self->the_case);
  g_free (self->parameters);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/*< private > */
IplKernel *
interplay_case_get_kernel (InterplayCase *self, GCancellable *cancellable, GError **error)
{
  g_mutex_lock (&self->lock);
  if (self->kernel == NULL)
    self->kernel = ipl_kernel_prepare (self->the_case, cancellable, error);
  g_mutex_unlock (&self->lock);
  return self->kernel;
}

const char *
interplay_case_get_name (InterplayCase *self)
{
  return self->the_case->name;
}

guint
interplay_case_get_n_layers (InterplayCase *self)
{
  return self->the_case->L;
}

guint
interplay_case_get_n_heads (InterplayCase *self, guint layer)
{
  g_return_val_if_fail (layer < self->the_case->L, 0);

  return self->the_case->H[layer];
}

gsize
interplay_case_get_n_paths (InterplayCase *self)
{
  return self->the_case->Pi;
}

const char *
interplay_case_get_path_name (InterplayCase *self, gsize path)
{
  g_return_val_if_fail (path < self->the_case->Pi, NULL);

  return self->the_case->path_names[path];
}

gsize
interplay_case_get_n_train (InterplayCase *self)
{
  return self->the_case->train.count;
}

guint
interplay_case_get_n_tests (InterplayCase *self)
{
  return self->the_case->n_tests;
}

gsize
interplay_case_get_n_test (InterplayCase *self, guint test)
{
  g_return_val_if_fail (test < self->the_case->n_tests, 0);

  return self->the_case->tests[test].count;
}

const char *
interplay_case_get_test_name (InterplayCase *self, guint test)
{
  g_return_val_if_fail (test < self->the_case->n_tests, NULL);

  return self->the_case->tests[test].name;
}

guint
interplay_case_get_n_outputs (InterplayCase *self)
{
  return self->the_case->labels.outputs;
}

const char *
interplay_case_get_output_name (InterplayCase *self, guint output)
{
  g_return_val_if_fail (output < self->the_case->labels.outputs, NULL);

  return self->the_case->output_names != NULL ? self->the_case->output_names[output] : NULL;
}

gboolean
interplay_case_is_regression (InterplayCase *self)
{
  return !ipl_labels_are_classes (&self->the_case->labels);
}

const char *
interplay_case_get_note (InterplayCase *self, guint index)
{
  return index < self->the_case->notes->len ? g_ptr_array_index (self->the_case->notes, index)
                                            : NULL;
}

const char *
interplay_case_get_warning (InterplayCase *self, guint index)
{
  return index < self->the_case->warnings->len ? g_ptr_array_index (self->the_case->warnings, index)
                                               : NULL;
}
