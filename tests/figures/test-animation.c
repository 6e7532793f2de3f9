/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Moving pictures, read back: what was drawn, for as long as asked, and nothing where it failed. */

#include "core/base/error.h"
#include "figures/animation/film.h"
#include "figures/output/figure.h"
#include "fixture.h"

#include <gif_lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <webp/demux.h>
#include <webp/mux.h>

#define RGB 0xffffffu

static char *directory;

static char *
in_directory (const char *name)
{
  return g_build_filename (directory, name, NULL);
}

static guint
count_files (void)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
empty_directory (void)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = in_directory (name);

      g_remove (path);
    }
}

/* A figure at one row of the sweep after another. */
typedef struct
{
  Fixture *fixture;
  IplView view;
  IplStyle style;
  const IplPanel *panel;
  IplPaper page;
} Figures;

static void
draw_row (guint frame, cairo_t *cr, gpointer data)
{
  Figures *self = data;

  self->view.current = self->view.sweep->rows[frame % self->view.sweep->n_rows];
  ipl_figure_draw (self->panel, &self->view, &self->style, cr, self->page.width_pt,
                   self->page.height_pt);
}

static Figures *
figures_new (const IplPanel *panel)
{
  Figures *self = g_new0 (Figures, 1);

  self->fixture = fixture_new (FIXTURE_HMC4);
  self->view = self->fixture->view;
  self->view.display.shared_limits = TRUE;
  self->panel = panel;
  g_assert_true (ipl_paper_init (&self->page, "4x2.51in", panel, &self->view, 7, 72, NULL));
  ipl_style_init (&self->style, IPL_THEME_LIGHT, 7);
  return self;
}

static void
figures_free (Figures *self)
{
  fixture_free (self->fixture);
  g_free (self);
}

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

static guint
count_colors (const IplFilm *film, guint frame, guint w, guint h)
{
  cairo_surface_t *still = ipl_film_render (film, frame, w, h);
  const guint32 *data = (const guint32 *)cairo_image_surface_get_data (still);
  g_autoptr (GHashTable) colors = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < (gsize)w * h; i++)
    g_hash_table_add (colors, GUINT_TO_POINTER (data[i] & RGB));
  cairo_surface_destroy (still);
  return g_hash_table_size (colors);
}

/* Lays a frame of a GIF over those before, as who shows it does. */
static void
lay_over (const GifFileType *gif, const SavedImage *image, int transparent, guint32 *canvas)
{
  const GifImageDesc *place = &image->ImageDesc;

  for (int y = 0; y < place->Height; y++)
    for (int x = 0; x < place->Width; x++)
      {
        int index = image->RasterBits[y * place->Width + x];
        const GifColorType *color = &place->ColorMap->Colors[index];

        g_assert_cmpint (index, <, place->ColorMap->ColorCount);
        if (index != transparent)
          canvas[(place->Top + y) * gif->SWidth + place->Left + x]
              = (guint32)(color->Red << 16 | color->Green << 8 | color->Blue);
      }
}

/* The largest difference over all frames; @hundredths: (out): of all of them together. */
static guint
read_gif (const IplFilm *film, const char *path, guint *hundredths)
{
  int code = 0;
  GifFileType *gif = DGifOpenFileName (path, &code);
  g_autofree guint32 *canvas = NULL;
  guint w, h, largest = 0;

  g_assert_nonnull (gif);
  g_assert_cmpint (DGifSlurp (gif), ==, GIF_OK);
  ipl_film_get_size (film, &ipl_animation_gif, &w, &h);
  g_assert_cmpint (gif->SWidth, ==, w);
  g_assert_cmpint (gif->SHeight, ==, h);
  g_assert_cmpint (gif->ImageCount, ==, film->n);
  canvas = g_new0 (guint32, (gsize)w * h);
  *hundredths = 0;
  for (int i = 0; i < gif->ImageCount; i++)
    {
      GraphicsControlBlock control;

      g_assert_cmpint (DGifSavedExtensionToGCB (gif, i, &control), ==, GIF_OK);
      g_assert_cmpint (control.DisposalMode, ==, DISPOSE_DO_NOT);
      *hundredths += (guint)control.DelayTime;
      lay_over (gif, &gif->SavedImages[i], control.TransparentColor, canvas);
      largest = MAX (largest, distance (film, (guint)i, w, h, canvas));
    }
  DGifCloseFile (gif, &code);
  return largest;
}

