/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/text/text-corpus.h"

#include <string.h>
#include <unistd.h>

#include "core/base/file-read.h"

#define LOOKED_AT 4096
#define MAX_UTF8 4 /* bytes of a character */

/* Names of texts, also of texts that cannot be read. */
static const char *const text_endings[] = { ".txt", ".text", ".md", ".tokens", NULL };
/* Names of other formats; a file with such a name is never a text. */
static const char *const other_endings[]
    = { ".npz", ".npy", ".safetensors", ".zip", "-ubyte", ".gz", ".json", ".csv", NULL };

static gboolean
ends_with (const char *name, const char *const *endings)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (; *endings != NULL; endings++)
    if (g_str_has_suffix (lower, *endings))
      return TRUE;
  return FALSE;
}

/* TRUE for UTF-8 whose only control characters are white space; the last character may be cut. */
static gboolean
looks_like_text (const char *bytes, gsize n, gboolean is_complete)
{
  const char *end;

  if (n == 0
      || (!g_utf8_validate_len (bytes, n, &end)
          && (is_complete || n - (gsize)(end - bytes) >= MAX_UTF8)))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if ((guchar)bytes[i] < ' ' && strchr ("\t\n\f\r", bytes[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* Recognizes a text dropped or named by the user, by its file name or else by its first bytes. */
gboolean
ipl_text_file_is (const char *path)
{
  char bytes[LOOKED_AT];
  gboolean is = FALSE;
  int fd = ipl_file_open (path, NULL, NULL);

  if (fd < 0)
    return FALSE;
  if (!ends_with (path, other_endings))
    {
      gssize n = pread (fd, bytes, sizeof bytes, 0);

      is = ends_with (path, text_endings)
           || (n > 0 && looks_like_text (bytes, (gsize)n, n < (gssize)sizeof bytes));
    }
  close (fd);
  return is;
}
