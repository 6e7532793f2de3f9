/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenBLAS starts a thread for each processor when it is loaded, which this program never uses,
 * and ends the program like Ctrl-C if the system refuses one. The program therefore restricts
 * itself to one processor until OpenBLAS is loaded. Linked into programs only: a library has no
 * .preinit_array. */
#include <sys/syscall.h>
#include <unistd.h>

/* Raw system calls, without a sanitizer, which is not yet initialized. */
#define PLAIN __attribute__ ((no_sanitize ("address", "undefined", "thread")))

static unsigned long processors[128];
static long n_bytes; /* of them; negative if the system does not report it */

PLAIN static void
restrict_to_one_processor (void)
{
  unsigned long one[128] = { 0 };
  long i = 0;

  n_bytes = syscall (SYS_sched_getaffinity, 0, sizeof processors, processors);
  while (i < n_bytes / (long)sizeof (long) && processors[i] == 0)
    i++;
  if (i >= n_bytes / (long)sizeof (long))
    return;
  one[i] = processors[i] & -processors[i];
  syscall (SYS_sched_setaffinity, 0, n_bytes, one);
}

PLAIN __attribute__ ((constructor)) static void
restore_processors (void)
{
  if (n_bytes > 0)
    syscall (SYS_sched_setaffinity, 0, n_bytes, processors);
}

__attribute__ ((section (".preinit_array"), used)) static void (*const before_libraries) (void)
    = restrict_to_one_processor;