/* Few colours are kept as they are; more are a step or two off. */
static void
test_gif (void)
{
  static const guint colors[] = { 1, 2, 20, 250, 1000 };
  g_autofree char *path = in_directory ("a.gif");
  guint hundredths;

  for (guint i = 0; i < G_N_ELEMENTS (colors); i++)
    {
      Field field = { colors[i] };
      IplFilm film = field_film (&field, 7);
      guint far;

      write_film (&film, &ipl_animation_gif, path);
      far = read_gif (&film, path, &hundredths);
      g_test_message ("%u colours: %u off", colors[i], far);
      g_assert_cmpuint (hundredths, ==, 7 * 5);
      if (colors[i] <= 250)
        g_assert_cmpuint (far, ==, 0);
    }
  empty_directory ();
}

/* Times are whole hundredths of a second whose sum is right at any rate. */
static void
test_gif_times (void)
{
  static const double rates[] = { 50, 30, 24, 12.5, 0.7 };
  g_autofree char *path = in_directory ("a.gif");
  Field field = { 20 };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      IplFilm film = field_film (&field, 9);
      guint hundredths;

      film.fps = rates[i];
      film.hold = 11;
      write_film (&film, &ipl_animation_gif, path);
      read_gif (&film, path, &hundredths);
      g_assert_cmpuint (hundredths, ==, (guint)round (100 * (7 + 2 * 11) / rates[i]));
    }
  empty_directory ();
}

/* Figures have few colours but for the blends at the edges of lines and letters. */
static void
test_gif_figures (void)
{
  static const IplPanel *const panels[] = { &ipl_panel_paths, &ipl_panel_u, &ipl_panel_accuracy };
  g_autofree char *path = in_directory ("a.gif");

  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      Figures *figures = figures_new (panels[i]);
      IplFilm film = { figures->page, 10, 3, 5, draw_row, figures };
      guint hundredths, far, w, h, colors;

      ipl_film_get_size (&film, &ipl_animation_gif, &w, &h);
      colors = count_colors (&film, 0, w, h);
      write_film (&film, &ipl_animation_gif, path);
      far = read_gif (&film, path, &hundredths);
      g_test_message ("%s: %u colours, %u off", panels[i]->id, colors, far);
      g_assert_cmpuint (hundredths, ==, 110);
      /* 256 colours spread over those there are: no blend is missed by more than an eighth. */
      g_assert_cmpuint (far, <=, colors <= 255 ? 0 : 32);
      figures_free (figures);
    }
  empty_directory ();
}

/* Without loss: each frame is the still, and shown as long as asked. */
static void
test_webp (void)
{
  g_autofree char *path = in_directory ("a.webp");
  g_autofree char *bytes = NULL;
  Figures *figures = figures_new (&ipl_panel_all);
  IplFilm film = { figures->page, 25, 4, 10, draw_row, figures };
  static const int ends[] = { 400, 440, 480, 880 };
  WebPAnimDecoder *decoder;
  WebPAnimDecoderOptions options;
  WebPAnimInfo info;
  WebPData data;
  guint w, h;

  write_film (&film, &ipl_animation_webp, path);
  g_assert_true (g_file_get_contents (path, &bytes, &data.size, NULL));
  data.bytes = (const guint8 *)bytes;
  ipl_film_get_size (&film, &ipl_animation_webp, &w, &h);
  g_assert_cmpuint (w, ==, 288);
  g_assert_cmpuint (h, ==, 181);
  WebPAnimDecoderOptionsInit (&options);
  options.color_mode = G_BYTE_ORDER == G_LITTLE_ENDIAN ? MODE_BGRA : MODE_ARGB;
  decoder = WebPAnimDecoderNew (&data, &options);
  g_assert_nonnull (decoder);
  g_assert_true (WebPAnimDecoderGetInfo (decoder, &info));
  g_assert_cmpuint (info.canvas_width, ==, w);
  g_assert_cmpuint (info.canvas_height, ==, h);
  g_assert_cmpuint (info.frame_count, ==, film.n);
  g_assert_cmpuint (info.loop_count, ==, 0);
  for (guint i = 0; i < film.n; i++)
    {
      guint8 *pixels;
      int end;

      g_assert_true (WebPAnimDecoderGetNext (decoder, &pixels, &end));
      g_assert_cmpint (end, ==, ends[i]);
      g_assert_cmpuint (distance (&film, i, w, h, (const guint32 *)(gconstpointer)pixels), ==, 0);
    }
  g_assert_false (WebPAnimDecoderHasMoreFrames (decoder));
  WebPAnimDecoderDelete (decoder);
  figures_free (figures);
  empty_directory ();
}

