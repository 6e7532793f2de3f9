/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "api/interplay-case-private.h"

struct _InterplayArrays
{
  IplNpz *npz;
  gatomicrefcount ref_count;
};

G_DEFINE_BOXED_TYPE (InterplayArrays, interplay_arrays, interplay_arrays_ref, interplay_arrays_free)

InterplayArrays *
interplay_arrays_new (void)
{
  InterplayArrays *self = g_new0 (InterplayArrays, 1);

  self->npz = ipl_npz_new ();
  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

InterplayArrays *
interplay_arrays_ref (InterplayArrays *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/*< private > */
IplNpz *
interplay_arrays_steal (InterplayArrays *self)
{
  IplNpz *npz = g_steal_pointer (&self->npz);

  self->npz = ipl_npz_new ();
  return npz;
}

void
interplay_arrays_free (InterplayArrays *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  ipl_npz_free (self->npz);
  g_free (self);
}

void
interplay_arrays_add (InterplayArrays *self, const char *name, const double *values, guint ndim,
                      const gsize *shape)
{
  g_return_if_fail (self != NULL && name != NULL && values != NULL);
  g_return_if_fail (ndim == 0 || shape != NULL);

  ipl_npz_add_numbers (self->npz, name, values, ndim, shape);
}

void
interplay_arrays_add_text (InterplayArrays *self, const char *name, const char *text)
{
  g_return_if_fail (self != NULL && name != NULL && text != NULL);

  ipl_npz_add_text (self->npz, name, text);
}

void
interplay_arrays_add_texts (InterplayArrays *self, const char *name, const char *const *texts)
{
  g_return_if_fail (self != NULL && name != NULL && texts != NULL);

  ipl_npz_add_texts (self->npz, name, texts);
}

void
interplay_arrays_add_token_texts (InterplayArrays *self, const char *name, const char *const *texts,
                                  gsize n_tokens)
{
  gsize n;

  g_return_if_fail (self != NULL && name != NULL && texts != NULL && n_tokens > 0);

  n = g_strv_length ((char **)texts);
  g_return_if_fail (n % n_tokens == 0);
  ipl_npz_add_text_array (self->npz, name, texts, 2, (gsize[]){ n / n_tokens, n_tokens });
}
