/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session as it is read. What others wrote is held to what the program writes: names that lead
 * nowhere else, sizes and hashes that are true. */
#include "core/sessions/session-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-hash.h"
#include "core/base/io-error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/shown-text.h"
#include "core/files/zip-read.h"

#define FIRST_MEMBER "interplay_session.npy"
#define MAX_JSON (16 * 1024 * 1024)
#define MAX_MEMBERS 10000
#define MAX_ENTRIES 40000
#define CHUNK 65536

static void
member_free (gpointer data)
{
  IplSessionMember *member = data;

  g_free (member->name);
  g_free (member->from);
  g_free (member->sha256);
  g_free (member->path);
  g_free (member);
}

void
ipl_session_file_free (IplSessionFile *self)
{
  g_free (self->path);
  g_free (self->program);
  g_free (self->document);
  g_ptr_array_unref (self->members);
  g_free (self);
}

/**
 * ipl_session_file_is:
 * @path: any file
 *
 * Returns: whether it begins as a session does, be it of another version or damaged further on
 */
gboolean
ipl_session_file_is (const char *path)
{
  guint8 bytes[30 + sizeof FIRST_MEMBER - 1] = { 0 };
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  gssize got = fd >= 0 ? pread (fd, bytes, sizeof bytes, 0) : -1;

  if (fd >= 0)
    close (fd);
  return got == sizeof bytes && memcmp (bytes, "PK\x03\x04", 4) == 0
         && memcmp (bytes + 30, FIRST_MEMBER, sizeof FIRST_MEMBER - 1) == 0;
}

static void
set_damaged (const IplSessionFile *self, const char *why, GError **error)
{
  g_autofree char *shown = ipl_file_shown (self->path);

  g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
               "“%s” is damaged: %s. Open a copy of the session that is whole.", shown, why);
}

/* Of this program's form, or an older one. */
static gboolean
check_version (const IplSessionFile *self, IplNpz *npz, GCancellable *cancellable, GError **error)
{
  IplArray *array = ipl_npz_lookup (npz, "interplay_session");
  IplArray *program = ipl_npz_lookup (npz, "interplay_version");
  double version;

  if (array == NULL || array->is_text || array->size != 1)
    {
      set_damaged (self, "it does not say which version of a session it is", error);
      return FALSE;
    }
  if (!ipl_npz_load (npz, array, cancellable, error))
    return FALSE;
  version = array->values[0];
  if (!(version >= 1))
    {
      set_damaged (self, "it does not say which version of a session it is", error);
      return FALSE;
    }
  if (version > IPL_SESSION_VERSION)
    {
      g_autofree char *shown = ipl_file_shown (self->path), *newer = NULL;

      if (program != NULL && program->is_text && program->size == 1
          && ipl_npz_load (npz, program, cancellable, NULL))
        newer = ipl_text_shown (program->texts[0]);
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” was saved by a newer Interplay (%s), in a form that this one, " IPL_VERSION
                   ", does not know: open it with that.",
                   shown, newer != NULL ? newer : "of an unknown version");
      return FALSE;
    }
  return TRUE;
}

static char *
read_program (IplNpz *npz, GCancellable *cancellable)
{
  IplArray *program = ipl_npz_lookup (npz, "interplay_version");

  if (program == NULL || !program->is_text || program->size != 1
      || !ipl_npz_load (npz, program, cancellable, NULL))
    return g_strdup ("?");
  return g_strdup (program->texts[0]);
}

/* The whole of an entry that holds JSON. */
static char *
read_text (IplZip *zip, struct archive_entry *entry, const IplSessionFile *self, GError **error)
{
  la_int64_t size = archive_entry_size_is_set (entry) ? archive_entry_size (entry) : -1;
  g_autofree char *text = NULL;
  gssize got;

  if (size < 0 || size > MAX_JSON)
    {
      set_damaged (self, "what was open is larger than 16 MB", error);
      return NULL;
    }
  text = g_malloc ((gsize)size + 1);
  got = ipl_zip_read (zip, text, (gsize)size, error);
  if (got < 0)
    return NULL;
  text[got] = '\0';
  if (got == size && strlen (text) == (gsize)size)
    return g_steal_pointer (&text);
  set_damaged (self, "it is cut short", error);
  return NULL;
}

