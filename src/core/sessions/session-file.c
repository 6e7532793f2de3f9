/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a session. Files of unknown origin must satisfy all properties of written sessions:
 * names below the session, correct sizes and hashes. */
#include "core/sessions/session-file-private.h"

#include <errno.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-hash.h"
#include "core/base/file-read.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"

#define FIRST_MEMBER "interplay_session.npy"
#define MAX_MEMBERS 10000
#define MAX_ENTRIES 40000
#define CHUNK 65536

static void
member_free (gpointer data)
{
  IplSessionMember *member = data;

  g_free (member->name);
  g_free (member->from);
  g_free (member->place);
  g_free (member->sha256);
  g_free (member->path);
  g_free (member);
}

void
ipl_session_file_free (IplSessionFile *self)
{
  g_free (self->path);
  g_free (self->stamp);
  g_free (self->program);
  g_free (self->document);
  g_ptr_array_unref (self->members);
  g_free (self);
}

/* Returns: TRUE if it begins as a session does, also for another version or a damaged file */
gboolean
ipl_session_file_is (const char *path)
{
  guint8 bytes[30 + sizeof FIRST_MEMBER - 1] = { 0 };
  int fd = ipl_file_open (path, NULL, NULL);
  gssize got = fd >= 0 ? pread (fd, bytes, sizeof bytes, 0) : -1;

  if (fd >= 0)
    close (fd);
  return got == sizeof bytes && memcmp (bytes, "PK\x03\x04", 4) == 0
         && memcmp (bytes + 30, FIRST_MEMBER, sizeof FIRST_MEMBER - 1) == 0;
}

/* @why: the predicate of a sentence about the session */
gboolean
ipl_session_file_set_damaged (const IplSessionFile *self, const char *why, GError **error)
{
  g_autofree char *shown = ipl_file_shown (self->path);

  return ipl_fail (error, IPL_ERROR_FORMAT,
                   "“%s” is damaged: %s. Open a copy of the session that is whole.", shown, why);
}

/* FALSE if the file has a later version than this program. */
static gboolean
check_version (const IplSessionFile *self, IplNpz *npz, GCancellable *cancellable, GError **error)
{
  IplArray *array = ipl_npz_lookup (npz, "interplay_session");
  IplArray *program = ipl_npz_lookup (npz, "interplay_version");
  double version;

  if (array == NULL || array->is_text || array->size != 1)
    return ipl_session_file_set_damaged (self, "it has no version of the session format", error);
  if (!ipl_npz_load (npz, array, cancellable, error))
    return FALSE;
  version = array->values[0];
  if (!(version >= 1))
    return ipl_session_file_set_damaged (self, "it has no version of the session format", error);
  if (version > IPL_SESSION_VERSION)
    {
      g_autofree char *shown = ipl_file_shown (self->path), *newer = NULL;

      if (program != NULL && program->is_text && program->size == 1
          && ipl_npz_load (npz, program, cancellable, NULL))
        newer = ipl_text_shown (program->texts[0]);
      return ipl_fail (
          error, IPL_ERROR_FORMAT,
          "“%s” was saved by a newer Interplay (%s), in a form that this one, " IPL_VERSION
          ", does not know: open it with that.",
          shown, newer != NULL ? newer : "of an unknown version");
    }
  return TRUE;
}

/* The text of a scalar array; FALSE if it is missing or damaged. */
static gboolean
load_text (IplNpz *npz, const char *name, const char **text, GCancellable *cancellable,
           GError **error)
{
  IplArray *array = ipl_npz_lookup (npz, name);

  if (array == NULL || !array->is_text || array->size != 1
      || !ipl_npz_load (npz, array, cancellable, error))
    return FALSE;
  *text = array->texts[0];
  return TRUE;
}

/* Like ipl_zip_read(), with -1 and @error for a damaged entry. */
gssize
ipl_session_file_read_some (const IplSessionFile *self, IplZip *zip, gpointer bytes, gsize n,
                            GError **error)
{
  gssize got = ipl_zip_read (zip, bytes, n, error);

  if (got >= -1)
    return got;
  ipl_session_file_set_damaged (self, "the checksum of a part of it is wrong", error);
  return -1;
}

