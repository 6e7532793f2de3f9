/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <interplay/macros.h>

G_BEGIN_DECLS

/**
 * InterplayError:
 * @INTERPLAY_ERROR_FORMAT: a file is not what it claims to be, is damaged or cut short
 * @INTERPLAY_ERROR_MISSING: something that must be there is not
 * @INTERPLAY_ERROR_SHAPE: sizes do not fit each other
 * @INTERPLAY_ERROR_VALUE: a value is not allowed (NaN, out of range, unknown word)
 * @INTERPLAY_ERROR_MEMORY: the numbers would not fit in memory, or not in reasonable time
 * @INTERPLAY_ERROR_SINGULAR: the kernel with the temperature added is not positive definite
 * @INTERPLAY_ERROR_NOT_CONVERGED: the solver stopped before its criterion
 * @INTERPLAY_ERROR_IO: the operating system refused to read or write
 *
 * Codes of #INTERPLAY_ERROR. Every message is one sentence that a user can act on. Cancellation is
 * %G_IO_ERROR_CANCELLED of %G_IO_ERROR.
 */
typedef enum
{
  INTERPLAY_ERROR_FORMAT,
  INTERPLAY_ERROR_MISSING,
  INTERPLAY_ERROR_SHAPE,
  INTERPLAY_ERROR_VALUE,
  INTERPLAY_ERROR_MEMORY,
  INTERPLAY_ERROR_SINGULAR,
  INTERPLAY_ERROR_NOT_CONVERGED,
  INTERPLAY_ERROR_IO,
} InterplayError;

#define INTERPLAY_ERROR (interplay_error_quark ())

/**
 * interplay_error_quark:
 *
 * Returns: the domain of this library's errors, #INTERPLAY_ERROR
 */
INTERPLAY_PUBLIC GQuark interplay_error_quark (void);

G_END_DECLS
