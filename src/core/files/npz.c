/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/npz.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file-read.h"
#include "core/base/io-error.h"
#include "core/base/memory.h"
#include "core/files/npz-private.h"
#include "core/files/pickle-file.h"
#include "core/files/safetensors-index.h"
#include "core/files/safetensors.h"

#include "core/base/error.h"
#include "core/base/shown-text.h"

/* A case has fifty arrays, or a few for each of its test sets; results have a hundred. */
#define MAX_ARRAYS 20000

/* Whatever cannot be packed tighter is more than a file can hold. */
#define MAX_RATIO 1040

struct _IplNpz
{
  GPtrArray *arrays;            /* in the file's order */
  GHashTable *lookup;           /* name, or role given by hand -> array, borrowed */
  char *shown;                  /* (nullable) the file, and what it takes to go back to it */
  int fd;                       /* -1: none */
  IplSafetensorsIndex *tensors; /* (nullable) or this file */
  double file_size;
};

/* What to do with the arrays of a file that is walked through. */
typedef struct
{
  gboolean all;         /* load each */
  const IplArray *only; /* (nullable) or this one, found before */
  gboolean found;
} Wanted;

/* The name an entry's array goes by, or %NULL for what is no array or not ours to read. */
static char *
entry_array_name (struct archive_entry *entry)
{
  const char *path = ipl_zip_name (entry);

  if (path == NULL || !g_str_has_suffix (path, ".npy") || g_str_has_prefix (path, "ref_"))
    return NULL;
  return g_utf8_make_valid (path, (gssize)strlen (path) - 4);
}

/* Begins the array of an entry, whose name is not that of another. */
static IplArray *
begin_array (IplNpzReader *reader, struct archive_entry *entry, const char *name,
             IplNpyHeader *header, GError **error)
{
  const char *unusual = ipl_zip_unusual (&reader->zip);

  if (unusual != NULL)
    {
      ipl_npz_reader_set_array_error (reader, name, unusual, error);
      return NULL;
    }
  if (!archive_entry_size_is_set (entry) || archive_entry_size (entry) < 0)
    {
      ipl_npz_reader_set_cut_short (reader, name, error);
      return NULL;
    }
  return ipl_npz_reader_begin_array (reader, name, (double)archive_entry_size (entry), header,
                                     error);
}

/* Finds the arrays for the first time. */
static gboolean
find_array (IplNpzReader *reader, IplNpz *self, struct archive_entry *entry, const char *name,
            gboolean load, GError **error)
{
  IplNpyHeader header;
  IplArray *array;

  if (g_hash_table_contains (self->lookup, name))
    {
      ipl_npz_reader_set_array_error (reader, name, "is there twice", error);
      return FALSE;
    }
  array = begin_array (reader, entry, name, &header, error);
  if (array == NULL)
    return FALSE;
  g_ptr_array_add (self->arrays, array);
  g_hash_table_insert (self->lookup, array->name, array);
  return !load || ipl_npz_reader_read_values (reader, &header, array, error);
}

/* Loads an array that was found before. */
static gboolean
load_array (IplNpzReader *reader, struct archive_entry *entry, IplArray *array, GError **error)
{
  g_autoptr (IplArray) again = NULL;
  IplNpyHeader header;

  again = begin_array (reader, entry, array->name, &header, error);
  if (again == NULL)
    return FALSE;
  if (again->ndim != array->ndim || again->is_text != array->is_text
      || memcmp (again->shape, array->shape, sizeof array->shape) != 0)
    {
      ipl_npz_reader_set_array_error (reader, array->name, "changed while it was read", error);
      return FALSE;
    }
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
          return load_array (reader, entry, (IplArray *)wanted->only, error);
        }
    }
  return FALSE;
}

/* Says what the file at @path is when it is no zip, from its first bytes. */
static void
set_not_a_zip (int fd, const char *shown, GError **error)
{
  guint8 bytes[8] = { 0 };
  gssize got = pread (fd, bytes, sizeof bytes, 0);

  if (got >= 2 && memcmp (bytes, "PK", 2) == 0)
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "“%s” is damaged or cut short: its list of arrays, which stands at the end, is "
                 "missing.",
                 shown);
  else if (got >= 6 && memcmp (bytes, "\x93NUMPY", 6) == 0)
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "“%s” is a single NumPy array: save the whole case with numpy.savez.", shown);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "“%s” is not an .npz file as numpy.savez writes it.", shown);
}

