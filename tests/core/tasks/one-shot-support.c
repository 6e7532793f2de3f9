/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tasks/one-shot-support.h"

#include "support.h"

IplOneShot *
test_one_shot (IplImageSet *set, const GArray *classes, const IplOneShotOptions *options,
               guint threads)
{
  g_autofree guint *all = g_new (guint, set->n_classes);
  IplOneShot *task;

  for (guint c = 0; c < set->n_classes; c++)
    all[c] = c;
  task
      = classes != NULL
            ? TEST_OK (ipl_one_shot_new (set, classes->len, (const guint *)classes->data, options,
                                         threads, NULL, &error))
            : TEST_OK (ipl_one_shot_new (set, set->n_classes, all, options, threads, NULL, &error));
  return task;
}
