/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An animation over the width, or over a map, as a user writes it: its frames are the stills of
 * figure. */
#include "cli-run.h"

#include <cairo.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#define SMALL "--size 5.5x4.2in --dpi 60"
#define WIDTH 330
#define HEIGHT 252

/* The frames of a GIF as ffmpeg decodes them, each a copy of [HEIGHT x WIDTH] pixels. */
static GPtrArray *
read_frames (const char *name)
{
  g_autofree char *path = cli_path (name);
  const char *argv[] = { "ffmpeg",
                         "-v",
                         "error",
                         "-i",
                         path,
                         "-vsync",
                         "0",
                         "-f",
                         "rawvideo",
                         "-pix_fmt",
                         G_BYTE_ORDER == G_LITTLE_ENDIAN ? "bgr0" : "0rgb",
                         "pipe:1",
                         NULL };
  g_autoptr (GSubprocess) process = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL);
  GPtrArray *frames = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GBytes) bytes = NULL;
  const guint8 *pixels;
  gsize n;

  g_assert_nonnull (process);
  g_assert_true (g_subprocess_communicate (process, NULL, NULL, &bytes, NULL, NULL));
  pixels = g_bytes_get_data (bytes, &n);
  g_assert_cmpuint (n % (WIDTH * HEIGHT * 4), ==, 0);
  for (gsize at = 0; at < n; at += WIDTH * HEIGHT * 4)
    g_ptr_array_add (frames, g_memdup2 (pixels + at, WIDTH * HEIGHT * 4));
  return frames;
}

/* The mean difference of a colour, of 255, between a frame and a still. */
static double
difference (const guint32 *frame, const char *name)
{
  g_autofree char *path = cli_path (name);
  cairo_surface_t *still = cairo_image_surface_create_from_png (path);
  const guchar *data = cairo_image_surface_get_data (still);
  int stride = cairo_image_surface_get_stride (still);
  double sum = 0;

  g_assert_cmpint (cairo_image_surface_get_width (still), ==, WIDTH);
  g_assert_cmpint (cairo_image_surface_get_height (still), ==, HEIGHT);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      for (int shift = 0; shift < 24; shift += 8)
        sum += ABS ((int)(((const guint32 *)(gconstpointer)(data + y * stride))[x] >> shift & 255)
                    - (int)(frame[y * WIDTH + x] >> shift & 255));
  cairo_surface_destroy (still);
  return sum / (3 * WIDTH * HEIGHT);
}

/* A still, but for the 256 colours of a GIF; @other is a frame of another one. */
static void
assert_is_still (const guint32 *frame, const guint32 *other, const char *name)
{
  double own = difference (frame, name), others = difference (other, name);

  g_test_message ("%s: off by %g, and another frame by %g", name, own, others);
  g_assert_cmpfloat (own, <, 1);
  g_assert_cmpfloat (own, <, 0.6 * others);
}

static gboolean
has_ffmpeg (void)
{
  g_autofree char *ffmpeg = g_find_program_in_path ("ffmpeg");

  if (ffmpeg == NULL)
    g_test_skip ("ffmpeg is not installed");
  return ffmpeg != NULL;
}

/* 10, 20, 40: of the same sweep, so that stills and frames are on the same scales. */
TEST (test_stills, "/cli/film/stills")
{
  if (!has_ffmpeg ())
    return;
  static const int widths[] = { 40, 20, 10 }, at[] = { 0, 5, 10 };
  g_autofree char *out
      = cli_succeed ("CLI figure hmc2 --widths 40,20,10 --from 40 --to 10 --frames 3 --fps 10 "
                     "--hold 0.5 " SMALL " --out DIR/a.gif");
  g_autoptr (GPtrArray) frames = NULL;

  g_assert_true (g_str_has_suffix (out, "/a.gif\n"));
  frames = read_frames ("a.gif");
  g_assert_cmpuint (frames->len, ==, 5 + 1 + 5);
  for (guint i = 0; i < 3; i++)
    {
      cli_expectf (0, "",
                   "CLI figure hmc2 --widths 40,20,10 --width %d --path-scale linear "
                   "--shared-limits --mark-width " SMALL " --format png --out DIR",
                   widths[i]);
      assert_is_still (frames->pdata[at[i]], frames->pdata[at[(i + 1) % 3]], "hmc2-all.png");
    }
}