/* Reads an entry of JSON completely, which verifies its checksum. */
static char *
read_text (const IplSessionFile *self, IplZip *zip, struct archive_entry *entry, GError **error)
{
  la_int64_t size = archive_entry_size_is_set (entry) ? archive_entry_size (entry) : -1;
  g_autofree char *text = NULL;
  gsize done = 0;
  gssize got;

  if (size < 0 || size > IPL_SESSION_MAX_DOCUMENT)
    {
      ipl_session_file_set_damaged (self, "what was open is larger than " IPL_SESSION_MAX_SHOWN,
                                    error);
      return NULL;
    }
  text = g_malloc0 ((gsize)size + 1);
  while ((got = ipl_session_file_read_some (self, zip, text + done, (gsize)size + 1 - done, error))
         > 0)
    {
      done += (gsize)got;
      if (done > (gsize)size)
        break;
    }
  if (got < 0)
    return NULL;
  if (done == (gsize)size && strlen (text) == done)
    return g_steal_pointer (&text);
  ipl_session_file_set_damaged (self, "it is cut short", error);
  return NULL;
}

/* Every other entry, for its checksum only. */
static gboolean
check_entry (const IplSessionFile *self, IplZip *zip, GError **error)
{
  g_autofree guint8 *bytes = g_malloc (CHUNK);
  gssize got;

  while ((got = ipl_session_file_read_some (self, zip, bytes, CHUNK, error)) > 0)
    ;
  return got == 0;
}

/* TRUE if a member name has the form "files/N/NAME", or is a NAME in the folder of the program's
 * own files, and does not lead outside the session. */
static gboolean
is_name (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", 4);
  guint n = g_strv_length (parts);

  if (n == 3)
    {
      gsize digits = strspn (parts[1], "0123456789");

      if (strcmp (parts[0], "files") != 0 || digits == 0 || digits > 6 || parts[1][digits] != '\0')
        return FALSE;
    }
  else if (n != 2 || strcmp (parts[0], "kept") != 0)
    return FALSE;
  return parts[n - 1][0] != '\0' && parts[n - 1][0] != '.' && strchr (parts[n - 1], '\\') == NULL;
}

static gboolean
read_member (IplSessionFile *self, JsonNode *node, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *name = NULL, *from = NULL, *sha256 = NULL, *size = NULL;
  guint64 bytes = 0;
  IplSessionMember *member;

  if (object == NULL || !json_object_has_member (object, "from")
      || !ipl_json_get_text (object, "name", &name, NULL) || name == NULL
      || !ipl_json_node_path (json_object_get_member (object, "from"), "from", &from, NULL)
      || from == NULL || !ipl_json_get_text (object, "sha256", &sha256, NULL) || sha256 == NULL
      || !ipl_json_get_text (object, "size", &size, NULL) || size == NULL
      || !g_ascii_string_to_unsigned (size, 10, 0, G_MAXINT64, &bytes, NULL)
      || (name[0] != '\0' && (!is_name (name) || strlen (sha256) != 64)))
    return ipl_session_file_set_damaged (self, "its list of files cannot be read", error);
  member = g_new0 (IplSessionMember, 1);
  member->name = g_strdup (name);
  member->from = g_strdup (from);
  member->place = ipl_session_find_place (from, self->path);
  member->sha256 = g_strdup (sha256);
  member->size = (gsize)bytes;
  g_ptr_array_add (self->members, member);
  return TRUE;
}

static gboolean
read_members (IplSessionFile *self, const char *text, GError **error)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonNode) root = ipl_json_parse (text, strlen (text), &why);
  JsonArray *array
      = root != NULL && JSON_NODE_HOLDS_ARRAY (root) ? json_node_get_array (root) : NULL;

  if (array == NULL || json_array_get_length (array) > MAX_MEMBERS)
    return ipl_session_file_set_damaged (self, "its list of files cannot be read", error);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!read_member (self, json_array_get_element (array, i), error))
      return FALSE;
  return TRUE;
}

void
ipl_session_zip_free (IplZip *zip)
{
  ipl_zip_close (zip);
  g_free (zip);
}

