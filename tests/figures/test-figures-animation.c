/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Films: frames as they reach ffmpeg, files as ffmpeg and ffprobe read them, and the old file where
 * it fails. */

#include "../test.h"
#include "core/base/error.h"
#include "figures/animation/film.h"

#include <glib/gstdio.h>
#include <string.h>

#define RGB 0xffffffu

/* A square that moves over a field of @colors colours, and stands still in frame 2. */
typedef struct
{
  guint colors;
} Field;

static void
draw_field (guint frame, cairo_t *cr, gpointer data)
{
  const Field *self = data;
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 40, 30);
  guint32 *pixels = (guint32 *)cairo_image_surface_get_data (image);

  for (guint i = 0; i < 40 * 30; i++)
    {
      guint k = i * 37 % self->colors;
      pixels[i] = (k * 7919u + 12345u) & RGB;
    }
  for (guint y = 5; y < 12; y++)
    for (guint x = 0; x < 6; x++)
      pixels[y * 40 + x + 3 * (frame == 2 ? 1 : frame)] = 0xd55e00;
  cairo_surface_mark_dirty (image);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_surface_destroy (image);
}

static IplFilm
field_film (Field *field, guint n)
{
  return (IplFilm){ .page = { .width_pt = 40, .height_pt = 30, .dpi = 72 },
                    .fps = 20,
                    .n = n,
                    .hold = 1,
                    .draw = draw_field,
                    .data = field };
}

