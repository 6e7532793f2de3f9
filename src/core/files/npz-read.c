/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of files: a pass over an archive reads names and shapes, and a further pass reads each
 * requested array. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/memory.h"
#include "core/base/text-escape.h"
#include "core/files/npz-private.h"
#include "core/files/pickle-file.h"

/* A case has fifty arrays, and a few for each test set; results have a hundred. */
#define MAX_ARRAYS 20000

/* Larger compression ratios are impossible in a zip. */
#define MAX_RATIO 1040

/* The visitor of a file's arrays. */
typedef struct
{
  gboolean all;         /* load each */
  const IplArray *only; /* (nullable) or this one, found before */
  gboolean found;
} Wanted;

/* The array name of an entry, or %NULL if the entry is not an array or is to be skipped. */
static char *
entry_array_name (struct archive_entry *entry)
{
  const char *path = ipl_zip_name (entry);

  if (path == NULL || !g_str_has_suffix (path, ".npy") || g_str_has_prefix (path, "ref_"))
    return NULL;
  return g_utf8_make_valid (path, (gssize)strlen (path) - 4);
}

/* Finds the arrays for the first time. */
static gboolean
find_array (IplNpzReader *reader, IplNpz *self, struct archive_entry *entry, const char *name,
            gboolean load, GError **error)
{
  IplNpyHeader header;
  IplArray *array;

  if (g_hash_table_contains (self->lookup, name))
    return ipl_npz_reader_set_array_error (reader, name, "is there twice", error);
  array = ipl_npz_reader_begin_array (reader, entry, name, &header, error);
  if (array == NULL)
    return FALSE;
  g_ptr_array_add (self->arrays, array);
  g_hash_table_insert (self->lookup, array->name, array);
  return !load || ipl_npz_reader_read_values (reader, &header, array, error);
}

/* Loads an array that was found before. */
static gboolean
load_array (IplNpzReader *reader, struct archive_entry *entry, const Wanted *wanted, GError **error)
{
  IplArray *array = (IplArray *)wanted->only;
  g_autoptr (IplArray) again = NULL;
  IplNpyHeader header;

  again = ipl_npz_reader_begin_array (reader, entry, array->name, &header, error);
  if (again == NULL)
    return FALSE;
  if (again->ndim != array->ndim || again->is_text != array->is_text
      || memcmp (again->shape, array->shape, sizeof array->shape) != 0)
    return ipl_npz_reader_set_array_error (reader, array->name, "changed while it was read", error);
  return ipl_npz_reader_read_values (reader, &header, array, error);
}

static gboolean
walk_entries (IplNpzReader *reader, IplNpz *self, Wanted *wanted, GError **error)
{
  struct archive_entry *entry;

  while (!wanted->found && ipl_zip_next (&reader->zip, &entry, error))
    {
      g_autofree char *name = entry != NULL ? entry_array_name (entry) : NULL;

      if (entry == NULL)
        return TRUE;
      if (name == NULL)
        continue;
      if (wanted->only == NULL)
        {
          if (!find_array (reader, self, entry, name, wanted->all, error))
            return FALSE;
        }
      else if (strcmp (name, wanted->only->name) == 0)
        {
          wanted->found = TRUE;
          return load_array (reader, entry, wanted, error);
        }
    }
  return FALSE;
}

/* Reports the format of a file that is not a zip, from its first bytes. */
static gboolean
set_not_a_zip (int fd, const char *shown, GError **error)
{
  guint8 bytes[8] = { 0 };
  gssize got = pread (fd, bytes, sizeof bytes, 0);

  if (got >= 2 && memcmp (bytes, "PK", 2) == 0)
    return ipl_fail (error, IPL_ERROR_FORMAT,
                     "“%s” is damaged or cut short: the list of arrays at its end is missing.",
                     shown);
  if (got >= 6 && memcmp (bytes, "\x93NUMPY", 6) == 0)
    return ipl_fail (error, IPL_ERROR_FORMAT,
                     "“%s” is a single NumPy array: save the whole case with numpy.savez.", shown);
  return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” is not an .npz file as numpy.savez writes it.",
                   shown);
}

static gboolean
walk (IplNpz *self, Wanted *wanted, GCancellable *cancellable, GError **error)
{
  g_autofree IplNpzReader *reader = ipl_try_new0 (IplNpzReader, 1, "Reading an archive", error);
  gboolean ok = FALSE;

  if (reader == NULL)
    return FALSE;
  reader->zip.shown = self->shown;
  reader->zip.max_entries = MAX_ARRAYS;
  reader->zip.budget = self->file_size * MAX_RATIO + IPL_NPZ_CHUNK;
  reader->zip.cancellable = cancellable;
  reader->file_size = self->file_size;
  if (ipl_zip_open (&reader->zip, self->fd))
    ok = walk_entries (reader, self, wanted, error);
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    set_not_a_zip (self->fd, self->shown, error);
  ipl_zip_close (&reader->zip);
  return ok;
}

