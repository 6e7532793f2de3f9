/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths of files in a session: relative to the session or the home folder or, in a session
 * without paths of the machine, only names. */
#include "core/sessions/session-file-private.h"

#include <string.h>

#include "core/base/file-read.h"
#include "core/files/safetensors.h"

#define URI "file:///"

/* Returns: (nullable): @path without @folder and the separator behind it; NULL if it is not below
 */
static const char *
below (const char *path, const char *folder)
{
  gsize length = strlen (folder);

  return length > 1 && g_str_has_prefix (path, folder) && path[length] == '/' ? path + length + 1
                                                                              : NULL;
}

static char *
escape (const char *name)
{
  return g_uri_escape_string (name, "/ +,=@()", TRUE);
}

/* Makes a path relative to the session's folder or the home folder, with the escapes of a URI, so
 * that the session has no name of a home folder or a user.
 * @path: an absolute path
 * @session: the file of the session
 * Returns: (transfer full) (nullable): "./mine.npz" or "~/data/mine.npz"; NULL for a file
 *   outside both folders */
char *
ipl_session_place_text (const char *path, const char *session)
{
  g_autofree char *full_path = g_canonicalize_filename (session, NULL);
  g_autofree char *folder = g_path_get_dirname (full_path);
  g_autofree char *home = g_canonicalize_filename (g_get_home_dir (), NULL);
  const char *in_home = below (path, home), *rest = below (path, folder);
  gboolean is_relative
      = rest != NULL
        && (in_home == NULL || strcmp (folder, home) == 0 || below (folder, home) != NULL);
  g_autofree char *escaped = NULL;

  if (!is_relative)
    rest = in_home;
  if (rest == NULL)
    return NULL;
  escaped = escape (rest);
  return g_strconcat (is_relative ? "./" : "~/", escaped, NULL);
}

/* Returns: (transfer full): the text for a file @name in the folder of the session */
char *
ipl_session_name_text (const char *name)
{
  g_autofree char *escaped = escape (name);

  return g_strconcat ("./", escaped, NULL);
}

/* Returns: (transfer full): the path for a text of ipl_session_place_text(); other texts are
 *   paths themselves */
char *
ipl_session_find_place (const char *text, const char *session)
{
  gboolean is_relative = g_str_has_prefix (text, "./");
  g_autofree char *full_path = g_canonicalize_filename (session, NULL);
  g_autofree char *folder = g_path_get_dirname (full_path), *rest = NULL;

  if (is_relative || g_str_has_prefix (text, "~/"))
    rest = g_uri_unescape_string (text + 2, NULL);
  return rest != NULL ? g_build_filename (is_relative ? folder : g_get_home_dir (), rest, NULL)
                      : g_strdup (text);
}

/* Replaces URIs of files by file names, in strings of JSON and of JSON in a string. */
void
ipl_session_leave_places (GString *document)
{
  const char *at = document->str;

  while ((at = strstr (at, "\"" URI)) != NULL)
    {
      gsize begin = (gsize)(at - document->str) + 1;
      g_autofree char *uri = g_strndup (at + 1, strcspn (at + 1, "\"\\"));
      g_autofree char *name = g_strconcat ("./", strrchr (uri, '/') + 1, NULL);

      g_string_erase (document, (gssize)begin, (gssize)strlen (uri));
      g_string_insert (document, (gssize)begin, name);
      at = document->str + begin;
    }
}

/* Removes the image paths in the header of a network. The header keeps its length, so that the
 * offsets of tensors stay valid.
 * Returns: (transfer full) (nullable): the bytes of @path without paths of other files; NULL for
 *   a file that has none */
char *
ipl_session_read_without_places (const char *path, gsize *size)
{
  g_autofree char *bytes
      = ipl_safetensors_is (path) ? ipl_file_read (path, G_MAXINT32, size, NULL) : NULL;
  g_autoptr (GString) header = NULL;
  guint64 length;

  if (bytes == NULL)
    return NULL;
  memcpy (&length, bytes, sizeof length);
  length = GUINT64_FROM_LE (length);
  if (length > *size - sizeof length)
    return NULL;
  header = g_string_new_len (bytes + sizeof length, (gssize)length);
  if (strstr (header->str, URI) == NULL)
    return NULL;
  ipl_session_leave_places (header);
  memset (bytes + sizeof length, ' ', length);
  memcpy (bytes + sizeof length, header->str, header->len);
  return g_steal_pointer (&bytes);
}
