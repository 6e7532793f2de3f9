/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/training/parameter-arrays.h"

#include <string.h>

static void
clear_array (gpointer data)
{
  g_free (((IplParameterArray *)data)->name);
}

GArray *
ipl_parameter_arrays_new (void)
{
  GArray *self = g_array_new (FALSE, FALSE, sizeof (IplParameterArray));

  g_array_set_clear_func (self, clear_array);
  return self;
}

void
ipl_parameter_arrays_add (GArray *self, char *name_take, gsize offset, guint ndim,
                          const gsize *shape)
{
  IplParameterArray array
      = { .name = name_take, .offset = offset, .size = 1, .ndim = ndim, .fan_in = 1 };

  for (guint d = 0; d < ndim; d++)
    array.size *= array.shape[d] = shape[d];
  g_array_append_val (self, array);
}

/* @values: numbers of all parameters, borrowed until the writer closes. */
void
ipl_parameter_arrays_write (const GArray *self, const char *prefix, const float *values,
                            IplSafetensorsWriter *writer)
{
  for (guint i = 0; i < self->len; i++)
    {
      const IplParameterArray *array = &g_array_index (self, IplParameterArray, i);
      g_autofree char *name = g_strconcat (prefix, array->name, NULL);

      ipl_safetensors_writer_add_floats (writer, name, values + array->offset, array->ndim,
                                         array->shape);
    }
}

/* @values: (nullable): NULL to only check that all arrays are present. */
gboolean
ipl_parameter_arrays_read (const GArray *self, const char *prefix, const IplSafetensors *file,
                           const char *shown, float *values, GError **error)
{
  for (guint i = 0; i < self->len; i++)
    {
      const IplParameterArray *array = &g_array_index (self, IplParameterArray, i);
      g_autofree char *name = g_strconcat (prefix, array->name, NULL);
      const float *found
          = ipl_safetensors_get_floats (file, name, array->ndim, array->shape, shown, error);

      if (found == NULL)
        return FALSE;
      if (values != NULL)
        memcpy (values + array->offset, found, array->size * sizeof (float));
    }
  return TRUE;
}
