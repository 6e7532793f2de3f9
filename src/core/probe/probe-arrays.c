/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/probe/probe-arrays.h"

/* Numbers as a file has them: classes are counted from 0. */
static void
add_labels_of (IplNpz *to, const char *name, const IplLabels *labels, const IplExamples *examples)
{
  g_autofree double *y = g_new (double, examples->count);

  for (gsize e = 0; e < examples->count; e++)
    y[e] = labels->kind == IPL_LABELS_CLASSES
               ? (double)ipl_labels_find_class (labels, examples->y + e * labels->outputs)
               : examples->y[e];
  ipl_npz_add_numbers (to, name, y, 1, &examples->count);
}

void
ipl_probe_add_labels (IplNpz *to, const IplCase *the_case)
{
  const double yes = 1;

  add_labels_of (to, "y_train", &the_case->labels, &the_case->train);
  add_labels_of (to, "y_test", &the_case->labels, &the_case->tests[0]);
  if (the_case->labels.kind != IPL_LABELS_CLASSES)
    return;
  ipl_npz_add_numbers (to, "classes", &yes, 0, NULL);
  if (the_case->output_names != NULL)
    ipl_npz_add_texts (to, "class_names", (const char *const *)the_case->output_names);
}

void
ipl_probe_add_features (IplNpz *to, gboolean test, guint layer, gsize P, gsize heads, gsize width,
                        const double *xi)
{
  g_autofree char *name = g_strdup_printf ("xi_%s_%u", test ? "test" : "train", layer + 1);

  ipl_npz_add_numbers (to, name, xi, 3, (gsize[]){ P, heads, width });
}
