/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#define IPL_TENSOR_MAX_DIM 6

/* A tensor of a safetensors file. */
typedef struct
{
  char *name;                      /* the tensor's name */
  const char *type;                /* dtype in the file, "F32"; static */
  guint ndim;                      /* number of dimensions, 0 for a scalar */
  gsize shape[IPL_TENSOR_MAX_DIM]; /* [ndim] */
  gsize size;                      /* product of @shape */
  /* (nullable): [size] numbers of F32, F16 or BF16 in C order, once read */
  float *floats;
  /* (nullable): [size] numbers of F64 or integers in C order, once read */
  double *doubles;
  /*< private >*/
  const struct _IplTensorFormat *format; /* (nullable): NULL if its numbers cannot be read */
  guint64 begin, end;                    /* byte range, relative to the start of the data */
} IplTensor;

/* The tensors of a file that may be larger than memory. Names and shapes are read at once,
 * numbers all together or one tensor at a time. */
typedef struct
{
  GPtrArray *tensors; /* (element-type IplTensor): in the order of the file */
  /*< private >*/
  GHashTable *lookup;   /* name -> IplTensor, borrowed */
  GHashTable *metadata; /* key -> text */
  int fd;
  char *shown;         /* its name in sentences */
  guint64 begin, size; /* start of the data, and their bytes */
} IplSafetensors;

gboolean ipl_safetensors_is (const char *path);
IplSafetensors *ipl_safetensors_open (const char *path, GCancellable *cancellable, GError **error);
IplSafetensors *ipl_safetensors_read (const char *path, GCancellable *cancellable, GError **error);
void ipl_safetensors_free (IplSafetensors *self);
double *ipl_safetensors_read_doubles (const IplSafetensors *self, const IplTensor *tensor,
                                      GCancellable *cancellable, GError **error);
float *ipl_safetensors_read_floats (const IplSafetensors *self, const IplTensor *tensor,
                                    int *exponent, GCancellable *cancellable, GError **error);
const IplTensor *ipl_safetensors_lookup (const IplSafetensors *self, const char *name);
const float *ipl_safetensors_get_floats (const IplSafetensors *self, const char *name, guint ndim,
                                         const gsize *shape, const char *shown, GError **error);
const char *ipl_safetensors_metadata (const IplSafetensors *self, const char *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSafetensors, ipl_safetensors_free)

typedef struct _IplSafetensorsWriter IplSafetensorsWriter;

/* The writer borrows tensors until close, which writes them; the file gets its name only when it
 * is complete. */
IplSafetensorsWriter *ipl_safetensors_writer_new (void);
void ipl_safetensors_writer_add_metadata (IplSafetensorsWriter *self, const char *key,
                                          const char *value);
void ipl_safetensors_writer_add_floats (IplSafetensorsWriter *self, const char *name,
                                        const float *values, guint ndim, const gsize *shape);
void ipl_safetensors_writer_add_doubles (IplSafetensorsWriter *self, const char *name,
                                         const double *values, guint ndim, const gsize *shape);
gboolean ipl_safetensors_writer_close (IplSafetensorsWriter *self, const char *path,
                                       GError **error); /* frees self */
