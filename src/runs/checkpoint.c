/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/checkpoint.h"

#include <glib/gstdio.h>
#include <math.h>

#include "core/base/number-text.h"
#include "core/base/shown-text.h"

/* Writing may not take more than this share of the time. */
#define SHARE 0.2

/* Returns: how often checkpoints are written: each minute, unless INTERPLAY_CHECKPOINT_SECONDS in
 *   the environment says otherwise */
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

/* @pace: (out): of a run that begins now */
void
ipl_checkpoint_pace_init (IplCheckpointPace *pace)
{
  *pace = (IplCheckpointPace){ .kept_usec = g_get_monotonic_time () };
}

/* Returns: whether it is time to write the file */
gboolean
ipl_checkpoint_is_due (const IplCheckpoint *self, const IplCheckpointPace *pace)
{
  double since_usec = (double)(g_get_monotonic_time () - pace->kept_usec);

  return since_usec >= self->seconds * G_USEC_PER_SEC
         && since_usec >= (double)pace->took_usec / SHARE;
}

/* @error: (nullable): why it could not be written, which is said once; the work goes on */
void
ipl_checkpoint_kept (const IplCheckpoint *self, IplCheckpointPace *pace, gint64 begin_usec,
                     const GError *error)
{
  if (error != NULL && !pace->failed)
    ipl_checkpoint_note (self, "No checkpoint can be written: %s", error->message);
  pace->failed = pace->failed || error != NULL;
  pace->kept_usec = g_get_monotonic_time ();
  pace->took_usec = pace->kept_usec - begin_usec;
}

/* Gives the file another name, so that work can begin anew and nothing of it is lost, and says so.
 * @path: a file of it that is damaged */
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
    ipl_checkpoint_note (self, "“%s” is damaged and now called “%s”; the work begins anew.", shown,
                         aside_shown);
}

/* Removes a checkpoint whose results are safe; chains of several settings have numbers behind the
 * name. */
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
