/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "small-case.h"

#include <math.h>

#define N_TRAIN 4
#define WIDTH 2

static void
fill (IplExamples *examples, const char *name, gsize count, gsize features)
{
  examples->name = g_strdup (name);
  examples->count = count;
  examples->y = g_new (double, count);
  examples->xi = g_new (double, count * features);
  for (gsize m = 0; m < count; m++)
    examples->y[m] = m % 2 == 0 ? 1 : -1;
  for (gsize i = 0; i < count * features; i++)
    examples->xi[i] = sin (1.7 * (double)i + (double)count);
}

IplCase *
fuzz_small_case (guint L, const guint *H, double temperature, gsize n_test)
{
  IplCase *the_case = ipl_case_of_heads ("small", L, H, 0);

  the_case->level = IPL_LEVEL_PATHS;
  the_case->N0 = WIDTH;
  the_case->temperature = temperature;
  the_case->n_tests = 1;
  the_case->tests = g_new0 (IplExamples, 1);
  fill (&the_case->train, "train", N_TRAIN, the_case->Pi * WIDTH);
  fill (&the_case->tests[0], "test", n_test, the_case->Pi * WIDTH);
  ipl_case_finish_names (the_case);
  return the_case;
}
