/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Defines name_ref() and name_unref() of a struct with a gatomicrefcount ref_count: the last
 * reference clears it with @clear and frees it. */
#define IPL_DEFINE_REFERENCES(Type, name, clear)                                                   \
  Type *name##_ref (Type *self)                                                                    \
  {                                                                                                \
    g_atomic_ref_count_inc (&self->ref_count);                                                     \
    return self;                                                                                   \
  }                                                                                                \
                                                                                                   \
  void name##_unref (Type *self)                                                                   \
  {                                                                                                \
    if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))                                \
      return;                                                                                      \
    clear (self);                                                                                  \
    g_free (self);                                                                                 \
  }
