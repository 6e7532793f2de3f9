/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples on a map in its file: arrays over all cells, NaN where there are none. */
#include "core/maps/map-file-checks.h"

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/maps/map-checked.h"
#include <math.h>

#define U_MEAN "posterior_U_mean"
#define U_MCSE "posterior_U_mcse"
#define TROUBLE "posterior_trouble"
#define SENTENCES "posterior_warnings"

static const char *const names[IPL_MAP_CHECK_N_NUMBERS] = {
  [IPL_MAP_CHECK_ACCURACY] = "posterior_accuracy",
  [IPL_MAP_CHECK_ACCURACY_SE] = "posterior_accuracy_se",
  [IPL_MAP_CHECK_DIFFERENCE_SE] = "posterior_difference_se",
  [IPL_MAP_CHECK_RHAT] = "posterior_rhat",
  [IPL_MAP_CHECK_ESS] = "posterior_ess_bulk",
  [IPL_MAP_CHECK_DRAWS] = "posterior_draws",
};

static char *
get_name (const IplMap *map, guint number)
{
  return ipl_score_field_name (ipl_score_of_labels (&map->labels), names[number]);
}

static double *
nans (gsize n)
{
  double *values = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    values[i] = NAN;
  return values;
}

static void
add_numbers (const IplMap *map, IplNpzWriter *npz, guint ndim, const gsize *shape)
{
  g_autofree double *values = nans (map->n);

  for (guint k = 0; k < IPL_MAP_CHECK_N_NUMBERS; k++)
    {
      g_autofree char *name = get_name (map, k);

      for (guint i = 0; i < map->checks->len; i++)
        {
          const IplMapCheck *check = map->checks->pdata[i];

          values[check->cell] = check->numbers[k];
        }
      ipl_npz_writer_add_doubles (npz, name, values, ndim, shape);
    }
}

/* @which: 0 for means, 1 for their errors; @shape: has room for the paths */
static void
add_diagonals (const IplMap *map, IplNpzWriter *npz, guint ndim, gsize *shape, guint which)
{
  g_autofree double *values = nans ((gsize)map->n * map->Pi);

  for (guint i = 0; i < map->checks->len; i++)
    {
      const IplMapCheck *check = map->checks->pdata[i];

      for (guint p = 0; p < MIN (check->n_paths, map->Pi); p++)
        values[(gsize)check->cell * map->Pi + p] = check->U[which * check->n_paths + p];
    }
  shape[ndim] = map->Pi;
  ipl_npz_writer_add_doubles (npz, which == 0 ? U_MEAN : U_MCSE, values, ndim + 1, shape);
}

/* Each sentence of its own; cells count them from 1. */
static void
add_troubles (const IplMap *map, IplNpzWriter *npz, guint ndim, const gsize *shape)
{
  g_autofree gint64 *trouble = g_new0 (gint64, map->n);
  g_autoptr (GStrvBuilder) sentences = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;
  gint64 n = 0;

  for (guint i = 0; i < map->checks->len; i++)
    {
      const IplMapCheck *check = map->checks->pdata[i];

      if (check->trouble == NULL)
        continue;
      g_strv_builder_add (sentences, check->trouble);
      trouble[check->cell] = ++n;
    }
  ipl_npz_writer_add_ints (npz, TROUBLE, trouble, ndim, shape);
  texts = g_strv_builder_end (sentences);
  if (n > 0)
    ipl_npz_writer_add_texts (npz, SENTENCES, texts);
}

/* Nothing where nothing was sampled. @shape: [@ndim] of an array over the cells, with room for one
 * more */
void
ipl_map_file_add_checks (const IplMap *map, IplNpzWriter *npz, guint ndim, gsize *shape)
{
  if (map->checks->len == 0)
    return;
  add_numbers (map, npz, ndim, shape);
  add_diagonals (map, npz, ndim, shape, 0);
  add_diagonals (map, npz, ndim, shape, 1);
  add_troubles (map, npz, ndim, shape);
}

/* (nullable): the numbers of an array of that length; NULL with an error where they are not there.
 */
static const double *
find_array (IplNpz *npz, const char *name, gsize n, const char *shown, GError **error)
{
  const IplArray *array = ipl_npz_lookup (npz, name);

  if (array != NULL && array->values != NULL && array->size == n)
    return array->values;
  ipl_fail (error, IPL_ERROR_FORMAT, "“%s” is damaged: its array “%s” does not go with its axes.",
            shown, name);
  return NULL;
}

/* (nullable) (transfer full): the @trouble-th sentence; NULL for none, or one that is not there. */
static char *
read_sentence (IplNpz *npz, double trouble)
{
  const IplArray *texts = ipl_npz_lookup (npz, SENTENCES);

  if (!(trouble >= 1) || texts == NULL || texts->texts == NULL || trouble > (double)texts->size)
    return NULL;
  return ipl_text_escape (texts->texts[(gsize)trouble - 1]);
}

/* TRUE if what it has of them could be read, be it nothing. @map: with its cells */
gboolean
ipl_map_file_read_checks (IplMap *map, IplNpz *npz, const char *shown, GError **error)
{
  const double *values[IPL_MAP_CHECK_N_NUMBERS], *trouble, *mean, *mcse;
  g_autofree char *first = get_name (map, IPL_MAP_CHECK_ACCURACY);
  gsize Pi = map->Pi, n = map->n;

  if (ipl_npz_lookup (npz, first) == NULL)
    return TRUE;
  for (guint k = 0; k < IPL_MAP_CHECK_N_NUMBERS; k++)
    {
      g_autofree char *name = get_name (map, k);

      values[k] = find_array (npz, name, n, shown, error);
      if (values[k] == NULL)
        return FALSE;
    }
  if ((trouble = find_array (npz, TROUBLE, n, shown, error)) == NULL
      || (mean = find_array (npz, U_MEAN, n * Pi, shown, error)) == NULL
      || (mcse = find_array (npz, U_MCSE, n * Pi, shown, error)) == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      double numbers[IPL_MAP_CHECK_N_NUMBERS];
      g_autofree double *U = g_new (double, 2 * Pi);
      g_autofree char *sentence = read_sentence (npz, trouble[i]);
      guint n_paths = 0;

      while (n_paths < Pi && !isnan (mean[i * Pi + n_paths]))
        n_paths++;
      if (isnan (values[IPL_MAP_CHECK_ACCURACY][i]))
        continue;
      for (guint k = 0; k < IPL_MAP_CHECK_N_NUMBERS; k++)
        numbers[k] = values[k][i];
      for (guint p = 0; p < n_paths; p++)
        {
          U[p] = mean[i * Pi + p];
          U[n_paths + p] = mcse[i * Pi + p];
        }
      ipl_map_add_check (map, ipl_map_check_new (i, numbers, n_paths, U, sentence));
    }
  return TRUE;
}
