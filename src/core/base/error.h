/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Codes of #IPL_ERROR. Every message is one sentence a user can act on: what is wrong, where, and
 * what would be right. Cancellation is %G_IO_ERROR_CANCELLED of %G_IO_ERROR. */
typedef enum
{
  IPL_ERROR_FORMAT,        /* a file has another format, is damaged or truncated */
  IPL_ERROR_MISSING,       /* something that must be there is not */
  IPL_ERROR_SHAPE,         /* sizes do not fit each other */
  IPL_ERROR_VALUE,         /* a value is not allowed (NaN, out of range, unknown word) */
  IPL_ERROR_MEMORY,        /* the numbers would not fit in memory, or not in reasonable time */
  IPL_ERROR_SINGULAR,      /* K + T I is not positive definite (temperature 0, too few features) */
  IPL_ERROR_NOT_CONVERGED, /* the solver stopped before its criterion */
  IPL_ERROR_IO,            /* the operating system refused to read or write */
} IplError;

#define IPL_ERROR (ipl_error_quark ())
GQuark ipl_error_quark (void);

gboolean ipl_fail (GError **error, IplError code, const char *format, ...) G_GNUC_PRINTF (3, 4);
gpointer ipl_fail_null (GError **error, IplError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
gboolean ipl_fail_why (char **why, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean ipl_set_io_error (GError **error, const char *verb, const char *path, int code);
gboolean ipl_error_check (gboolean right, const char *sentence, GError **error);
gboolean ipl_error_check_range (gsize value, gsize most, const char *what, GError **error);
gboolean ipl_error_is_of_machine (const GError *error);
void ipl_error_store_first (GError **stored, GError *error);