static gboolean
walk (IplNpz *self, Wanted *wanted, GCancellable *cancellable, GError **error)
{
  g_autofree IplNpzReader *reader = ipl_try_new0 (IplNpzReader, 1, "Reading an archive", error);
  g_autofree guint8 *chunk
      = reader != NULL ? ipl_try_new (guint8, IPL_NPZ_CHUNK, "Reading an archive", error) : NULL;
  gboolean ok = FALSE;

  if (chunk == NULL)
    return FALSE;
  reader->zip.shown = self->shown;
  reader->zip.max_entries = MAX_ARRAYS;
  reader->zip.budget = self->file_size * MAX_RATIO + IPL_NPZ_CHUNK;
  reader->zip.cancellable = cancellable;
  reader->file_size = self->file_size;
  reader->chunk = chunk;
  if (ipl_zip_open (&reader->zip, self->fd))
    ok = walk_entries (reader, self, wanted, error);
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    set_not_a_zip (self->fd, self->shown, error);
  ipl_zip_close (&reader->zip);
  return ok;
}

/* Returns: (transfer full): no arrays yet, to be filled in memory */
IplNpz *
ipl_npz_new (void)
{
  IplNpz *self = g_new0 (IplNpz, 1);

  self->arrays = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_array_free);
  self->lookup = g_hash_table_new (g_str_hash, g_str_equal);
  self->fd = -1;
  return self;
}

/* Takes the place of one of the same name. */
static void
take_array (IplNpz *self, IplArray *array)
{
  IplArray *old = g_hash_table_lookup (self->lookup, array->name);

  if (old != NULL)
    {
      g_hash_table_remove (self->lookup, array->name);
      g_ptr_array_remove (self->arrays, old);
    }
  g_ptr_array_add (self->arrays, array);
  g_hash_table_insert (self->lookup, array->name, array);
}

/* @shape: (nullable): [@ndim] */
void
ipl_npz_add_numbers (IplNpz *self, const char *name, const double *values, guint ndim,
                     const gsize *shape)
{
  IplArray *array;

  g_return_if_fail (ndim <= IPL_ARRAY_MAX_DIM);

  array = g_new0 (IplArray, 1);
  array->name = g_strdup (name);
  array->type = "double";
  array->ndim = ndim;
  array->size = 1;
  for (guint d = 0; d < ndim; d++)
    {
      array->shape[d] = shape[d];
      array->size *= shape[d];
    }
  array->values = g_new (double, MAX (array->size, 1));
  memcpy (array->values, values, array->size * sizeof (double));
  take_array (self, array);
}

void
ipl_npz_add_text (IplNpz *self, const char *name, const char *text)
{
  IplArray *array = g_new0 (IplArray, 1);

  array->name = g_strdup (name);
  array->size = 1;
  array->is_text = TRUE;
  array->type = "text";
  array->texts = g_new0 (char *, 2);
  array->texts[0] = g_strdup (text);
  take_array (self, array);
}

void
ipl_npz_add_texts (IplNpz *self, const char *name, const char *const *texts)
{
  IplArray *array = g_new0 (IplArray, 1);

  array->name = g_strdup (name);
  array->ndim = 1;
  array->is_text = TRUE;
  array->type = "text";
  array->texts = g_strdupv ((char **)texts);
  array->shape[0] = array->size = g_strv_length (array->texts);
  take_array (self, array);
}

/* @fd: (transfer full): the file at @path, open for reading, to be walked through */
static IplNpz *
take_file (int fd, const char *path, GError **error)
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
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT, "“%s” is an empty file.", self->shown);
      return NULL;
    }
  self->file_size = (double)status.st_size;
  return g_steal_pointer (&self);
}

/* An archive of PyTorch is one too, but has no arrays. */
static IplNpz *
open_and_walk (const char *path, gboolean all, GCancellable *cancellable, GError **error)
{
  int fd = ipl_file_open (path, NULL, error);
  g_autoptr (IplNpz) self = fd >= 0 ? take_file (fd, path, error) : NULL;

  if (self != NULL && walk (self, &(Wanted){ .all = all }, cancellable, error))
    {
      if (self->arrays->len > 0 || ipl_pickle_file_kind (path) == IPL_PICKLE_NONE)
        return g_steal_pointer (&self);
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT, "“%s” has no arrays.", self->shown);
    }
  ipl_pickle_file_explain (path, IPL_PICKLE_INTO_ARRAYS, error);
  return NULL;
}

