/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Videos in memory, cut at every byte: only the whole one is taken. */

#include "figures/animation/video-check.h"

#include <string.h>

static void
append_number (GByteArray *to, guint64 number, guint bytes)
{
  for (guint i = bytes; i-- > 0;)
    g_byte_array_append (to, &(guint8){ (guint8)(number >> (8 * i)) }, 1);
}

/* A box of an MP4; frees @content. */
static GByteArray *
box (const char *type, GByteArray *content)
{
  GByteArray *self = g_byte_array_new ();

  append_number (self, 8 + content->len, 4);
  g_byte_array_append (self, (const guint8 *)type, 4);
  g_byte_array_append (self, content->data, content->len);
  g_byte_array_unref (content);
  return self;
}

static void
append (GByteArray *to, GByteArray *part)
{
  g_byte_array_append (to, part->data, part->len);
  g_byte_array_unref (part);
}

/* Three frames of 5, 6 and 7 bytes. @wide: with the data's size in 64 bits. */
static GByteArray *
make_mp4 (gboolean wide)
{
  static const char *const outer[] = { "stsz", "stbl", "minf", "mdia", "trak", "moov" };
  GByteArray *self = box ("ftyp", g_byte_array_append (g_byte_array_new (), (guint8 *)"isom", 4));
  GByteArray *part = g_byte_array_new ();

  append_number (part, 0, 8);
  append_number (part, 3, 4);
  for (guint i = 0; i < 3; i++)
    append_number (part, 5 + i, 4);
  for (guint i = 0; i < G_N_ELEMENTS (outer); i++)
    part = box (outer[i], part);
  append (self, part);
  append_number (self, wide ? 1 : 8 + 18, 4);
  g_byte_array_append (self, (const guint8 *)"mdat", 4);
  if (wide)
    append_number (self, 16 + 18, 8);
  g_byte_array_append (self, (const guint8 *)"abcdefghijklmnopqr", 18);
  return self;
}

/* An element of a WebM; frees @content. */
static GByteArray *
element (guint32 id, guint id_bytes, GByteArray *content)
{
  GByteArray *self = g_byte_array_new ();

  append_number (self, id, id_bytes);
  append_number (self, (guint64)1 << 56 | content->len, 8);
  append (self, content);
  return self;
}

/* Three frames in two clusters. */
static GByteArray *
make_webm (void)
{
  GByteArray *self = element (0x1a45dfa3, 4, g_byte_array_new ());
  GByteArray *clusters[2], *segment = g_byte_array_new ();

  for (guint i = 0; i < 2; i++)
    clusters[i] = g_byte_array_new ();
  for (guint i = 0; i < 3; i++)
    append (clusters[i / 2],
            element (i == 1 ? 0xa0 : 0xa3, 1,
                     g_byte_array_append (g_byte_array_new (), (guint8 *)"frame", 5)));
  for (guint i = 0; i < 2; i++)
    append (segment, element (0x1f43b675, 4, clusters[i]));
  append (self, element (0x18538067, 4, segment));
  return self;
}

/* Frees @video. Copies are as long as they say, so that a byte read too far is seen. */
static void
assert_whole_only (IplVideoCheck is_whole, GByteArray *video)
{
  g_assert_true (is_whole (video->data, video->len, 3));
  g_assert_false (is_whole (video->data, video->len, 4));
  for (guint n = 0; n < video->len; n++)
    {
      g_autofree guint8 *cut = g_memdup2 (video->data, MAX (n, 1));

      g_assert_false (is_whole (cut, n, 3));
    }
  g_byte_array_append (video, (const guint8 *)"x", 1);
  g_assert_false (is_whole (video->data, video->len, 3));
  g_byte_array_unref (video);
}

static void
test_mp4 (void)
{
  GByteArray *short_data = make_mp4 (FALSE);

  assert_whole_only (ipl_video_is_whole_mp4, make_mp4 (FALSE));
  assert_whole_only (ipl_video_is_whole_mp4, make_mp4 (TRUE));
  /* The index is whole, the data are not all there. */
  short_data->data[short_data->len - 18 - 5] -= 1;
  g_assert_false (ipl_video_is_whole_mp4 (short_data->data, short_data->len - 1, 3));
  g_byte_array_unref (short_data);
}

static void
test_webm (void)
{
  GByteArray *unknown = make_webm ();

  assert_whole_only (ipl_video_is_whole_webm, make_webm ());
  /* As ffmpeg leaves it before it knows how long the file becomes. */
  memset (unknown->data + 12 + 4 + 1, 0xff, 7);
  g_assert_false (ipl_video_is_whole_webm (unknown->data, unknown->len, 3));
  g_byte_array_unref (unknown);
}

/* No byte of it is trusted. */
static void
test_any (void)
{
  GRand *random = g_rand_new_with_seed (1);

  for (guint round = 0; round < 20000; round++)
    {
      GByteArray *video = round % 2 == 0 ? make_mp4 (round % 4 == 0) : make_webm ();

      for (guint i = 0; i < 3; i++)
        video->data[g_rand_int_range (random, 0, (gint32)video->len)]
            = (guint8)g_rand_int_range (random, 0, 256);
      ipl_video_is_whole_mp4 (video->data, video->len, 3);
      ipl_video_is_whole_webm (video->data, video->len, 3);
      g_byte_array_unref (video);
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/video-check/mp4", test_mp4);
  g_test_add_func ("/video-check/webm", test_webm);
  g_test_add_func ("/video-check/any", test_any);
  return g_test_run ();
}
