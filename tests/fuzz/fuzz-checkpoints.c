/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A folder with a file that somebody else trained: a line with a pattern, a line with the file's
 * name, then the header of a .safetensors as JSON with its tensors behind it. Names of tensors
 * match as all ways tried one after the other say; what the index reads is what is read at once;
 * stable ranks lie between 1 and the rank. */

#include "core/checkpoints/checkpoints.h"
#include "core/files/safetensors.h"
#include "core/folder.h"
#include "fuzz.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* Where a "#" at @name ends, NULL where there is no layer. */
static const char *
layer_end (const char *name, int *layer)
{
  guint64 number = 0;

  if (!g_ascii_isdigit (*name))
    return NULL;
  for (; g_ascii_isdigit (*name); name++)
    number = MIN (number * 10 + (guint64)(*name - '0'), 1000000);
  *layer = (int)number;
  return number <= 100000 ? name : NULL;
}

/* What ipl_checkpoints_match() should give of a pattern of few stars, each as short as it can be:
 * all ways, one after the other. @layer is that of the first "#". */
static gboolean
slow_match (const char *pattern, const char *name, int *layer)
{
  const char *end;
  int number;

  if (*pattern == '*')
    return slow_match (pattern + 1, name, layer)
           || (*name != '\0' && slow_match (pattern, name + 1, layer));
  if (*pattern == '#')
    {
      end = layer_end (name, &number);
      if (end == NULL || !slow_match (pattern + 1, end, layer))
        return FALSE;
      *layer = number;
      return TRUE;
    }
  return *pattern == *name && (*name == '\0' || slow_match (pattern + 1, name + 1, layer));
}

static void
compare_match (const char *pattern, const char *name)
{
  int layer = 0, matched = ipl_checkpoints_match (pattern, name);
  guint stars = 0;

  for (const char *at = pattern; *at != '\0'; at++)
    stars += *at == '*';
  if (pattern[0] != '\0' && stars <= 3 && strlen (name) < 200)
    g_assert_cmpint (matched, ==, slow_match (pattern, name, &layer) ? layer : -1);
}

/* The bytes up to the end of a line; @at is behind it then. */
static char *
read_line (const guint8 *bytes, gsize n, gsize *at)
{
  const guint8 *begin = bytes + *at, *end = memchr (begin, '\n', n - *at);
  gsize length = end != NULL ? (gsize)(end - begin) : n - *at;

  *at += length + (end != NULL);
  return g_strndup ((const char *)begin, length);
}

/* The file in the folder, whose name may be any that a file can have. */
static char *
put_file (const char *name, const guint8 *bytes, gsize n)
{
  g_autofree char *base = g_strdup_printf ("%.100s.safetensors", name);

  g_strdelimit (base, "/", '_');
  return test_put (test_folder (), base, bytes, n);
}

static void
compare_index (const char *path, const char *pattern)
{
  g_autoptr (IplSafetensors) index = FUZZ_TRY (ipl_safetensors_open (path, NULL, &error));
  g_autoptr (IplSafetensors) whole = FUZZ_TRY (ipl_safetensors_read (path, NULL, &error));

  g_assert_true (index != NULL || whole == NULL);
  for (guint i = 0; index != NULL && i < index->tensors->len; i++)
    {
      const IplTensor *entry = index->tensors->pdata[i];
      const char *name = entry->name;
      const IplTensor *tensor = whole != NULL ? ipl_safetensors_lookup (whole, name) : NULL;
      g_autofree float *values = NULL;
      const gsize *shape = entry->shape;
      int exponent = 0;
      guint ndim = entry->ndim;

      values = FUZZ_TRY (ipl_safetensors_read_floats (index, entry, &exponent, NULL, &error));
      compare_match (pattern, name);
      if (tensor == NULL || values == NULL)
        continue;
      g_assert_cmpmem (shape, ndim * sizeof *shape, tensor->shape, tensor->ndim * sizeof *shape);
      for (gsize k = 0; k < tensor->size; k++)
        {
          double value = tensor->floats != NULL
                             ? (double)tensor->floats[k]
                             : (double)(float)ldexp (tensor->doubles[k], -exponent);

          fuzz_check_equal (&value, &(double){ (double)values[k] }, 1, name);
        }
    }
}

static void
rank (const char *const *paths, const char *pattern)
{
  g_autoptr (GPtrArray) checkpoints = FUZZ_TRY (ipl_checkpoints_find (paths, &error));
  g_autoptr (IplTrajectory) trajectory = NULL;

  if (checkpoints == NULL)
    return;
  for (guint i = 1; i < checkpoints->len; i++)
    g_assert_cmpfloat (((IplCheckpointFiles *)checkpoints->pdata[i - 1])->step, <,
                       ((IplCheckpointFiles *)checkpoints->pdata[i])->step);

  IplCheckpointsWork work
      = { .work = { .threads = 1 }, .checkpoints = checkpoints, .pattern = pattern };

  trajectory = FUZZ_TRY (ipl_checkpoints_rank (&work, &error));
  for (guint s = 0; trajectory != NULL && s < trajectory->S; s++)
    for (gsize k = 0; k < ipl_trajectory_find (trajectory, "stable_rank")->size; k++)
      {
        double value = ipl_trajectory_get (trajectory, "stable_rank", s)[k];

        if (!isnan (value) && !(value > 0.999 && isfinite (value)))
          g_error ("a stable rank of %g", value);
      }
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  gsize at = 0;
  g_autofree char *pattern = read_line (bytes, n, &at), *name = read_line (bytes, n, &at);
  g_autoptr (GByteArray) whole = fuzz_build_safetensors (bytes + at, n - at);
  const char *const folder[] = { test_folder (), NULL };
  g_autofree char *first = NULL, *second = NULL;

  if (strlen (pattern) > 100)
    return 0;
  first = put_file ("step2", whole->data, whole->len);
  second = put_file (name, whole->data, whole->len);
  compare_index (first, pattern);
  ipl_checkpoints_are_at (second);
  ipl_checkpoints_are_at (folder[0]);
  rank (folder, pattern);
  g_unlink (second);
  g_unlink (first);
  return 0;
}
