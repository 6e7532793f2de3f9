/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads an array of a file of results and checks its shape. */
#include "core/results/results-load-private.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"

/* Fails with a message about the file, after its name. */
gboolean
ipl_results_reader_refuse (const IplResultsReader *self, GError **error, const char *format, ...)
{
  g_autofree char *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” %s", self->shown, sentence);
}

gboolean
ipl_results_reader_get (const IplResultsReader *self, const char *name, gboolean needed,
                        gboolean axis, guint ndim, const gsize *shape, const double **values,
                        GError **error)
{
  const IplArray *array = ipl_npz_lookup (self->npz, name);
  guint skip = axis ? 1 : 0;

  *values = NULL;
  if (array == NULL)
    return !needed
           || ipl_results_reader_refuse (
               self, error,
               "has no array %s: it was not written by this version, or by another program. "
               "Compute it again.",
               name);
  *values = array->values;
  if (array->values != NULL && array->ndim == ndim + skip && (!axis || array->shape[0] == self->n)
      && (ndim == 0 || memcmp (array->shape + skip, shape, ndim * sizeof *shape) == 0))
    return TRUE;
  g_autofree char *given = ipl_array_describe_shape (array);

  return ipl_results_reader_refuse (
      self, error, "is damaged: its array %s has the shape %s, which does not go with the rest.",
      name, given);
}

/* Stores the numbers of a field in @object: the inverse of ipl_results_field_get(). */
static void
set_field (const IplResultsField *field, const double *values, gsize size, gpointer object)
{
  void *at = (char *)object + field->offset;

  switch (field->kind)
    {
    case IPL_RESULTS_NUMBER:
    case IPL_RESULTS_VALUES:
      memcpy (at, values, size * sizeof (double));
      break;
    case IPL_RESULTS_NUMBERS:
      if (*(double **)at == NULL)
        *(double **)at = g_new (double, MAX (size, 1));
      memcpy (*(double **)at, values, size * sizeof (double));
      break;
    case IPL_RESULTS_COUNT:
      *(guint *)at = values[0] >= 0 && values[0] <= G_MAXUINT ? (guint)values[0] : 0;
      break;
    case IPL_RESULTS_LONG_COUNT:
      *(guint64 *)at = values[0] >= 0 && values[0] < 1e18 ? (guint64)values[0] : 0;
      break;
    case IPL_RESULTS_FLAG:
      *(gboolean *)at = values[0] != 0;
      break;
    case IPL_RESULTS_TEXT:
    default:
      break;
    }
}

gboolean
ipl_results_reader_group (const IplResultsReader *self, IplResultsGroup group, guint test,
                          gboolean gp, gboolean axis, gsize row, gpointer object, GError **error)
{
  gsize n;
  const IplResultsField *fields = ipl_results_fields (group, &n);

  for (gsize k = 0; k < n; k++)
    {
      const IplResultsField *field = &fields[k];
      g_autofree char *name = ipl_results_field_name (field, ipl_results_group_prefix (group),
                                                      self->the_case, test, gp);
      gsize shape[IPL_RESULTS_MAX_AXES],
          size = ipl_results_field_size (field, self->the_case, test);
      guint ndim = ipl_results_field_shape (field, self->the_case, test, shape);
      const double *values;

      if (!((gp ? field->gp_files : field->files) & IPL_RESULTS_NPZ)
          || field->kind == IPL_RESULTS_TEXT || !ipl_results_field_is_of (field, self->the_case))
        continue;
      if (!ipl_results_reader_get (self, name, !field->is_optional, axis, ndim, shape, &values,
                                   error))
        return FALSE;
      if (values != NULL)
        set_field (field, values + (axis ? row * size : 0), size,
                   (gpointer)ipl_results_object (group, object, test));
    }
  return TRUE;
}
