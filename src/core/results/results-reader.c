/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One array of a file of results, held to the shape that it must have. */
#include "core/results/results-load-private.h"

#include <string.h>

#include "core/base/error.h"

/* Says that the file is wrong, after its name; FALSE. */
gboolean
ipl_results_reader_refuse (const IplResultsReader *self, GError **error, const char *format, ...)
{
  g_autofree char *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT, "“%s” %s", self->shown, sentence);
  return FALSE;
}

const double *
ipl_results_reader_get (const IplResultsReader *self, const char *name, gboolean needed,
                        gboolean axis, guint ndim, const gsize *shape, GError **error)
{
  const IplArray *array = ipl_npz_lookup (self->npz, name);
  guint skip = axis ? 1 : 0;

  if (array == NULL)
    {
      if (needed)
        ipl_results_reader_refuse (
            self, error,
            "has no array %s: it was not written by this version, or by another program. "
            "Compute it again with interplay-cli rerun.",
            name);
      return NULL;
    }
  if (array->values != NULL && array->ndim == ndim + skip && (!axis || array->shape[0] == self->n)
      && (ndim == 0 || memcmp (array->shape + skip, shape, ndim * sizeof *shape) == 0))
    return array->values;
  g_autofree char *given = ipl_array_describe_shape (array);

  ipl_results_reader_refuse (
      self, error, "is damaged: its array %s has the shape %s, which does not go with the rest.",
      name, given);
  return NULL;
}

/* Puts what a file has of a field into @object, as ipl_results_field_get() takes it from there. */
gboolean
ipl_results_reader_field (const IplResultsReader *self, const IplResultsField *field,
                          const char *name, gboolean needed, gboolean axis, guint test, gsize row,
                          gpointer object, GError **error)
{
  gsize shape[2], size = ipl_results_field_size (field, self->the_case, test);
  guint ndim = ipl_results_field_shape (field, self->the_case, test, shape);
  void *at = (char *)object + field->offset;
  GError *wrong = NULL;
  const double *values = ipl_results_reader_get (self, name, needed, axis, ndim, shape, &wrong);

  if (wrong != NULL)
    {
      g_propagate_error (error, wrong);
      return FALSE;
    }
  if (values == NULL)
    return TRUE;
  values += axis ? row * size : 0;
  switch (field->kind)
    {
    case IPL_RESULTS_NUMBER:
    case IPL_RESULTS_VALUES:
      memcpy (at, values, size * sizeof (double));
      break;
    case IPL_RESULTS_NUMBERS:
      g_free (*(double **)at);
      *(double **)at = g_memdup2 (values, MAX (size, 1) * sizeof (double));
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
  return TRUE;
}
