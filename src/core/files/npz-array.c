/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/npz-private.h"

#include <string.h>

#include "core/base/memory.h"
#include "core/base/error.h"
#include "core/base/text-escape.h"

/* Deflate compresses by at most 1032 to 1, so larger sizes are false. */
#define DEFLATE_LIMIT 1040

#define MAX_TEXTS 4000000

/* Names, settings and tokens; each text takes the length of the longest of its array. */
#define MAX_TEXT_BYTES (128 << 20)
/* Limit of a single text of a file. */
#define MAX_ONE_TEXT_BYTES (4 << 20)

/* @why: the predicate of a sentence about the array */
gboolean
ipl_npz_reader_set_array_error (IplNpzReader *self, const char *name, const char *why,
                                GError **error)
{
  g_autofree char *array = ipl_text_shown (name);

  return ipl_fail (error, IPL_ERROR_FORMAT, "In “%s”, the array %s %s.", self->zip.shown, array,
                   why);
}

static gboolean
set_cut_short (IplNpzReader *self, const char *name, GError **error)
{
  g_autofree char *array = ipl_text_shown (name);

  return ipl_fail (error, IPL_ERROR_FORMAT,
                   "“%s” is damaged or cut short: the array %s cannot be read to its end.",
                   self->zip.shown, array);
}

/* Reads exactly @n bytes of the current entry. */
static gboolean
read_bytes (IplNpzReader *self, const char *name, gpointer buffer, gsize n, GError **error)
{
  gsize done = 0;

  while (done < n)
    {
      gssize got = ipl_zip_read (&self->zip, (guint8 *)buffer + done, n - done, error);

      if (got == -1)
        return FALSE;
      if (got <= 0)
        return set_cut_short (self, name, error);
      done += (gsize)got;
    }
  return TRUE;
}

/* Reads to the end of the entry, which verifies the checksum. */
static gboolean
read_end (IplNpzReader *self, const char *name, GError **error)
{
  guint8 byte;
  gssize got = ipl_zip_read (&self->zip, &byte, 1, error);

  return got == 0 || (got != -1 && set_cut_short (self, name, error));
}

static gboolean
read_header (IplNpzReader *self, const char *name, double entry_size, IplNpyHeader *header,
             GError **error)
{
  guint8 magic[IPL_NPY_MAGIC_SIZE + 4];
  gsize length_size, length = 0, data;
  g_autofree char *text = NULL;
  g_autofree char *why = NULL;

  if (entry_size < IPL_NPY_MAGIC_SIZE + 2)
    return ipl_npz_reader_set_array_error (self, name, "is not a NumPy array", error);
  if (!read_bytes (self, name, magic, IPL_NPY_MAGIC_SIZE, error))
    return FALSE;
  if (!ipl_npy_parse_magic (magic, &length_size, &why))
    return ipl_npz_reader_set_array_error (self, name, why, error);
  if (!read_bytes (self, name, magic + IPL_NPY_MAGIC_SIZE, length_size, error))
    return FALSE;
  for (gsize i = length_size; i-- > 0;)
    length = length << 8 | magic[IPL_NPY_MAGIC_SIZE + i];
  if (length > IPL_NPY_MAX_HEADER)
    return ipl_npz_reader_set_array_error (self, name, "has a damaged header", error);
  text = g_malloc (length + 1);
  if (!read_bytes (self, name, text, length, error))
    return FALSE;
  if (!ipl_npy_parse_header (text, length, header, &why))
    return ipl_npz_reader_set_array_error (self, name, why, error);
  if (header->kind == IPL_NPY_OTHER)
    return TRUE;
  data = header->size * header->item_size;
  if (entry_size
      != (double)IPL_NPY_MAGIC_SIZE + (double)length_size + (double)length + (double)data)
    {
      g_autofree char *array = ipl_text_shown (name);

      return ipl_fail (error, IPL_ERROR_FORMAT,
                       "In “%s”, the array %s is damaged: its header promises %" G_GSIZE_FORMAT
                       " bytes of numbers, but the file holds %.0f.",
                       self->zip.shown, array, data,
                       entry_size - (double)(IPL_NPY_MAGIC_SIZE + length_size + length));
    }
  return TRUE;
}

/* Allocates the bytes of an array. */
static gpointer
reserve (IplNpzReader *self, const char *name, gsize bytes, GError **error)
{
  g_autofree char *array = ipl_text_shown (name);
  g_autofree char *what = g_strdup_printf ("“%s”: the array %s", self->zip.shown, array);

  return ipl_memory_try ((double)bytes, 1, what, error);
}

/* Converts @n doubles from Fortran order, the first of them with index @first, to C order. */
static void
scatter_fortran (const IplNpyHeader *header, gsize first, const double *from, gsize n,
                 double *values)
{
  gsize index[IPL_ARRAY_MAX_DIM], stride[IPL_ARRAY_MAX_DIM];
  gsize at = 0;
  guint ndim = header->ndim;

  for (guint d = ndim, step = 0; d-- > 0; step++)
    stride[d] = step == 0 ? 1 : stride[d + 1] * header->shape[d + 1];
  for (guint d = 0; d < ndim; d++)
    {
      index[d] = first % header->shape[d];
      first /= header->shape[d];
      at += index[d] * stride[d];
    }
  for (gsize i = 0; i < n; i++)
    {
      values[at] = from[i];
      for (guint d = 0; d < ndim; d++)
        {
          at += stride[d];
          if (++index[d] < header->shape[d])
            break;
          at -= stride[d] * header->shape[d];
          index[d] = 0;
        }
    }
}

