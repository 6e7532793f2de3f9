/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of a network as named arrays of a file. */
#pragma once

#include "core/files/safetensors.h"

typedef struct
{
  char *name;
  gsize offset; /* among all parameters */
  gsize size;
  guint ndim;
  gsize shape[3];
  gsize fan_in;     /* the array has a factor 1/sqrt(fan_in) outside it; 1 for none */
  gsize rate_width; /* width that scales the learning rate; 0 for none */
} IplParameterArray;

/* (element-type IplParameterArray), in the order of the parameters */
GArray *ipl_parameter_arrays_new (void);
void ipl_parameter_arrays_add (GArray *self, char *name_take, gsize offset, guint ndim,
                               const gsize *shape);

void ipl_parameter_arrays_write (const GArray *self, const char *prefix, const float *values,
                                 IplSafetensorsWriter *writer);
gboolean ipl_parameter_arrays_read (const GArray *self, const char *prefix,
                                    const IplSafetensors *file, const char *shown, float *values,
                                    GError **error);
