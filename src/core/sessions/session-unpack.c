/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a session: the originals or copies. */
#include "core/sessions/session-file-private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file-hash.h"
#include "core/base/file-read.h"
#include "core/base/error.h"
#include "core/base/text-escape.h"

#define CHUNK 65536

/* TRUE if the original of a copy is unchanged at its path. */
static gboolean
is_unchanged (const IplSessionMember *member, GCancellable *cancellable)
{
  struct stat status;
  g_autofree char *sha256 = NULL;

  if (g_stat (member->place, &status) != 0 || !S_ISREG (status.st_mode)
      || (gsize)status.st_size != member->size)
    return FALSE;
  sha256 = ipl_file_hash (member->place, NULL, cancellable, NULL);
  return g_strcmp0 (sha256, member->sha256) == 0;
}

/* "files/3/" of a member. */
static char *
folder_of (const IplSessionMember *member)
{
  return g_strndup (member->name, (gsize)(strrchr (member->name, '/') + 1 - member->name));
}

/* Related files are taken together: all originals, or none of them.
 * Returns: the folders in which an original is missing; each file is read once */
static GHashTable *
find_missing (const IplSessionFile *self, GCancellable *cancellable)
{
  GHashTable *missing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_hash_table_add (missing, g_strdup ("kept/"));
  for (guint i = 0; i < self->members->len; i++)
    {
      const IplSessionMember *member = self->members->pdata[i];
      g_autofree char *folder = member->name[0] != '\0' ? folder_of (member) : NULL;

      if (folder != NULL && !g_hash_table_contains (missing, folder)
          && !is_unchanged (member, cancellable))
        g_hash_table_add (missing, g_steal_pointer (&folder));
    }
  return missing;
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
  while (code == 0 && (got = ipl_session_file_read_some (self, zip, bytes, CHUNK, error)) > 0)
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

      ipl_session_file_set_damaged (self, why, error);
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
        return ipl_session_file_set_damaged (self, "a file that belongs to it is missing", error);
      if (member == NULL)
        continue;
      g_hash_table_remove (wanted, name);
      if (!unpack_entry (self, zip, member, folder, error))
        return FALSE;
    }
  return g_hash_table_size (wanted) == 0;
}

static gboolean
unpack_wanted (IplSessionFile *self, int fd, GHashTable *wanted, const char *folder,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (IplZip) zip = ipl_session_file_open_zip (self, fd, cancellable, error);

  return zip != NULL && unpack_entries (self, zip, wanted, folder, error);
}

/* Returns: (transfer full): the path of a file without a copy; in the folder of the session if
 *   its path is empty */
static char *
find_named (const IplSessionFile *self, const IplSessionMember *member)
{
  g_autofree char *full_path = g_canonicalize_filename (self->path, NULL);
  g_autofree char *folder = g_path_get_dirname (full_path);
  g_autofree char *base = g_path_get_basename (member->place);
  g_autofree char *sibling = g_build_filename (folder, base, NULL);

  if (!g_file_test (member->place, G_FILE_TEST_EXISTS) && g_file_test (sibling, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&sibling);
  return g_strdup (member->place);
}

/* Finds or unpacks all files, and sets the path of each member.
 * @folder: destination of copies whose originals are missing or changed */
gboolean
ipl_session_file_unpack (IplSessionFile *self, const char *folder, GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) missing = find_missing (self, cancellable);
  gboolean ok;
  int fd;

  for (guint i = 0; i < self->members->len; i++)
    {
      IplSessionMember *member = self->members->pdata[i];
      g_autofree char *sibling = member->name[0] != '\0' ? folder_of (member) : NULL;

      g_clear_pointer (&member->path, g_free);
      if (sibling == NULL)
        member->path = find_named (self, member);
      else if (!g_hash_table_contains (missing, sibling))
        member->path = g_strdup (member->place);
      else
        g_hash_table_insert (wanted, member->name, member);
    }
  if (g_hash_table_size (wanted) == 0)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  fd = ipl_file_open (self->path, NULL, error);
  if (fd < 0)
    return FALSE;
  ok = unpack_wanted (self, fd, wanted, folder, cancellable, error);
  close (fd);
  return ok;
}

/* @from: the name of a file in the document, or its path when the session was saved
 * Returns: (nullable): its present path; NULL if it is not a file of the session */
const char *
ipl_session_file_find (const IplSessionFile *self, const char *from)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      const IplSessionMember *member = self->members->pdata[i];

      if (!g_str_has_prefix (member->name, "kept/")
          && (strcmp (member->from, from) == 0 || strcmp (member->place, from) == 0))
        return member->path;
    }
  return NULL;
}
