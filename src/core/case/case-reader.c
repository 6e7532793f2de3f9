/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/case/case-reader-private.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/base/closest-name.h"
#include "core/case/case-roles.h"

#include <math.h>
#include <string.h>

/* Numbers beyond this overflow when they are multiplied with one another. */
#define LARGEST 1e100

/* Adds a sentence to IplCase.notes. */
void
ipl_case_reader_note (IplCaseReader *self, const char *format, ...)
{
  g_autofree char *note = NULL;
  va_list arguments;

  va_start (arguments, format);
  note = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_ptr_array_add (self->the_case->notes, ipl_text_escape (note));
}

/* The authors' own key for an array of the data format, or %NULL. */
static char *
alias_of (const char *name)
{
  if (g_str_has_prefix (name, "x_train") || g_str_has_prefix (name, "x_test"))
    return g_strconcat ("x_zeros_", name + strlen ("x_"), NULL);
  if (g_str_has_prefix (name, "y_train") || g_str_has_prefix (name, "y_test"))
    return g_strconcat ("y_labels_", name + strlen ("y_"), NULL);
  return NULL;
}

/* The array of this name, or of the authors' name for it. */
IplArray *
ipl_case_reader_find (IplCaseReader *self, const char *name)
{
  IplArray *array = ipl_npz_lookup (self->npz, name);

  if (array == NULL)
    {
      g_autofree char *alias = alias_of (name);

      array = alias != NULL ? ipl_npz_lookup (self->npz, alias) : NULL;
      if (array != NULL && !g_hash_table_contains (self->used, array->name))
        ipl_case_reader_note (self, "%s was read as %s.", array->name, name);
    }
  else if (array->role != NULL && !g_hash_table_contains (self->used, array->role))
    ipl_case_reader_note (self, "%s was read as %s, as assigned.", array->name, array->role);
  if (array != NULL)
    g_hash_table_add (self->used, (gpointer)ipl_array_key (array));
  return array;
}

/* " Did you mean “xtrain”?", for an array whose name is not in the data format, or empty. */
char *
ipl_case_reader_hint (IplCaseReader *self, const char *wanted)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < ipl_npz_get_n (self->npz); i++)
    if (ipl_case_role_find (ipl_npz_get (self->npz, i)->name) == NULL)
      g_ptr_array_add (names, ipl_npz_get (self->npz, i)->name);
  g_ptr_array_add (names, NULL);
  return ipl_closest_name_hint (wanted, (const char *const *)names->pdata);
}

/* Like ipl_case_reader_find(), with an error for a missing array. */
static IplArray *
need (IplCaseReader *self, const char *name, GError **error)
{
  IplArray *array = ipl_case_reader_find (self, name);

  if (array == NULL)
    {
      g_autofree char *hint = ipl_case_reader_hint (self, name);

      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING, "“%s” has no array %s.%s", self->shown,
                   name, hint);
    }
  return array;
}

/* Fails with the reason why an array cannot be loaded. */
static gboolean
fail_why_not (IplCaseReader *self, const IplArray *array, GError **error)
{
  return ipl_fail (error, IPL_ERROR_FORMAT, "In “%s”, the array %s %s.", self->shown, array->name,
                   array->why_not);
}

gboolean
ipl_case_reader_wrong_shape (IplCaseReader *self, const IplArray *array, const char *expected,
                             GError **error)
{
  g_autofree char *shape = ipl_array_describe_shape (array);

  if (array->why_not != NULL)
    return fail_why_not (self, array, error);
  return ipl_fail (error, IPL_ERROR_SHAPE,
                   "In “%s”, the array %s has shape %s where %s is expected.", self->shown,
                   array->name, shape, expected);
}

/* @found: its actual type, "text" or "an array" */
gboolean
ipl_case_reader_must_be (IplCaseReader *self, const IplArray *array, const char *name,
                         const char *expected, const char *found, GError **error)
{
  g_autofree char *shape = ipl_array_describe_shape (array);

  if (array->why_not != NULL)
    return fail_why_not (self, array, error);
  return ipl_fail (error, IPL_ERROR_SHAPE, "In “%s”, %s must be %s, but it is %s of shape %s.",
                   self->shown, name, expected, found, shape);
}

