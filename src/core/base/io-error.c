/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/io-error.h"

#include <errno.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"

/* One sentence on why the operating system refused a file. */
void
ipl_set_io_error (GError **error, const char *verb, const char *path, int code)
{
  g_autofree char *shown = ipl_path_shown (path);
  g_autofree char *folder = NULL;

  switch (code)
    {
    case ENOENT:
    case ENOTDIR:
      folder = g_path_get_dirname (path);
      if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
        {
          g_autofree char *folder_shown = ipl_path_shown (folder);
          g_set_error (error, IPL_ERROR, IPL_ERROR_IO,
                       "“%s” cannot be %s: there is no folder “%s”.", shown, verb, folder_shown);
        }
      else
        g_set_error (error, IPL_ERROR, IPL_ERROR_IO, "“%s” cannot be %s: there is no such file.",
                     shown, verb);
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      g_set_error (error, IPL_ERROR, IPL_ERROR_IO,
                   "“%s” cannot be %s: you do not have permission there.", shown, verb);
      break;
    case EISDIR:
      g_set_error (error, IPL_ERROR, IPL_ERROR_IO, "“%s” cannot be %s: it is a folder, not a file.",
                   shown, verb);
      break;
    case ENOSPC:
    case EDQUOT:
      g_set_error (error, IPL_ERROR, IPL_ERROR_IO,
                   "“%s” cannot be %s: no space is left on the disk.", shown, verb);
      break;
    case EFBIG:
      g_set_error (error, IPL_ERROR, IPL_ERROR_IO,
                   "“%s” cannot be %s: it is larger than a file may be here (ulimit -f).", shown,
                   verb);
      break;
    default:
      g_set_error (error, IPL_ERROR, IPL_ERROR_IO, "“%s” cannot be %s: %s.", shown, verb,
                   g_strerror (code));
    }
}