/* A program named ffmpeg that does @what, alone on the path but for the usual tools. */
static void
install_ffmpeg (const char *what)
{
  g_autofree char *folder = in_directory ("bin");
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
  g_autofree char *folder = in_directory ("bin");
  g_autofree char *program = g_build_filename (folder, "ffmpeg", NULL);
  g_autofree char *head = g_build_filename (folder, "head", NULL);

  g_remove (program);
  g_remove (head);
  g_rmdir (folder);
}

/* Appends a box of an MP4 whose content is @content, or that goes on for @more bytes beside. */
static void
append_box (GByteArray *to, const char *type, const GByteArray *content, gsize more)
{
  guint32 size = GUINT32_TO_BE ((guint32)(8 + (content != NULL ? content->len : 0) + more));

  g_byte_array_append (to, (const guint8 *)&size, 4);
  g_byte_array_append (to, (const guint8 *)type, 4);
  if (content != NULL)
    g_byte_array_append (to, content->data, content->len);
}

/* Writes what stands before the frames in an MP4 of @n frames of @size bytes each; (transfer full):
 * its name, and in @length how long it is. */
static char *
write_head (guint n, gsize size, gsize *length)
{
  static const char *const outer[] = { "stbl", "minf", "mdia", "trak", "moov" };
  const guint32 sizes[] = { 0, GUINT32_TO_BE ((guint32)size), GUINT32_TO_BE (n) };
  char *path = in_directory ("bin/head");
  GByteArray *inner
      = g_byte_array_append (g_byte_array_new (), (const guint8 *)sizes, sizeof sizes);
  GByteArray *box = g_byte_array_new ();

  append_box (box, "stsz", inner, 0);
  for (guint i = 0; i < G_N_ELEMENTS (outer); i++)
    {
      g_byte_array_unref (inner);
      inner = box;
      box = g_byte_array_new ();
      append_box (box, outer[i], inner, 0);
    }
  append_box (box, "mdat", NULL, n * size);
  *length = box->len;
  g_assert_true (g_file_set_contents (path, (const char *)box->data, (gssize)box->len, NULL));
  g_byte_array_unref (inner);
  g_byte_array_unref (box);
  return path;
}

/* All frames go in one after another, each as often as it is shown; the file is what it wrote. */
static void
test_pipe (void)
{
  g_autofree char *path = in_directory ("a.mp4");
  g_autofree char *arguments = in_directory ("arguments");
  g_autofree char *what = g_strdup_printf (
      "echo \"$@\" > %s; for last; do :; done; exec cat \"${0%%/*}/head\" - > \"$last\"",
      arguments);
  g_autofree char *said = NULL, *bytes = NULL, *head = NULL;
  Field field = { 20 };
  IplFilm film = field_film (&field, 4);
  const gsize frame = 40 * 30;
  gsize n, begin;

  film.hold = 3;
  install_ffmpeg (what);
  head = write_head (8, frame * 4, &begin);
  write_film (&film, &ipl_animation_mp4, path);
  g_assert_true (g_file_get_contents (arguments, &said, NULL, NULL));
  g_assert_nonnull (strstr (said, "-video_size 40x30 -framerate 20 -i pipe:0"));
  g_assert_nonnull (strstr (said, "libx264"));
  g_assert_nonnull (strstr (said, "yuv420p"));
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  g_assert_cmpuint (n, ==, begin + (3 + 2 + 3) * frame * 4);
  for (guint i = 0; i < 8; i++)
    {
      g_autofree guint32 *sent = g_memdup2 (bytes + begin + i * frame * 4, frame * 4);

      g_assert_cmpuint (distance (&film, i < 3 ? 0 : MIN (i - 2, 3), 40, 30, sent), ==, 0);
    }
  remove_ffmpeg ();
  empty_directory ();
}