/* @fd: the file of @self */
IplZip *
ipl_session_file_open_zip (const IplSessionFile *self, int fd, GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (IplZip) zip = g_new0 (IplZip, 1);
  struct stat status;

  zip->shown = self->path;
  zip->max_entries = MAX_ENTRIES;
  zip->cancellable = cancellable;
  if (fstat (fd, &status) != 0)
    {
      ipl_set_io_error (error, "read", self->path, errno);
      return NULL;
    }
  /* Members are stored without compression, so their size is bounded by the file. */
  zip->budget = 4.0 * (double)status.st_size + IPL_SESSION_MAX_DOCUMENT;
  if (ipl_zip_open (zip, fd))
    return g_steal_pointer (&zip);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    ipl_session_file_set_damaged (self, "it is cut short", error);
  return NULL;
}

static gboolean
walk_entries (IplSessionFile *self, IplZip *zip, char **members, GError **error)
{
  struct archive_entry *entry;

  while (ipl_zip_next (zip, &entry, error))
    {
      const char *name = entry != NULL ? ipl_zip_name (entry) : NULL;
      char **place = NULL;

      if (entry == NULL)
        return TRUE;
      if (g_strcmp0 (name, "document.json") == 0)
        place = &self->document;
      else if (g_strcmp0 (name, "files.json") == 0)
        place = members;
      if (place == NULL)
        {
          if (!check_entry (self, zip, error))
            return FALSE;
          continue;
        }
      g_free (*place);
      *place = read_text (self, zip, entry, error);
      if (*place == NULL)
        return FALSE;
    }
  return FALSE;
}

/* @sha256: (nullable): hash of the document; sessions of older versions have none */
static gboolean
check_document (const IplSessionFile *self, const char *sha256, GError **error)
{
  g_autofree char *own = g_compute_checksum_for_string (G_CHECKSUM_SHA256, self->document, -1);
  g_autofree char *fault = NULL, *why = NULL;
  g_autoptr (JsonNode) root = NULL;

  if (sha256 != NULL && strcmp (own, sha256) != 0)
    return ipl_session_file_set_damaged (self, "what was open is not what was saved", error);
  root = ipl_json_parse (self->document, strlen (self->document), &fault);
  if (root != NULL)
    return TRUE;
  why = g_strdup_printf ("the text of what was open %s", fault);
  return ipl_session_file_set_damaged (self, why, error);
}

static gboolean
read_texts (IplSessionFile *self, int fd, const char *sha256, GCancellable *cancellable,
            GError **error)
{
  g_autofree char *members = NULL;
  g_autoptr (IplZip) zip = ipl_session_file_open_zip (self, fd, cancellable, error);

  if (zip == NULL || !walk_entries (self, zip, &members, error))
    return FALSE;
  if (self->document != NULL && members != NULL)
    return check_document (self, sha256, error) && read_members (self, members, error);
  return ipl_session_file_set_damaged (self, "what was open is not in it", error);
}

/* Like ipl_session_file_open().
 * @fd: a session that is open for reading; its position changes */
IplSessionFile *
ipl_session_file_read (int fd, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplSessionFile) self = g_new0 (IplSessionFile, 1);
  g_autoptr (IplNpz) npz = NULL;
  const char *program = NULL, *sha256 = NULL;

  self->path = g_strdup (path);
  self->members = g_ptr_array_new_with_free_func (member_free);
  npz = ipl_npz_open_fd (fd, path, cancellable, error);
  if (npz == NULL || !check_version (self, npz, cancellable, error))
    return NULL;
  if (!load_text (npz, "interplay_version", &program, cancellable, NULL)
      || (ipl_npz_lookup (npz, "document_sha256") != NULL
          && !load_text (npz, "document_sha256", &sha256, cancellable, NULL)))
    {
      if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        ipl_session_file_set_damaged (self, "it does not name the program that wrote it", error);
      return NULL;
    }
  self->program = g_strdup (program);
  return read_texts (self, fd, sha256, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

/* Reads the document and the list of its files, without unpacking them. All checksums and the
 * hash of the document are verified. */
IplSessionFile *
ipl_session_file_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *stamp = ipl_file_stamp (path);
  int fd = ipl_file_open (path, NULL, error);
  IplSessionFile *self;

  if (fd < 0)
    return NULL;
  self = ipl_session_file_read (fd, path, cancellable, error);
  close (fd);
  if (self != NULL)
    self->stamp = g_steal_pointer (&stamp);
  return self;
}
