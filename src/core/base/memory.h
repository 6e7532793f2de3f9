/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Allocation of memory whose size depends on a file or a user: a failure is an error with a
 * sentence. Sizes are doubles, whose products cannot overflow. Freed with g_free(). */

double ipl_memory_available (void);
void ipl_memory_set_error (GError **error, double bytes, const char *what, const char *instead);
gboolean ipl_memory_check (double bytes, const char *what, const char *instead, GError **error);

gpointer ipl_memory_try (double count, gsize size, const char *what, GError **error);
gpointer ipl_memory_try0 (double count, gsize size, const char *what, GError **error);
gpointer ipl_memory_try_copy (const void *from, double count, gsize size, const char *what,
                              GError **error);
double *ipl_memory_try_doubles (double count, const char *what, GError **error);

/* Like g_new() and g_new0(); NULL with an error if the allocation fails */
#define ipl_try_new(type, count, what, error)                                                      \
  ((type *)ipl_memory_try ((double)(count), sizeof (type), (what), (error)))
#define ipl_try_new0(type, count, what, error)                                                     \
  ((type *)ipl_memory_try0 ((double)(count), sizeof (type), (what), (error)))

/* An array of a workspace with a single allocation. */
typedef struct
{
  gpointer at;  /* address of the pointer that the part's address goes to */
  double count; /* elements in it */
  gsize size;   /* bytes of one; 0 for those of a double */
} IplMemoryPart;

gpointer ipl_memory_try_parts (const IplMemoryPart *parts, guint n_parts, const char *what,
                               GError **error);

gpointer ipl_memory_try_parts0 (const IplMemoryPart *parts, guint n_parts, const char *what,
                                GError **error);
/* Several arrays in one allocation: { &self->doubles, n }, { &self->floats, n, sizeof (float) }, ..
 */
#define ipl_try_parts(what, error, ...)                                                            \
  ipl_memory_try_parts ((const IplMemoryPart[]){ __VA_ARGS__ },                                    \
                        G_N_ELEMENTS (((const IplMemoryPart[]){ __VA_ARGS__ })), (what), (error))

/* Like ipl_try_parts(), all zero */
#define ipl_try_parts0(what, error, ...)                                                           \
  ipl_memory_try_parts0 ((const IplMemoryPart[]){ __VA_ARGS__ },                                   \
                         G_N_ELEMENTS (((const IplMemoryPart[]){ __VA_ARGS__ })), (what), (error))
char *ipl_memory_describe (double bytes);
