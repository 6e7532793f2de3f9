/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GIF by giflib, whose palettes are libimagequant's. A frame holds what has changed since the one
 * before: the rest of the smallest rectangle around it is transparent, and costs next to nothing.
 * So colours are chosen for few pixels, and what does not move does not flicker. Nothing is
 * dithered: figures are flat. */
#include "figures/animation/film.h"

#include <gif_lib.h>
#include <libimagequant.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"

#define MOST_COLORS 256
#define RGB 0xffffffu

typedef struct
{
  GByteArray *waiting; /* what giflib has written in small pieces */
  GifFileType *gif;
  guint width, height;
  guint32 *before; /* [height x width] the frame before; no pixel's in the first */
} GifWriter;

/* Part of a frame. */
typedef struct
{
  guint x, y, w, h;
  gsize n; /* pixels in it that are new */
} Change;

static int
append (GifFileType *gif, const GifByteType *bytes, int n)
{
  GifWriter *self = gif->UserData;

  g_byte_array_append (self->waiting, bytes, (guint)n);
  return n;
}

static gboolean
flush (IplAnimationWriter *writer, GError **error)
{
  GifWriter *self = writer->own;
  gboolean written
      = ipl_animation_writer_put (writer, self->waiting->data, self->waiting->len, error);

  g_byte_array_set_size (self->waiting, 0);
  return written;
}

static gboolean
fail (int code, GError **error)
{
  const char *reason = GifErrorString (code);

  return ipl_fail (error, IPL_ERROR_MEMORY, "The GIF could not be made: %s.",
                   reason != NULL ? reason : "there is not enough memory");
}

static void
gif_free (IplAnimationWriter *writer)
{
  GifWriter *self = writer->own;

  if (self->gif != NULL)
    EGifCloseFile (self->gif, NULL);
  g_byte_array_unref (self->waiting);
  g_free (self->before);
  g_free (self);
}