/* What its metadata say in words, as texts. */
static void
add_metadata (IplNpz *self)
{
  static const char *const keys[] = { "readout", "name" };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *text = ipl_safetensors_index_get_metadata (self->tensors, keys[i]);

      if (text != NULL && !g_hash_table_contains (self->lookup, keys[i]))
        ipl_npz_add_text (self, keys[i], text);
    }
}

/* The tensors of a safetensors file as arrays. */
static IplNpz *
open_tensors (const char *path, GError **error)
{
  g_autoptr (IplNpz) self = ipl_npz_new ();
  g_autoptr (IplSafetensorsIndex) index = ipl_safetensors_index_new (path, error);

  if (index == NULL)
    return NULL;
  self->shown = ipl_file_shown (path);
  for (guint i = 0; i < ipl_safetensors_index_get_n (index); i++)
    {
      const char *name = ipl_safetensors_index_get_name (index, i);
      IplArray *array;
      const gsize *shape;

      if (g_str_has_prefix (name, "ref_"))
        continue;
      array = g_new0 (IplArray, 1);
      array->name = g_strdup (name);
      array->type = ipl_safetensors_index_get_type (index, i);
      array->ndim = ipl_safetensors_index_get_shape (index, i, &shape);
      array->size = 1;
      for (guint d = 0; d < array->ndim; d++)
        array->size *= array->shape[d] = shape[d];
      take_array (self, array);
    }
  self->tensors = g_steal_pointer (&index);
  add_metadata (self);
  return g_steal_pointer (&self);
}

static gboolean
load_tensor (IplNpz *self, IplArray *array, GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < ipl_safetensors_index_get_n (self->tensors); i++)
    if (strcmp (ipl_safetensors_index_get_name (self->tensors, i), array->name) == 0)
      {
        array->values = ipl_safetensors_index_read_doubles (self->tensors, i, cancellable, error);
        return array->values != NULL;
      }
  return TRUE;
}

/* Reads names, types and shapes of all arrays but those whose name starts with "ref_"; numbers and
 * texts are read by ipl_npz_load() when somebody wants an array of that shape. Of a .safetensors
 * "readout" and "name" of its metadata are texts.
 * @path: file name of an .npz, as numpy.savez and numpy.savez_compressed write it, or of a
 *   .safetensors
 * Returns: (transfer full) (nullable): the arrays, free with ipl_npz_free() */
IplNpz *
ipl_npz_open (const char *path, GCancellable *cancellable, GError **error)
{
  return ipl_safetensors_is (path) ? open_tensors (path, error)
                                   : open_and_walk (path, FALSE, cancellable, error);
}

/* As ipl_npz_open(), of a file that is open already.
 * @fd: an .npz that is open for reading; where it stands in it changes
 * Returns: (transfer full) (nullable): the arrays, free with ipl_npz_free() */
IplNpz *
ipl_npz_open_fd (int fd, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplNpz) self = take_file (fcntl (fd, F_DUPFD_CLOEXEC, 3), path, error);

  if (self == NULL || !walk (self, &(Wanted){ .all = FALSE }, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* Reads the numbers or texts of an array of ipl_npz_open(); does nothing where they are there.
 * Returns: whether they are there */
gboolean
ipl_npz_load (IplNpz *self, IplArray *array, GCancellable *cancellable, GError **error)
{
  Wanted wanted = { .only = array };

  if (array->values != NULL || array->texts != NULL)
    return TRUE;
  if (self->tensors != NULL)
    return load_tensor (self, array, cancellable, error);
  if (self->fd < 0)
    return TRUE;
  if (!walk (self, &wanted, cancellable, error))
    return FALSE;
  if (wanted.found)
    return TRUE;
  g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT, "“%s” changed while it was read.", self->shown);
  return FALSE;
}

/* Reads all arrays but those whose name starts with "ref_": booleans, integers and floats up to 8
 * bytes in either byte order and memory order, which become doubles in C order, and text. Sizes are
 * checked against the file and the machine before anything is allocated.
 * @path: file name of an .npz, as numpy.savez and numpy.savez_compressed write it
 * Returns: (transfer full) (nullable): the arrays, free with ipl_npz_free() */
IplNpz *
ipl_npz_read (const char *path, GCancellable *cancellable, GError **error)
{
  return open_and_walk (path, TRUE, cancellable, error);
}

void
ipl_npz_free (IplNpz *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->lookup);
  g_ptr_array_unref (self->arrays);
  if (self->fd >= 0)
    close (self->fd);
  g_clear_pointer (&self->tensors, ipl_safetensors_index_free);
  g_free (self->shown);
  g_free (self);
}