/* @fd: (transfer full): the file at @path, open for reading */
static IplNpz *
npz_new_from_fd (int fd, const char *path, GError **error)
{
  g_autoptr (IplNpz) self = ipl_npz_new ();
  struct stat status;

  self->shown = ipl_file_shown (path);
  self->fd = fd;
  if (fd < 0 || fstat (fd, &status) != 0)
    {
      ipl_set_io_error (error, "read", path, errno);
      return NULL;
    }
  if (status.st_size == 0)
    return ipl_fail_null (error, IPL_ERROR_FORMAT, "“%s” is an empty file.", self->shown);
  self->file_size = (double)status.st_size;
  return g_steal_pointer (&self);
}

/* A PyTorch archive is a zip too, but has no arrays. */
static IplNpz *
open_and_walk (const char *path, gboolean all, GCancellable *cancellable, GError **error)
{
  int fd = ipl_file_open (path, NULL, error);
  g_autoptr (IplNpz) self = fd >= 0 ? npz_new_from_fd (fd, path, error) : NULL;

  if (self != NULL && walk (self, &(Wanted){ .all = all }, cancellable, error))
    {
      if (self->arrays->len > 0 || ipl_pickle_file_kind (path) == IPL_PICKLE_NONE)
        return g_steal_pointer (&self);
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT, "“%s” has no arrays.", self->shown);
    }
  ipl_pickle_file_explain (path, IPL_PICKLE_INTO_ARRAYS, error);
  return NULL;
}

/* Its metadata as texts. */
static void
add_metadata (IplNpz *self)
{
  static const char *const keys[] = { "readout", "name" };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *text = ipl_safetensors_metadata (self->tensors, keys[i]);

      if (text != NULL && !g_hash_table_contains (self->lookup, keys[i]))
        ipl_npz_add_text (self, keys[i], text);
    }
}

/* The tensors of a safetensors file as arrays. */
static IplNpz *
open_tensors (const char *path, GError **error)
{
  g_autoptr (IplNpz) self = ipl_npz_new ();
  g_autoptr (IplSafetensors) file = ipl_safetensors_open (path, NULL, error);

  if (file == NULL)
    return NULL;
  self->shown = ipl_file_shown (path);
  for (guint i = 0; i < file->tensors->len; i++)
    {
      const IplTensor *tensor = file->tensors->pdata[i];

      if (!g_str_has_prefix (tensor->name, "ref_"))
        ipl_npz_insert (self,
                        ipl_array_new (tensor->name, tensor->type, tensor->ndim, tensor->shape));
    }
  self->tensors = g_steal_pointer (&file);
  add_metadata (self);
  return g_steal_pointer (&self);
}

/* Reads names, types and shapes of all arrays except those whose name starts with "ref_";
 * ipl_npz_load() reads numbers and texts on request. For a .safetensors file, "readout" and "name"
 * of its metadata are texts.
 * @path: file name of an .npz, as numpy.savez and numpy.savez_compressed write it, or of a
 *   .safetensors file */
IplNpz *
ipl_npz_open (const char *path, GCancellable *cancellable, GError **error)
{
  return ipl_safetensors_is (path) ? open_tensors (path, error)
                                   : open_and_walk (path, FALSE, cancellable, error);
}

/* Like ipl_npz_open(), of an open file.
 * @fd: an .npz that is open for reading; its position changes */
IplNpz *
ipl_npz_open_fd (int fd, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplNpz) self = npz_new_from_fd (fcntl (fd, F_DUPFD_CLOEXEC, 3), path, error);

  if (self == NULL || !walk (self, &(Wanted){ .all = FALSE }, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* Reads the numbers or texts of an array of ipl_npz_open(); does nothing if they are loaded. */
gboolean
ipl_npz_load (IplNpz *self, IplArray *array, GCancellable *cancellable, GError **error)
{
  Wanted wanted = { .only = array };

  if (array->values != NULL || array->texts != NULL)
    return TRUE;
  if (self->tensors != NULL)
    {
      const IplTensor *tensor = ipl_safetensors_lookup (self->tensors, array->name);

      array->values = tensor != NULL
                          ? ipl_safetensors_read_doubles (self->tensors, tensor, cancellable, error)
                          : NULL;
      return tensor == NULL || array->values != NULL;
    }
  if (self->fd < 0)
    return TRUE;
  if (!walk (self, &wanted, cancellable, error))
    return FALSE;
  return wanted.found
         || ipl_fail (error, IPL_ERROR_FORMAT, "“%s” changed while it was read.", self->shown);
}

/* Reads all arrays except those whose name starts with "ref_": booleans, integers and floats up to
 * 8 bytes in either byte order and memory order, which become doubles in C order, and text. Sizes
 * are checked against the file and the memory before allocation.
 * @path: file name of an .npz, as numpy.savez and numpy.savez_compressed write it */
IplNpz *
ipl_npz_read (const char *path, GCancellable *cancellable, GError **error)
{
  return open_and_walk (path, TRUE, cancellable, error);
}