/* Widths of layers each move by a factor of their own, and the GIF has all frames. */
TEST (test_layers, "/cli/film/layers")
{
  if (!has_ffmpeg ())
    return;
  cli_expect ("CLI figure hmc2 --widths 10 --panel u --from 40:30:20 --to 10:30:5 --frames 4 "
              "--theme dark --look paper " SMALL " --out DIR/b.gif",
              0, "b.gif");
  cli_expect ("CLI figure hmc2 --widths 10 --panel kernels --frames 2 --normalised-kernels " SMALL
              " --out DIR/c.gif",
              0, "c.gif");
}

TEST (test_refused, "/cli/film/refused")
{
  cli_assert_refused ("CLI animate hmc2 --out DIR/x.gif", 2, "interplay-cli figure CASE --out");
  cli_assert_refused ("CLI figure hmc2 --fps 20 --out DIR/x.png", 2, "--fps|.webp");
  cli_assert_refused ("CLI figure hmc2 --frames 20", 2, "--frames|.webp");
  cli_assert_refused ("CLI figure hmc2 --out DIR/x.avi", 2, ".webp");
  cli_assert_refused ("CLI figure hmc2 --width 10 --out DIR/x.gif", 2, "--width");
  cli_assert_refused ("CLI figure hmc2 --out DIR/none/x.gif", 1, "none");
  cli_assert_refused ("CLI figure hmc2 --panel trace --out DIR/x.gif", 2, "trace");
  cli_assert_refused ("CLI figure hmc2 --from gp --widths 10 --out DIR/x.gif", 2, "--from");
  cli_assert_refused ("CLI figure hmc2 --to 1:2 --widths 10 --out DIR/x.gif", 2, "--to");
  cli_assert_refused ("CLI figure hmc2 --fps 60 --out DIR/x.gif", 2, "--fps");
  cli_assert_refused ("CLI figure joint --out DIR/x.gif", 1, "joint");
  cli_assert_refused ("sh -c \"PATH=/nowhere; exec CLI figure hmc2 --out DIR/x.mp4\"", 1,
                      "ffmpeg");
  g_assert_false (cli_exists ("x.gif"));
}

#define SMALL_CHAIN "n-train=16 n-test=40 n-features=12 n-tokens=6"

/* Of a map a frame for each value of an axis, as figure draws the map with its cursor there. */
TEST (test_map, "/cli/film/map")
{
  static const int at[] = { 0, 5, 10 };

  if (!has_ffmpeg ())
    return;
  cli_expect ("CLI map hmc4 " SMALL_CHAIN " --x N=5,20 --y T=0.01,0.1,1 --out DIR/film.npz", 0, "");
  cli_expect ("CLI figure DIR/film.npz --panel map --along T --map-x 2 --fps 10 --hold 0.5 " SMALL
              " --out DIR/m.gif",
              0, "m.gif");
  cli_expect ("CLI figure DIR/film.npz --panel map-curve --along N " SMALL " --out DIR/n.webp", 0,
              "n.webp");
  g_autoptr (GPtrArray) frames = read_frames ("m.gif");
  g_assert_cmpuint (frames->len, ==, 5 + 1 + 5);
  for (guint i = 0; i < 3; i++)
    {
      cli_expectf (0, "",
                   "CLI figure DIR/film.npz --panel map --map-x 2 --map-y %u " SMALL
                   " --format png --out DIR",
                   i + 1);
      assert_is_still (frames->pdata[at[i]], frames->pdata[at[(i + 1) % 3]], "film-map.png");
    }
  cli_assert_refused ("CLI figure DIR/film.npz --along P --out DIR/x.gif", 2, "P|N and T");
  cli_assert_refused ("CLI figure DIR/film.npz --from 10 --out DIR/x.gif", 2, "--along");
  cli_assert_refused ("CLI figure DIR/film.npz --panel u --out DIR/x.gif", 2, "map-curve");
  cli_assert_refused ("CLI figure hmc2 --along T --out DIR/x.gif", 2, "--along|map");
}

