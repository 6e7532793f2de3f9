/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/one-shot-private.h"

#include <string.h>

#include "core/base/random-stream.h"

#define IMAGE IPL_ONE_SHOT_IMAGE

/* One of n but not @not_this. */
static gsize
another (gsl_rng *rng, gsize n, gsize not_this)
{
  gsize k = gsl_rng_uniform_int (rng, n - 1);

  return k < not_this ? k : k + 1;
}

/* Classes of the two shots: an ordered pair of different ones, all alike. Where turned classes are
 * classes, an alphabet's turned characters are an alphabet of their own. */
static void
draw_classes (const IplOneShot *self, gsl_rng *rng, guint own[2], guint turns[2])
{
  if (self->options.within_alphabet)
    {
      const IplTaskClass *one;

      turns[0] = turns[1] = (guint)gsl_rng_uniform_int (rng, self->n_turns);
      own[0] = self->pairable[gsl_rng_uniform_int (rng, self->n_pairable)];
      one = &self->classes[own[0]];
      own[1] = one->mates + (guint)another (rng, one->n_mates, own[0] - one->mates);
    }
  else
    {
      gsize n = (gsize)self->n_classes * self->n_turns;
      gsize a = gsl_rng_uniform_int (rng, n);
      gsize b = another (rng, n, a);

      own[0] = (guint)(a % self->n_classes);
      turns[0] = (guint)(a / self->n_classes);
      own[1] = (guint)(b % self->n_classes);
      turns[1] = (guint)(b / self->n_classes);
    }
}

/* Two different classes in random order, one image of each; labels 0 and 1 either way; the query is
 * another image of either class. Every choice is uniform, and y is independent of where the shot
 * that matches stands. The same for the same arguments, whatever the thread or the batch. */
void
ipl_one_shot_draw (const IplOneShot *self, guint64 stream_seed, guint64 index,
                   IplOneShotSequence *sequence)
{
  IplRandomStream stream;
  gsl_rng *rng = &stream.rng;
  guint own[2];
  gsize drawings[2];
  const IplTaskClass *asked;

  memset (sequence, 0, sizeof *sequence);
  ipl_random_stream_init (&stream, stream_seed, IPL_STREAM_SEQUENCE, index);
  draw_classes (self, rng, own, sequence->turns);
  sequence->labels[0] = (guint)gsl_rng_uniform_int (rng, 2);
  sequence->labels[1] = 1 - sequence->labels[0];
  sequence->match = (guint)gsl_rng_uniform_int (rng, 2);
  sequence->y = sequence->labels[sequence->match] == 1 ? 1 : -1;
  for (guint i = 0; i < 2; i++)
    {
      const IplTaskClass *one = &self->classes[own[i]];

      sequence->classes[i] = one->place;
      drawings[i] = gsl_rng_uniform_int (rng, one->count);
      sequence->images[i] = one->first + drawings[i];
    }
  asked = &self->classes[own[sequence->match]];
  sequence->images[2] = asked->first + another (rng, asked->count, drawings[sequence->match]);
}

/* The task's own index of an image of a sequence, and how often it is turned. */
static gsize
find_image (const IplOneShot *self, const IplOneShotSequence *sequence, guint place, guint *turns)
{
  guint shot = place < 2 ? place : sequence->match;
  const IplTaskClass *one = &self->classes[self->own_class[sequence->classes[shot]]];

  *turns = sequence->turns[shot];
  return one->own_first + (sequence->images[place] - one->first);
}

static void
add_tokens (const IplOneShot *self, const IplOneShotSequence *sequence, float *tokens)
{
  const guint places[3] = { IPL_PLACE_FIRST_0 + sequence->labels[0],
                            IPL_PLACE_SECOND_0 + sequence->labels[1], IPL_PLACE_QUERY };

  for (guint k = 0; k < 3; k++)
    {
      guint turns;
      gsize image = find_image (self, sequence, k, &turns);
      const float *own = self->tokens + (turns * self->n_images + image) * IMAGE;
      const float *place = self->places + places[k] * IMAGE;
      float *to = tokens + k * IMAGE;

      for (guint i = 0; i < IMAGE; i++)
        to[i] = own[i] + place[i];
    }
}

/* The sequence as the network reads it, in double: the same numbers as ipl_one_shot_fill() gives.
 * @tokens: [T x N0] row-major: 16 of the first shot, 16 of the second, 16 of the query. */
void
ipl_one_shot_tokens (const IplOneShot *self, const IplOneShotSequence *sequence, double *tokens)
{
  float single[IPL_ONE_SHOT_TOKENS];

  g_return_if_fail (sequence->classes[0] < self->set->n_classes
                    && sequence->classes[1] < self->set->n_classes
                    && self->own_class[sequence->classes[0]] < self->n_classes
                    && self->own_class[sequence->classes[1]] < self->n_classes);

  add_tokens (self, sequence, single);
  for (guint i = 0; i < IPL_ONE_SHOT_TOKENS; i++)
    tokens[i] = single[i];
}

/* A batch of sequences, in single precision. @tokens: [@count x T x N0] row-major; @y: [@count] +1
 * or -1. */
void
ipl_one_shot_fill (const IplOneShot *self, guint64 stream_seed, guint64 first, gsize count,
                   float *tokens, float *y)
{
  for (gsize i = 0; i < count; i++)
    {
      IplOneShotSequence sequence;

      ipl_one_shot_draw (self, stream_seed, first + i, &sequence);
      add_tokens (self, &sequence, tokens + i * IPL_ONE_SHOT_TOKENS);
      y[i] = (float)sequence.y;
    }
}

/* The same numbers as ipl_one_shot_fill() gives, in double. @tokens: [@count x T x N0] row-major;
 * @y: [@count] +1 or -1. */
void
ipl_one_shot_fill_doubles (const IplOneShot *self, guint64 stream_seed, guint64 first, gsize count,
                           double *tokens, double *y)
{
  for (gsize i = 0; i < count; i++)
    {
      IplOneShotSequence sequence;

      ipl_one_shot_draw (self, stream_seed, first + i, &sequence);
      ipl_one_shot_tokens (self, &sequence, tokens + i * IPL_ONE_SHOT_TOKENS);
      y[i] = sequence.y;
    }
}

void
ipl_one_shot_image (const IplOneShot *self, const IplOneShotSequence *sequence, guint place,
                    guint8 *pixels)
{
  guint turns;
  gsize image;

  g_return_if_fail (place < 3);

  image = find_image (self, sequence, place, &turns);
  ipl_one_shot_turn (self->pixels + image * IPL_ONE_SHOT_AREA, turns, pixels);
}