/* The size, that it begins anew at its end, and where it comes from. */
static gboolean
put_head (GifWriter *self, const char *comment)
{
  static const guint8 forever[] = { 1, 0, 0 };

  EGifSetGifVersion (self->gif, TRUE);
  return EGifPutScreenDesc (self->gif, (int)self->width, (int)self->height, 8, 0, NULL) == GIF_OK
         && EGifPutExtensionLeader (self->gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK
         && EGifPutExtensionBlock (self->gif, 11, "NETSCAPE2.0") == GIF_OK
         && EGifPutExtensionBlock (self->gif, sizeof forever, forever) == GIF_OK
         && EGifPutExtensionTrailer (self->gif) == GIF_OK
         && (comment == NULL || EGifPutComment (self->gif, comment) == GIF_OK);
}

static gboolean
gif_open (IplAnimationWriter *writer, GError **error)
{
  GifWriter *self = writer->own = g_new0 (GifWriter, 1);
  int code = 0;

  self->waiting = g_byte_array_new ();
  self->width = writer->target.width;
  self->height = writer->target.height;
  self->gif = EGifOpen (self, append, &code);
  return (self->gif != NULL && put_head (self, writer->target.comment))
         || fail (self->gif != NULL ? self->gif->Error : code, error);
}

static const guint32 *
row_of (cairo_surface_t *frame, guint y)
{
  return (const guint32 *)(cairo_image_surface_get_data (frame)
                           + (gsize)y * (gsize)cairo_image_surface_get_stride (frame));
}

static gboolean
is_new (const GifWriter *self, const guint32 *row, guint x, guint y)
{
  return self->before == NULL || ((row[x] ^ self->before[(gsize)y * self->width + x]) & RGB) != 0;
}

/* Where nothing has changed, one pixel that has not stands for the frame. */
static Change
find_change (const GifWriter *self, cairo_surface_t *frame)
{
  guint left = self->width, right = 0, top = self->height, bottom = 0;
  gsize n = 0;

  for (guint y = 0; y < self->height; y++)
    {
      const guint32 *row = row_of (frame, y);

      for (guint x = 0; x < self->width; x++)
        if (is_new (self, row, x, y))
          {
            left = MIN (left, x);
            right = MAX (right, x);
            top = MIN (top, y);
            bottom = y;
            n++;
          }
    }
  return n > 0 ? (Change){ left, top, right - left + 1, bottom - top + 1, n }
               : (Change){ 0, 0, 1, 1, 0 };
}

/* The new pixels of a frame, row by row. */
static void
list_pixels (const GifWriter *self, cairo_surface_t *frame, const Change *change, guint8 *rgba)
{
  for (guint y = change->y; y < change->y + change->h; y++)
    {
      const guint32 *row = row_of (frame, y);

      for (guint x = change->x; x < change->x + change->w; x++)
        if (is_new (self, row, x, y))
          {
            *rgba++ = row[x] >> 16 & 255;
            *rgba++ = row[x] >> 8 & 255;
            *rgba++ = row[x] & 255;
            *rgba++ = 255;
          }
    }
}

/* At most @most colours for @n pixels, and which of them each pixel has. */
static gboolean
choose_colors (const guint8 *rgba, gsize n, int most, guint8 *index, liq_palette *palette)
{
  liq_attr *attributes = liq_attr_create ();
  liq_image *image = NULL;
  liq_result *result = NULL;
  gboolean chosen;

  chosen = attributes != NULL && liq_set_max_colors (attributes, most) == LIQ_OK
           && (image = liq_image_create_rgba (attributes, rgba, (int)n, 1, 0)) != NULL
           && liq_image_quantize (image, attributes, &result) == LIQ_OK
           && liq_set_dithering_level (result, 0) == LIQ_OK
           && liq_write_remapped_image (result, image, index, n) == LIQ_OK;
  if (chosen)
    *palette = *liq_get_palette (result);
  g_clear_pointer (&result, liq_result_destroy);
  g_clear_pointer (&image, liq_image_destroy);
  g_clear_pointer (&attributes, liq_attr_destroy);
  return chosen;
}

/* Its times are hundredths of a second, so that their sum is right, not each. */
static int
count_hundredths (const IplAnimationWriter *writer, guint frames)
{
  double before = round (100.0 * (double)writer->shown / writer->target.fps);
  double after = round (100.0 * (double)(writer->shown + frames) / writer->target.fps);

  return (int)MIN (after - before, 65535.0);
}

static gboolean
put_control (const IplAnimationWriter *writer, guint frames, int transparent)
{
  const GifWriter *self = writer->own;
  const GraphicsControlBlock control = { .DisposalMode = DISPOSE_DO_NOT,
                                         .UserInputFlag = FALSE,
                                         .DelayTime = count_hundredths (writer, frames),
                                         .TransparentColor = transparent };
  GifByteType bytes[4];

  EGifGCBToExtension (&control, bytes);
  return EGifPutExtension (self->gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_OK;
}

/* A palette's size is a power of two. */
static gboolean
put_place (GifWriter *self, const Change *change, const liq_palette *palette, guint n_colors)
{
  ColorMapObject *map;
  gboolean put;
  int size = 2;

  while (size < (int)n_colors)
    size *= 2;
  map = GifMakeMapObject (size, NULL);
  if (map == NULL)
    return FALSE;
  for (guint i = 0; i < palette->count; i++)
    map->Colors[i]
        = (GifColorType){ palette->entries[i].r, palette->entries[i].g, palette->entries[i].b };
  put = EGifPutImageDesc (self->gif, (int)change->x, (int)change->y, (int)change->w, (int)change->h,
                          FALSE, map)
        == GIF_OK;
  GifFreeMapObject (map);
  return put;
}

static gboolean
put_pixels (GifWriter *self, cairo_surface_t *frame, const Change *change, const guint8 *index,
            guint8 transparent)
{
  g_autofree guint8 *line = g_malloc (change->w);

  for (guint y = change->y; y < change->y + change->h; y++)
    {
      const guint32 *row = row_of (frame, y);

      for (guint x = 0; x < change->w; x++)
        line[x] = is_new (self, row, change->x + x, y) ? *index++ : transparent;
      if (EGifPutLine (self->gif, line, (int)change->w) != GIF_OK)
        return FALSE;
    }
  return TRUE;
}

static void
remember (GifWriter *self, cairo_surface_t *frame)
{
  if (self->before == NULL)
    self->before = g_new (guint32, (gsize)self->width * self->height);
  for (guint y = 0; y < self->height; y++)
    memcpy (self->before + (gsize)y * self->width, row_of (frame, y),
            self->width * sizeof (guint32));
}

static gboolean
gif_add (IplAnimationWriter *writer, cairo_surface_t *frame, guint frames, GError **error)
{
  GifWriter *self = writer->own;
  Change change = find_change (self, frame);
  g_autofree guint8 *rgba = g_try_malloc_n (MAX (change.n, 1), 4);
  g_autofree guint8 *index = g_try_malloc (MAX (change.n, 1));
  gboolean first = self->before == NULL;
  liq_palette palette = { .count = 0 };

  if (rgba == NULL || index == NULL)
    return fail (0, error);
  list_pixels (self, frame, &change, rgba);
  if (change.n > 0
      && !choose_colors (rgba, change.n, first ? MOST_COLORS : MOST_COLORS - 1, index, &palette))
    return fail (0, error);
  if (!put_control (writer, frames, first ? NO_TRANSPARENT_COLOR : (int)palette.count)
      || !put_place (self, &change, &palette, palette.count + (first ? 0 : 1))
      || !put_pixels (self, frame, &change, index, (guint8)palette.count))
    return fail (self->gif->Error, error);
  remember (self, frame);
  return flush (writer, error);
}

static gboolean
gif_finish (IplAnimationWriter *writer, GError **error)
{
  GifWriter *self = writer->own;
  int code = 0;

  return (EGifCloseFile (g_steal_pointer (&self->gif), &code) == GIF_OK || fail (code, error))
         && flush (writer, error);
}

/* Many programs show what is faster than fifty frames a second slowly. */
const IplAnimationFormat ipl_animation_gif = {
  .id = "gif",
  .title = "GIF animation",
  .multiple = 1,
  .largest = 65535,
  .fastest = 50,
  .open = gif_open,
  .add = gif_add,
  .finish = gif_finish,
  .free = gif_free,
};
