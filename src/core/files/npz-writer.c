/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/npz.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/file-save.h"
#include "core/base/memory.h"
#include "core/files/npy-private.h"

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define NATIVE "<"
#else
#define NATIVE ">"
#endif

#define CHUNK ((gsize)1 << 20) /* bytes of a file that are in memory at once */

struct _IplNpzWriter
{
  char *path;
  IplFileSave *save;
  struct archive *archive;
  char *prefix;          /* (nullable) of the names of arrays */
  gboolean finished;     /* all of it is in the file */
  GError *error;         /* the first one; nothing is written after it */
  gboolean cannot_write; /* TRUE if @error is an error of writing */
};

/* Opens an archive for writing. A file of that name changes only in ipl_npz_writer_close(). */
IplNpzWriter *
ipl_npz_writer_new (const char *path, GError **error)
{
  IplFileSave *save = ipl_file_save_begin (path, error);
  IplNpzWriter *self;

  if (save == NULL)
    return NULL;
  self = g_new0 (IplNpzWriter, 1);
  self->path = g_strdup (path);
  self->save = save;
  self->archive = archive_write_new ();
  archive_write_set_format_zip (self->archive);
  /* Stored, not deflated: floating-point numbers hardly compress, and access is frequent. */
  archive_write_zip_set_compression_store (self->archive);
  archive_write_set_bytes_in_last_block (self->archive, 1);
  if (archive_write_open_fd (self->archive, ipl_file_save_get_fd (save)) != ARCHIVE_OK)
    ipl_set_io_error (&self->error, "written", path, archive_errno (self->archive));
  return self;
}

static void
store_archive_error (IplNpzWriter *self)
{
  int code = archive_errno (self->archive);

  self->cannot_write = TRUE;
  if (self->error == NULL)
    ipl_set_io_error (&self->error, "written", self->path, code > 0 ? code : EIO);
}

static void
write_bytes (IplNpzWriter *self, gconstpointer bytes, gsize n)
{
  const guint8 *at = bytes;

  while (n > 0 && self->error == NULL)
    {
      la_ssize_t wrote = archive_write_data (self->archive, at, n);

      if (wrote <= 0)
        {
          store_archive_error (self);
          return;
        }
      at += wrote;
      n -= (gsize)wrote;
    }
}

/* FALSE: nothing more is to be written. */
static gboolean
begin_member (IplNpzWriter *self, const char *member, gsize bytes)
{
  struct archive_entry *entry;

  if (self->error != NULL)
    return FALSE;
  entry = archive_entry_new ();
  archive_entry_set_pathname_utf8 (entry, member);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (la_int64_t)bytes);
  /* A fixed date makes the file reproducible. It lies before 1980 in every time zone, so
   * libarchive stores the first date of the zip format in local time. */
  archive_entry_set_mtime (entry, 0, 0);
  if (archive_write_header (self->archive, entry) < ARCHIVE_WARN)
    store_archive_error (self);
  archive_entry_free (entry);
  return self->error == NULL;
}

/* Begins the member of an array; write_bytes() and end_member() do nothing after an error.
 * Returns: the number of bytes of its data */
static gsize
begin_array (IplNpzWriter *self, const char *name, const char *descr, gsize item_size, guint ndim,
             const gsize *shape)
{
  g_autofree char *member
      = g_strdup_printf ("%s%s.npy", self->prefix != NULL ? self->prefix : "", name);
  GString *header;
  gsize bytes = item_size;

  g_return_val_if_fail (ndim <= IPL_ARRAY_MAX_DIM, 0);

  header = ipl_npy_format_header (descr, ndim, shape);
  for (guint i = 0; i < ndim; i++)
    bytes *= shape[i];
  if (begin_member (self, member, header->len + bytes))
    write_bytes (self, header->str, header->len);
  g_string_free (header, TRUE);
  return bytes;
}

static void
end_member (IplNpzWriter *self)
{
  if (self->error == NULL && archive_write_finish_entry (self->archive) < ARCHIVE_WARN)
    store_archive_error (self);
}

/* Writes the first @n bytes of a file, in blocks.
 * @sum: checksum of the written bytes
 * @path: the file, for errors */
static void
write_from (IplNpzWriter *self, int fd, gsize n, GChecksum *sum, const char *path,
            GCancellable *cancellable)
{
  g_autofree guint8 *chunk = g_malloc (CHUNK);
  off_t at = 0;

  while (n > 0 && self->error == NULL
         && !g_cancellable_set_error_if_cancelled (cancellable, &self->error))
    {
      gssize got = pread (fd, chunk, MIN (n, CHUNK), at);

      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        {
          ipl_set_io_error (&self->error, "read", path, got < 0 ? errno : EIO);
          return;
        }
      g_checksum_update (sum, chunk, got);
      write_bytes (self, chunk, (gsize)got);
      n -= (gsize)got;
      at += got;
    }
}

/* Separates arrays of equal names, as of files merged into one.
 * @prefix: (nullable): prefix of the names of all later arrays */
void
ipl_npz_writer_set_prefix (IplNpzWriter *self, const char *prefix)
{
  g_free (self->prefix);
  self->prefix = g_strdup (prefix);
}

/* Adds raw bytes, which numpy.load returns unchanged. ipl_npz_writer_close() reports errors.
 * @member: name of a member of the archive that is not an array */
void
ipl_npz_writer_add_bytes (IplNpzWriter *self, const char *member, gconstpointer bytes, gsize n)
{
  if (!begin_member (self, member, n))
    return;
  write_bytes (self, bytes, n);
  end_member (self);
}