/* Two stops in one map, "%s" on its first axis: the way between them is a walk. */
static void
write_map_story (const char *axis)
{
  g_autofree char *text = g_strdup_printf (
      "{\"format\": \"interplay story 1\", \"title\": \"Walk\", \"settings\": {\"experiment\": "
      "\"hmc4\", \"task\": {\"n_train\": 16, \"n_test\": 40, \"n_features\": 12, \"n_tokens\": 6}, "
      "\"widths\": [\"10\"], \"map_axis_x\": \"%s\", \"map_axis_y\": \"T=0.01,0.1,1\"}, \"stops\": "
      "[{\"panels\": [\"map\", \"map-curve\", \"u\"]}, {\"panels\": [\"map\", \"map-curve\", "
      "\"u\"], "
      "\"settings\": {\"temperature\": 1, \"current_width\": \"80\"}, \"seconds\": 0.5}]}",
      axis);

  cli_write ("map.json", text);
}

TEST (test_map_story, "/cli/story/map")
{
  if (!has_ffmpeg ())
    return;
  write_map_story ("N=5,20,80");
  cli_expect ("CLI story DIR/map.json --fps 10 --hold 0.3 " SMALL " --out DIR/w.gif", 0, "w.gif");
  cli_expect ("CLI story DIR/map.json --out DIR/w.html", 0, "");
  g_autoptr (GPtrArray) frames = read_frames ("w.gif");
  g_assert_cmpuint (frames->len, ==, 3 + 4 + 3);
  write_map_story ("N=5,none");
  cli_assert_refused ("CLI story DIR/map.json --out DIR/w.pdf", 1, "step 1");
  write_map_story ("");
  cli_assert_refused ("CLI story DIR/map.json --out DIR/w.pdf", 1, "axis");
}

#define STORY "story paper --size 5.5x4.2in --dpi 60"

/* Five stops: a PDF of five pages, five pictures, and a film that stands still at each; a file says
 * by which command it is written again. */
TEST (test_story, "/cli/story/files")
{
  static const char *const formats[] = { "pdf", "svg", "png" };
  static const char *const says_command[] = { "s.pdf", "s-1.svg", "s-5.png" };
  g_autoptr (GPtrArray) frames = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_auto (CliRun) run = cli_runf ("CLI " STORY " --out DIR/s.%s", formats[i]);
      g_auto (GStrv) lines = g_strsplit (g_strchomp (run.out), "\n", -1);

      g_assert_cmpint (run.status, ==, 0);
      g_assert_cmpuint (g_strv_length (lines), ==, i == 0 ? 1 : 5);
    }
  g_assert_cmpuint (test_count_files (cli_folder (), "s-?.svg"), ==, 5);
  g_assert_cmpuint (test_count_files (cli_folder (), "s-?.png"), ==, 5);
  cli_assert_holds ("s.pdf", "/Count 5");
  for (guint i = 0; i < G_N_ELEMENTS (says_command); i++)
    cli_assert_holds (says_command[i], "interplay-cli " STORY);
  if (!has_ffmpeg ())
    return;
  cli_expect ("CLI " STORY " --fps 2 --hold 1.5 --out DIR/s.gif", 0, "");
  frames = read_frames ("s.gif");
  /* Five stops of 1.5 s; 4 s to the second, of whose eight frames the last is the stop, and 0.6 s,
   * rounded to one frame, to the others. */
  g_assert_cmpuint (frames->len, ==, 5 * 3 + 7);
  assert_is_still (frames->pdata[0], frames->pdata[10], "s-1.png");
  assert_is_still (frames->pdata[10], frames->pdata[0], "s-2.png");
  assert_is_still (frames->pdata[21], frames->pdata[0], "s-5.png");
}

