/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/one-shot-private.h"

#include <math.h>

#include "core/base/random-stream.h"

/* Added to the variance in layer normalization, as in PyTorch. */
#define EPSILON 1e-5

/* Wavelengths of the position table reach this. */
#define LONGEST 10000.0

#define SIZE IPL_ONE_SHOT_SIZE
#define PATCH IPL_ONE_SHOT_PATCH
#define ACROSS (SIZE / PATCH)
#define N0 IPL_ONE_SHOT_N0

G_STATIC_ASSERT (PATCH *PATCH == N0 && ACROSS * ACROSS == IPL_ONE_SHOT_PATCHES);

/* Pixels in [0, 1] less the mean, over the standard deviation, then layer-normalized token by token
 * without learned factors (THEORY.md section 8). A patch of one color becomes 0. @pixels: [32 x 32]
 * gray levels; @tokens: [16 x N0] patches row by row, pixels row by row in each. */
void
ipl_one_shot_image_tokens (const guint8 *pixels, double mean, double sd, float *tokens)
{
  for (guint p = 0; p < IPL_ONE_SHOT_PATCHES; p++)
    {
      const guint8 *corner = pixels + (p / ACROSS) * PATCH * SIZE + (p % ACROSS) * PATCH;
      double values[N0], sum = 0, squares = 0, centre, scale;

      for (guint i = 0; i < N0; i++)
        {
          values[i] = (corner[(i / PATCH) * SIZE + i % PATCH] / 255.0 - mean) / sd;
          sum += values[i];
        }
      centre = sum / N0;
      for (guint i = 0; i < N0; i++)
        squares += (values[i] - centre) * (values[i] - centre);
      scale = 1 / sqrt (squares / N0 + EPSILON);
      for (guint i = 0; i < N0; i++)
        tokens[p * N0 + i] = (float)((values[i] - centre) * scale);
    }
}

/* @from: [32 x 32] gray levels; @to: [32 x 32] turned. */
void
ipl_one_shot_rotate (const guint8 *from, guint turns, guint8 *to)
{
  for (guint y = 0; y < SIZE; y++)
    for (guint x = 0; x < SIZE; x++)
      {
        guint row = y, column = x;

        for (guint k = 0; k < turns; k++)
          {
            guint old = row;

            row = column;
            column = SIZE - 1 - old;
          }
        to[y * SIZE + x] = from[row * SIZE + column];
      }
}

/* The usual table, sin (t / 10000^(2i/N0)) in column 2i and the cosine in 2i + 1, standardized
 * by the mean and standard deviation of the table (THEORY.md section 8). @positions: [T x N0]. */
void
ipl_one_shot_positions (guint T, float *positions)
{
  double table[(IPL_ONE_SHOT_MAX_SHOTS + 1) * IPL_ONE_SHOT_IMAGE];
  double sum = 0, squares = 0, mean, sd;

  for (guint t = 0; t < T; t++)
    for (guint i = 0; i < N0 / 2; i++)
      {
        double angle = t / pow (LONGEST, 2.0 * i / N0);

        table[t * N0 + 2 * i] = sin (angle);
        table[t * N0 + 2 * i + 1] = cos (angle);
      }
  for (guint i = 0; i < T * N0; i++)
    sum += table[i];
  mean = sum / (T * N0);
  for (guint i = 0; i < T * N0; i++)
    squares += (table[i] - mean) * (table[i] - mean);
  sd = sqrt (squares / (T * N0));
  for (guint i = 0; i < T * N0; i++)
    positions[i] = (float)((table[i] - mean) / sd);
}

/* @labels: [@shots + 1 x N0] N(0, 1): class 0, class 1, .., unknown. */
void
ipl_one_shot_label_vectors (guint64 seed, guint shots, float *labels)
{
  IplRandomStream stream;

  ipl_random_stream_init (&stream, seed, IPL_STREAM_LABELS, 0);
  for (guint i = 0; i < (shots + 1) * N0; i++)
    labels[i] = (float)ipl_random_gaussian (&stream.rng);
}

static void
make_place (const float *positions, const float *label, float *place)
{
  for (guint i = 0; i < IPL_ONE_SHOT_IMAGE; i++)
    place[i] = positions[i] + label[i % N0];
}

/* @positions: [T x N0]; @labels: [K + 1 x N0]; @places: [K K + 1 x 16 x N0] for each shot and each
 * label, and for the query. */
void
ipl_one_shot_places (guint shots, const float *positions, const float *labels, float *places)
{
  for (guint shot = 0; shot < shots; shot++)
    for (guint label = 0; label < shots; label++)
      make_place (positions + shot * IPL_ONE_SHOT_IMAGE, labels + label * N0,
                  places + (shot * shots + label) * IPL_ONE_SHOT_IMAGE);
  make_place (positions + shots * IPL_ONE_SHOT_IMAGE, labels + shots * N0,
              places + shots * shots * IPL_ONE_SHOT_IMAGE);
}
