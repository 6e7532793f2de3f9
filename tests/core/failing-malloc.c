/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* dladdr */
#include "failing-malloc.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define REPLACES_MALLOC 0
#else
#define REPLACES_MALLOC 1
#endif

/* Runs that may leave something allocated before it is called a leak. */
#define PATIENCE 6

/* So many large allocations of a run are refused one by one. */
#define EVERY_ONE 12

static gsize live, peak; /* atomic */
static gsize seen;       /* atomic: large allocations since it was armed */
static gsize refused;    /* which of them is; 0 for none */

#if REPLACES_MALLOC

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t n, size_t size);
void *__libc_realloc (void *old, size_t size);
void *__libc_memalign (size_t alignment, size_t size);
void __libc_free (void *memory);

/* With threads of its own OpenBLAS takes tables of 100 kB or so for every product, whatever its
 * size, and calls exit() itself where it does not get them: nothing that a caller could do better.
 */
static gboolean
is_of_blas (const void *caller)
{
  Dl_info info;

  return dladdr (caller, &info) != 0 && info.dli_fname != NULL
         && strstr (info.dli_fname, "openblas") != NULL;
}

static gboolean
is_refused (gsize size, const void *caller)
{
  if (size < FAILING_MALLOC_FROM || __atomic_load_n (&refused, __ATOMIC_RELAXED) == 0
      || is_of_blas (caller))
    return FALSE;
  if (__atomic_add_fetch (&seen, 1, __ATOMIC_RELAXED) != refused)
    return FALSE;
  errno = ENOMEM;
  return TRUE;
}

static void *
count (void *memory)
{
  if (memory != NULL)
    {
      gsize now = __atomic_add_fetch (&live, malloc_usable_size (memory), __ATOMIC_RELAXED);
      gsize most = __atomic_load_n (&peak, __ATOMIC_RELAXED);

      while (now > most
             && !__atomic_compare_exchange_n (&peak, &most, now, TRUE, __ATOMIC_RELAXED,
                                              __ATOMIC_RELAXED))
        ;
    }
  return memory;
}

static void
uncount (void *memory)
{
  if (memory != NULL)
    __atomic_sub_fetch (&live, malloc_usable_size (memory), __ATOMIC_RELAXED);
}

void *
malloc (size_t size)
{
  return is_refused (size, __builtin_return_address (0)) ? NULL : count (__libc_malloc (size));
}

void *
calloc (size_t n, size_t size)
{
  return is_refused (n * size, __builtin_return_address (0)) ? NULL
                                                             : count (__libc_calloc (n, size));
}

void *
realloc (void *old, size_t size)
{
  gsize before = old != NULL ? malloc_usable_size (old) : 0;
  void *memory;

  if (is_refused (size, __builtin_return_address (0)))
    return NULL;
  memory = __libc_realloc (old, size);
  if (memory != NULL || size == 0)
    {
      __atomic_sub_fetch (&live, before, __ATOMIC_RELAXED);
      count (memory);
    }
  return memory;
}

void *
memalign (size_t alignment, size_t size)
{
  return is_refused (size, __builtin_return_address (0))
             ? NULL
             : count (__libc_memalign (alignment, size));
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return memalign (alignment, size);
}

int
posix_memalign (void **memory, size_t alignment, size_t size)
{
  void *made = memalign (alignment, size);

  if (made == NULL)
    return ENOMEM;
  *memory = made;
  return 0;
}

void
free (void *memory)
{
  uncount (memory);
  __libc_free (memory);
}

#endif

gboolean
failing_malloc_works (void)
{
  if (!REPLACES_MALLOC)
    g_test_skip ("The sanitizer has an allocator of its own.");
  return REPLACES_MALLOC;
}