static gboolean
read_numbers (IplNpzReader *self, const IplNpyHeader *header, IplArray *array, GError **error)
{
  gsize per_chunk = IPL_NPZ_CHUNK / header->item_size;
  gboolean scatter = header->fortran_order && header->ndim > 1;
  g_autofree double *converted = NULL;

  array->values = reserve (self, array->name, header->size * sizeof (double), error);
  if (array->values == NULL)
    return FALSE;
  if (scatter)
    converted = ipl_try_new (double, per_chunk, "Reading an archive", error);
  if (scatter && converted == NULL)
    return FALSE;
  for (gsize done = 0; done < header->size;)
    {
      gsize n = MIN (per_chunk, header->size - done);

      if (!read_bytes (self, array->name, self->chunk, n * header->item_size, error))
        return FALSE;
      ipl_npy_convert (header, self->chunk, n, scatter ? converted : array->values + done);
      if (scatter)
        scatter_fortran (header, done, converted, n, array->values);
      done += n;
    }
  return TRUE;
}

/* Index in C order of item @i of the file. */
static gsize
place_in_c_order (const IplNpyHeader *header, gsize i)
{
  gsize place = 0, stride = header->size;

  if (!header->fortran_order)
    return i;
  for (guint d = 0; d < header->ndim; d++)
    {
      stride /= header->shape[d];
      place += i % header->shape[d] * stride;
      i /= header->shape[d];
    }
  return place;
}

static gboolean
read_texts (IplNpzReader *self, const IplNpyHeader *header, IplArray *array, GError **error)
{
  gsize bytes = header->size * header->item_size;
  g_autofree guint8 *raw = NULL;
  g_autofree char *name = ipl_text_shown (array->name);

  if (header->size > MAX_TEXTS)
    return ipl_fail (error, IPL_ERROR_MEMORY,
                     "In “%s”, the array %s holds %" G_GSIZE_FORMAT
                     " texts, and at most %d can be read.",
                     self->zip.shown, name, header->size, MAX_TEXTS);
  if (bytes > MAX_TEXT_BYTES)
    return ipl_fail (
        error, IPL_ERROR_MEMORY,
        "In “%s”, the array %s holds %.0f MB of text, as its longest takes %" G_GSIZE_FORMAT
        " bytes, and at most %d MB can be read.",
        self->zip.shown, name, (double)bytes / 1e6, header->item_size, MAX_TEXT_BYTES >> 20);
  if (header->item_size > MAX_ONE_TEXT_BYTES)
    return ipl_fail (
        error, IPL_ERROR_MEMORY,
        "In “%s”, a text of the array %s takes %.0f MB, and at most %d MB can be read.",
        self->zip.shown, name, (double)header->item_size / 1e6, MAX_ONE_TEXT_BYTES >> 20);
  raw = reserve (self, array->name, bytes, error);
  if (raw == NULL || !read_bytes (self, array->name, raw, bytes, error))
    return FALSE;

  array->texts = g_new0 (char *, header->size + 1);
  for (gsize i = 0; i < header->size; i++)
    array->texts[place_in_c_order (header, i)] = ipl_npy_text (header, raw + i * header->item_size);
  return TRUE;
}

/* "float32", "int64", "bool", "text" */
static const char *
describe_type (const IplNpyHeader *header)
{
  static const char *const names[] = {
    [IPL_NPY_INT] = "int",
    [IPL_NPY_UINT] = "uint",
    [IPL_NPY_FLOAT] = "float",
  };
  g_autofree char *type = NULL;

  if (header->kind == IPL_NPY_UCS4 || header->kind == IPL_NPY_BYTES)
    return "text";
  if (header->kind == IPL_NPY_BOOL)
    return "bool";
  if (header->kind == IPL_NPY_OTHER)
    return "other";
  type = g_strdup_printf ("%s%" G_GSIZE_FORMAT, names[header->kind], 8 * header->item_size);
  return g_intern_string (type);
}

/* Reads only the header of an archive's current entry. Its sizes must agree with each other and the
 * file.
 * @header: (out): the array's header */
IplArray *
ipl_npz_reader_begin_array (IplNpzReader *self, struct archive_entry *entry, const char *name,
                            IplNpyHeader *header, GError **error)
{
  const char *unusual = ipl_zip_unusual (&self->zip);
  double size = archive_entry_size_is_set (entry) ? (double)archive_entry_size (entry) : -1;
  IplArray *array;

  if (unusual != NULL)
    ipl_npz_reader_set_array_error (self, name, unusual, error);
  else if (size < 0 || size > self->file_size * DEFLATE_LIMIT + IPL_NPZ_CHUNK)
    set_cut_short (self, name, error);
  else if (read_header (self, name, size, header, error))
    {
      array = ipl_array_new (name, describe_type (header), header->ndim, header->shape);
      if (header->kind == IPL_NPY_OTHER)
        array->why_not = g_strdup (header->why_not);
      return array;
    }
  return NULL;
}

/* Reads the data of the current entry. The memory of the machine is checked before allocation.
 * @self: a reader positioned after the header of an entry */
gboolean
ipl_npz_reader_read_values (IplNpzReader *self, const IplNpyHeader *header, IplArray *array,
                            GError **error)
{
  if (array->why_not != NULL)
    return ipl_npz_reader_set_array_error (self, array->name, array->why_not, error);
  return (array->is_text ? read_texts (self, header, array, error)
                         : read_numbers (self, header, array, error))
         && read_end (self, array->name, error);
}
