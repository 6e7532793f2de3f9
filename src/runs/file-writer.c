/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of a job that writes files. */
#include "runs/file-writer.h"

/* @what: static string */
IplFileResult *
ipl_file_result_new (const char *what)
{
  IplFileResult *self = g_new0 (IplFileResult, 1);

  self->what = what;
  self->paths = g_new0 (char *, 1);
  return self;
}

/* Sets the only file that has been written. */
void
ipl_file_result_set_path (IplFileResult *self, const char *path)
{
  const char *paths[] = { path, NULL };

  g_strfreev (self->paths);
  self->paths = g_strdupv ((char **)paths);
}

void
ipl_file_result_free (IplFileResult *self)
{
  g_strfreev (self->paths);
  g_free (self->doubt);
  g_free (self->note);
  g_clear_error (&self->error);
  g_free (self);
}
