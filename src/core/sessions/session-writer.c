/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing a session (session-file.h). */
#include "core/sessions/session-file-private.h"

#include <json-glib/json-glib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-hash.h"
#include "core/base/file-read.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"
#include "core/files/npz.h"
#include "core/images/image-set.h"

struct _IplSessionWriter
{
  char *path;
  char *expected; /* (nullable): ipl_file_stamp() of the file to be replaced */
  IplNpzWriter *npz;
  GString *document;
  JsonBuilder *members;
  GHashTable *added; /* of paths */
  guint n_members;   /* numbers given */
  gboolean leaves_places;
};

/* Refuses documents that the reader would refuse. */
static gboolean
check_document (const char *path, const char *document, GError **error)
{
  g_autofree char *shown = ipl_file_shown (path), *why = NULL;
  g_autoptr (JsonNode) root = NULL;

  if (strlen (document) > IPL_SESSION_MAX_DOCUMENT)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "“%s” is not saved: what is open takes %.1f MiB as text, and no more "
                     "than " IPL_SESSION_MAX_SHOWN " can be opened again. Shorten the notes of "
                     "its story.",
                     shown, (double)strlen (document) / (1024.0 * 1024.0));
  root = ipl_json_parse (document, strlen (document), &why);
  if (root != NULL)
    return TRUE;
  return ipl_fail (
      error, IPL_ERROR_VALUE,
      "“%s” is not saved, since it could not be opened again: what is open, as text, %s.", shown,
      why);
}

/* Begins to write a session. A file of that name changes only in ipl_session_writer_close().
 * @document: the document as JSON, at most IPL_SESSION_MAX_DOCUMENT bytes */
IplSessionWriter *
ipl_session_writer_new (const char *path, const char *document, GError **error)
{
  gint64 version = IPL_SESSION_VERSION;
  IplSessionWriter *self;
  IplNpzWriter *npz;

  if (!check_document (path, document, error))
    return NULL;
  npz = ipl_npz_writer_new (path, error);
  if (npz == NULL)
    return NULL;
  self = g_new0 (IplSessionWriter, 1);
  self->path = g_strdup (path);
  self->npz = npz;
  self->document = g_string_new (document);
  self->added = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->members = json_builder_new ();
  json_builder_begin_array (self->members);
  /* The first member identifies the format. */
  ipl_npz_writer_add_ints (npz, "interplay_session", &version, 0, NULL);
  ipl_npz_writer_add_text (npz, "interplay_version", IPL_VERSION);
  return self;
}

/* Writes names of files without their folders. */
void
ipl_session_writer_leave_places (IplSessionWriter *self)
{
  self->leaves_places = TRUE;
}

/* Replaces a path in the document, and in the documents that it has as strings, in which
 * quotation marks are escaped by backslashes. */
static void
replace_in_document (GString *document, const char *path, const char *text)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  gsize length = strlen (uri);
  const char *at = document->str;

  while ((at = strstr (at, uri)) != NULL)
    {
      gssize place = at - document->str;

      if (at[length] == '"' || at[length] == '\\')
        {
          g_string_erase (document, place, (gssize)length);
          g_string_insert (document, place, text);
        }
      at = document->str + place + 1;
    }
}

static void
add_document (IplSessionWriter *self)
{
  g_autofree char *sha256 = NULL;

  if (self->leaves_places)
    ipl_session_leave_places (self->document);
  sha256 = g_compute_checksum_for_string (G_CHECKSUM_SHA256, self->document->str, -1);
  ipl_npz_writer_add_text (self->npz, "document_sha256", sha256);
  ipl_npz_writer_add_bytes (self->npz, "document.json", self->document->str, self->document->len);
}

/* @name: of the copy, or empty
 * Returns: (transfer full) (nullable): the name of a file in the session; NULL for its path */
