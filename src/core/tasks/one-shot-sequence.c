/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/one-shot-private.h"

#include <string.h>

#include "core/base/random-stream.h"

#define IMAGE IPL_ONE_SHOT_IMAGE

/* A random number below n other than @not_this. */
static gsize
another (gsl_rng *rng, gsize n, gsize not_this)
{
  gsize k = gsl_rng_uniform_int (rng, n - 1);

  return k < not_this ? k : k + 1;
}

/* @drawn: [count] different ones of n in random order, with a random number for each; if @first
 *   is 1, the first of them is given. */
static void
draw_different (gsl_rng *rng, gsize n, guint first, guint count, gsize *drawn)
{
  gsize before[IPL_ONE_SHOT_MAX_SHOTS]; /* rising */

  if (first > 0)
    before[0] = drawn[0];
  for (guint i = first; i < count; i++)
    {
      gsize one = gsl_rng_uniform_int (rng, n - i);
      guint at = 0;

      for (; at < i && one >= before[at]; at++)
        one++;
      memmove (before + at + 1, before + at, (i - at) * sizeof *before);
      drawn[i] = before[at] = one;
    }
}

/* Classes of the shots, different ones in random order, uniformly. Where turned classes are
 * classes, an alphabet's turned characters are a separate alphabet. */
static void
draw_classes (const IplOneShot *self, gsl_rng *rng, guint *own, guint *turns)
{
  gsize drawn[IPL_ONE_SHOT_MAX_SHOTS];

  if (self->options.within_alphabet)
    {
      guint turn = (guint)gsl_rng_uniform_int (rng, self->n_turns);
      guint first = self->pairable[gsl_rng_uniform_int (rng, self->n_pairable)];
      const IplTaskClass *one = &self->classes[first];

      drawn[0] = first - one->mates;
      draw_different (rng, one->n_mates, 1, self->shots, drawn);
      for (guint i = 0; i < self->shots; i++)
        {
          turns[i] = turn;
          own[i] = one->mates + (guint)drawn[i];
        }
      return;
    }
  draw_different (rng, (gsize)self->n_classes * self->n_turns, 0, self->shots, drawn);
  for (guint i = 0; i < self->shots; i++)
    {
      own[i] = (guint)(drawn[i] % self->n_classes);
      turns[i] = (guint)(drawn[i] / self->n_classes);
    }
}

/* 0 to K - 1 in random order; the last is not drawn. */
static void
draw_labels (gsl_rng *rng, guint K, guint *labels)
{
  gsize drawn[IPL_ONE_SHOT_MAX_SHOTS];

  draw_different (rng, K, 0, K - 1, drawn);
  labels[K - 1] = K * (K - 1) / 2;
  for (guint i = 0; i + 1 < K; i++)
    {
      labels[i] = (guint)drawn[i];
      labels[K - 1] -= labels[i];
    }
}

/* Draws different classes in random order, an image of each, and labels in random order; the
 * query is another image of one of these classes. Every choice is uniform, and the label of the
 * query is independent of the place of the matching shot. Equal arguments give equal sequences,
 * on any thread and in any batch. */
void
ipl_one_shot_draw (const IplOneShot *self, guint64 stream_seed, guint64 index,
                   IplOneShotSequence *sequence)
{
  IplRandomStream stream;
  gsl_rng *rng = &stream.rng;
  guint own[IPL_ONE_SHOT_MAX_SHOTS], K = self->shots, match_label;
  gsize drawings[IPL_ONE_SHOT_MAX_SHOTS];
  const IplTaskClass *requested;

  memset (sequence, 0, sizeof *sequence);
  ipl_random_stream_init (&stream, stream_seed, IPL_STREAM_SEQUENCE, index);
  draw_classes (self, rng, own, sequence->turns);
  draw_labels (rng, K, sequence->labels);
  sequence->match = (guint)gsl_rng_uniform_int (rng, K);
  match_label = sequence->labels[sequence->match];
  sequence->y = K > 2 ? (int)match_label : match_label == 1 ? 1 : -1;
  for (guint i = 0; i < K; i++)
    {
      const IplTaskClass *one = &self->classes[own[i]];

      sequence->classes[i] = one->place;
      drawings[i] = gsl_rng_uniform_int (rng, one->count);
      sequence->images[i] = one->first + drawings[i];
    }
  requested = &self->classes[own[sequence->match]];
  sequence->images[K]
      = requested->first + another (rng, requested->count, drawings[sequence->match]);
}

