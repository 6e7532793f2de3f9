/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Animation formats, one row each. Adds the provenance to formats for which ffmpeg writes no
 * comment. */
#include "figures/animation/animation-format.h"

#include <errno.h>
#include <glib.h>
#include <string.h>
#include <unistd.h>

static int
write_at (int fd, gconstpointer bytes, gsize n, off_t at)
{
  gssize written = pwrite (fd, bytes, n, at);

  return written == (gssize)n ? 0 : written < 0 ? errno : ENOSPC;
}

/* Inserts a comment extension, in blocks of at most 255 bytes, before the last byte of a GIF.
 * Returns: 0 or an errno value */
static int
ipl_film_comment_gif (int fd, const char *comment)
{
  g_autoptr (GByteArray) block = g_byte_array_new ();

  g_byte_array_append (block, (const guint8 *)"\x21\xfe", 2);
  for (gsize left = strlen (comment); left > 0;)
    {
      guint8 n = (guint8)MIN (left, 255);

      g_byte_array_append (block, &n, 1);
      g_byte_array_append (block, (const guint8 *)comment, n);
      comment += n;
      left -= n;
    }
  g_byte_array_append (block, (const guint8 *)"\0\x3b", 2);
  return write_at (fd, block->data, block->len, lseek (fd, 0, SEEK_END) - 1);
}

/* Offsets in a WebP: file size, and flags of its first chunk, with the flag for XMP. */
#define SIZE_AT 4
#define FLAGS_AT 20
#define HAS_XMP 0x04

/* Appends an XMP chunk to a WebP with a VP8X chunk, which has to announce it.
 * Returns: 0 or an errno value */
static int
ipl_film_comment_webp (int fd, const char *comment)
{
  g_autofree char *xmp = g_markup_printf_escaped (
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
      "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><rdf:Description rdf:about=\"\">"
      "<dc:description>%s</dc:description></rdf:Description></rdf:RDF></x:xmpmeta>",
      comment);
  g_autoptr (GByteArray) chunk = g_byte_array_new ();
  off_t end = lseek (fd, 0, SEEK_END);
  guint32 length = GUINT32_TO_LE ((guint32)strlen (xmp)), size;
  char head[FLAGS_AT + 1];
  int code;

  if (pread (fd, head, sizeof head, 0) != sizeof head || memcmp (head + 12, "VP8X", 4) != 0)
    return 0;
  g_byte_array_append (chunk, (const guint8 *)"XMP ", 4);
  g_byte_array_append (chunk, (const guint8 *)&length, 4);
  /* Chunks have an even length. */
  g_byte_array_append (chunk, (const guint8 *)xmp, (guint)(strlen (xmp) + strlen (xmp) % 2));
  head[FLAGS_AT] |= HAS_XMP;
  size = GUINT32_TO_LE ((guint32)(end - SIZE_AT - 4 + chunk->len));
  code = write_at (fd, chunk->data, chunk->len, end);
  if (code == 0)
    code = write_at (fd, &size, 4, SIZE_AT);
  return code == 0 ? write_at (fd, head + FLAGS_AT, 1, FLAGS_AT) : code;
}

/* Colour space of HDTV, with its tags in the file. */
#define HDTV                                                                                       \
  "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p", "-colorspace",        \
      "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"

/* ffmpeg derives the palette from leading sample frames, which are not shown; from the complete
 * film it would keep all frames in memory. Figures have flat colours, so dithering is off. */
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

/* Many programs play a GIF above 50 frames per second slowly, and browsers a WebP above 60.
 * Videos store colours at half the resolution, so their sizes are even. */
static const IplAnimationFormat formats[] = {
  { "gif", "GIF animation", 1, 65535, 50, GIF_SAMPLES, gif, ipl_film_comment_gif },
  { "webp", "WebP animation", 1, 16383, 60, 0, webp, ipl_film_comment_webp },
  { "mp4", "MP4 video", 2, 4096, 60, 0, mp4, NULL },
  { "webm", "WebM video", 2, 8192, 60, 0, webm, NULL },
};

/* @n: (out): number of formats
 * Returns: the formats */
const IplAnimationFormat *
ipl_animation_formats (guint *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

/* Returns: (nullable): format of the file extension, in any case */
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
