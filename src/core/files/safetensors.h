/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define IPL_TENSOR_MAX_DIM 6

/* One tensor of a safetensors file; exactly one of @floats and @doubles is there. */
typedef struct
{
  char *name;                      /* the tensor's name */
  guint ndim;                      /* number of dimensions, 0 for a scalar */
  gsize shape[IPL_TENSOR_MAX_DIM]; /* [ndim] */
  gsize size;                      /* product of @shape */
  /* (nullable): [size] numbers in C order of what was stored as F32, F16 or BF16 */
  float *floats;
  /* (nullable): [size] numbers in C order of what was stored as F64 or integers */
  double *doubles;
} IplTensor;

typedef struct _IplSafetensors IplSafetensors;

gboolean ipl_safetensors_is (const char *path);
IplSafetensors *ipl_safetensors_read (const char *path, GCancellable *cancellable, GError **error);
void ipl_safetensors_free (IplSafetensors *self);
const IplTensor *ipl_safetensors_lookup (const IplSafetensors *self, const char *name);
const float *ipl_safetensors_get_floats (const IplSafetensors *self, const char *name, guint ndim,
                                         const gsize *shape, const char *shown, GError **error);
const char *ipl_safetensors_metadata (const IplSafetensors *self, const char *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSafetensors, ipl_safetensors_free)

typedef struct _IplSafetensorsWriter IplSafetensorsWriter;

/* Tensors are borrowed until close, which writes them; the file appears under its name only when
 * all of it is there. */
IplSafetensorsWriter *ipl_safetensors_writer_new (void);
void ipl_safetensors_writer_add_metadata (IplSafetensorsWriter *self, const char *key,
                                          const char *value);
void ipl_safetensors_writer_add_floats (IplSafetensorsWriter *self, const char *name,
                                        const float *values, guint ndim, const gsize *shape);
void ipl_safetensors_writer_add_doubles (IplSafetensorsWriter *self, const char *name,
                                         const double *values, guint ndim, const gsize *shape);
gboolean ipl_safetensors_writer_close (IplSafetensorsWriter *self, const char *path,
                                       GError **error); /* frees self */

G_END_DECLS
