/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long work is kept once a minute: counted by a clock that the test sets. */
#include "../test.h"
#include "runs/checkpoint.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

#define HOUR 3600

static gint64 now_usec;

/* In the place of GLib's. */
gint64
g_get_monotonic_time (void)
{
  return now_usec;
}

/* An hour of work in steps of a second, after each of which somebody asks; each file takes so long
 * to write. Returns how often it was written, and the longest time without. */
static guint
work_an_hour (double seconds, double writing, double *longest)
{
  IplCheckpoint checkpoint = { .seconds = seconds };
  IplCheckpointPace pace;
  gint64 end = now_usec + (gint64)HOUR * G_USEC_PER_SEC, last = now_usec;
  guint written = 0;

  *longest = 0;
  ipl_checkpoint_pace_init (&pace);
  while ((now_usec += G_USEC_PER_SEC) <= end)
    {
      gint64 begin = now_usec;

      *longest = MAX (*longest, (double)(now_usec - last) / G_USEC_PER_SEC);
      if (!ipl_checkpoint_is_due (&checkpoint, &pace))
        continue;
      now_usec += (gint64)(writing * G_USEC_PER_SEC);
      ipl_checkpoint_note_saved (&checkpoint, &pace, begin, NULL);
      last = now_usec;
      written++;
    }
  return written;
}

TEST (test_each_minute, "/checkpoint/each-minute")
{
  double longest;

  g_unsetenv ("INTERPLAY_CHECKPOINT_SECONDS");
  g_assert_cmpfloat (ipl_checkpoint_default_seconds (), ==, 60);
  g_assert_cmpuint (work_an_hour (ipl_checkpoint_default_seconds (), 0, &longest), ==, 60);
  g_assert_cmpfloat (longest, ==, 60);
}

/* A file that takes long to write takes at most a fifth of the time. */
TEST (test_slow_disk, "/checkpoint/slow-disk")
{
  double longest;
  guint written = work_an_hour (60, 30, &longest);

  /* 150 s between them and 30 s for each */
  g_assert_cmpuint (written, >=, HOUR / 180);
  g_assert_cmpuint (written, <=, HOUR / 180 + 1);
  g_assert_cmpfloat (longest, ==, 150);
}

TEST (test_environment, "/checkpoint/environment")
{
  const struct
  {
    const char *text;
    double seconds;
  } values[] = { { "0", 0 }, { "7.5", 7.5 }, { "-1", 60 }, { "often", 60 }, { "", 60 } };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_setenv ("INTERPLAY_CHECKPOINT_SECONDS", values[i].text, TRUE);
      g_assert_cmpfloat (ipl_checkpoint_default_seconds (), ==, values[i].seconds);
    }
  g_unsetenv ("INTERPLAY_CHECKPOINT_SECONDS");
}

static void
count (const char *sentence, gpointer data)
{
  (*(guint *)data)++;
}

/* That no file can be kept is said once. */
TEST (test_reported_once, "/checkpoint/said-once")
{
  guint n = 0;
  const IplCheckpoint checkpoint = { .note = count, .data = &n };
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "No.");
  IplCheckpointPace pace;

  ipl_checkpoint_pace_init (&pace);
  for (guint i = 0; i < 3; i++)
    ipl_checkpoint_note_saved (&checkpoint, &pace, pace.saved_usec, error);
  g_assert_cmpuint (n, ==, 1);
}

/* Damaged files are put aside one after the other; a removed one takes those of its chains along.
 */
TEST (test_names, "/checkpoint/names")
{
  static const char *const gone[] = { "", "-1", "-2" };
  static const char *const aside[] = { ".damaged", ".damaged-2" };
  g_autofree char *path = test_path ("kept");
  guint n = 0;
  const IplCheckpoint checkpoint = { .note = count, .data = &n };

  for (guint i = 0; i < G_N_ELEMENTS (aside); i++)
    {
      g_assert_true (g_file_set_contents (path, aside[i], -1, NULL));
      ipl_checkpoint_put_aside (&checkpoint, path);
    }
  g_assert_cmpuint (n, ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (aside); i++)
    {
      g_autofree char *name = g_strconcat (path, aside[i], NULL), *text = NULL;

      g_assert_true (g_file_get_contents (name, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, aside[i]);
      g_unlink (name);
    }
  for (guint i = 0; i < G_N_ELEMENTS (gone); i++)
    {
      g_autofree char *name = g_strconcat (path, gone[i], NULL);

      g_assert_true (g_file_set_contents (name, "", 0, NULL));
    }
  ipl_checkpoint_remove (path);
  g_assert_cmpint (g_rmdir (test_folder ()), ==, 0);
}
