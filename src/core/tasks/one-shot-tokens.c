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
#define T IPL_ONE_SHOT_T

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
ipl_one_shot_turn (const guint8 *from, guint turns, guint8 *to)
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

/* The usual table, sin (t / 10000^(2i/N0)) in column 2i and the cosine in 2i + 1, less its mean
 * and over its standard deviation, both of the whole table (THEORY.md section 8). @positions: [T
 * x N0]. */
void
ipl_one_shot_positions (float *positions)
{
  double table[T * N0], sum = 0, squares = 0, mean, sd;

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

/* @labels: [3 x N0] N(0, 1): class 0, class 1, unknown. */
void
ipl_one_shot_label_vectors (guint64 seed, float *labels)
{
  IplRandomStream stream;

  ipl_random_stream_init (&stream, seed, IPL_STREAM_LABELS, 0);
  for (guint i = 0; i < IPL_N_LABELS * N0; i++)
    labels[i] = (float)ipl_random_gaussian (&stream.rng);
}

/* @positions: [T x N0]; @labels: [3 x N0]; @places: [IPL_N_PLACES x 16 x N0] what each place adds
 * to its image. */
void
ipl_one_shot_places (const float *positions, const float *labels, float *places)
{
  static const struct
  {
    guint image, label;
  } made_of[IPL_N_PLACES] = {
    [IPL_PLACE_FIRST_0] = { 0, 0 },  [IPL_PLACE_FIRST_1] = { 0, 1 },
    [IPL_PLACE_SECOND_0] = { 1, 0 }, [IPL_PLACE_SECOND_1] = { 1, 1 },
    [IPL_PLACE_QUERY] = { 2, 2 },
  };

  for (guint k = 0; k < IPL_N_PLACES; k++)
    for (guint i = 0; i < IPL_ONE_SHOT_IMAGE; i++)
      places[k * IPL_ONE_SHOT_IMAGE + i] = positions[made_of[k].image * IPL_ONE_SHOT_IMAGE + i]
                                           + labels[made_of[k].label * N0 + i % N0];
}
