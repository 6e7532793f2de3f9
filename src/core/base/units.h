/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The words of units: axes, sentences, fields and files take them from here, so that one unit has
 * one word and no label spells another. */
#define IPL_NATS "nats"
#define IPL_PERCENT "%"
#define IPL_SECONDS "s"
#define IPL_MINUTES "min"
#define IPL_HOURS "h"
#define IPL_MILLISECONDS "ms"
#define IPL_STEPS "steps"
#define IPL_TOKENS "tokens"
#define IPL_WORDS "words"
#define IPL_SEQUENCES "sequences"
#define IPL_LEVELS "levels"
#define IPL_STANDARD_DEVIATIONS "sd"

typedef struct
{
  double seconds;   /* its length in seconds */
  const char *word; /* its word */
} IplTimeUnit;

const IplTimeUnit *ipl_time_unit (double seconds);
const char *ipl_unit_label (const char *words, const char *unit);
