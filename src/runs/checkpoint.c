/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/checkpoint.h"

#include <glib/gstdio.h>
#include <math.h>

#include "core/base/number-text.h"
#include "core/base/text-escape.h"

/* Upper bound on the share of the time that writing takes. */
#define SHARE 0.2

/* Returns: seconds between two checkpoints: IPL_CHECKPOINT_SECONDS, or the number in the
 *   environment variable INTERPLAY_CHECKPOINT_SECONDS */
double
ipl_checkpoint_default_seconds (void)
{
  const char *text = g_getenv ("INTERPLAY_CHECKPOINT_SECONDS");
  double seconds;

  return text != NULL && ipl_number_parse_real (text, &seconds) && seconds >= 0
             ? seconds
             : IPL_CHECKPOINT_SECONDS;
}

void
ipl_checkpoint_note (const IplCheckpoint *self, const char *format, ...)
{
  g_autofree char *sentence = NULL;
  va_list arguments;

  if (self->note == NULL)
    return;
  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  self->note (sentence, self->data);
}

/* @pace: (out): initialised for a run that begins now */
void
ipl_checkpoint_pace_init (IplCheckpointPace *pace)
{
  *pace = (IplCheckpointPace){ .saved_usec = g_get_monotonic_time () };
}

/* Returns: TRUE if the file is due to be written */
gboolean
ipl_checkpoint_is_due (const IplCheckpoint *self, const IplCheckpointPace *pace)
{
  double since_usec = (double)(g_get_monotonic_time () - pace->saved_usec);

  return since_usec >= self->seconds * G_USEC_PER_SEC
         && since_usec >= (double)pace->save_duration_usec / SHARE;
}

/* Records that a write has ended. The first failure is reported; the work continues after it.
 * @begin_usec: monotonic time at which the write began
 * @error: (nullable): reason why the write failed */
void
ipl_checkpoint_note_saved (const IplCheckpoint *self, IplCheckpointPace *pace, gint64 begin_usec,
                           const GError *error)
{
  if (error != NULL && !pace->failed)
    ipl_checkpoint_note (self, "No checkpoint can be written: %s", error->message);
  pace->failed = pace->failed || error != NULL;
  pace->saved_usec = g_get_monotonic_time ();
  pace->save_duration_usec = pace->saved_usec - begin_usec;
}

/* Renames a damaged file, so that the work can restart and the file is not lost. Reports the new
 * name.
 * @path: a damaged file of @self */
void
ipl_checkpoint_put_aside (const IplCheckpoint *self, const char *path)
{
  g_autofree char *aside = g_strconcat (path, ".damaged", NULL);
  g_autofree char *shown = ipl_file_shown (path), *aside_shown = NULL;

  for (guint i = 2; g_file_test (aside, G_FILE_TEST_EXISTS); i++)
    {
      g_free (aside);
      aside = g_strdup_printf ("%s.damaged-%u", path, i);
    }
  aside_shown = ipl_file_shown (aside);
  if (g_rename (path, aside) == 0)
    ipl_checkpoint_note (self, "“%s” is damaged and is now called “%s”; the work restarts.", shown,
                         aside_shown);
}

/* Removes a checkpoint whose results are saved, including the files PATH-1, PATH-2, ... of the
 * chains of several settings. */
void
ipl_checkpoint_remove (const char *path)
{
  gboolean found = TRUE;

  g_unlink (path);
  for (guint i = 1; found; i++)
    {
      g_autofree char *numbered = g_strdup_printf ("%s-%u", path, i);

      found = g_unlink (numbered) == 0;
    }
}
