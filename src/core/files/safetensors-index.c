/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/safetensors-index.h"

#include "core/base/memory.h"
#include "core/base/shown-text.h"
#include "core/files/safetensors-header-private.h"
#include <math.h>
#include <string.h>

/* Numbers that are converted at a time. */
#define BLOCK 65536

struct _IplSafetensorsIndex
{
  IplSafetensorsHeader header;
};

/* Opens a safetensors file and reads what its header says.
 * Returns: (transfer full) (nullable): its tensors */
IplSafetensorsIndex *
ipl_safetensors_index_new (const char *path, GError **error)
{
  g_autoptr (IplSafetensorsIndex) self = g_new0 (IplSafetensorsIndex, 1);

  return ipl_safetensors_header_open (&self->header, path, NULL, error) ? g_steal_pointer (&self)
                                                                        : NULL;
}

void
ipl_safetensors_index_free (IplSafetensorsIndex *self)
{
  if (self == NULL)
    return;
  ipl_safetensors_header_clear (&self->header);
  g_free (self);
}

static const IplTensorEntry *
get_entry (const IplSafetensorsIndex *self, guint i)
{
  return &g_array_index (self->header.entries, IplTensorEntry, i);
}

guint
ipl_safetensors_index_get_n (const IplSafetensorsIndex *self)
{
  return self->header.entries->len;
}

const char *
ipl_safetensors_index_get_name (const IplSafetensorsIndex *self, guint i)
{
  return get_entry (self, i)->name;
}

/* @shape: (out): its dimensions
 * Returns: how many dimensions it has */
guint
ipl_safetensors_index_get_shape (const IplSafetensorsIndex *self, guint i, const gsize **shape)
{
  *shape = get_entry (self, i)->shape;
  return get_entry (self, i)->ndim;
}

/* Returns: (nullable): the text that belongs to it */
const char *
ipl_safetensors_index_get_metadata (const IplSafetensorsIndex *self, const char *key)
{
  return g_hash_table_lookup (self->header.metadata, key);
}

/* Returns: how its numbers are stored, "F32"; "other" where they cannot be read */
const char *
ipl_safetensors_index_get_type (const IplSafetensorsIndex *self, guint i)
{
  const IplTensorEntry *entry = get_entry (self, i);

  return entry->dtype != NULL ? entry->dtype->name : "other";
}

/* Where the numbers of a tensor go: @floats, divided by 2^@exponent, or @doubles; without either
 * only @largest is found, of those that are finite. */
typedef struct
{
  float *floats;
  double *doubles;
  int exponent;
  double largest;
} Numbers;

static gboolean
read_numbers (IplSafetensorsIndex *self, const IplTensorEntry *entry, Numbers *to,
              GCancellable *cancellable, GError **error)
{
  g_autofree guint8 *bytes = g_malloc (BLOCK * 8);
  g_autofree float *narrow = g_new (float, BLOCK);
  g_autofree double *wide = g_new (double, BLOCK);

  self->header.cancellable = cancellable;
  for (gsize at = 0; at < entry->size; at += BLOCK)
    {
      gsize n = MIN (BLOCK, entry->size - at), size = entry->dtype->item_size;

      if (!ipl_safetensors_read_bytes (&self->header, self->header.begin + entry->begin + at * size,
                                       bytes, n * size, error))
        return FALSE;
      ipl_tensor_convert (entry->dtype, bytes, n, narrow, wide);
      for (gsize k = 0; k < n; k++)
        {
          double number = entry->dtype->wide ? wide[k] : (double)narrow[k];

          if (to->floats != NULL)
            to->floats[at + k] = (float)ldexp (number, -to->exponent);
          else if (to->doubles != NULL)
            to->doubles[at + k] = number;
          else if (isfinite (number))
            to->largest = MAX (to->largest, fabs (number));
        }
    }
  return TRUE;
}

static gboolean
check_type (const IplSafetensorsIndex *self, const IplTensorEntry *entry, GError **error)
{
  if (entry->dtype == NULL)
    ipl_safetensors_set_tensor_error (
        &self->header, entry->name,
        "has a dtype other than F64, F32, F16, BF16, I64, I32 and U8: convert it", error);
  return entry->dtype != NULL;
}

/* @i: a tensor of F64, F32, F16, BF16 or whole numbers
 * Returns: (transfer full) (nullable): its numbers in C order */
double *
ipl_safetensors_index_read_doubles (IplSafetensorsIndex *self, guint i, GCancellable *cancellable,
                                    GError **error)
{
  const IplTensorEntry *entry = get_entry (self, i);
  g_autofree char *name = ipl_text_shown (entry->name);
  g_autofree char *what = g_strdup_printf ("Tensor “%s”", name);
  g_autofree double *values = NULL;

  if (!check_type (self, entry, error))
    return NULL;
  values = ipl_memory_try_doubles (MAX ((double)entry->size, 1), what, error);
  if (values == NULL
      || !read_numbers (self, entry, &(Numbers){ .doubles = values }, cancellable, error))
    return NULL;
  return g_steal_pointer (&values);
}

/* @i: a tensor of F64, F32, F16, BF16 or whole numbers
 * @exponent: (out): its numbers are those returned times 2^@exponent: 0 but where doubles leave the
 *   range of floats
 * Returns: (transfer full) (nullable): its numbers in C order; there is memory for them alone */
float *
ipl_safetensors_index_read (IplSafetensorsIndex *self, guint i, int *exponent,
                            GCancellable *cancellable, GError **error)
{
  const IplTensorEntry *entry = get_entry (self, i);
  g_autofree char *name = ipl_text_shown (entry->name);
  g_autofree char *what = g_strdup_printf ("Tensor “%s”", name);
  g_autofree float *values = NULL;

  if (!check_type (self, entry, error))
    return NULL;
  values = ipl_try_new (float, MAX (entry->size, 1), what, error);
  if (values == NULL)
    return NULL;

  Numbers to = { NULL };

  if (entry->dtype->wide && !read_numbers (self, entry, &to, cancellable, error))
    return NULL;
  to.floats = values;
  if (to.largest > 0x1p60 || (to.largest > 0 && to.largest < 0x1p-60))
    frexp (to.largest, &to.exponent);
  if (!read_numbers (self, entry, &to, cancellable, error))
    return NULL;
  *exponent = to.exponent;
  return g_steal_pointer (&values);
}
