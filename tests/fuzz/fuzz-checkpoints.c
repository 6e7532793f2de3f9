/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A folder with a file that somebody else trained: a line with a pattern, a line with the file's
 * name, then the header of a .safetensors as JSON with its tensors behind it. Names of tensors
 * match as a plain table of all places says; what the index reads is what is read at once; stable
 * ranks lie between 1 and the rank. */

#include "core/checkpoints/checkpoints.h"
#include "core/files/safetensors.h"
#include "fuzz.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

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

/* What ipl_checkpoints_match() should give: a table of which ends of the pattern match which ends
 * of the name, and then the way through it on which every star is as short as it can be. */
static int
slow_match (const char *pattern, const char *name)
{
  gsize n_pattern = strlen (pattern), n = strlen (name);
  g_autofree gboolean *ends = g_new0 (gboolean, (n_pattern + 1) * (n + 1));
  int layer, first = -1;

#define ENDS(i, j) ends[(i) * (n + 1) + (j)]
  ENDS (n_pattern, n) = TRUE;
  for (gsize i = n_pattern; i-- > 0;)
    for (gsize j = n + 1; j-- > 0;)
      if (pattern[i] == '*')
        ENDS (i, j) = ENDS (i + 1, j) || (j < n && ENDS (i, j + 1));
      else if (pattern[i] == '#')
        {
          const char *end = layer_end (name + j, &layer);

          ENDS (i, j) = end != NULL && ENDS (i + 1, end - name);
        }
      else
        ENDS (i, j) = j < n && pattern[i] == name[j] && ENDS (i + 1, j + 1);
  if (!ENDS (0, 0))
    return -1;
  for (gsize i = 0, j = 0; i < n_pattern; i++)
    if (pattern[i] == '#')
      {
        j = (gsize)(layer_end (name + j, &layer) - name);
        first = first < 0 ? layer : first;
      }
    else if (pattern[i] != '*')
      j++;
    else
      while (!ENDS (i + 1, j))
        j++;
#undef ENDS
  return MAX (first, 0);
}

/* The bytes up to the end of a line; @at is behind it then. */
static char *
take_line (const guint8 *bytes, gsize n, gsize *at)
{
  gsize begin = *at;

  while (*at < n && bytes[*at] != '\n')
    (*at)++;

  char *line = g_strndup ((const char *)bytes + begin, *at - begin);

  *at += *at < n;
  return line;
}

/* The file in the folder, whose name may be any that a file can have. */
static char *
put_file (const char *folder, const char *name, const guint8 *bytes, gsize n)
{
  g_autofree char *base = g_strdup_printf ("%.100s.safetensors", name);
  char *path;

  g_strdelimit (base, "/", '_');
  path = g_build_filename (folder, base, NULL);
  g_assert_true (g_file_set_contents_full (path, (const char *)bytes, (gssize)n,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  return path;
}

static void
compare_index (const char *path, const char *pattern)
{
  GError *error = NULL, *own = NULL;
  g_autoptr (IplSafetensors) index = ipl_safetensors_open (path, NULL, &error);
  g_autoptr (IplSafetensors) whole = ipl_safetensors_read (path, NULL, &own);

  fuzz_check_result (index, error);
  fuzz_check_result (whole, own);
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

      error = NULL;
      values = ipl_safetensors_read_floats (index, entry, &exponent, NULL, &error);
      fuzz_check_result (values, error);
      if (strlen (name) < 200)
        g_assert_cmpint (ipl_checkpoints_match (pattern, name), ==,
                         pattern[0] != '\0' ? slow_match (pattern, name)
                                            : ipl_checkpoints_match ("", name));
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
  GError *error = NULL;
  g_autoptr (GPtrArray) checkpoints = ipl_checkpoints_find (paths, &error);
  g_autoptr (IplTrajectory) trajectory = NULL;

  fuzz_check_result (checkpoints, error);
  if (checkpoints == NULL)
    return;
  for (guint i = 1; i < checkpoints->len; i++)
    g_assert_cmpfloat (((IplCheckpointFiles *)checkpoints->pdata[i - 1])->step, <,
                       ((IplCheckpointFiles *)checkpoints->pdata[i])->step);

  IplCheckpointsWork work = { .checkpoints = checkpoints, .pattern = pattern, .threads = 1 };

  error = NULL;
  trajectory = ipl_checkpoints_rank (&work, &error);
  fuzz_check_result (trajectory, error);
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
  g_autofree char *pattern = take_line (bytes, n, &at), *name = take_line (bytes, n, &at);
  g_autoptr (GByteArray) whole = fuzz_whole_safetensors (bytes + at, n - at);
  g_autofree char *folder = g_strdup_printf ("%s/fuzz-%d", g_get_tmp_dir (), (int)getpid ());
  g_autofree char *first = NULL, *second = NULL;
  const char *const both[] = { folder, NULL };

  if (strlen (pattern) > 100)
    return 0;
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  first = put_file (folder, "step2", whole->data, whole->len);
  second = put_file (folder, name, whole->data, whole->len);
  compare_index (first, pattern);
  ipl_checkpoints_are_at (second);
  ipl_checkpoints_are_at (folder);
  rank (both, pattern);
  g_unlink (second);
  g_unlink (first);
  return 0;
}
