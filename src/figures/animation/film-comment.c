/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a film comes from, written into the formats in which ffmpeg writes no comment. */
#include "figures/animation/film-comment.h"

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

/* Puts a comment extension, blocks of at most 255 bytes, before the byte that ends a GIF.
 * Returns: 0 or an error code */
int
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

/* Of a WebP: its size, and the flags of its first chunk, of which one announces XMP. */
#define SIZE_AT 4
#define FLAGS_AT 20
#define HAS_XMP 0x04

/* Puts a chunk of XMP at the end of a WebP that has the chunk that announces it.
 * Returns: 0 or an error code */
int
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