static char *
describe_expected (guint ndim, const gsize *shape, const char *letters)
{
  g_auto (GStrv) names = g_strsplit (letters, ",", -1);
  GString *text = g_string_new ("[");

  for (guint i = 0; i < ndim; i++)
    {
      const char *name = i < g_strv_length (names) ? g_strstrip (names[i]) : "";

      if (i > 0)
        g_string_append (text, ", ");
      g_string_append (text, name);
      if (shape[i] != IPL_ANY_SIZE)
        g_string_append_printf (text, name[0] != '\0' ? " = %" G_GSIZE_FORMAT : "%" G_GSIZE_FORMAT,
                                shape[i]);
    }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static gboolean
check_shape (IplCaseReader *self, const IplArray *array, guint ndim, const gsize *shape,
             const char *letters, GError **error)
{
  gboolean fits = array->ndim == ndim;

  for (guint i = 0; fits && i < ndim; i++)
    fits = shape[i] == IPL_ANY_SIZE || shape[i] == array->shape[i];
  if (!fits)
    {
      g_autofree char *expected = describe_expected (ndim, shape, letters);

      return ipl_case_reader_wrong_shape (self, array, expected, error);
    }
  if (array->size == 0)
    {
      g_autofree char *found = ipl_array_describe_shape (array);

      return ipl_fail (error, IPL_ERROR_SHAPE, "In “%s”, the array %s is empty (shape %s).",
                       self->shown, array->name, found);
    }
  return TRUE;
}

/* "x_train[3, 0, 17]" */
static char *
describe_index (const IplArray *array, gsize flat)
{
  GString *text = g_string_new (NULL);
  gsize index[IPL_ARRAY_MAX_DIM];

  for (guint d = array->ndim; d-- > 0;)
    {
      index[d] = flat % array->shape[d];
      flat /= array->shape[d];
    }
  g_string_append (text, array->name);
  for (guint d = 0; d < array->ndim; d++)
    g_string_append_printf (text, d == 0 ? "[%" G_GSIZE_FORMAT : ", %" G_GSIZE_FORMAT, index[d]);
  if (array->ndim > 0)
    g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static gboolean
check_finite (IplCaseReader *self, const IplArray *array, GError **error)
{
  for (gsize i = 0; i < array->size; i++)
    if (!(fabs (array->values[i]) <= LARGEST))
      {
        g_autofree char *where = describe_index (array, i);
        double value = array->values[i];

        if (isfinite (value))
          return ipl_fail (error, IPL_ERROR_VALUE,
                           "In “%s”, %s is %g, too large to compute with (at most %g).",
                           self->shown, where, value, LARGEST);
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "In “%s”, %s is %s%s, where every number must be finite.", self->shown,
                         where, isnan (value) ? "NaN" : "infinite",
                         array->ndim > 0 ? " (counted from 0)" : "");
      }
  return TRUE;
}

/* Unpacks an array; nothing of it has been read before but its header. */
gboolean
ipl_case_reader_load (IplCaseReader *self, IplArray *array, GError **error)
{
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error)
         && ipl_npz_load (self->npz, array, self->cancellable, error);
}

/* An array that must be there, with numbers of this shape. */
static IplArray *
need_shape (IplCaseReader *self, const char *name, guint ndim, const gsize *shape,
            const char *letters, GError **error)
{
  IplArray *array = need (self, name, error);

  if (array == NULL)
    return NULL;
  if (array->is_text)
    return ipl_fail_null (error, IPL_ERROR_VALUE,
                          "In “%s”, the array %s holds text where numbers are expected.",
                          self->shown, array->name);
  return check_shape (self, array, ndim, shape, letters, error) ? array : NULL;
}

/* Finds a required array of finite numbers with the expected shape, not empty. @shape: [@ndim]
 * expected sizes, IPL_ANY_SIZE for any. */
IplArray *
ipl_case_reader_numbers (IplCaseReader *self, const char *name, guint ndim, const gsize *shape,
                         const char *letters, GError **error)
{
  IplArray *array = need_shape (self, name, ndim, shape, letters, error);

  if (array == NULL || !ipl_case_reader_load (self, array, error)
      || !check_finite (self, array, error))
    return NULL;
  return array;
}

/* The array's numbers, which leave the file's arrays. */
double *
ipl_case_reader_steal_values (IplCaseReader *self, IplArray *array)
{
  return ipl_npz_steal_values (self->npz, ipl_array_key (array));
}

/* @name: name of an optional number, an array of no dimension or of one element; @value: its
 *   value, unchanged without one; @found: TRUE if it is present. */
gboolean
ipl_case_reader_scalar (IplCaseReader *self, const char *name, double *value, gboolean *found,
                        GError **error)
{
  IplArray *array = ipl_case_reader_find (self, name);

  *found = array != NULL;
  if (array == NULL)
    return TRUE;
  if (array->size != 1 || array->is_text)
    return ipl_case_reader_must_be (self, array, name, "one number",
                                    array->is_text ? "text" : "an array", error);
  if (!ipl_case_reader_load (self, array, error) || !check_finite (self, array, error))
    return FALSE;
  *value = array->values[0];
  return TRUE;
}

/* Lines would break tables, and control characters more than that. */
static char *
clean_text (const char *text)
{
  g_autofree char *clean = g_strdup (text);

  for (char *at = clean; *at != '\0'; at++)
    if (g_ascii_isspace (*at))
      *at = ' ';
  return ipl_text_shown (g_strstrip (clean));
}

static gboolean
check_text (IplCaseReader *self, const IplArray *array, GError **error)
{
  if (array->is_text)
    return TRUE;
  if (array->why_not != NULL)
    return fail_why_not (self, array, error);
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "In “%s”, the array %s holds numbers where text is expected.", self->shown,
                   array->name);
}

