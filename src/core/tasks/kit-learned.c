/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/kit-learned.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/files/npz.h"

/* The logits of a layer, w_1 of the first: as many heads as are asked for, or more. */
static const double *
find_layer (IplNpz *npz, const char *path, guint layer, guint wanted, gsize N0, GError **error)
{
  g_autofree char *file = ipl_file_shown (path);
  g_autofree char *name = g_strdup_printf ("w_%u", layer + 1);
  IplArray *array = ipl_npz_lookup (npz, name);

  if (array == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                   "“%s” has no array %s: save the logits of the learned heads of layer %u as %s "
                   "[heads, %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT "], keys first.",
                   file, name, layer + 1, name, N0, N0);
      return NULL;
    }
  if (array->is_text || array->ndim != 3 || array->shape[0] < wanted || array->shape[1] != N0
      || array->shape[2] != N0)
    {
      g_autofree char *shape = ipl_array_describe_shape (array);

      g_set_error (error, IPL_ERROR, IPL_ERROR_SHAPE,
                   "“%s”: %s is %s, where %u learned heads of this task need [%u or more, "
                   "%" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT "]: the features of a token, then its "
                   "position.",
                   file, name, array->is_text ? "text" : shape, wanted, wanted, N0, N0);
      return NULL;
    }
  for (gsize i = 0; i < array->size; i++)
    if (!isfinite (array->values[i]))
      {
        g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                     "“%s”: number %" G_GSIZE_FORMAT " of %s is not finite.", file, i, name);
        return NULL;
      }
  return array->values;
}

/* Fills the heads of @kind, [N0 x N0] each: those of a layer are the first of its array in the
 * file, an .npz with w_1, w_2, .. [H_l, N0, N0] as cases have them. Does nothing where there are
 * none.
 * @weights: [n_layers] with room for combined matrices */
gboolean
ipl_kit_read_learned (const char *path, const IplLayerHeads *heads, guint kind, gsize N0,
                      IplLayerWeights *weights, GError **error)
{
  g_autoptr (IplNpz) npz = NULL;

  for (guint l = 0; l < heads->n_layers; l++)
    {
      const double *values;
      guint wanted = 0;

      for (guint h = 0; h < heads->n_heads[l]; h++)
        wanted += heads->heads[l][h] == kind;
      if (wanted == 0)
        continue;
      if (path[0] == '\0')
        return ipl_fail (error, IPL_ERROR_MISSING,
                         "No file of learned heads is chosen: give an .npz with the logits w_%u "
                         "[heads, %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT "], or other heads.",
                         l + 1, N0, N0);
      if (npz == NULL)
        npz = ipl_npz_read (path, NULL, error);
      values = npz != NULL ? find_layer (npz, path, l, wanted, N0, error) : NULL;
      if (values == NULL)
        return FALSE;
      for (guint h = 0; h < heads->n_heads[l]; h++)
        if (heads->heads[l][h] == kind)
          {
            memcpy (weights[l].combined + h * N0 * N0, values, N0 * N0 * sizeof (double));
            values += N0 * N0;
          }
    }
  return TRUE;
}
