/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* An allocator in place of malloc, for the whole process with all its libraries, that counts what
 * is live and can refuse one large allocation. A program has it by listing failing-malloc.c among
 * its own sources. Sanitizers have allocators of their own: nothing is counted or refused there. */

/* Allocations from this size on are those that may be refused. */
#define FAILING_MALLOC_FROM ((gsize)64 << 10)

gboolean failing_malloc_works (void); /* else the test has been marked as skipped */
/* Refuses the @k-th large allocation from now on, counted from 1; 0 for none. */
void failing_malloc_arm (guint k);
gboolean failing_malloc_disarm (void); /* whether it was asked for, and so refused */
gsize failing_malloc_live (void);      /* bytes that are allocated */
gsize failing_malloc_reset_peak (void);
gsize failing_malloc_peak (void); /* the most since then */

/**
 * FailingRun:
 * @name: what fails, for messages
 * @prepare: (nullable): makes what @run needs, once in each process
 * @run: does the work and frees all it made; %FALSE with an error
 *
 * A piece of work whose large allocations are refused one by one.
 */
typedef struct
{
  const char *name;
  gpointer (*prepare) (void);
  gboolean (*run) (gpointer state, GError **error);
} FailingRun;

/* Runs it in processes of their own, each with one more large allocation refused, until none is:
 * asserts that each ends with IPL_ERROR_MEMORY, or well where the allocation was not needed, and
 * leaves nothing allocated. Must come before any thread is started in this process. */
void failing_malloc_try_all (const FailingRun *run);

/* Runs it in a process of its own: the most that was allocated beside what was there before, and
 * by how much its resident memory grew. */
typedef struct
{
  double allocated;
  double resident;
} FailingUse;
FailingUse failing_malloc_measure (const FailingRun *run);