/* Sides are even, by the nearest number. */
static void
test_even (void)
{
  IplFilm film = { .page = { .width_pt = 41.4, .height_pt = 29.2, .dpi = 72 } };
  guint w, h;

  ipl_film_get_size (&film, &ipl_animation_mp4, &w, &h);
  g_assert_cmpuint (w, ==, 42);
  g_assert_cmpuint (h, ==, 30);
  ipl_film_get_size (&film, &ipl_animation_gif, &w, &h);
  g_assert_cmpuint (w, ==, 41);
  g_assert_cmpuint (h, ==, 29);
}

/* One sentence with this word in it, no file, and an old one as it was. */
static void
assert_fails (const IplFilm *film, const IplAnimationFormat *format, const char *word)
{
  g_autofree char *path = in_directory ("old");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  n = count_files ();
  g_assert_false (ipl_film_write (film, format, path, NULL, NULL, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_true (error->domain == IPL_ERROR);
  g_assert_nonnull (strstr (error->message, word));
  g_assert_true (g_str_has_suffix (error->message, "."));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_cmpuint (count_files (), ==, n);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "old");
}

static void
test_ffmpeg_fails (void)
{
  Field field = { 20 };
  IplFilm film = field_film (&field, 3);
  g_autofree char *old = g_strdup (g_getenv ("PATH"));

  g_setenv ("PATH", "/nowhere", TRUE);
  assert_fails (&film, &ipl_animation_webm, "not installed");
  install_ffmpeg ("echo first >&2; echo 'Unknown encoder libx264' >&2; exit 1");
  assert_fails (&film, &ipl_animation_mp4, "“Unknown encoder libx264”");
  install_ffmpeg ("exec cat > /dev/null");
  assert_fails (&film, &ipl_animation_mp4, "without writing");
  install_ffmpeg ("cat > /dev/null; printf 'x\\033[31m' >&2; kill -9 $$");
  assert_fails (&film, &ipl_animation_mp4, "x");
  remove_ffmpeg ();
  g_setenv ("PATH", old, TRUE);
  empty_directory ();
}

/* It ends with success all the same: a file that is cut, or of fewer frames, and one of whose
 * making it complained, are not taken. */
static void
test_ffmpeg_cut (void)
{
  const char *take = "for last; do :; done; head=${0%/*}/head; ";
  g_autofree char *raw = g_strconcat (take, "exec cat > \"$last\"", NULL);
  g_autofree char *cut
      = g_strconcat (take, "cat \"$head\" - | head -c -1 > \"$last\"; exit 0", NULL);
  g_autofree char *whole = g_strconcat (take, "exec cat \"$head\" - > \"$last\"", NULL);
  g_autofree char *full = g_strconcat (take,
                                       "cat \"$head\" - > \"$last\"; echo 'Error writing trailer: "
                                       "No space left on device' >&2; exit 0",
                                       NULL);
  g_autofree char *path = in_directory ("whole.mp4");
  g_autofree char *old = g_strdup (g_getenv ("PATH")), *head = NULL, *fewer = NULL;
  Field field = { 20 };
  IplFilm film = field_film (&field, 3);
  gsize n;

  install_ffmpeg (whole);
  head = write_head (3, 40 * 30 * 4, &n);
  write_film (&film, &ipl_animation_mp4, path);
  assert_fails (&film, &ipl_animation_webm, "is cut");
  install_ffmpeg (raw);
  assert_fails (&film, &ipl_animation_mp4, "is cut");
  assert_fails (&film, &ipl_animation_webm, "is cut");
  install_ffmpeg (cut);
  assert_fails (&film, &ipl_animation_mp4, "is cut");
  install_ffmpeg (full);
  assert_fails (&film, &ipl_animation_mp4, "no space is left on the disk");
  install_ffmpeg (whole);
  fewer = write_head (2, 60 * 30 * 4, &n);
  assert_fails (&film, &ipl_animation_mp4, "is cut");
  remove_ffmpeg ();
  g_setenv ("PATH", old, TRUE);
  empty_directory ();
}

/* A disk that is full: /dev/full is one. */
static void
test_full (void)
{
  Field field = { 20 };
  IplFilm film = field_film (&field, 3);
  g_autofree char *old = g_strdup (g_getenv ("PATH"));
  guint n;
  const IplAnimationFormat *const *formats = ipl_animation_formats (&n);
  g_autofree char *head = NULL;
  gsize length;

  install_ffmpeg ("for last; do :; done; exec cat \"${0%/*}/head\" - > \"$last\"");
  head = write_head (3, 40 * 30 * 4, &length);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;

      if (formats[i] == &ipl_animation_webm)
        continue; /* by the same code as MP4 */
      g_assert_false (ipl_film_write (&film, formats[i], "/dev/full", NULL, NULL, NULL, &error));
      g_assert_error (error, IPL_ERROR, IPL_ERROR_IO);
      g_assert_nonnull (strstr (error->message, "/dev/full"));
    }
  remove_ffmpeg ();
  g_setenv ("PATH", old, TRUE);
  empty_directory ();
}