static char *
place_of (const IplSessionWriter *self, const char *name, const char *path)
{
  g_autofree char *base = g_path_get_basename (path);

  if (self->leaves_places)
    return ipl_session_name_text (name[0] != '\0' ? name : base);
  return ipl_session_place_text (path, self->path);
}

/* @from: the path of a file, or the name of a file of the program */
static void
add_member (IplSessionWriter *self, const char *name, const char *from, const char *sha256,
            gsize size)
{
  gboolean is_stored = g_str_has_prefix (name, "kept/");
  g_autofree char *path = g_canonicalize_filename (from, NULL);
  g_autofree char *place = is_stored ? g_strdup (from) : place_of (self, name, path);
  g_autofree char *digits = g_strdup_printf ("%" G_GSIZE_FORMAT, size);

  json_builder_begin_object (self->members);
  ipl_json_add_text (self->members, "name", name);
  if (place == NULL)
    ipl_json_add_path (self->members, "from", path);
  else
    ipl_json_add_text (self->members, "from", place);
  if (place != NULL && !is_stored)
    replace_in_document (self->document, path, place);
  ipl_json_add_text (self->members, "sha256", sha256);
  ipl_json_add_text (self->members, "size", digits);
  json_builder_end_object (self->members);
}

static void
copy (IplSessionWriter *self, const char *name, const char *path, const char *from,
      GCancellable *cancellable)
{
  gsize size = 0;
  g_autofree char *bytes
      = self->leaves_places ? ipl_session_read_without_places (path, &size) : NULL;
  g_autofree char *sha256 = NULL;

  if (bytes == NULL)
    sha256 = ipl_npz_writer_add_file (self->npz, name, path, &size, cancellable);
  else
    {
      sha256 = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *)bytes, size);
      ipl_npz_writer_add_bytes (self->npz, name, bytes, size);
    }
  if (sha256 != NULL)
    add_member (self, name, from, sha256, size);
}

/* The name of a file in the archive; unsuitable characters become underscores. */
static char *
member_name (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  char *name = g_utf8_make_valid (base, -1);

  for (char *at = name; *at != '\0'; at++)
    if ((guchar)*at < ' ' || *at == '\\' || *at == 127)
      *at = '_';
  if (name[0] == '.')
    name[0] = '_';
  return name;
}

/* Copies a file into its numbered folder; related files share a number. */
static void
copy_numbered (IplSessionWriter *self, const char *path, GCancellable *cancellable)
{
  g_autofree char *base = member_name (path);
  g_autofree char *name = g_strdup_printf ("files/%u/%s", self->n_members, base);

  copy (self, name, path, path, cancellable);
}

/* Adds a file, once, and with images the file of labels in their folder. ipl_session_writer_close()
 * reports errors.
 * @copies: TRUE to copy its bytes into the session; folders are never copied */
void
ipl_session_writer_add_file (IplSessionWriter *self, const char *path, gboolean copies,
                             GCancellable *cancellable)
{
  g_autofree char *companion = NULL;

  if (!g_hash_table_add (self->added, g_strdup (path)))
    return;
  if (!copies || g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      add_member (self, "", path, "", 0);
      return;
    }
  self->n_members++;
  copy_numbered (self, path, cancellable);
  companion = ipl_image_file_companion (path);
  if (companion != NULL)
    copy_numbered (self, companion, cancellable);
}

/* Adds a file that the document does not mention; its name identifies it.
 * @path: a file of the program: draws, or the checkpoint of long work */
void
ipl_session_writer_add_unnamed_file (IplSessionWriter *self, const char *path,
                                     GCancellable *cancellable)
{
  g_autofree char *base = member_name (path);
  g_autofree char *name = g_strdup_printf ("kept/%s", base);

  if (g_hash_table_add (self->added, g_strdup (path)))
    copy (self, name, path, base, cancellable);
}

/* Returns: the writer for further arrays, whose names must differ from the session's own */
IplNpzWriter *
ipl_session_writer_get_arrays (IplSessionWriter *self)
{
  return self->npz;
}

