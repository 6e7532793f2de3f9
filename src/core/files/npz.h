/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#define IPL_ARRAY_MAX_DIM 6

/* An array of an .npz or .safetensors file, converted from any dtype, byte order and memory
 * order. */
typedef struct
{
  char *name;                     /* the array's name in the archive, without ".npy" */
  guint ndim;                     /* number of dimensions, 0 for a scalar */
  gsize shape[IPL_ARRAY_MAX_DIM]; /* [ndim] */
  gsize size;                     /* product of @shape */
  gboolean is_text;               /* TRUE for text, FALSE for numbers */
  /* dtype in the file, "float32", "text"; "other" if it cannot be read, "double" if made in
   * memory; static */
  const char *type;
  char *role;     /* (nullable): role assigned by the user, replaces the name in lookups */
  double *values; /* (nullable): [size] numbers in C order, NULL for text or before loading */
  /* (nullable): [size] UTF-8 strings, NULL-terminated, NULL for numbers or before loading */
  char **texts;
  char *why_not; /* (nullable): reason why it cannot be loaded, the predicate of a sentence */
} IplArray;

typedef struct _IplNpz IplNpz;

IplNpz *ipl_npz_new (void);
void ipl_npz_add_numbers (IplNpz *self, const char *name, const double *values, guint ndim,
                          const gsize *shape);
void ipl_npz_add_text (IplNpz *self, const char *name, const char *text);
void ipl_npz_add_texts (IplNpz *self, const char *name, const char *const *texts);
void ipl_npz_add_text_array (IplNpz *self, const char *name, const char *const *texts, guint ndim,
                             const gsize *shape);
IplNpz *ipl_npz_open (const char *path, GCancellable *cancellable, GError **error);
IplNpz *ipl_npz_open_fd (int fd, const char *path, GCancellable *cancellable, GError **error);
gboolean ipl_npz_load (IplNpz *self, IplArray *array, GCancellable *cancellable, GError **error);
IplNpz *ipl_npz_read (const char *path, GCancellable *cancellable, GError **error);
void ipl_npz_free (IplNpz *self);
IplArray *ipl_npz_lookup (IplNpz *self, const char *name);
double *ipl_npz_steal_values (IplNpz *self, const char *name);
gboolean ipl_npz_set_roles (IplNpz *self, guint n, const char *const *roles,
                            const char *const *names, GError **error);
guint ipl_npz_get_n (IplNpz *self);
const IplArray *ipl_npz_get (IplNpz *self, guint i);
const char *ipl_array_key (const IplArray *self);
GList *ipl_npz_names (IplNpz *self);
char *ipl_array_describe_shape (const IplArray *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplNpz, ipl_npz_free)

typedef struct _IplNpzWriter IplNpzWriter;

/* Arrays are added one by one. The file gets its name only when close succeeds, so a failed or
 * cancelled write never damages an existing file. */
IplNpzWriter *ipl_npz_writer_new (const char *path, GError **error);
void ipl_npz_writer_add_doubles (IplNpzWriter *self, const char *name, const double *values,
                                 guint ndim, const gsize *shape);
void ipl_npz_writer_add_ints (IplNpzWriter *self, const char *name, const gint64 *values,
                              guint ndim, const gsize *shape);
void ipl_npz_writer_add_text (IplNpzWriter *self, const char *name, const char *text);
void ipl_npz_writer_add_texts (IplNpzWriter *self, const char *name, char **texts);
void ipl_npz_writer_add_text_array (IplNpzWriter *self, const char *name, const char *const *texts,
                                    guint ndim, const gsize *shape);
gboolean ipl_npz_writer_close (IplNpzWriter *self, GError **error); /* frees self */

/* Members that are no arrays. */
void ipl_npz_writer_add_bytes (IplNpzWriter *self, const char *member, gconstpointer bytes,
                               gsize n);
char *ipl_npz_writer_add_file (IplNpzWriter *self, const char *member, const char *path,
                               gsize *size, GCancellable *cancellable);
void ipl_npz_writer_set_prefix (IplNpzWriter *self, const char *prefix);

/* ipl_npz_writer_finish() gives read access to the archive before ipl_npz_writer_close(). */
int ipl_npz_writer_finish (IplNpzWriter *self);
void ipl_npz_writer_fail (IplNpzWriter *self, GError *error);