/* "files/2/mine.npz" or "kept/draws-0", and nothing that leads elsewhere. */
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
    {
      set_damaged (self, "its list of files cannot be read", error);
      return FALSE;
    }
  member = g_new0 (IplSessionMember, 1);
  member->name = g_strdup (name);
  member->from = g_strdup (from);
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
    {
      set_damaged (self, "its list of files cannot be read", error);
      return FALSE;
    }
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!read_member (self, json_array_get_element (array, i), error))
      return FALSE;
  return TRUE;
}

static IplZip *
open_zip (const IplSessionFile *self, int *fd, GCancellable *cancellable, GError **error)
{
  struct stat status;
  IplZip *zip;

  *fd = g_open (self->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  if (*fd < 0 || fstat (*fd, &status) != 0)
    {
      ipl_set_io_error (error, "read", self->path, errno);
      return NULL;
    }
  zip = g_new0 (IplZip, 1);
  zip->shown = self->path;
  zip->max_entries = MAX_ENTRIES;
  /* Nothing is packed, so that nothing can grow much. */
  zip->budget = 4.0 * (double)status.st_size + MAX_JSON;
  zip->cancellable = cancellable;
  if (ipl_zip_open (zip, *fd))
    return zip;
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    set_damaged (self, "it is cut short", error);
  ipl_zip_close (zip);
  g_free (zip);
  return NULL;
}

static gboolean
walk_texts (IplSessionFile *self, IplZip *zip, char **members, GError **error)
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
        continue;
      g_free (*place);
      *place = read_text (zip, entry, self, error);
      if (*place == NULL)
        return FALSE;
    }
  return FALSE;
}

static gboolean
read_texts (IplSessionFile *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *members = NULL;
  gboolean ok;
  int fd;
  IplZip *zip = open_zip (self, &fd, cancellable, error);

  ok = zip != NULL && walk_texts (self, zip, &members, error);
  if (zip != NULL)
    ipl_zip_close (zip);
  g_free (zip);
  if (fd >= 0)
    close (fd);
  if (!ok)
    return FALSE;
  if (self->document != NULL && members != NULL)
    return read_members (self, members, error);
  set_damaged (self, "what was open is not in it", error);
  return FALSE;
}

/**
 * ipl_session_file_open:
 * @path: a session
 * @cancellable: (nullable)
 * @error: return location for an #IPL_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Reads what was open, and which files belong to it; nothing is unpacked.
 *
 * Returns: (transfer full) (nullable): the session
 */
