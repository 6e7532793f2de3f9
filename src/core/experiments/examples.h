/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/example-cases.h"

/* An example: a built-in experiment, or a file shipped with the program. */
typedef struct
{
  const char *id;
  const char *title;
  const char *about; /* one line, without a full stop */
  IplExampleFamily family;
} IplExample;

const IplExample *ipl_examples (guint *n);
const IplExample *ipl_example_find (const char *id);
