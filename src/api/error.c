/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <interplay/error.h>

#include "core/base/error.h"

G_STATIC_ASSERT ((int)INTERPLAY_ERROR_FORMAT == (int)IPL_ERROR_FORMAT);
G_STATIC_ASSERT ((int)INTERPLAY_ERROR_MISSING == (int)IPL_ERROR_MISSING);
G_STATIC_ASSERT ((int)INTERPLAY_ERROR_SHAPE == (int)IPL_ERROR_SHAPE);
G_STATIC_ASSERT ((int)INTERPLAY_ERROR_VALUE == (int)IPL_ERROR_VALUE);
G_STATIC_ASSERT ((int)INTERPLAY_ERROR_MEMORY == (int)IPL_ERROR_MEMORY);
G_STATIC_ASSERT ((int)INTERPLAY_ERROR_SINGULAR == (int)IPL_ERROR_SINGULAR);
G_STATIC_ASSERT ((int)INTERPLAY_ERROR_NOT_CONVERGED == (int)IPL_ERROR_NOT_CONVERGED);
G_STATIC_ASSERT ((int)INTERPLAY_ERROR_IO == (int)IPL_ERROR_IO);

/**
 * interplay_error_quark:
 *
 * Returns: the domain of this library's errors, #INTERPLAY_ERROR
 */
GQuark
interplay_error_quark (void)
{
  return ipl_error_quark ();
}
