/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The course of a training, as a file of results. */
#include "core/results/results.h"

#include "core/files/npz.h"

/* Fields of a point, with their names. */
static const struct
{
  const char *name;
  gsize offset;
} fields[] = {
  { "seconds", G_STRUCT_OFFSET (IplTrainerPoint, seconds) },
  { "loss", G_STRUCT_OFFSET (IplTrainerPoint, loss) },
  { "accuracy_train", G_STRUCT_OFFSET (IplTrainerPoint, accuracy_train) },
  { "accuracy_holdout", G_STRUCT_OFFSET (IplTrainerPoint, accuracy_holdout) },
  { "accuracy_holdout_se", G_STRUCT_OFFSET (IplTrainerPoint, standard_error) },
};

/* Writes step [n], and for each of these points seconds, loss, accuracy_train, accuracy_holdout
 * and accuracy_holdout_se [n]; NaN if not measured. */
gboolean
ipl_training_results_save (const IplLearningCurve *curve, const char *settings_json,
                           const char *path, GError **error)
{
  gsize n = curve->n_points;
  g_autofree gint64 *steps = g_new (gint64, MAX (n, 1));
  g_autofree double *values = g_new (double, MAX (n, 1));
  IplNpzWriter *npz = ipl_npz_writer_new (path, error);

  if (npz == NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    steps[i] = (gint64)curve->points[i].step;
  ipl_npz_writer_add_ints (npz, "step", steps, 1, &n);
  for (guint f = 0; f < G_N_ELEMENTS (fields); f++)
    {
      for (gsize i = 0; i < n; i++)
        values[i] = G_STRUCT_MEMBER (double, &curve->points[i], fields[f].offset);
      ipl_npz_writer_add_doubles (npz, fields[f].name, values, 1, &n);
    }
  ipl_npz_writer_add_text (npz, "version", IPL_VERSION);
  ipl_npz_writer_add_text (npz, "settings", settings_json != NULL ? settings_json : "{}");
  return ipl_npz_writer_close (npz, error);
}