/* Returns: (nullable): the array, or NULL where the file has none of this name */
IplArray *
ipl_npz_lookup (IplNpz *self, const char *name)
{
  return g_hash_table_lookup (self->lookup, name);
}

/* Takes an array's numbers out, in C order; its shape stays.
 * Returns: (transfer full) (nullable): the numbers, or NULL where there are none (any more) */
double *
ipl_npz_steal_values (IplNpz *self, const char *name)
{
  IplArray *array = ipl_npz_lookup (self, name);

  return array != NULL ? g_steal_pointer (&array->values) : NULL;
}

/* Returns: (transfer container): the names by which arrays are found, in the file's order */
GList *
ipl_npz_names (IplNpz *self)
{
  GList *names = NULL;

  for (guint i = self->arrays->len; i-- > 0;)
    {
      const IplArray *array = g_ptr_array_index (self->arrays, i);

      if (g_hash_table_lookup (self->lookup, ipl_array_key (array)) == array)
        names = g_list_prepend (names, (gpointer)ipl_array_key (array));
    }
  return names;
}

/* By the name in the file, whatever it was taken for. */
static IplArray *
find_by_name (IplNpz *self, const char *name)
{
  for (guint i = 0; i < self->arrays->len; i++)
    if (strcmp (((IplArray *)self->arrays->pdata[i])->name, name) == 0)
      return self->arrays->pdata[i];
  return NULL;
}

/* Takes arrays for others: each is found by its role from now on, and not by its name. An array of
 * that very name is not found any more, unless it has a role of its own.
 * @self: arrays, of which none has a role
 * @roles: [@n] names of the data format, each once
 * @names: [@n] for each the array in its place, empty for none
 * Returns: whether all of them are there */
gboolean
ipl_npz_set_roles (IplNpz *self, guint n, const char *const *roles, const char *const *names,
                   GError **error)
{
  g_autofree IplArray **arrays = g_new0 (IplArray *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *shown = ipl_text_shown (names[i]);

      if (names[i][0] == '\0')
        continue;
      arrays[i] = find_by_name (self, names[i]);
      if (arrays[i] == NULL)
        {
          g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                       "“%s” has no array “%s”, which is to be %s.",
                       self->shown != NULL ? self->shown : "The case", shown, roles[i]);
          return FALSE;
        }
      if (arrays[i]->role != NULL)
        {
          g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                       "The array “%s” is to be both %s and %s: an array has one role.", shown,
                       arrays[i]->role, roles[i]);
          return FALSE;
        }
      arrays[i]->role = g_strdup (roles[i]);
    }
  for (guint i = 0; i < n; i++)
    if (arrays[i] != NULL)
      g_hash_table_remove (self->lookup, arrays[i]->name);
  for (guint i = 0; i < n; i++)
    {
      g_hash_table_remove (self->lookup, roles[i]);
      if (arrays[i] != NULL)
        g_hash_table_insert (self->lookup, arrays[i]->role, arrays[i]);
    }
  return TRUE;
}

guint
ipl_npz_get_n (IplNpz *self)
{
  return self->arrays->len;
}

/* Returns: the array, whether it is found by a name or not */
const IplArray *
ipl_npz_get (IplNpz *self, guint i)
{
  return self->arrays->pdata[i];
}

/* Returns: the name it goes by: the role it was given by hand, else its own */
const char *
ipl_array_key (const IplArray *self)
{
  return self->role != NULL ? self->role : self->name;
}

/* Returns: (transfer full): "[100, 4, 231]", "[]" for a scalar */
char *
ipl_array_describe_shape (const IplArray *self)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < self->ndim; i++)
    g_string_append_printf (text, i == 0 ? "%" G_GSIZE_FORMAT : ", %" G_GSIZE_FORMAT,
                            self->shape[i]);
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}
