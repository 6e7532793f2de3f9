/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/blas-cpu-private.h"

#include <cblas.h>
#include <glib.h>
#include <string.h>

/* How OpenBLAS chooses its kernels; there in builds for many processors, as distributions ship. */
extern void gotoblas_dynamic_init (void) __attribute__ ((weak));
extern void gotoblas_dynamic_quit (void) __attribute__ ((weak));

/* OpenBLAS knows processors by model number and takes its oldest kernels for one made after it:
 * Debian 12's 0.3.21 runs at a sixth of the speed on an Intel Xeon of 2023. Where that has
 * happened, chooses by what the processor can do instead. OPENBLAS_CORETYPE, the library's own
 * switch, is obeyed where it is set. Must run before the first call into OpenBLAS. */
void
ipl_blas_choose_kernels (void)
{
#if defined(__x86_64__)
  static const char *const fallbacks[] = { "Prescott", "Core2", "Nehalem", "Sandybridge" };
  const char *found = openblas_get_corename ();
  gboolean fallback = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (fallbacks); i++)
    fallback = fallback || g_ascii_strcasecmp (found, fallbacks[i]) == 0;
  __builtin_cpu_init ();
  if (!fallback || !__builtin_cpu_supports ("avx2") || !__builtin_cpu_supports ("fma")
      || g_getenv ("OPENBLAS_CORETYPE") != NULL || gotoblas_dynamic_init == NULL
      || gotoblas_dynamic_quit == NULL)
    return;
  g_setenv ("OPENBLAS_CORETYPE",
            __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq")
                    && __builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512vl")
                    && __builtin_cpu_supports ("avx512cd")
                ? "SkylakeX"
                : "Haswell",
            TRUE);
  gotoblas_dynamic_quit ();
  gotoblas_dynamic_init ();
#endif
}
