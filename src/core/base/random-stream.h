/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <gsl/gsl_rng.h>

#include "core/base/random.h"

/* A short stream of random numbers for a drawing or a sequence: SplitMix64 (Steele, Lea and
 * Flood 2014), seeded by a hash of its key. Seeding costs three multiplications, where GSL's
 * Mersenne twister fills 624 words, and the key has 64 bits, not 32. It is a GSL generator, so
 * GSL's distributions draw from it. Not to be copied: the generator points at its own state. */
typedef struct
{
  gsl_rng rng;
  guint64 state;
} IplRandomStream;

/* The purpose of a stream; purposes never share a stream. The values affect all results of a
 * seed and never change; a new purpose takes the next one. 1 to 4 belonged to the invented
 * glyphs. */
typedef enum
{
  IPL_STREAM_LABELS = 5,
  IPL_STREAM_SEQUENCE = 6,
  IPL_STREAM_RESAMPLE = 7,
  IPL_STREAM_REMOVAL_ORDER = 8,
  IPL_STREAM_STARTS = 9,
  IPL_STREAM_TEXT = 10,
  IPL_STREAM_TREE = 11,
  IPL_STREAM_HIERARCHY = 14,
  IPL_STREAM_HIERARCHY_SHUFFLE = 15,
  IPL_STREAM_HIERARCHY_BATCH = 16,
  IPL_STREAM_JOINT = 17,
  IPL_STREAM_SALIENCE = 18,
  IPL_STREAM_TRANSFORMER = 19,
  IPL_STREAM_DROPOUT = 20,
  IPL_STREAM_SUBSET = 21,
  IPL_STREAM_KIT_HEADS = 22,
  IPL_STREAM_TOKEN_TASK = 23,
  IPL_STREAM_IMAGE_CLASSES = 24,
  IPL_STREAM_SCAN_SNAP = 25,
  IPL_STREAM_CRITICAL_POINTS = 26,
  IPL_STREAM_STACKED = 27,
  IPL_STREAM_ATTENTION_STARTS = 30,
} IplStreamPurpose;

void ipl_random_stream_init (IplRandomStream *self, guint64 seed, IplStreamPurpose purpose,
                             guint64 index);
/* An independent seed for a part of the objects of @seed. */
guint64 ipl_random_derive (guint64 seed, guint64 part);