IplSessionFile *
ipl_session_file_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplSessionFile) self = g_new0 (IplSessionFile, 1);
  g_autoptr (IplNpz) npz = NULL;

  self->path = g_strdup (path);
  self->members = g_ptr_array_new_with_free_func (member_free);
  npz = ipl_npz_open (path, cancellable, error);
  if (npz == NULL || !check_version (self, npz, cancellable, error))
    return NULL;
  self->program = read_program (npz, cancellable);
  return read_texts (self, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

/* Whether what the session has a copy of still lies where it was. */
static gboolean
is_still_there (const IplSessionMember *member, GCancellable *cancellable)
{
  struct stat status;
  g_autofree char *sha256 = NULL;

  if (g_stat (member->from, &status) != 0 || !S_ISREG (status.st_mode)
      || (gsize)status.st_size != member->size)
    return FALSE;
  sha256 = ipl_file_hash (member->from, NULL, cancellable, NULL);
  return g_strcmp0 (sha256, member->sha256) == 0;
}

/* Files that belong beside each other are all where they were, or none is taken from there. */
static gboolean
are_still_there (const IplSessionFile *self, const IplSessionMember *member,
                 GCancellable *cancellable)
{
  const char *base = strrchr (member->name, '/') + 1;
  g_autofree char *folder = g_strndup (member->name, (gsize)(base - member->name));

  if (strcmp (folder, "kept/") == 0)
    return FALSE;
  for (guint i = 0; i < self->members->len; i++)
    {
      const IplSessionMember *other = self->members->pdata[i];

      if (g_str_has_prefix (other->name, folder) && !is_still_there (other, cancellable))
        return FALSE;
    }
  return TRUE;
}

static gboolean
unpack_entry (const IplSessionFile *self, IplZip *zip, IplSessionMember *member, const char *folder,
              GError **error)
{
  const char *name
      = g_str_has_prefix (member->name, "kept/") ? member->name + strlen ("kept/") : member->name;
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree guint8 *bytes = g_malloc (CHUNK);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize size = 0;
  gssize got = 0;
  IplFileSave *save;
  int code = g_mkdir_with_parents (parent, 0700) != 0 ? errno : 0;

  if (code != 0)
    {
      ipl_set_io_error (error, "made", parent, code);
      return FALSE;
    }
  save = ipl_file_save_begin (path, error);
  if (save == NULL)
    return FALSE;
  while (code == 0 && (got = ipl_zip_read (zip, bytes, CHUNK, error)) > 0)
    {
      size += (gsize)got;
      g_checksum_update (sum, bytes, got);
      code = ipl_file_save_write (save, bytes, (gsize)got);
    }
  if (code != 0)
    ipl_set_io_error (error, "written", path, code);
  else if (got == 0
           && (size != member->size || strcmp (g_checksum_get_string (sum), member->sha256) != 0))
    {
      g_autofree char *shown = ipl_file_shown (member->name);
      g_autofree char *why = g_strdup_printf ("“%s” in it is not what was saved", shown);

      set_damaged (self, why, error);
      got = -1;
    }
  if (code != 0 || got < 0)
    {
      ipl_file_save_abandon (save);
      return FALSE;
    }
  if (!ipl_file_save_commit (save, error))
    return FALSE;
  member->path = g_steal_pointer (&path);
  return TRUE;
}

static gboolean
unpack_entries (IplSessionFile *self, IplZip *zip, GHashTable *wanted, const char *folder,
                GError **error)
{
  struct archive_entry *entry;

  while (g_hash_table_size (wanted) > 0 && ipl_zip_next (zip, &entry, error))
    {
      const char *name = entry != NULL ? ipl_zip_name (entry) : NULL;
      IplSessionMember *member = name != NULL ? g_hash_table_lookup (wanted, name) : NULL;

      if (entry == NULL)
        {
          set_damaged (self, "a file that belongs to it is missing", error);
          return FALSE;
        }
      if (member == NULL)
        continue;
      g_hash_table_remove (wanted, name);
      if (!unpack_entry (self, zip, member, folder, error))
        return FALSE;
    }
  return g_hash_table_size (wanted) == 0;
}

/**
 * ipl_session_file_unpack:
 * @self: a session
 * @folder: where copies of its files go that are not where they were any more, or are others now
 * @cancellable: (nullable)
 * @error: return location for an #IPL_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Finds or makes all files that belong to it, and says in each member where it is.
 *
 * Returns: whether all that the session has copies of are there
 */
gboolean
ipl_session_file_unpack (IplSessionFile *self, const char *folder, GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean ok;
  IplZip *zip;
  int fd;

  for (guint i = 0; i < self->members->len; i++)
    {
      IplSessionMember *member = self->members->pdata[i];

      g_clear_pointer (&member->path, g_free);
      if (member->name[0] == '\0' || are_still_there (self, member, cancellable))
        member->path = g_strdup (member->from);
      else
        g_hash_table_insert (wanted, member->name, member);
    }
  if (g_hash_table_size (wanted) == 0)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  zip = open_zip (self, &fd, cancellable, error);
  ok = zip != NULL && unpack_entries (self, zip, wanted, folder, error);
  if (zip != NULL)
    ipl_zip_close (zip);
  g_free (zip);
  if (fd >= 0)
    close (fd);
  return ok;
}

/**
 * ipl_session_file_find:
 * @self: a session that is unpacked
 * @from: where a file was when it was saved
 *
 * Returns: (transfer none) (nullable): where it is now; %NULL for one that does not belong to it
 */
const char *
ipl_session_file_find (const IplSessionFile *self, const char *from)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      const IplSessionMember *member = self->members->pdata[i];

      if (!g_str_has_prefix (member->name, "kept/") && strcmp (member->from, from) == 0)
        return member->path;
    }
  return NULL;
}
