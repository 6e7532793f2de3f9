/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What images, the sequences made of them and their case take, from sizes. */
#include "core/tasks/one-shot-cost.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/case/case-cost.h"
#include "core/network/trained-case.h"

/* Bytes of an image in a file: a drawing of Omniglot with its name in the zip, a digit of an IDX
 * file and of a gzipped one. */
#define ZIP_BYTES 500.0
#define IDX_BYTES 784.0
#define GZIP_BYTES 165.0
/* Time in units of drawing one Gaussian number: an invented drawing, one that is read, one that is
 * resized and cut into tokens, and a sequence of three. */
#define DRAWING 6500.0
#define READING 7000.0
#define CUTTING 3000.0
#define SEQUENCE 500.0
/* Turned characters are cut once more for each turn, but for the fifth that is held out. */
#define TURNS 4
#define TURNED_SHARE 0.8
/* Sequences whose tokens are held, as one-shot-case.c. */
#define BLOCK 1024

/* Images of a file, and bytes of the pixels of one. */
static double
count_images (const char *path, double *pixels)
{
  GStatBuf info;
  double bytes = g_stat (path, &info) == 0 ? (double)info.st_size : 0;
  gboolean zip = g_str_has_suffix (path, ".zip"), gzip = g_str_has_suffix (path, ".gz");

  *pixels = zip ? IPL_GLYPH_SIZE * IPL_GLYPH_SIZE : IDX_BYTES;
  return strstr (path, "labels") != NULL ? 0
                                         : bytes
                                               / (zip    ? ZIP_BYTES
                                                  : gzip ? GZIP_BYTES
                                                         : IDX_BYTES);
}

/* What is to be read, or invented. */
void
ipl_image_task_cost (const IplImageTask *self, guint threads, IplCost *cost)
{
  const IplGlyphs *glyphs = &self->glyphs;
  double unit = ipl_cost_gaussian_seconds (), seconds = 0, bytes = 0, n = 0, pixels = 0;
  double tokens = IPL_ONE_SHOT_IMAGE * sizeof (float), small = IPL_ONE_SHOT_IMAGE;

  for (guint i = 0; i < IPL_IMAGE_TASK_FILES + IPL_IMAGE_TASK_EXTRAS; i++)
    {
      const char *path
          = i < IPL_IMAGE_TASK_FILES ? self->files[i] : self->extras[i - IPL_IMAGE_TASK_FILES];
      double images = path[0] != '\0' ? count_images (path, &pixels) : 0;

      n += images;
      bytes += images * pixels;
      seconds += images * READING * unit;
    }
  if (self->files[0][0] == '\0')
    {
      double images = (double)glyphs->n_alphabets * glyphs->n_characters * glyphs->n_drawings;

      n += images;
      bytes += images * IPL_GLYPH_SIZE * IPL_GLYPH_SIZE;
      seconds += images * DRAWING * unit / threads;
    }
  if (self->rotate)
    n *= 1 + TURNS * TURNED_SHARE;
  ipl_cost_add (cost, "the images", seconds + n * CUTTING * unit / threads,
                bytes + n * (tokens + small), 0);
}

/* The case without its examples. */
IplCase *
ipl_one_shot_outline (const IplImageTask *task, const IplTrainedNetwork *network, const char *name,
                      guint threads, IplCost *cost, GError **error)
{
  const IplTrainedShape *shape = &network->shape;
  g_autoptr (IplCase) outline = ipl_one_shot_shape (name, shape->L, shape->H, task->seed);
  double seconds, scratch;

  if (!ipl_trained_network_export_attention (network, outline->weights, error))
    return NULL;
  outline->n_tests = 1;
  outline->tests = g_new0 (IplExamples, 1 + IPL_IMAGE_TASK_EXTRAS);
  for (guint i = 0; i < IPL_IMAGE_TASK_EXTRAS; i++)
    if (task->extras[i][0] != '\0')
      outline->tests[outline->n_tests++].name = g_path_get_basename (task->extras[i]);
  outline->tests[0].name = g_strdup ("test");
  outline->train.count = task->n_train;
  for (guint k = 0; k < outline->n_tests; k++)
    outline->tests[k].count = task->n_test;
  ipl_case_finish_names (outline);
  ipl_image_task_cost (task, threads, cost);
  seconds
      = SEQUENCE * ipl_cost_gaussian_seconds () + ipl_cost_features (outline, threads, &scratch);
  ipl_cost_add (cost, IPL_COST_MAKING,
                (double)ipl_cost_count_examples (outline) * seconds / threads,
                ipl_cost_examples_bytes (outline), 8.0 * BLOCK * IPL_ONE_SHOT_TOKENS + scratch);
  return g_steal_pointer (&outline);
}