/* The task's own index of an image of a sequence, and how often it is turned. */
static gsize
find_image (const IplOneShot *self, const IplOneShotSequence *sequence, guint place, guint *turns)
{
  guint shot = place < self->shots ? place : sequence->match;
  const IplTaskClass *one = &self->classes[self->own_class[sequence->classes[shot]]];

  *turns = sequence->turns[shot];
  return one->own_first + (sequence->images[place] - one->first);
}

static void
add_tokens (const IplOneShot *self, const IplOneShotSequence *sequence, float *tokens)
{
  for (guint k = 0; k <= self->shots; k++)
    {
      guint turns;
      gsize image = find_image (self, sequence, k, &turns);
      guint at = k * self->shots + (k < self->shots ? sequence->labels[k] : 0);
      const float *own = self->tokens + (turns * self->n_images + image) * IMAGE;
      const float *place = self->places + at * IMAGE;
      float *to = tokens + k * IMAGE;

      for (guint i = 0; i < IMAGE; i++)
        to[i] = own[i] + place[i];
    }
}

/* The sequence as the network reads it, in double: the same numbers as ipl_one_shot_fill() gives.
 * @tokens: [T x N0] row-major: 16 of each shot, 16 of the query. */
void
ipl_one_shot_tokens (const IplOneShot *self, const IplOneShotSequence *sequence, double *tokens)
{
  float single[(IPL_ONE_SHOT_MAX_SHOTS + 1) * IMAGE];
  gsize size = ipl_one_shot_get_size (self);

  for (guint i = 0; i < self->shots; i++)
    g_return_if_fail (sequence->classes[i] < self->set->n_classes
                      && self->own_class[sequence->classes[i]] < self->n_classes);

  add_tokens (self, sequence, single);
  for (gsize i = 0; i < size; i++)
    tokens[i] = single[i];
}

/* @label: [K], or one sign of two shots */
static void
code_label (const IplOneShot *self, const IplOneShotSequence *sequence, double *label)
{
  const IplLabels labels = ipl_one_shot_get_labels (self);

  if (labels.outputs == 1)
    *label = sequence->y;
  else
    ipl_labels_code_class (&labels, (guint)sequence->y, label);
}

/* A batch of sequences, in single precision. @tokens: [@count x T x N0] row-major; @y: [@count] +1
 * or -1, or of K > 2 shots [@count x K] classes. */
void
ipl_one_shot_fill (const IplOneShot *self, guint64 stream_seed, guint64 first, gsize count,
                   float *tokens, float *y)
{
  gsize size = ipl_one_shot_get_size (self);
  guint outputs = ipl_one_shot_get_labels (self).outputs;

  for (gsize i = 0; i < count; i++)
    {
      IplOneShotSequence sequence;
      double label[IPL_ONE_SHOT_MAX_SHOTS];

      ipl_one_shot_draw (self, stream_seed, first + i, &sequence);
      add_tokens (self, &sequence, tokens + i * size);
      code_label (self, &sequence, label);
      for (guint k = 0; k < outputs; k++)
        y[i * outputs + k] = (float)label[k];
    }
}

/* The numbers of ipl_one_shot_fill(), in double; labels are not rounded. */
void
ipl_one_shot_fill_doubles (const IplOneShot *self, guint64 stream_seed, guint64 first, gsize count,
                           double *tokens, double *y)
{
  gsize size = ipl_one_shot_get_size (self);
  guint outputs = ipl_one_shot_get_labels (self).outputs;

  for (gsize i = 0; i < count; i++)
    {
      IplOneShotSequence sequence;

      ipl_one_shot_draw (self, stream_seed, first + i, &sequence);
      ipl_one_shot_tokens (self, &sequence, tokens + i * size);
      code_label (self, &sequence, y + i * outputs);
    }
}

void
ipl_one_shot_image (const IplOneShot *self, const IplOneShotSequence *sequence, guint place,
                    guint8 *pixels)
{
  guint turns;
  gsize image;

  g_return_if_fail (place <= self->shots);

  image = find_image (self, sequence, place, &turns);
  ipl_one_shot_rotate (self->pixels + image * IPL_ONE_SHOT_AREA, turns, pixels);
}