static void
test_refused (void)
{
  Field field = { 20 };
  IplFilm film = field_film (&field, 3);

  film.fps = 51;
  assert_fails (&film, &ipl_animation_gif, "51 frames a second");
  film.fps = 0;
  assert_fails (&film, &ipl_animation_webp, "frames a second");
  film = field_film (&field, 3);
  film.page.dpi = 72 * 16400.0 / 40;
  assert_fails (&film, &ipl_animation_webp, "fewer dpi");
  empty_directory ();
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
static void
test_cancel (void)
{
  Field field = { 20 };
  IplFilm film = field_film (&field, 6);
  g_autofree char *path = in_directory ("cancelled");
  g_autofree char *old = g_strdup (g_getenv ("PATH"));
  g_autoptr (GCancellable) stuck = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const IplAnimationFormat *const *formats;
  GThread *thread;
  gint64 begin;
  guint n;

  install_ffmpeg ("for last; do :; done; exec cat > \"$last\"");
  formats = ipl_animation_formats (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) stopped = NULL;

      g_assert_false (ipl_film_write (&film, formats[i], path, cancel_at_two, cancellable,
                                      cancellable, &stopped));
      g_assert_error (stopped, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (count_files (), ==, 1); /* the program's folder */
    }
  install_ffmpeg ("exec sleep 60");
  film.page.dpi *= 10;
  thread = g_thread_new ("cancel", cancel_soon, stuck);
  begin = g_get_monotonic_time ();
  g_assert_false (ipl_film_write (&film, &ipl_animation_mp4, path, NULL, NULL, stuck, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 10 * G_USEC_PER_SEC);
  g_thread_join (thread);
  g_assert_cmpuint (count_files (), ==, 1);
  remove_ffmpeg ();
  g_setenv ("PATH", old, TRUE);
  empty_directory ();
}

/* With the real one, where it is installed. */
static void
test_ffmpeg (void)
{
  g_autofree char *ffmpeg = g_find_program_in_path ("ffmpeg");
  g_autofree char *ffprobe = g_find_program_in_path ("ffprobe");
  static const IplAnimationFormat *const formats[] = { &ipl_animation_mp4, &ipl_animation_webm };
  Figures *figures;

  if (ffmpeg == NULL || ffprobe == NULL)
    {
      g_test_skip ("ffmpeg is not installed");
      return;
    }
  figures = figures_new (&ipl_panel_paths);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *path = g_strconcat (directory, "/real.", formats[i]->id, NULL);
      IplFilm film = { figures->page, 25, 4, 3, draw_row, figures };
      const char *argv[] = { ffprobe,
                             "-v",
                             "error",
                             "-count_frames",
                             "-show_entries",
                             "stream=width,height,r_frame_rate,nb_read_frames",
                             "-of",
                             "csv=p=0",
                             path,
                             NULL };
      g_autofree char *said = NULL;
      g_autoptr (GError) error = NULL;

      write_film (&film, formats[i], path);
      g_spawn_sync (NULL, (char **)argv, NULL, 0, NULL, NULL, &said, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (g_strchomp (said), ==, "288,180,25/1,8");
    }
  figures_free (figures);
  empty_directory ();
}

static void
test_names (void)
{
  g_autofree char *list = ipl_animation_format_list ();

  g_assert_cmpstr (list, ==, ".gif, .webp, .mp4 or .webm");
  g_assert_true (ipl_animation_format_of ("a.b/x.GIF") == &ipl_animation_gif);
  g_assert_true (ipl_animation_format_of ("x.webm") == &ipl_animation_webm);
  g_assert_null (ipl_animation_format_of ("gif"));
  g_assert_null (ipl_animation_format_of ("x.png"));
}

/* Where it comes from, longer than a block of a GIF and with what XML has words for. */
static void
test_comment (void)
{
  g_autofree char *gif_path = in_directory ("comment.gif"),
                  *webp_path = in_directory ("comment.webp");
  g_autofree char *long_word = g_strnfill (300, 'x');
  g_autofree char *comment = g_strdup_printf ("Interplay: a & b <c> é %s", long_word);
  g_autofree char *escaped = g_markup_escape_text (comment, -1);
  g_autofree char *xmp = NULL, *file = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  Field field = { .colors = 5 };
  IplFilm film = field_film (&field, 2);
  GifFileType *gif;
  WebPData data, chunk;
  WebPMux *mux;
  int code;

  film.comment = comment;
  write_film (&film, &ipl_animation_gif, gif_path);
  gif = DGifOpenFileName (gif_path, &code);
  g_assert_nonnull (gif);
  g_assert_cmpint (DGifSlurp (gif), ==, GIF_OK);
  for (int i = 0; i < gif->SavedImages[0].ExtensionBlockCount; i++)
    {
      const ExtensionBlock *block = &gif->SavedImages[0].ExtensionBlocks[i];

      if (block->Function == COMMENT_EXT_FUNC_CODE
          || (text->len > 0 && block->Function == CONTINUE_EXT_FUNC_CODE))
        g_string_append_len (text, (const char *)block->Bytes, block->ByteCount);
      else if (text->len > 0)
        break;
    }
  g_assert_cmpstr (text->str, ==, comment);
  DGifCloseFile (gif, &code);

  write_film (&film, &ipl_animation_webp, webp_path);
  g_assert_true (g_file_get_contents (webp_path, &file, &data.size, NULL));
  data.bytes = (const guint8 *)file;
  mux = WebPMuxCreate (&data, 0);
  g_assert_nonnull (mux);
  g_assert_cmpint (WebPMuxGetChunk (mux, "XMP ", &chunk), ==, WEBP_MUX_OK);
  xmp = g_strndup ((const char *)chunk.bytes, chunk.size);
  g_assert_nonnull (strstr (xmp, escaped));
  WebPMuxDelete (mux);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  directory = g_dir_make_tmp ("interplay-animation-XXXXXX", NULL);
  g_test_add_func ("/animation/names", test_names);
  g_test_add_func ("/animation/even", test_even);
  g_test_add_func ("/animation/gif", test_gif);
  g_test_add_func ("/animation/gif-times", test_gif_times);
  g_test_add_func ("/animation/gif-figures", test_gif_figures);
  g_test_add_func ("/animation/webp", test_webp);
  g_test_add_func ("/animation/comment", test_comment);
  g_test_add_func ("/animation/pipe", test_pipe);
  g_test_add_func ("/animation/ffmpeg-fails", test_ffmpeg_fails);
  g_test_add_func ("/animation/ffmpeg-cut", test_ffmpeg_cut);
  g_test_add_func ("/animation/full", test_full);
  g_test_add_func ("/animation/refused", test_refused);
  g_test_add_func ("/animation/cancel", test_cancel);
  g_test_add_func ("/animation/ffmpeg", test_ffmpeg);
  status = g_test_run ();
  g_rmdir (directory);
  g_free (directory);
  return status;
}
