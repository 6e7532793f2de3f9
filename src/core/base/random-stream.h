/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <gsl/gsl_rng.h>

#include "core/base/random.h"

/* A short stream of random numbers of its own for every drawing and every sequence: SplitMix64
 * (Steele, Lea and Flood 2014), started by hashing where the stream belongs. Starting one costs
 * three multiplications, where GSL's Mersenne twister fills 624 words, and its place is 64 bits
 * wide, not 32. It is a generator of GSL's, so GSL's distributions draw from it. Not to be copied:
 * the generator points at its own state. */
typedef struct
{
  gsl_rng rng;
  guint64 state;
} IplRandomStream;

/* What a stream is for: no two purposes share one. */
typedef enum
{
  IPL_STREAM_ALPHABET = 1,
  IPL_STREAM_CHARACTER,
  IPL_STREAM_WRITER,
  IPL_STREAM_DRAWING,
  IPL_STREAM_LABELS,
  IPL_STREAM_SEQUENCE,
  IPL_STREAM_RESAMPLE,
  IPL_STREAM_REMOVAL_ORDER,
  IPL_STREAM_STARTS,
  IPL_STREAM_TEXT,
  IPL_STREAM_TREE,
  IPL_STREAM_TREE_TOKENS,
  IPL_STREAM_TREE_HEADS,
  IPL_STREAM_HIERARCHY,
  IPL_STREAM_HIERARCHY_SHUFFLE,
  IPL_STREAM_HIERARCHY_BATCH,
  IPL_STREAM_JOINT,
  IPL_STREAM_SALIENCE,
  IPL_STREAM_TRANSFORMER,
  IPL_STREAM_DROPOUT,
} IplStreamPurpose;

void ipl_random_stream_init (IplRandomStream *self, guint64 seed, IplStreamPurpose purpose,
                             guint64 index);
/* Another seed, for a part of what @seed makes. */
guint64 ipl_random_derive (guint64 seed, guint64 part);