/* Heads, their removal, and what happens in time are computed on the way. */
TEST (test_story_shipped, "/cli/story/shipped")
{
  static const char *const names[] = { "pruning", "dynamics" };
  static const char *const pages[] = { "/Count 5", "/Count 7" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_auto (CliRun) run = cli_runf ("CLI story %s --out DIR/shipped.pdf", names[i]);

      g_assert_cmpstr (run.err, ==, "");
      g_assert_cmpint (run.status, ==, 0);
      cli_assert_holds ("shipped.pdf", pages[i]);
    }
}

TEST (test_story_refused, "/cli/story/refused")
{
  cli_assert_refused ("CLI story paper", 2, "--out");
  cli_assert_refused ("CLI story paper --out DIR/t.txt", 2, ".pdf");
  cli_assert_refused ("CLI story nothing --out DIR/t.pdf", 1, "nothing");
  cli_assert_refused ("CLI story paper --out DIR/none/t.pdf", 1, "none");
  g_assert_cmpuint (test_count_files (cli_folder (), "t*"), ==, 0);
}

/* A file system of 64 kB in a namespace of its own, of which @left are free; there @command writes
 * @name, which holds "old". */
static CliRun
run_on_full_disk (const char *command, const char *name, guint left)
{
  return cli_runf (
      "sh -c \"exec unshare -rm sh -c 'mkdir -p DIR/small "
      "&& mount -t tmpfs -o size=64k none DIR/small && cd DIR/small && echo old > %s "
      "&& head -c %u /dev/zero > fill || exit 99; CLI %s; code=\\$?; "
      "grep -q ^old %s || exit 98; [ \\$(ls -A | wc -l) = 2 ] || exit 97; exit \\$code'\"",
      name, (60 - left) * 1024, command, name);
}

/* Every format of what is written: one sentence, and the old file stays. */
TEST (test_full_disk, "/cli/film/full-disk")
{
  static const struct
  {
    const char *command, *name;
  } writes[] = {
    { "figure hmc2 --frames 3 --out a.gif", "a.gif" },
    { "figure hmc2 --frames 3 --out a.mp4", "a.mp4" },
    { "story paper --fps 2 --out s.mp4", "s.mp4" },
    { "story paper --out s.pdf", "s.pdf" },
    { "figure hmc2 --out w.html", "w.html" },
    { "figure hmc2 --format png --out .", "hmc2-all.png" },
    { "figure hmc2 --format svg --out .", "hmc2-all.svg" },
    { "figure hmc2 --out .", "hmc2-all.pdf" },
  };
  g_autofree char *ffmpeg = g_find_program_in_path ("ffmpeg");

  for (guint i = 0; i < G_N_ELEMENTS (writes); i++)
    {
      gboolean is_film = strstr (writes[i].command, "frames") != NULL
                         || strstr (writes[i].command, "fps") != NULL;
      g_auto (CliRun) run = { 0 };

      if (is_film && ffmpeg == NULL)
        {
          g_test_message ("%s is left out: ffmpeg is not installed", writes[i].name);
          continue;
        }
      run = run_on_full_disk (writes[i].command, writes[i].name, 4);
      if (run.status == 99 || strstr (run.err, "unshare") != NULL)
        {
          g_test_skip ("no small file system can be made here");
          return;
        }
      g_test_message ("%s: %s", writes[i].command, run.err);
      g_assert_cmpint (run.status, ==, 1);
      g_assert_nonnull (strstr (run.err, "no space is left on the disk"));
    }
}