/* Copies the arrays of another session; the session's own are already written. */
static gboolean
carry_entry (IplSessionWriter *self, const IplSessionFile *from, IplZip *zip, const char *name)
{
  static const char *const own[]
      = { "interplay_session.npy", "interplay_version.npy", "document_sha256.npy", NULL };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint8 block[IPL_ZIP_BLOCK];
  gssize got;

  if (!g_str_has_suffix (name, ".npy") || g_strv_contains (own, name))
    return TRUE;
  while ((got = ipl_session_file_read_some (from, zip, block, sizeof block, NULL)) > 0)
    g_byte_array_append (bytes, block, (guint)got);
  if (got == 0)
    ipl_npz_writer_add_bytes (self->npz, name, bytes->data, bytes->len);
  return got == 0;
}

/* Adds the arrays of another session, byte for byte: results of the same parameters. */
void
ipl_session_writer_carry_arrays (IplSessionWriter *self, const char *path,
                                 GCancellable *cancellable)
{
  int fd = ipl_file_open (path, NULL, NULL);
  IplSessionFile from = { .path = (char *)path };
  g_autoptr (IplZip) zip
      = fd >= 0 ? ipl_session_file_open_zip (&from, fd, cancellable, NULL) : NULL;
  struct archive_entry *entry = NULL;

  while (zip != NULL && ipl_zip_next (zip, &entry, NULL) && entry != NULL
         && carry_entry (self, &from, zip, ipl_zip_name (entry)))
    ;
  if (fd >= 0)
    close (fd);
}

/* @stamp: (nullable): last known ipl_file_stamp() of the file; a file with another stamp is not
 *   replaced, which is G_IO_ERROR_WRONG_ETAG */
void
ipl_session_writer_expect (IplSessionWriter *self, const char *stamp)
{
  self->expected = g_strdup (stamp);
}

static void
check_replaced (IplSessionWriter *self)
{
  g_autofree char *stamp = self->expected != NULL ? ipl_file_stamp (self->path) : NULL;
  g_autofree char *shown = ipl_file_shown (self->path);

  if (stamp != NULL && strcmp (stamp, self->expected) != 0)
    ipl_npz_writer_fail (
        self->npz, g_error_new (G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                                "“%s” has changed since it was opened or saved here.", shown));
}

/* Verifies the new file before it replaces an older one. */
static void
check_written (IplSessionWriter *self, GCancellable *cancellable)
{
  int fd = ipl_npz_writer_finish (self->npz);
  g_autofree char *shown = ipl_file_shown (self->path);
  g_autoptr (IplSessionFile) file = NULL;
  g_autoptr (GError) why = NULL;

  if (fd >= 0)
    file = ipl_session_file_read (fd, self->path, cancellable, &why);
  if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ipl_npz_writer_fail (self->npz, g_steal_pointer (&why));
  else if (why != NULL)
    ipl_npz_writer_fail (self->npz, g_error_new (IPL_ERROR, IPL_ERROR_VALUE,
                                                 "“%s” is not saved, since it could not be opened "
                                                 "again. (%s)",
                                                 shown, why->message));
}

/* Finishes the session, verifies it, and renames it to its name. After any error since
 * ipl_session_writer_new() the new file is removed, and an existing file is unchanged. */
gboolean
ipl_session_writer_close (IplSessionWriter *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = NULL;
  gboolean ok;

  json_builder_end_array (self->members);
  text = ipl_json_write_built (self->members, FALSE);
  add_document (self);
  ipl_npz_writer_add_bytes (self->npz, "files.json", text, strlen (text));
  check_written (self, cancellable);
  check_replaced (self);
  ok = ipl_npz_writer_close (self->npz, error);
  g_free (self->path);
  g_free (self->expected);
  g_string_free (self->document, TRUE);
  g_object_unref (self->members);
  g_hash_table_unref (self->added);
  g_free (self);
  return ok;
}
