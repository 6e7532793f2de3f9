/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/probe-source.h"

#include <string.h>

#include "core/base/data-file.h"
#include "core/base/shown-text.h"

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
  };

  for (gsize i = 0; i < G_N_ELEMENTS (shipped); i++)
    if (strcmp (name, shipped[i].name) == 0)
      {
        g_autofree char *path = ipl_data_file (shipped[i].file);

        return path != NULL ? g_intern_string (path) : name;
      }
  return name;
}

/* (nullable): arrays of a network that the program trained; NULL without an error for other files
 */
static IplNpz *
read_network (const char *path, IplProbeModel *model, guint threads, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (IplNpz) arrays = NULL;

  if (!g_str_has_suffix (path, ".safetensors"))
    return NULL;
  arrays = ipl_npz_new ();
  if (!ipl_probe_of_one_shot (path, arrays, model, threads, cancellable, error)
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
