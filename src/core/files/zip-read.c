/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Zip archives within limits: number of entries, length of names, unpacked bytes. Every block
 * checks the cancellable, also while libarchive reads the list of entries. */
#include "core/files/zip-read.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/base/error.h"

/* Entries examined to determine the kind of an archive. */
#define MAX_LOOKED_AT 10000

static la_ssize_t
read_block (struct archive *archive, void *data, const void **block)
{
  IplZip *self = data;
  gssize got;

  if (g_cancellable_is_cancelled (self->cancellable))
    {
      archive_set_error (archive, EINTR, "cancelled");
      return ARCHIVE_FATAL;
    }
  do
    got = read (self->fd, self->block, sizeof self->block);
  while (got < 0 && errno == EINTR);
  *block = self->block;
  return got < 0 ? ARCHIVE_FATAL : got;
}

static la_int64_t
seek (struct archive *archive, void *data, la_int64_t offset, int whence)
{
  IplZip *self = data;
  off_t at = lseek (self->fd, (off_t)offset, whence);

  return at < 0 ? ARCHIVE_FATAL : at;
}

/* @self: an archive with limits
 * @fd: a file, which must stay open until ipl_zip_close(); read from its beginning
 * Returns: FALSE if it is not a zip or the cancellable is cancelled. The caller closes the
 *   archive in any case. */
gboolean
ipl_zip_open (IplZip *self, int fd)
{
  self->fd = fd;
  self->entry = NULL;
  self->n_entries = 0;
  self->unpacked = 0;
  self->archive = archive_read_new ();
  if (lseek (fd, 0, SEEK_SET) != 0)
    return FALSE;
  /* Only the seekable reader uses the central directory, the only place of the sizes of streamed
   * entries. */
  archive_read_support_format_zip_seekable (self->archive);
  archive_read_set_read_callback (self->archive, read_block);
  archive_read_set_seek_callback (self->archive, seek);
  archive_read_set_callback_data (self->archive, self);
  return archive_read_open1 (self->archive) == ARCHIVE_OK;
}

void
ipl_zip_close (IplZip *self)
{
  g_clear_pointer (&self->archive, archive_read_free);
}

/* Returns: (nullable): its name, possibly not UTF-8 */
const char *
ipl_zip_name (struct archive_entry *entry)
{
  const char *name = archive_entry_pathname_utf8 (entry);

  return name != NULL ? name : archive_entry_pathname (entry);
}

/* @entry: (out): the next entry, NULL after the last */
gboolean
ipl_zip_next (IplZip *self, struct archive_entry **entry, GError **error)
{
  const char *name;
  int status;

  *entry = NULL;
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  status = archive_read_next_header (self->archive, entry);
  if (status == ARCHIVE_EOF)
    {
      *entry = NULL;
      return TRUE;
    }
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
    return ipl_fail (error, IPL_ERROR_FORMAT,
                     "“%s” is damaged or cut short: its list of files cannot be read.",
                     self->shown);
  self->entry = *entry;
  if (++self->n_entries > self->max_entries)
    return ipl_fail (error, IPL_ERROR_MEMORY, "“%s” holds more than %u files: use a part of them.",
                     self->shown, self->max_entries);
  name = ipl_zip_name (*entry);
  if (name != NULL && strlen (name) > IPL_ZIP_MAX_NAME)
    return ipl_fail (error, IPL_ERROR_FORMAT,
                     "“%s” holds a file whose name is longer than %d bytes.", self->shown,
                     IPL_ZIP_MAX_NAME);
  return TRUE;
}

/* Passes the names in a zip to @look until it decides.
 * @look: returns 1 if a name proves the kind of the zip, -1 if it excludes it, else 0
 * Returns: TRUE if the zip is of that kind */
gboolean
ipl_zip_is (int fd, int (*look) (const char *name))
{
  g_autofree IplZip *zip = g_new0 (IplZip, 1);
  struct archive_entry *entry;
  int verdict = 0;

  zip->shown = "";
  zip->max_entries = MAX_LOOKED_AT;
  if (ipl_zip_open (zip, fd))
    while (verdict == 0 && ipl_zip_next (zip, &entry, NULL) && entry != NULL)
      verdict = ipl_zip_name (entry) != NULL ? look (ipl_zip_name (entry)) : 0;
  ipl_zip_close (zip);
  return verdict > 0;
}

/* Returns: (nullable): why the entry cannot be unpacked, as the predicate of a sentence about
 *   it. Methods other than deflate allocate as much memory as the file declares. */
const char *
ipl_zip_unusual (const IplZip *self)
{
  const char *format = archive_format_name (self->archive);

  if (archive_entry_is_encrypted (self->entry))
    return "is encrypted: save it without a password";
  if (format == NULL
      || (strstr (format, "(deflation)") == NULL && strstr (format, "(uncompressed)") == NULL))
    return "is packed in another way than “deflate”: pack it as usual";
  return NULL;
}

/* @bytes: (out): [@n] the next unpacked bytes of the entry
 * Returns: the number of bytes, 0 at the end of an entry with a correct checksum; -1 with @error
 *   if the budget is used up or the read is cancelled, -2 without @error if the entry is damaged */
gssize
ipl_zip_read (IplZip *self, gpointer bytes, gsize n, GError **error)
{
  la_ssize_t got;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return -1;
  got = archive_read_data (self->archive, bytes, MIN (n, 4 * IPL_ZIP_BLOCK));
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return -1;
  if (got < 0)
    return -2;
  self->unpacked += (double)got;
  if (self->unpacked <= self->budget)
    return got;
  g_set_error (
      error, IPL_ERROR, IPL_ERROR_MEMORY,
      "“%s” unpacks to more than %.0f MB, which a file of its size cannot hold in earnest.",
      self->shown, self->budget / 1e6);
  return -1;
}