void
failing_malloc_arm (guint k)
{
  __atomic_store_n (&seen, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n (&refused, k, __ATOMIC_SEQ_CST);
}

gboolean
failing_malloc_disarm (void)
{
  gsize which = __atomic_exchange_n (&refused, 0, __ATOMIC_SEQ_CST);

  return which > 0 && __atomic_load_n (&seen, __ATOMIC_SEQ_CST) >= which;
}

gsize
failing_malloc_live (void)
{
  return __atomic_load_n (&live, __ATOMIC_SEQ_CST);
}

gsize
failing_malloc_reset_peak (void)
{
  gsize now = failing_malloc_live ();

  __atomic_store_n (&peak, now, __ATOMIC_SEQ_CST);
  return now;
}

gsize
failing_malloc_peak (void)
{
  return __atomic_load_n (&peak, __ATOMIC_SEQ_CST);
}

/* How a process with one allocation refused ended; libraries have other numbers for exit(). */
typedef enum
{
  END_NOT_REFUSED = 100, /* there are not so many allocations */
  END_ERROR,             /* IPL_ERROR_MEMORY */
  END_DONE,              /* well all the same */
  END_OTHER_ERROR,
  END_LEAK,
  N_ENDS,
} End;

/* One run with the k-th allocation refused; @kept: what it leaves allocated. */
static End
run_refused (const FailingRun *run, gpointer state, guint k, gsize *kept)
{
  GError *error = NULL;
  gsize before = failing_malloc_live (), after;
  gboolean done, was_refused, is_memory;

  failing_malloc_arm (k);
  done = run->run (state, &error);
  was_refused = failing_malloc_disarm ();
  is_memory = g_error_matches (error, IPL_ERROR, IPL_ERROR_MEMORY);
  if (!done && !is_memory)
    g_printerr ("# %s, allocation %u: %s\n", run->name, k,
                error != NULL ? error->message : "no error");
  g_clear_error (&error);
  after = failing_malloc_live ();
  *kept = after > before ? after - before : 0;
  if (!done)
    return is_memory ? END_ERROR : END_OTHER_ERROR;
  return was_refused ? END_DONE : END_NOT_REFUSED;
}

static void
run_child (const FailingRun *run, guint k)
{
  const struct rlimit no_core = { 0, 0 };
  gpointer state = run->prepare != NULL ? run->prepare () : NULL;
  End end = END_LEAK;
  gsize kept = G_MAXSIZE;

  setrlimit (RLIMIT_CORE, &no_core);
  /* Once in peace: whatever runs first makes what libraries keep. */
  if (!run->run (state, NULL))
    _exit (END_OTHER_ERROR);
  /* Some of it they keep for each thread, which may see its first error only now. */
  for (guint i = 0; i < PATIENCE && kept > 0; i++)
    end = run_refused (run, state, k, &kept);
  if (kept > 0 && end != END_NOT_REFUSED)
    {
      g_printerr ("# %s, allocation %u: %" G_GSIZE_FORMAT " bytes leak\n", run->name, k, kept);
      end = END_LEAK;
    }
  _exit ((int)end);
}

/* Every one of the first, which are of many kinds; of those that come again and again every fourth,
 * unless tests are to be slow. */
static guint
next_refused (guint k)
{
  return k + (k < EVERY_ONE || g_test_slow () ? 1 : 4);
}

void
failing_malloc_try_all (const FailingRun *run)
{
  guint ends[N_ENDS] = { 0 }, killed = 0;

  for (guint k = 1; ends[END_NOT_REFUSED] == 0; k = next_refused (k))
    {
      pid_t child = fork ();
      int status;

      g_assert_cmpint (child, >=, 0);
      if (child == 0)
        run_child (run, k);
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      if (WIFEXITED (status) && WEXITSTATUS (status) >= END_NOT_REFUSED
          && WEXITSTATUS (status) < N_ENDS)
        ends[WEXITSTATUS (status)]++;
      else
        {
          g_printerr ("# %s, allocation %u: ended with status %#x\n", run->name, k, (guint)status);
          killed++;
        }
      g_assert_cmpuint (k, <, 2000);
    }
  g_test_message (
      "%s: %u allocations refused: %u errors, %u done without, %u other errors, "
      "%u leaks, %u ended the program",
      run->name, ends[END_ERROR] + ends[END_DONE] + ends[END_OTHER_ERROR] + ends[END_LEAK] + killed,
      ends[END_ERROR], ends[END_DONE], ends[END_OTHER_ERROR], ends[END_LEAK], killed);
  g_assert_cmpuint (killed, ==, 0);
  g_assert_cmpuint (ends[END_OTHER_ERROR], ==, 0);
  g_assert_cmpuint (ends[END_LEAK], ==, 0);
  /* Else nothing was tried. */
  g_assert_cmpuint (ends[END_ERROR], >, 0);
}

static double
most_resident (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return 1024.0 * (double)usage.ru_maxrss;
}

FailingUse
failing_malloc_measure (const FailingRun *run)
{
  FailingUse use = { 0 };
  int ends[2], status;
  pid_t child;

  g_assert_cmpint (pipe (ends), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      gpointer state = run->prepare != NULL ? run->prepare () : NULL;
      double before = (double)failing_malloc_reset_peak (), resident = most_resident ();
      gboolean done = run->run (state, NULL);

      use.allocated = (double)failing_malloc_peak () - before;
      use.resident = most_resident () - resident;
      _exit (done && write (ends[1], &use, sizeof use) == sizeof use ? 0 : 1);
    }
  close (ends[1]);
  g_assert_cmpint (read (ends[0], &use, sizeof use), ==, sizeof use);
  close (ends[0]);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  return use;
}
