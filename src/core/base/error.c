/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"

/* clang-format off */
G_DEFINE_QUARK (ipl-error-quark, ipl_error)
/* clang-format on */

/*< private >
 * ipl_error_keep_first:
 * @kept: (inout): the error of several threads that comes first, at the start %NULL
 * @error: (transfer full): one more
 *
 * For the threads of a loop: whoever runs it looks at @kept when all have left.
 */
void
ipl_error_keep_first (GError **kept, GError *error)
{
  if (!g_atomic_pointer_compare_and_exchange (kept, NULL, error))
    g_error_free (error);
}
