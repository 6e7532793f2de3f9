/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/image-file-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/base/io-error.h"

/*< private >
 * ipl_image_file_open:
 * @path: file name
 * @status: (out): its size and more
 * @error: return location for an #IPL_ERROR
 *
 * Returns: a descriptor of a regular file that is not empty, or -1
 */
int
ipl_image_file_open (const char *path, struct stat *status, GError **error)
{
  /* Not to wait for ever at a pipe. */
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  g_autofree char *shown = ipl_file_shown (path);

  if (fd < 0)
    {
      ipl_set_io_error (error, "read", path, errno);
      return -1;
    }
  if (fstat (fd, status) == 0 && S_ISREG (status->st_mode) && status->st_size > 0)
    return fd;
  if (S_ISDIR (status->st_mode))
    ipl_set_io_error (error, "read", path, EISDIR);
  else if (S_ISREG (status->st_mode))
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT, "“%s” is an empty file.", shown);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_IO, "“%s” cannot be read: it is not a file.", shown);
  close (fd);
  return -1;
}
