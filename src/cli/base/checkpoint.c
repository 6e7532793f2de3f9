/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where long commands keep their work meanwhile: beside what they are to write. */
#include "cli/base/cli.h"

#include "core/base/file-save.h"

void
cli_note (const char *sentence, gpointer data)
{
  cli_progress_done ();
  cli_fail (CLI_OK, "%s", sentence);
}

/* FALSE: there is no place beside @out, which is none or a pipe. */
gboolean
cli_checkpoint_init (CliCheckpoint *self, const char *out)
{
  if (out == NULL || !ipl_file_save_makes_file (out))
    return FALSE;
  self->path = g_strconcat (out, ".checkpoint", NULL);
  self->checkpoint.path = self->path;
  self->checkpoint.seconds = ipl_checkpoint_default_seconds ();
  self->checkpoint.note = cli_note;
  return TRUE;
}

/* The results are safe. */
void
cli_checkpoint_remove (const CliCheckpoint *self)
{
  if (self->path != NULL)
    ipl_checkpoint_remove (self->path);
}

void
cli_checkpoint_clear (CliCheckpoint *self)
{
  g_clear_pointer (&self->path, g_free);
}
