/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Animated WebP by libwebpmux, without loss. */
#include "figures/animation/film.h"

#include <math.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "core/base/error.h"

/* From 0, quick, to 9, small. */
#define EFFORT 3

typedef struct
{
  WebPConfig config;
  WebPAnimEncoder *encoder;
} WebpWriter;

static void
webp_free (IplAnimationWriter *writer)
{
  WebpWriter *self = writer->own;

  g_clear_pointer (&self->encoder, WebPAnimEncoderDelete);
  g_free (self);
}

static gboolean
fail (const WebpWriter *self, GError **error)
{
  const char *reason = self->encoder != NULL ? WebPAnimEncoderGetError (self->encoder) : NULL;

  return ipl_fail (error, IPL_ERROR_MEMORY, "The WebP could not be made: %s.",
                   reason != NULL && reason[0] != '\0' ? reason : "there is not enough memory");
}

static gboolean
webp_open (IplAnimationWriter *writer, GError **error)
{
  WebpWriter *self = writer->own = g_new0 (WebpWriter, 1);
  WebPAnimEncoderOptions options;

  if (WebPAnimEncoderOptionsInit (&options) && WebPConfigInit (&self->config)
      && WebPConfigLosslessPreset (&self->config, EFFORT))
    self->encoder
        = WebPAnimEncoderNew ((int)writer->target.width, (int)writer->target.height, &options);
  return self->encoder != NULL || fail (self, error);
}

/* When what comes next is shown, in milliseconds. */
static int
get_time (const IplAnimationWriter *writer)
{
  return (int)MIN (round (1000.0 * (double)writer->shown / writer->target.fps), (double)G_MAXINT);
}

static gboolean
webp_add (IplAnimationWriter *writer, cairo_surface_t *frame, guint frames, GError **error)
{
  WebpWriter *self = writer->own;
  const guchar *data = cairo_image_surface_get_data (frame);
  gsize stride = (gsize)cairo_image_surface_get_stride (frame);
  WebPPicture picture;
  gboolean added;

  if (!WebPPictureInit (&picture))
    return fail (self, error);
  picture.use_argb = 1;
  picture.width = (int)writer->target.width;
  picture.height = (int)writer->target.height;
  if (!WebPPictureAlloc (&picture))
    return fail (self, error);
  for (guint y = 0; y < writer->target.height; y++)
    {
      const guint32 *from = (const guint32 *)(data + y * stride);
      guint32 *to = picture.argb + (gsize)y * (gsize)picture.argb_stride;

      for (guint x = 0; x < writer->target.width; x++)
        to[x] = from[x] | 0xff000000u;
    }
  added = WebPAnimEncoderAdd (self->encoder, &picture, get_time (writer), &self->config) != 0;
  WebPPictureFree (&picture);
  return added || fail (self, error);
}

/* Puts where it comes from into a file, as XMP. */
static gboolean
add_comment (const char *comment, WebPData *data)
{
  g_autofree char *xmp = NULL;
  WebPData described;
  WebPMux *mux;
  gboolean added;

  if (comment == NULL)
    return TRUE;
  xmp = g_markup_printf_escaped (
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
      "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><rdf:Description rdf:about=\"\">"
      "<dc:description>%s</dc:description></rdf:Description></rdf:RDF></x:xmpmeta>",
      comment);
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
webp_finish (IplAnimationWriter *writer, GError **error)
{
  WebpWriter *self = writer->own;
  WebPData data;
  gboolean done;

  WebPDataInit (&data);
  done = WebPAnimEncoderAdd (self->encoder, NULL, get_time (writer), NULL)
         && WebPAnimEncoderAssemble (self->encoder, &data)
         && add_comment (writer->target.comment, &data);
  done
      = done ? ipl_animation_writer_put (writer, data.bytes, data.size, error) : fail (self, error);
  WebPDataClear (&data);
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
  .finish = webp_finish,
  .free = webp_free,
};
