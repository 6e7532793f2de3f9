/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Animated WebP by libwebpmux, without loss. */
#include "figures/animation/animation-format.h"

#include <math.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "core/base/error.h"
#include "core/base/file-save.h"

/* From 0, quick, to 9, small. */
#define EFFORT 3

typedef struct
{
  char *path;
  guint width, height;
  double fps;
  char *comment; /* (nullable) */
  guint64 shown; /* frames' times so far */
  WebPConfig config;
  WebPAnimEncoder *encoder;
} WebpWriter;

static void
webp_abandon (gpointer writer)
{
  WebpWriter *self = writer;

  g_clear_pointer (&self->encoder, WebPAnimEncoderDelete);
  g_free (self->comment);
  g_free (self->path);
  g_free (self);
}

static gboolean
fail (const WebpWriter *self, GError **error)
{
  const char *reason = self->encoder != NULL ? WebPAnimEncoderGetError (self->encoder) : NULL;

  g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY, "The WebP could not be made: %s.",
               reason != NULL && reason[0] != '\0' ? reason : "there is not enough memory");
  return FALSE;
}

static gpointer
webp_open (const IplAnimationTarget *target, GError **error)
{
  WebpWriter *self;
  WebPAnimEncoderOptions options;

  if (!ipl_file_save_try (target->path, 0, error))
    return NULL;
  self = g_new0 (WebpWriter, 1);
  self->path = g_strdup (target->path);
  self->width = target->width;
  self->height = target->height;
  self->fps = target->fps;
  self->comment = g_strdup (target->comment);
  if (WebPAnimEncoderOptionsInit (&options) && WebPConfigInit (&self->config)
      && WebPConfigLosslessPreset (&self->config, EFFORT))
    self->encoder = WebPAnimEncoderNew ((int)target->width, (int)target->height, &options);
  if (self->encoder != NULL)
    return self;
  fail (self, error);
  webp_abandon (self);
  return NULL;
}

/* When what comes next is shown, in milliseconds. */
static int
get_time (const WebpWriter *self)
{
  return (int)MIN (round (1000.0 * (double)self->shown / self->fps), (double)G_MAXINT);
}

static gboolean
webp_add (gpointer writer, cairo_surface_t *frame, guint frames, GError **error)
{
  WebpWriter *self = writer;
  const guchar *data = cairo_image_surface_get_data (frame);
  gsize stride = (gsize)cairo_image_surface_get_stride (frame);
  WebPPicture picture;
  gboolean added;

  if (!WebPPictureInit (&picture))
    return fail (self, error);
  picture.use_argb = 1;
  picture.width = (int)self->width;
  picture.height = (int)self->height;
  if (!WebPPictureAlloc (&picture))
    return fail (self, error);
  for (guint y = 0; y < self->height; y++)
    {
      const guint32 *from = (const guint32 *)(data + y * stride);
      guint32 *to = picture.argb + (gsize)y * (gsize)picture.argb_stride;

      for (guint x = 0; x < self->width; x++)
        to[x] = from[x] | 0xff000000u;
    }
  added = WebPAnimEncoderAdd (self->encoder, &picture, get_time (self), &self->config) != 0;
  WebPPictureFree (&picture);
  self->shown += frames;
  return added || fail (self, error);
}

/* Puts where it comes from into a file, as XMP. */
static gboolean
add_comment (const WebpWriter *self, WebPData *data)
{
  g_autofree char *xmp = NULL;
  WebPData described;
  WebPMux *mux;
  gboolean added;

  if (self->comment == NULL)
    return TRUE;
  xmp = g_markup_printf_escaped (
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
      "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><rdf:Description rdf:about=\"\">"
      "<dc:description>%s</dc:description></rdf:Description></rdf:RDF></x:xmpmeta>",
      self->comment);
  WebPDataInit (&described);
  mux = WebPMuxCreate (data, 1);
  added = mux != NULL
          && WebPMuxSetChunk (mux, "XMP ", &(WebPData){ (const guint8 *)xmp, strlen (xmp) }, 1)
                 == WEBP_MUX_OK
          && WebPMuxAssemble (mux, &described) == WEBP_MUX_OK;
  if (mux != NULL)
    WebPMuxDelete (mux);
  if (!added)
    return FALSE;
  WebPDataClear (data);
  *data = described;
  return TRUE;
}

static gboolean
webp_close (gpointer writer, GError **error)
{
  WebpWriter *self = writer;
  WebPData data;
  gboolean done;

  WebPDataInit (&data);
  done = WebPAnimEncoderAdd (self->encoder, NULL, get_time (self), NULL)
         && WebPAnimEncoderAssemble (self->encoder, &data) && add_comment (self, &data);
  if (!done)
    fail (self, error);
  else
    done = ipl_file_save_bytes (self->path, data.bytes, data.size, error);
  WebPDataClear (&data);
  webp_abandon (self);
  return done;
}

/* Browsers show what is faster slowly. A frame like the one before makes that one longer. */
const IplAnimationFormat ipl_animation_webp = {
  .id = "webp",
  .title = "WebP animation",
  .multiple = 1,
  .largest = WEBP_MAX_DIMENSION,
  .fastest = 60,
  .open = webp_open,
  .add = webp_add,
  .close = webp_close,
  .abandon = webp_abandon,
};
