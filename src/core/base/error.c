/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"

#include <gio/gio.h>
#include <errno.h>

#include "core/base/text-escape.h"

/* Like G_DEFINE_QUARK(), for concurrent failures of threads. */
GQuark
ipl_error_quark (void)
{
  static GQuark quark;
  GQuark cached = __atomic_load_n (&quark, __ATOMIC_RELAXED);

  if (cached == 0)
    {
      cached = g_quark_from_static_string ("interplay-error-quark");
      __atomic_store_n (&quark, cached, __ATOMIC_RELAXED);
    }
  return cached;
}

/* Stores the first error of the threads of a loop; the caller reads it after all threads have
 * ended. The first parameter is NULL at the start. */
void
ipl_error_store_first (GError **stored, GError *error)
{
  if (!g_atomic_pointer_compare_and_exchange (stored, NULL, error))
    g_error_free (error);
}

/* Sets an error of IPL_ERROR; returns FALSE, for use in a return statement. */
gboolean
ipl_fail (GError **error, IplError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (IPL_ERROR, (int)code, format, arguments));
  va_end (arguments);
  return FALSE;
}

/* Like ipl_fail(), for functions that return a pointer; returns NULL. */
gpointer
ipl_fail_null (GError **error, IplError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (IPL_ERROR, (int)code, format, arguments));
  va_end (arguments);
  return NULL;
}

/* Like ipl_fail(), for a function that does not know the subject of the sentence. @why: (out):
 * its predicate, freed by the caller */
gboolean
ipl_fail_why (char **why, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  *why = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return FALSE;
}

/* Sets an error with the reason of the operating system; returns FALSE. */
gboolean
ipl_set_io_error (GError **error, const char *verb, const char *path, int code)
{
  static const struct
  {
    int code;
    const char *why;
  } reasons[] = {
    { ENOENT, "there is no such file" },
    { ENOTDIR, "there is no such file" },
    { EACCES, "you do not have permission there" },
    { EPERM, "you do not have permission there" },
    { EROFS, "you do not have permission there" },
    { EISDIR, "it is a folder, not a file" },
    { ENOSPC, "no space is left on the disk" },
    { EDQUOT, "no space is left on the disk" },
    { EFBIG, "it is larger than a file may be here (ulimit -f)" },
  };
  g_autofree char *shown = ipl_path_shown (path), *folder = g_path_get_dirname (path);
  const char *why = g_strerror (code);

  if ((code == ENOENT || code == ENOTDIR) && !g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      g_autofree char *missing = ipl_path_shown (folder);

      return ipl_fail (error, IPL_ERROR_IO, "“%s” cannot be %s: there is no folder “%s”.", shown,
                       verb, missing);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (reasons); i++)
    if (reasons[i].code == code)
      why = reasons[i].why;
  return ipl_fail (error, IPL_ERROR_IO, "“%s” cannot be %s: %s.", shown, verb, why);
}

/* Returns @right; if FALSE, sets @sentence as the error. */
gboolean
ipl_error_check (gboolean right, const char *sentence, GError **error)
{
  if (!right)
    g_set_error_literal (error, IPL_ERROR, IPL_ERROR_VALUE, sentence);
  return right;
}

/* TRUE if the cause is the state of the machine, so that another attempt may succeed. */
gboolean
ipl_error_is_of_machine (const GError *error)
{
  return g_error_matches (error, IPL_ERROR, IPL_ERROR_MEMORY)
         || g_error_matches (error, IPL_ERROR, IPL_ERROR_IO)
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* @what: "The width N", the beginning of the sentence. */
gboolean
ipl_error_check_range (gsize value, gsize most, const char *what, GError **error)
{
  if (value >= 1 && value <= most)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "%s must be from 1 to %" G_GSIZE_FORMAT ", not %" G_GSIZE_FORMAT ".", what, most,
                   value);
}