static void
write_film (const IplFilm *film, const IplAnimationFormat *format, const char *path)
{
  g_autoptr (GError) error = NULL;

  ipl_film_write (film, format, path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* The largest difference of a colour between a picture and a frame of the film. */
static guint
distance (const IplFilm *film, guint frame, guint w, guint h, const guint32 *pixels)
{
  cairo_surface_t *still = ipl_film_render (film, frame, w, h);
  const guint32 *data = (const guint32 *)cairo_image_surface_get_data (still);
  guint largest = 0;

  for (gsize i = 0; i < (gsize)w * h; i++)
    for (guint shift = 0; shift < 24; shift += 8)
      largest = MAX (largest,
                     (guint)ABS ((int)(data[i] >> shift & 255) - (int)(pixels[i] >> shift & 255)));
  cairo_surface_destroy (still);
  return largest;
}

static const IplAnimationFormat *
get_format (const char *id)
{
  g_autofree char *name = g_strconcat ("film.", id, NULL);

  return ipl_animation_format_of (name);
}

/* A program named ffmpeg that does @what, alone on the path but for the usual tools. */
static void
install_ffmpeg (const char *what)
{
  g_autofree char *folder = test_path ("bin");
  g_autofree char *program = g_build_filename (folder, "ffmpeg", NULL);
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\n%s\n", what);
  g_autofree char *path = g_strconcat (folder, ":/usr/bin:/bin", NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (
      g_file_set_contents_full (program, text, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  g_setenv ("PATH", path, TRUE);
}

static void
remove_ffmpeg (void)
{
  g_autofree char *folder = test_path ("bin");
  g_autofree char *program = g_build_filename (folder, "ffmpeg", NULL);

  g_remove (program);
  g_rmdir (folder);
}

/* The shell command that writes standard input into the file. */
#define TAKE "for last; do :; done; exec cat > \"$last\""

/* All frames go in one after another, each as often as it is shown; the file is what it wrote. */
TEST (test_pipe, "/animation/pipe")
{
  g_autofree char *path = test_path ("a.mp4");
  g_autofree char *arguments = test_path ("arguments");
  g_autofree char *what = g_strdup_printf ("echo \"$@\" > %s; " TAKE, arguments);
  g_autofree char *old = g_strdup (g_getenv ("PATH"));
  g_autofree char *said = NULL, *bytes = NULL;
  Field field = { 20 };
  IplFilm film = field_film (&field, 4);
  const gsize frame = 40 * 30;
  gsize n;

  film.hold = 3;
  film.comment = "made so";
  install_ffmpeg (what);
  write_film (&film, get_format ("mp4"), path);
  g_assert_true (g_file_get_contents (arguments, &said, NULL, NULL));
  g_assert_nonnull (strstr (said, "-video_size 40x30 -framerate 20 -i pipe:0"));
  g_assert_nonnull (strstr (said, "libx264"));
  g_assert_nonnull (strstr (said, "yuv420p"));
  g_assert_nonnull (strstr (said, "comment=made so"));
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  g_assert_cmpuint (n, ==, (3 + 2 + 3) * frame * 4);
  for (guint i = 0; i < 8; i++)
    {
      g_autofree guint32 *sent = g_memdup2 (bytes + i * frame * 4, frame * 4);

      g_assert_cmpuint (distance (&film, i < 3 ? 0 : MIN (i - 2, 3), 40, 30, sent), ==, 0);
    }
  remove_ffmpeg ();
  g_setenv ("PATH", old, TRUE);
}

/* Sides are even, by the nearest number. */
TEST (test_even, "/animation/even")
{
  IplFilm film = { .page = { .width_pt = 41.4, .height_pt = 29.2, .dpi = 72 } };
  guint w, h;

  ipl_film_get_size (&film, get_format ("mp4"), &w, &h);
  g_assert_cmpuint (w, ==, 42);
  g_assert_cmpuint (h, ==, 30);
  ipl_film_get_size (&film, get_format ("gif"), &w, &h);
  g_assert_cmpuint (w, ==, 41);
  g_assert_cmpuint (h, ==, 29);
}

/* One sentence with this word in it, no file, and an old one as it was. */
static void
assert_fails (const IplFilm *film, const IplAnimationFormat *format, const char *word)
{
  g_autofree char *path = test_path ("old");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  n = test_count_files (test_folder (), "*");
  g_assert_false (ipl_film_write (film, format, path, NULL, NULL, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_true (error->domain == IPL_ERROR);
  g_assert_nonnull (strstr (error->message, word));
  g_assert_true (g_str_has_suffix (error->message, "."));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_cmpuint (test_count_files (test_folder (), "*"), ==, n);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "old");
}

TEST (test_ffmpeg_fails, "/animation/ffmpeg-fails")
{
  Field field = { 20 };
  IplFilm film = field_film (&field, 3);
  g_autofree char *old = g_strdup (g_getenv ("PATH"));

  g_setenv ("PATH", "/nowhere", TRUE);
  assert_fails (&film, get_format ("webm"), "not installed");
  install_ffmpeg ("echo first >&2; echo 'Unknown encoder libx264' >&2; exit 1");
  assert_fails (&film, get_format ("mp4"), "“Unknown encoder libx264”");
  install_ffmpeg ("exec cat > /dev/null");
  assert_fails (&film, get_format ("mp4"), "without writing");
  install_ffmpeg ("cat > /dev/null; printf 'x\\033[31m' >&2; kill -9 $$");
  assert_fails (&film, get_format ("mp4"), "x");
  /* It may end with success all the same. */
  install_ffmpeg ("for last; do :; done; cat > \"$last\"; "
                  "echo 'Error writing trailer: No space left on device' >&2; exit 0");
  assert_fails (&film, get_format ("mp4"), "no space is left on the disk");
  remove_ffmpeg ();
  g_setenv ("PATH", old, TRUE);
}

TEST (test_refused, "/animation/refused")
{
  Field field = { 20 };
  IplFilm film = field_film (&field, 3);

  film.fps = 51;
  assert_fails (&film, get_format ("gif"), "51 frames a second");
  film.fps = 0;
  assert_fails (&film, get_format ("webp"), "frames a second");
  film = field_film (&field, 3);
  film.page.dpi = 72 * 16400.0 / 40;
  assert_fails (&film, get_format ("webp"), "fewer dpi");
}

static void
cancel_at_two (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  if (fraction > 0.3)
    g_cancellable_cancel (data);
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (200000);
  g_cancellable_cancel (data);
  return NULL;
}

/* In the middle, and while ffmpeg takes nothing; at once, and nothing is left. */
TEST (test_cancel, "/animation/cancel")
{
  Field field = { 20 };
  IplFilm film = field_film (&field, 6);
  g_autofree char *path = test_path ("cancelled");
  g_autofree char *old = g_strdup (g_getenv ("PATH"));
  g_autoptr (GCancellable) stuck = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const IplAnimationFormat *formats;
  GThread *thread;
  gint64 begin;
  guint n;

  install_ffmpeg (TAKE);
  formats = ipl_animation_formats (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) stopped = NULL;

      g_assert_false (ipl_film_write (&film, &formats[i], path, cancel_at_two, cancellable,
                                      cancellable, &stopped));
      g_assert_error (stopped, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (test_count_files (test_folder (), "*"), ==, 1); /* the program's folder */
    }
  install_ffmpeg ("exec sleep 60");
  film.page.dpi *= 10;
  thread = g_thread_new ("cancel", cancel_soon, stuck);
  begin = g_get_monotonic_time ();
  g_assert_false (ipl_film_write (&film, get_format ("mp4"), path, NULL, NULL, stuck, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 5 * G_USEC_PER_SEC);
  g_thread_join (thread);
  g_assert_cmpuint (test_count_files (test_folder (), "*"), ==, 1);
  remove_ffmpeg ();
  g_setenv ("PATH", old, TRUE);
}

/* (transfer full): what a program writes to standard output; @n: (out): its length */
static char *
read_output (const char *const *argv, gsize *n)
{
  g_autoptr (GSubprocess) process = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL);
  GBytes *bytes = NULL;

  g_assert_nonnull (process);
  g_assert_true (g_subprocess_communicate (process, NULL, NULL, &bytes, NULL, NULL));
  return g_bytes_unref_to_data (bytes, n);
}

/* Sizes, times and frames as ffprobe finds them. */
static void
assert_probed (const char *path, const char *wanted)
{
  const char *argv[] = { "ffprobe",
                         "-v",
                         "error",
                         "-count_frames",
                         "-show_entries",
                         "stream=width,height,r_frame_rate,nb_read_frames:format=duration",
                         "-of",
                         "csv=p=0",
                         path,
                         NULL };
  gsize n;
  g_autofree char *said = read_output (argv, &n);
  g_autofree char *text = g_strndup (said, n);

  g_assert_cmpstr (g_strdelimit (g_strchomp (text), "\n", ' '), ==, wanted);
}

static guint32
little_endian (const char *bytes, guint n)
{
  guint32 number = 0;

  for (guint i = n; i-- > 0;)
    number = number << 8 | (guchar)bytes[i];
  return number;
}

/* A WebP, which ffprobe does not read: its chunks end with the file, ANMF is a frame with a time
 * in milliseconds at byte 12, and ANIM has the number of loops, 0 for ever, at byte 4. */
static void
assert_webp (const char *path, guint w, guint h, guint n_frames, guint milliseconds,
             const char *comment)
{
  g_autofree char *bytes = NULL;
  gsize n, at, size;
  guint frames = 0, shown = 0;
  gboolean has_comment = FALSE;

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  g_assert_cmpmem (bytes, 4, "RIFF", 4);
  g_assert_cmpuint (little_endian (bytes + 4, 4) + 8, ==, n);
  g_assert_cmpuint (little_endian (bytes + 24, 3) + 1, ==, w);
  g_assert_cmpuint (little_endian (bytes + 27, 3) + 1, ==, h);
  g_assert_cmpuint (bytes[20] & 4, ==, 4);
  for (at = 12; at < n; at += 8 + size + size % 2)
    {
      size = little_endian (bytes + at + 4, 4);
      if (memcmp (bytes + at, "ANIM", 4) == 0)
        g_assert_cmpuint (little_endian (bytes + at + 8 + 4, 2), ==, 0);
      if (memcmp (bytes + at, "ANMF", 4) == 0)
        {
          frames++;
          shown += little_endian (bytes + at + 8 + 12, 3);
        }
      if (memcmp (bytes + at, "XMP ", 4) == 0)
        has_comment = g_strstr_len (bytes + at + 8, (gssize)size, comment) != NULL;
    }
  g_assert_cmpuint (at, ==, n);
  g_assert_cmpuint (frames, ==, n_frames);
  g_assert_cmpuint (shown, ==, milliseconds);
  g_assert_true (has_comment);
}

/* Frames of a GIF as ffmpeg decodes them, of few colours: the same pixels. */
static void
assert_gif (const char *path, const IplFilm *film, const guint *shown, guint n_shown)
{
  const char *argv[] = { "ffmpeg",   "-v",       "error", "-i",     path, "-f",
                         "rawvideo", "-pix_fmt", "bgr0",  "pipe:1", NULL };
  const gsize frame = 40 * 30 * 4;
  gsize n;
  g_autofree char *bytes = read_output (argv, &n);

  g_assert_cmpuint (n, ==, n_shown * frame);
  for (guint i = 0; i < n_shown; i++)
    {
      g_autofree guint32 *pixels = g_memdup2 (bytes + i * frame, frame);

      g_assert_cmpuint (distance (film, shown[i], 40, 30, pixels), ==, 0);
    }
}

/* Files as others read them: sizes, frames, times, and where they come from, in a text longer than
 * a block of a GIF and with characters that XML escapes. */
TEST (test_real, "/animation/real")
{
  static const guint shown[] = { 0, 0, 0, 1, 2, 3, 3, 3 };
  g_autofree char *ffprobe = g_find_program_in_path ("ffprobe");
  g_autofree char *gif = test_path ("a.gif"), *webp = test_path ("a.webp");
  g_autofree char *mp4 = test_path ("a.mp4"), *webm = test_path ("a.webm");
  g_autofree char *long_word = g_strnfill (300, 'x');
  g_autofree char *comment = g_strdup_printf ("Interplay: a & b <c> é %s", long_word);
  g_autofree char *escaped = g_markup_escape_text (comment, -1);
  Field field = { 20 };
  IplFilm film = field_film (&field, 4);
  const char *argv[]
      = { "ffprobe",           "-v", "error", "-show_entries", "format_tags=comment", "-of",
          "default=nk=1:nw=1", gif,  NULL };
  g_autofree char *said = NULL;
  gsize n;

  if (ffprobe == NULL || !ipl_ffmpeg_check (NULL))
    {
      g_test_skip ("ffmpeg is not installed");
      return;
    }
  film.hold = 3;
  film.comment = comment;
  write_film (&film, get_format ("gif"), gif);
  assert_probed (gif, "40,30,20/1,8 0.400000");
  assert_gif (gif, &film, shown, G_N_ELEMENTS (shown));
  said = read_output (argv, &n);
  g_assert_cmpmem (said, MIN (n, strlen (comment)), comment, strlen (comment));
  write_film (&film, get_format ("webp"), webp);
  /* Frames 1 and 2 are the same picture. */
  assert_webp (webp, 40, 30, 3, 400, escaped);
  write_film (&film, get_format ("mp4"), mp4);
  assert_probed (mp4, "40,30,20/1,8 0.400000");
  write_film (&film, get_format ("webm"), webm);
  assert_probed (webm, "40,30,20/1,8 0.400000");
}

TEST (test_names, "/animation/names")
{
  g_autofree char *list = ipl_animation_format_list ();

  g_assert_cmpstr (list, ==, ".gif, .webp, .mp4 or .webm");
  g_assert_cmpstr (ipl_animation_format_of ("a.b/x.GIF")->id, ==, "gif");
  g_assert_cmpstr (ipl_animation_format_of ("x.webm")->id, ==, "webm");
  g_assert_null (ipl_animation_format_of ("gif"));
  g_assert_null (ipl_animation_format_of ("x.png"));
}
