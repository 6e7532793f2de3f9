/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/pages/page-file.h"

/* @suffix: what follows the name of the file that it stands beside
 * Returns: (transfer full): a file beside another */
IplPageFile *
ipl_page_file_new (const char *suffix, GBytes *bytes)
{
  IplPageFile *self = g_new0 (IplPageFile, 1);

  self->suffix = g_strdup (suffix);
  self->bytes = bytes;
  return self;
}

void
ipl_page_file_free (IplPageFile *self)
{
  g_free (self->suffix);
  g_bytes_unref (self->bytes);
  g_free (self);
}
