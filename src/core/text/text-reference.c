/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves of attention entropy that others stored: arrays "l5_lr1e-4_entropy" [S x layers] and
 * "l5_lr1e-4_keys" [S] steps, for every number of layers and learning rate; and how far the shape
 * of a curve agrees with one of theirs (THEORY.md section 14.4). */
#include "core/text/text-reference.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/dip.h"
#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/files/npz.h"

#define ENDING "_entropy"
#define SAMPLES 33

static void
reference_free (gpointer data)
{
  IplTextReference *self = data;

  g_free (self->time);
  g_free (self->entropy);
  g_free (self);
}

/* (nullable): the curves of such a name, where the array fits it. */
static IplTextReference *
take (IplNpz *npz, const IplArray *array)
{
  g_autofree char *stem = NULL, *keys_name = NULL;
  const IplArray *keys;
  IplTextReference *self;
  guint layers;
  double rate;
  int end = 0;

  if (!g_str_has_suffix (array->name, ENDING))
    return NULL;
  stem = g_strndup (array->name, strlen (array->name) - strlen (ENDING));
  if (sscanf (stem, "l%3u_lr%n", &layers, &end) != 1 || end == 0)
    return NULL;
  rate = g_ascii_strtod (stem + end, NULL);
  keys_name = g_strconcat (stem, "_keys", NULL);
  keys = ipl_npz_lookup (npz, keys_name);
  if (!(rate > 0) || keys == NULL || keys->values == NULL || array->values == NULL
      || keys->ndim != 1 || array->ndim != 2 || array->shape[0] != keys->size || keys->size == 0
      || array->shape[1] != layers)
    return NULL;
  self = g_new0 (IplTextReference, 1);
  self->layers = layers;
  self->rate = rate;
  self->S = keys->size;
  self->time = g_memdup2 (keys->values, keys->size * sizeof (double));
  self->entropy = g_memdup2 (array->values, array->size * sizeof (double));
  return self;
}

/* All curves of an .npz; an error where there are none. */
GPtrArray *
ipl_text_references_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplNpz) npz = ipl_npz_read (path, cancellable, error);
  g_autoptr (GPtrArray) references = g_ptr_array_new_with_free_func (reference_free);
  g_autofree char *shown = ipl_file_shown (path);

  if (npz == NULL)
    return NULL;
  for (guint i = 0; i < ipl_npz_get_n (npz); i++)
    {
      IplTextReference *reference = take (npz, ipl_npz_get (npz, i));

      if (reference != NULL)
        g_ptr_array_add (references, reference);
    }
  if (references->len == 0)
    return ipl_fail_null (error, IPL_ERROR_MISSING,
                          "“%s” has no curves to lay beside: arrays such as “l5_lr1e-4_entropy”, "
                          "steps by layers, and “l5_lr1e-4_keys”, the steps.",
                          shown);
  return g_steal_pointer (&references);
}

/* (nullable): of so many layers at this rate. @references: (nullable) */
const IplTextReference *
ipl_text_references_find (const GPtrArray *references, guint layers, double rate)
{
  for (guint i = 0; references != NULL && i < references->len; i++)
    {
      const IplTextReference *self = references->pdata[i];

      if (self->layers == layers && fabs (self->rate - rate) < 1e-6 * rate)
        return self;
    }
  return NULL;
}

/* The value at a time within the curve, even between two logarithms. */
static double
value_at (const double *time, const double *values, gsize n, gsize stride, double at)
{
  gsize i = 1;
  double share;

  while (i + 1 < n && time[i] < at)
    i++;
  if (!(time[i - 1] > 0))
    return values[i * stride];
  share = CLAMP (log (at / time[i - 1]) / log (time[i] / time[i - 1]), 0, 1);
  return (1 - share) * values[(i - 1) * stride] + share * values[i * stride];
}

/* From its second moment to its last, over the time of its least value. */
static gboolean
find_span (const double *time, const double *values, gsize n, gsize stride, double *dip,
           double span[2])
{
  IplDip found = ipl_dip_find (values, n, stride);

  if (n < 3 || !isfinite (found.least) || !(time[found.at] > 0))
    return FALSE;
  *dip = time[found.at];
  span[0] = time[1] / *dip;
  span[1] = time[n - 1] / *dip;
  return TRUE;
}

/* The correlation of a curve with that of a layer of @reference, both as functions of the time over
 * that of their least value, at times as far from each other in logarithms, where both are known;
 * NaN where these span less than a factor of two. @values: [n], @stride apart. */
double
ipl_text_shape_agreement (const double *time, const double *values, gsize n, gsize stride,
                          const IplTextReference *reference, guint layer)
{
  const double *theirs = reference->entropy + layer;
  double dip[2], span[2][2], from, to, sums[5] = { 0 };

  if (!find_span (time, values, n, stride, &dip[0], span[0])
      || !find_span (reference->time, theirs, reference->S, reference->layers, &dip[1], span[1]))
    return NAN;
  from = fmax (span[0][0], span[1][0]);
  to = fmin (span[0][1], span[1][1]);
  if (!(to >= 2 * from))
    return NAN;
  for (guint i = 0; i < SAMPLES; i++)
    {
      double at = from * pow (to / from, i / (SAMPLES - 1.0));
      double x = value_at (time, values, n, stride, at * dip[0]);
      double y = value_at (reference->time, theirs, reference->S, reference->layers, at * dip[1]);

      sums[0] += x / SAMPLES;
      sums[1] += y / SAMPLES;
      sums[2] += x * x / SAMPLES;
      sums[3] += y * y / SAMPLES;
      sums[4] += x * y / SAMPLES;
    }
  return (sums[4] - sums[0] * sums[1])
         / sqrt ((sums[2] - sums[0] * sums[0]) * (sums[3] - sums[1] * sums[1]));
}