/* Adds a copy of a file, read in blocks. A file whose length changes during the copy is an error.
 * ipl_npz_writer_close() reports errors and cancellation.
 * @member: name of a member of the archive that is not an array
 * @size: (out): its size in bytes
 * Returns: (transfer full) (nullable): the SHA-256 of the written bytes */
char *
ipl_npz_writer_add_file (IplNpzWriter *self, const char *member, const char *path, gsize *size,
                         GCancellable *cancellable)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  struct stat status = { 0 };
  int fd = self->error == NULL ? ipl_file_open (path, &status, &self->error) : -1;

  *size = (gsize)status.st_size;
  if (begin_member (self, member, *size))
    {
      write_from (self, fd, *size, sum, path, cancellable);
      end_member (self);
    }
  if (fd >= 0)
    close (fd);
  return self->error == NULL ? g_strdup (g_checksum_get_string (sum)) : NULL;
}

/* Adds an array of dtype float64. ipl_npz_writer_close() reports errors.
 * @shape: [@ndim] (nullable for a scalar) */
void
ipl_npz_writer_add_doubles (IplNpzWriter *self, const char *name, const double *values, guint ndim,
                            const gsize *shape)
{
  write_bytes (self, values, begin_array (self, name, NATIVE "f8", sizeof *values, ndim, shape));
  end_member (self);
}

/* Adds an array of dtype int64. ipl_npz_writer_close() reports errors.
 * @shape: [@ndim] (nullable for a scalar) */
void
ipl_npz_writer_add_ints (IplNpzWriter *self, const char *name, const gint64 *values, guint ndim,
                         const gsize *shape)
{
  write_bytes (self, values, begin_array (self, name, NATIVE "i8", sizeof *values, ndim, shape));
  end_member (self);
}

/* NumPy's text: every item has the length of the longest, in UCS-4 characters. */
static void
add_ucs4 (IplNpzWriter *self, const char *name, const char *const *texts, guint ndim,
          const gsize *shape)
{
  g_autofree gunichar *items = NULL;
  g_autofree char *descr = NULL;
  GError *error = NULL;
  glong longest = 1;
  gsize n = 1;

  for (guint d = 0; d < ndim; d++)
    n *= shape[d];
  for (gsize i = 0; i < n; i++)
    longest = MAX (longest, g_utf8_strlen (texts[i], -1));
  items = ipl_try_new0 (gunichar, (double)MAX (n, 1) * (double)longest, "Texts", &error);
  if (items == NULL)
    {
      ipl_npz_writer_fail (self, error);
      return;
    }
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (texts[i], -1);
      glong length;
      g_autofree gunichar *item = g_utf8_to_ucs4_fast (valid, -1, &length);

      memcpy (items + i * (gsize)longest, item, (gsize)MIN (length, longest) * sizeof (gunichar));
    }
  descr = g_strdup_printf (NATIVE "U%ld", longest);
  write_bytes (self, items,
               begin_array (self, name, descr, (gsize)longest * sizeof (gunichar), ndim, shape));
  end_member (self);
}

/* Adds a text, a NumPy scalar of dtype U. ipl_npz_writer_close() reports errors. */
void
ipl_npz_writer_add_text (IplNpzWriter *self, const char *name, const char *text)
{
  add_ucs4 (self, name, &text, 0, NULL);
}

/* Adds a list of texts, a one-dimensional array of dtype U. ipl_npz_writer_close() reports
 * errors. */
void
ipl_npz_writer_add_texts (IplNpzWriter *self, const char *name, char **texts)
{
  gsize n = g_strv_length (texts);

  add_ucs4 (self, name, (const char *const *)texts, 1, &n);
}

/* Adds texts of any dimensions. ipl_npz_writer_close() reports errors.
 * @texts: in C order; @shape: [@ndim] */
void
ipl_npz_writer_add_text_array (IplNpzWriter *self, const char *name, const char *const *texts,
                               guint ndim, const gsize *shape)
{
  add_ucs4 (self, name, texts, ndim, shape);
}

/* Ends the archive, so that it can be read before it has its name. Nothing can be added afterwards.
 * ipl_npz_writer_close() reports errors.
 * Returns: a descriptor of the archive, open for reading; -1 after an error */
int
ipl_npz_writer_finish (IplNpzWriter *self)
{
  if (self->cannot_write)
    archive_write_fail (self->archive);
  else if (!self->finished && archive_write_close (self->archive) < ARCHIVE_WARN)
    store_archive_error (self);
  self->finished = TRUE;
  return self->error == NULL ? ipl_file_save_get_fd (self->save) : -1;
}

/* @error: prevents the archive from getting its name; ipl_npz_writer_close() reports it */
void
ipl_npz_writer_fail (IplNpzWriter *self, GError *error)
{
  if (self->error == NULL)
    self->error = error;
  else
    g_error_free (error);
}

/* Finishes the archive and renames it to its name, replacing a file of that name. After any
 * error since ipl_npz_writer_new() the archive is removed and the old file is unchanged. */
gboolean
ipl_npz_writer_close (IplNpzWriter *self, GError **error)
{
  gboolean ok;

  ipl_npz_writer_finish (self);
  archive_write_free (self->archive);
  ok = self->error == NULL;
  if (ok)
    ok = ipl_file_save_commit (self->save, error);
  else
    {
      ipl_file_save_abandon (self->save);
      g_propagate_error (error, self->error);
    }
  g_free (self->prefix);
  g_free (self->path);
  g_free (self);
  return ok;
}
