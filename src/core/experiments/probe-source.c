/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/probe-source.h"

#include <string.h>

#include "core/base/data-file.h"
#include "core/base/shown-text.h"
#include "core/files/safetensors.h"

/* Returns: (transfer none): the file of a network that comes with the program, where @name is one;
 * else @name */
const char *
ipl_probe_source_find (const char *name)
{
  static const struct
  {
    const char *name, *file;
  } shipped[] = {
    { "", "examples/one-shot-glyphs.safetensors" },
    { IPL_PROBE_GLYPHS, "examples/one-shot-glyphs.safetensors" },
    { IPL_PROBE_TEXT, "examples/text-network.safetensors" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (shipped); i++)
    if (strcmp (name, shipped[i].name) == 0)
      {
        g_autofree char *path = ipl_data_file (shipped[i].file);

        return path != NULL ? g_intern_string (path) : name;
      }
  return name;
}

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

/* (nullable): arrays of a network that the program trained; NULL without an error for other files
 */
static IplNpz *
read_network (const char *path, IplProbeModel *model, guint threads, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (IplSafetensors) file = NULL;
  g_autoptr (IplNpz) arrays = NULL;
  gboolean is_text;

  if (!g_str_has_suffix (path, ".safetensors"))
    return NULL;
  file = ipl_safetensors_read (path, cancellable, error);
  if (file == NULL)
    return NULL;
  is_text = ipl_safetensors_metadata (file, "interplay_transformer") != NULL;
  arrays = ipl_npz_new ();
  if (!(is_text ? ipl_probe_of_text : ipl_probe_of_one_shot) (path, arrays, model, threads,
                                                              cancellable, error)
      || !ipl_probe_model_add_drops (model, arrays, threads, cancellable, error))
    return NULL;
  return g_steal_pointer (&arrays);
}

/* @path: a file of probes or a network, or the name of one that comes with the program */
IplProbeFile *
ipl_probe_source_open (const char *path, guint threads, GCancellable *cancellable, GError **error)
{
  const char *found = ipl_probe_source_find (path);
  g_autofree char *shown = ipl_file_shown (found);
  g_auto (IplProbeModel) model = { 0 };
  GError *own = NULL;
  IplNpz *arrays = read_network (found, &model, threads, cancellable, &own);

  if (own != NULL)
    {
      g_propagate_error (error, own);
      return NULL;
    }
  return arrays != NULL ? ipl_probe_file_new (shown, arrays, &model, cancellable, error)
                        : ipl_probe_file_open (found, cancellable, error);
}

/* The probes of a network as a file that says the same. */
gboolean
ipl_probe_source_write (const char *path, const char *out, guint threads, GCancellable *cancellable,
                        GError **error)
{
  const char *found = ipl_probe_source_find (path);
  g_auto (IplProbeModel) model = { 0 };
  g_autoptr (IplNpz) arrays = NULL;
  IplNpzWriter *writer;

  arrays = g_str_has_suffix (found, ".safetensors")
               ? read_network (found, &model, threads, cancellable, error)
               : ipl_npz_read (found, cancellable, error);
  writer = arrays != NULL ? ipl_npz_writer_new (out, error) : NULL;
  if (writer == NULL)
    return FALSE;
  for (guint i = 0; i < ipl_npz_get_n (arrays); i++)
    {
      const IplArray *array = ipl_npz_get (arrays, i);

      if (array->is_text)
        ipl_npz_writer_add_texts (writer, array->name, array->texts);
      else
        ipl_npz_writer_add_doubles (writer, array->name, array->values, array->ndim, array->shape);
    }
  return ipl_npz_writer_close (writer, error);
}
