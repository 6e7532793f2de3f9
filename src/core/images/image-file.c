/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/image-set-private.h"

#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/shown-text.h"

int
ipl_image_file_open (const char *path, struct stat *status, GError **error)
{
  int fd = ipl_file_open (path, status, error);
  g_autofree char *shown = NULL;

  if (fd < 0 || status->st_size > 0)
    return fd;
  shown = ipl_file_shown (path);
  g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT, "“%s” is an empty file.", shown);
  close (fd);
  return -1;
}
