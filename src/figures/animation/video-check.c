/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that a video is not cut: that the parts of its container fill the file to the last byte,
 * and that it holds every frame. The frames themselves are not decoded. */
#include "figures/animation/video-check.h"

#include <string.h>

/* The bytes that are not yet read, of a file or of a part of it. */
typedef struct
{
  const guint8 *at;
  gsize n;
} Span;

/* Takes the next @bytes, at most 8, as a big-endian number. */
static gboolean
take_number (Span *from, guint bytes, guint64 *number)
{
  if (from->n < bytes)
    return FALSE;
  *number = 0;
  for (guint i = 0; i < bytes; i++)
    *number = *number << 8 | from->at[i];
  from->at += bytes;
  from->n -= bytes;
  return TRUE;
}

static gboolean
take_span (Span *from, guint64 n, Span *span)
{
  if (from->n < n)
    return FALSE;
  *span = (Span){ from->at, (gsize)n };
  from->at += n;
  from->n -= (gsize)n;
  return TRUE;
}

/* MP4: takes the next box, a size that counts itself, four letters and the content. */
static gboolean
take_box (Span *from, char type[5], Span *content)
{
  guint64 size, letters, head = 8;

  if (!take_number (from, 4, &size) || !take_number (from, 4, &letters))
    return FALSE;
  if (size == 1)
    {
      head = 16;
      if (!take_number (from, 8, &size))
        return FALSE;
    }
  for (guint i = 0; i < 4; i++)
    type[i] = (char)(letters >> (24 - 8 * i) & 255);
  type[4] = '\0';
  return size >= head && take_span (from, size - head, content);
}

/* Finds the first box of @type in @from, all of whose boxes must be whole. */
static gboolean
find_box (Span from, const char *type, Span *found)
{
  gboolean is_found = FALSE;
  char other[5];
  Span content;

  while (from.n > 0)
    {
      if (!take_box (&from, other, &content))
        return FALSE;
      if (!is_found && strcmp (other, type) == 0)
        {
          *found = content;
          is_found = TRUE;
        }
    }
  return is_found;
}

/* Returns: whether its boxes fill the file exactly, its index lists every frame, and the data are
 *   as long as the frames in the index */
gboolean
ipl_video_is_whole_mp4 (const guint8 *bytes, gsize n, guint64 frames)
{
  static const char *const to_sizes[] = { "moov", "trak", "mdia", "minf", "stbl", "stsz" };
  const Span file = { bytes, n };
  guint64 flags, each, count, size, total = 0;
  Span sizes = file, data;

  for (guint i = 0; i < G_N_ELEMENTS (to_sizes); i++)
    if (!find_box (sizes, to_sizes[i], &sizes))
      return FALSE;
  if (!take_number (&sizes, 4, &flags) || !take_number (&sizes, 4, &each)
      || !take_number (&sizes, 4, &count) || count < frames || !find_box (file, "mdat", &data))
    return FALSE;
  for (guint64 i = 0; each == 0 && i < count; i++)
    {
      if (!take_number (&sizes, 4, &size))
        return FALSE;
      total += size;
    }
  return (each == 0 ? total : each * count) <= data.n;
}

#define EBML_HEAD 0x1a45dfa3u
#define EBML_SEGMENT 0x18538067u
#define EBML_CLUSTER 0x1f43b675u
#define EBML_SIMPLE_BLOCK 0xa3u
#define EBML_BLOCK_GROUP 0xa0u

/* EBML: takes a number whose length, 1 to 8 bytes, is told by the zeros before its first bit, which
 * belongs to it where it is an id. */
static gboolean
take_variable (Span *from, gboolean is_id, guint64 *number)
{
  guint length = 1;

  while (from->n > 0 && length <= 8 && (from->at[0] & 0x100u >> length) == 0)
    length++;
  if (from->n == 0 || length > 8 || !take_number (from, length, number))
    return FALSE;
  if (!is_id)
    *number &= ((guint64)1 << (7 * length)) - 1;
  return TRUE;
}

/* WebM: takes the next element. One that does not say how long it is, is not whole: its size would
 * be larger than any file. */
static gboolean
take_element (Span *from, guint64 *id, Span *content)
{
  guint64 size;

  return take_variable (from, TRUE, id) && take_variable (from, FALSE, &size)
         && take_span (from, size, content);
}

/* Counts the frames of a cluster, one a block. */
static gboolean
count_blocks (Span cluster, guint64 *frames)
{
  Span content;
  guint64 id;

  while (cluster.n > 0)
    {
      if (!take_element (&cluster, &id, &content))
        return FALSE;
      *frames += id == EBML_SIMPLE_BLOCK || id == EBML_BLOCK_GROUP;
    }
  return TRUE;
}

/* Returns: whether its elements fill the file exactly and hold so many frames */
gboolean
ipl_video_is_whole_webm (const guint8 *bytes, gsize n, guint64 frames)
{
  Span file = { bytes, n }, segment, content;
  guint64 id, held = 0;

  if (!take_element (&file, &id, &content) || id != EBML_HEAD
      || !take_element (&file, &id, &segment) || id != EBML_SEGMENT || file.n > 0)
    return FALSE;
  while (segment.n > 0)
    if (!take_element (&segment, &id, &content)
        || (id == EBML_CLUSTER && !count_blocks (content, &held)))
      return FALSE;
  return held >= frames;
}