/* @text: its value, unchanged if it is missing. */
gboolean
ipl_case_reader_text (IplCaseReader *self, const char *name, char **text, GError **error)
{
  IplArray *array = ipl_case_reader_find (self, name);

  if (array == NULL)
    return TRUE;
  if (!check_text (self, array, error))
    return FALSE;
  if (array->size != 1)
    return ipl_case_reader_must_be (self, array, name, "one text", "an array", error);
  if (!ipl_case_reader_load (self, array, error))
    return FALSE;
  *text = clean_text (array->texts[0]);
  return TRUE;
}

/* @name: name of an optional list of texts; @count: its required length, or IPL_ANY_SIZE;
 *   @texts: the list, NULL-terminated, unchanged if it is missing. */
gboolean
ipl_case_reader_texts (IplCaseReader *self, const char *name, gsize count, const char *letters,
                       char ***texts, GError **error)
{
  IplArray *array = ipl_case_reader_find (self, name);
  gsize shape[] = { count };

  if (array == NULL)
    return TRUE;
  if (!check_text (self, array, error))
    return FALSE;
  if ((array->ndim > 1 || array->size != count) && count != IPL_ANY_SIZE
      && !check_shape (self, array, 1, shape, letters, error))
    return FALSE;
  count = array->size;
  if (!ipl_case_reader_load (self, array, error))
    return FALSE;
  *texts = g_new0 (char *, count + 1);
  for (gsize i = 0; i < count; i++)
    (*texts)[i] = clean_text (array->texts[i]);
  return TRUE;
}

/* @name: name of optional texts of tokens, of @count examples and as many tokens as the case
 *   has, if known; @tokens: the texts, unchanged if they are missing. */
gboolean
ipl_case_reader_tokens (IplCaseReader *self, const char *name, gsize count, IplTokenTexts **tokens,
                        GError **error)
{
  IplArray *array = ipl_case_reader_find (self, name);
  gsize T = self->the_case->T > 0 ? self->the_case->T : IPL_ANY_SIZE;

  if (array == NULL)
    return TRUE;
  if (!check_text (self, array, error)
      || !check_shape (self, array, 2, (gsize[]){ count, T }, "examples, tokens", error)
      || !ipl_case_reader_load (self, array, error))
    return FALSE;
  *tokens = ipl_token_texts_new (count, array->shape[1], (const char *const *)array->texts);
  return TRUE;
}

/* The trained network's part of a case, to and from its file. */

void
ipl_case_trained_write (const IplCase *self, IplNpzWriter *npz)
{
  guint K = self->labels.outputs;
  gsize U_shape[] = { self->Pi * K, self->Pi * K }, readout_shape[] = { K, self->Pi, self->N0 };
  guint without = K == 1; /* the axis of outputs */
  gsize n = self->L + 1;
  gint64 N[IPL_MAX_LAYERS + 1];

  for (guint l = 0; l <= self->L; l++)
    N[l] = (gint64)self->trained->N[l];
  ipl_npz_writer_add_ints (npz, "trained_widths", N, 1, &n);
  ipl_npz_writer_add_doubles (npz, "trained_u", self->trained->U, 2, U_shape);
  ipl_npz_writer_add_doubles (npz, "trained_readout", self->trained->readout, 3 - without,
                              readout_shape + without);
}

/* Reads the part of a trained network: all three arrays or none. */
gboolean
ipl_case_trained_read (IplCaseReader *self, GError **error)
{
  static const char *const names[] = { "trained_widths", "trained_u", "trained_readout" };
  IplCase *the_case = self->the_case;
  gsize n_widths = the_case->L + 1;
  guint K = the_case->labels.outputs, without = K == 1;
  gsize U_shape[] = { the_case->Pi * K, the_case->Pi * K };
  gsize readout_shape[] = { K, the_case->Pi, the_case->N0 };
  IplArray *widths, *U, *readout;
  gboolean any = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    any = any || ipl_npz_lookup (self->npz, names[i]) != NULL;
  if (!any)
    return TRUE;
  if (ipl_case_has_identity (the_case))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "“%s” has residual connections, which trained networks do not have: leave out "
                     "residual, or the arrays trained_widths, trained_u and trained_readout.",
                     self->shown);
  widths = ipl_case_reader_numbers (self, names[0], 1, &n_widths, "L + 1", error);
  U = widths != NULL ? ipl_case_reader_numbers (self, names[1], 2, U_shape,
                                                K > 1 ? "Pi K, Pi K" : "Pi, Pi", error)
                     : NULL;
  readout = U != NULL
                ? ipl_case_reader_numbers (self, names[2], 3 - without, readout_shape + without,
                                           K > 1 ? "K, Pi, N0" : "Pi, N0", error)
                : NULL;
  if (readout == NULL)
    return FALSE;
  the_case->trained = g_new0 (IplCaseTrained, 1);
  for (guint l = 0; l <= the_case->L; l++)
    {
      double N = widths->values[l];

      if (!(N >= 1 && N <= 1e8 && N == floor (N)))
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "In “%s”, trained_widths[%u] is %g, and a width is a whole number of 1 or "
                         "more.",
                         self->shown, l, N);
      the_case->trained->N[l] = (gsize)N;
    }
  the_case->trained->U = ipl_case_reader_steal_values (self, U);
  the_case->trained->readout = ipl_case_reader_steal_values (self, readout);
  return TRUE;
}
