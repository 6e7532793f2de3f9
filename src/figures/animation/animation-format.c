/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats of moving pictures, one row each. */
#include "figures/animation/animation-format.h"

#include <string.h>

#include "figures/animation/film-comment.h"

/* Colours are those of HDTV, which the file says too. */
#define HDTV                                                                                       \
  "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p", "-colorspace",        \
      "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"

/* Colours are chosen from the frames that come first and are not shown: from all of the film,
 * ffmpeg would keep every frame in memory. Nothing is dithered: figures are flat. */
static const char *const gif[]
    = { "-filter_complex",
        "split[a][b];[a]trim=end_frame=8,palettegen[p];"
        "[b]trim=start_frame=8,setpts=PTS-STARTPTS[c];[c][p]paletteuse=dither=none",
        "-loop",
        "0",
        "-f",
        "gif",
        NULL };
#define GIF_SAMPLES 8

static const char *const webp[]
    = { "-c:v", "libwebp_anim", "-pix_fmt", "bgra", "-lossless", "1", "-loop",
        "0",    "-f",           "webp",     NULL };
static const char *const mp4[]
    = { HDTV,   "-c:v", "libx264",   "-preset",    "medium", "-tune", "animation",
        "-crf", "18",   "-movflags", "+faststart", "-f",     "mp4",   NULL };
static const char *const webm[]
    = { HDTV, "-c:v",      "libvpx-vp9", "-crf",      "18", "-b:v", "0",    "-row-mt",
        "1",  "-deadline", "good",       "-cpu-used", "4",  "-f",   "webm", NULL };

/* Many programs show a GIF of more than 50 frames a second, and browsers a WebP of more than 60,
 * slowly. Colours of videos have half the resolution, so that sizes are even. */
static const IplAnimationFormat formats[] = {
  { "gif", "GIF animation", 1, 65535, 50, GIF_SAMPLES, gif, ipl_film_comment_gif },
  { "webp", "WebP animation", 1, 16383, 60, 0, webp, ipl_film_comment_webp },
  { "mp4", "MP4 video", 2, 4096, 60, 0, mp4, NULL },
  { "webm", "WebM video", 2, 8192, 60, 0, webm, NULL },
};

/* @n: (out): how many
 * Returns: all of them */
const IplAnimationFormat *
ipl_animation_formats (guint *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

/* Returns: (nullable): the format that its ending stands for, in any case */
const IplAnimationFormat *
ipl_animation_format_of (const char *path)
{
  const char *dot = strrchr (path, '.');

  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_ascii_strcasecmp (dot + 1, formats[i].id) == 0)
      return &formats[i];
  return NULL;
}

/* Returns: (transfer full): ".gif, .webp, .mp4 or .webm", for sentences */
char *
ipl_animation_format_list (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    g_string_append_printf (text, "%s.%s",
                            i == 0                           ? ""
                            : i + 1 < G_N_ELEMENTS (formats) ? ", "
                                                             : " or ",
                            formats[i].id);
  return g_string_free (text, FALSE);
}
