/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"

/* As G_DEFINE_QUARK() does it, for threads that fail at once. */
GQuark
ipl_error_quark (void)
{
  static GQuark quark;
  GQuark known = __atomic_load_n (&quark, __ATOMIC_RELAXED);

  if (known == 0)
    {
      known = g_quark_from_static_string ("ipl-error-quark");
      __atomic_store_n (&quark, known, __ATOMIC_RELAXED);
    }
  return known;
}

/* For the threads of a loop: whoever runs it looks at @kept when all have left.
 * @kept: (inout): the error of several threads that comes first, at the start NULL */
void
ipl_error_keep_first (GError **kept, GError *error)
{
  if (!g_atomic_pointer_compare_and_exchange (kept, NULL, error))
    g_error_free (error);
}

/* Sets an error of IPL_ERROR; returns FALSE, for its caller to return. */
gboolean
ipl_fail (GError **error, IplError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (IPL_ERROR, (int)code, format, arguments));
  va_end (arguments);
  return FALSE;
}

/* Returns @right; where that is FALSE, @sentence says what is not allowed. */
gboolean
ipl_error_check (gboolean right, const char *sentence, GError **error)
{
  if (!right)
    g_set_error_literal (error, IPL_ERROR, IPL_ERROR_VALUE, sentence);
  return right;
}

/* @what: "The width N", as a sentence begins. */
gboolean
ipl_error_check_range (gsize value, gsize most, const char *what, GError **error)
{
  if (value >= 1 && value <= most)
    return TRUE;
  g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
               "%s must be from 1 to %" G_GSIZE_FORMAT ", not %" G_GSIZE_FORMAT ".", what, most,
               value);
  return FALSE;
}
