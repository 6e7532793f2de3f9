/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of many files of results, put together into one as ipl_results_save_npz() would write it. An
 * array is collected in memory until it is large, and then in a file without a name beside the one
 * that is to be written. */
#define _GNU_SOURCE
#include "core/results/results-merge.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/files/npz-stream.h"
#include "core/results/results-load-private.h"
#include "core/results/results-write-private.h"

/* Bytes of an array that are kept in memory. */
#define SPILL ((gsize)1 << 18)

/* How the rows of an array stand in a file. */
typedef enum
{
  COLUMN_ROWS,   /* [n, ..] */
  COLUMN_GROUPS, /* [n, ..], or [..] where all rows have the temperature in common */
  COLUMN_SHARED, /* what the case has */
  COLUMN_TEXTS,
} ColumnKind;

typedef struct
{
  char *name;
  ColumnKind kind;
  gboolean ints;
  guint ndim; /* of an item */
  gsize shape[IPL_ARRAY_MAX_DIM];
  gsize size; /* of an item */
  gsize n;    /* items so far */
  GByteArray *bytes;
  int fd; /* -1: all is in @bytes */
  gsize spilled;
  char **texts;
} Column;

struct _IplResultsMerge
{
  char *path;
  gboolean grouped;
  gboolean stacked;
  GPtrArray *columns; /* in the order of the first part */
  gsize n;
  guint layers;
  GArray *widths;      /* [n x (layers + 1)], 0 of a GP limit */
  GPtrArray *warnings; /* of any row: each seed has a case of its own */
};

static const char *const shared[]
    = { "heads",         "head_layer", "head_index", "seed",     "tokens", "posterior_chains",
        "gp_line_paths", "residual",   "best_score", "examples", NULL };
static const char *const of_pruning[]
    = { "random_orders", "fine_tune_steps", "steps", "row", NULL };

static void
column_free (gpointer data)
{
  Column *self = data;

  g_free (self->name);
  g_byte_array_unref (self->bytes);
  g_strfreev (self->texts);
  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}

/* A file of results without rows. */
IplResultsMerge *
ipl_results_merge_new (const char *path, gboolean grouped)
{
  IplResultsMerge *self = g_new0 (IplResultsMerge, 1);

  self->path = g_strdup (path);
  self->grouped = grouped;
  self->columns = g_ptr_array_new_with_free_func (column_free);
  self->widths = g_array_new (FALSE, FALSE, sizeof (guint));
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
ipl_results_merge_free (IplResultsMerge *self)
{
  g_free (self->path);
  g_ptr_array_unref (self->columns);
  g_array_unref (self->widths);
  g_ptr_array_unref (self->warnings);
  g_free (self);
}

gsize
ipl_results_merge_get_n (const IplResultsMerge *self)
{
  return self->n;
}

/* As ipl_results_merge_new(), of files that hold one row without an axis of rows, as those of
 * ipl_head_results_save_npz() do: every array of numbers gets one. */
IplResultsMerge *
ipl_results_merge_new_stacked (const char *path)
{
  IplResultsMerge *self = ipl_results_merge_new (path, TRUE);

  self->stacked = TRUE;
  return self;
}

/* Counts and flags of the tables, and those of pruning, which files hold as integers. */
static gboolean
is_count (const char *name)
{
  gboolean posterior = g_str_has_prefix (name, "posterior_");
  gboolean gp = g_str_has_suffix (name, "_gp");
  g_autofree char *stem = g_strndup (posterior ? name + strlen ("posterior_") : name,
                                     strlen (name) - (posterior ? strlen ("posterior_") : 0)
                                         - (gp ? strlen ("_gp") : 0));

  if (strcmp (name, "residual") == 0 || strcmp (name, "best_score") == 0)
    return FALSE;
  if (g_strv_contains (shared, name) || g_strv_contains (of_pruning, name)
      || g_str_has_prefix (name, "order"))
    return TRUE;
  for (IplResultsGroup group = IPL_RESULTS_PRIOR; group <= IPL_RESULTS_POSTERIOR_TEST; group++)
    {
      gsize n;
      const IplResultsField *fields = ipl_results_fields (group, &n);

      for (gsize i = 0; i < n; i++)
        if (strcmp (fields[i].name, stem) == 0 && (group >= IPL_RESULTS_POSTERIOR_U) == posterior)
          return fields[i].kind == IPL_RESULTS_COUNT || fields[i].kind == IPL_RESULTS_LONG_COUNT
                 || fields[i].kind == IPL_RESULTS_FLAG;
    }
  return FALSE;
}

static ColumnKind
kind_of (const IplResultsMerge *self, const IplArray *array)
{
  if (array->is_text)
    return COLUMN_TEXTS;
  if (self->stacked
      && (strcmp (array->name, "seed") == 0 || strcmp (array->name, "best_score") == 0
          || !g_strv_contains (shared, array->name)))
    return COLUMN_GROUPS;
  if (g_strv_contains (shared, array->name))
    return COLUMN_SHARED;
  return strcmp (array->name, "variances") == 0 || g_str_has_suffix (array->name, "_gp")
                 || g_str_has_suffix (array->name, "_gp_lines")
             ? COLUMN_GROUPS
             : COLUMN_ROWS;
}

/* TRUE if the rows of this part's array stand behind each other in it. */
static gboolean
has_axis (const IplResultsPart *part, ColumnKind kind)
{
  return kind == COLUMN_ROWS || (kind == COLUMN_GROUPS && part->grouped);
}

static Column *
column_new (const IplResultsMerge *merge, const IplResultsPart *part, const IplArray *array)
{
  Column *self = g_new0 (Column, 1);
  guint skip;

  self->name = g_strdup (array->name);
  self->kind = kind_of (merge, array);
  self->ints = is_count (array->name);
  self->bytes = g_byte_array_new ();
  self->fd = -1;
  skip = has_axis (part, self->kind) && array->ndim > 0 ? 1 : 0;
  self->ndim = array->ndim - skip;
  self->size = 1;
  for (guint d = 0; d < self->ndim; d++)
    self->size *= self->shape[d] = array->shape[d + skip];
  if (array->is_text)
    self->texts = g_strdupv (array->texts);
  return self;
}

static void
begin (IplResultsMerge *self, const IplResultsPart *part)
{
  g_autoptr (GList) names = ipl_npz_names (part->npz);

  for (GList *at = names; at != NULL; at = at->next)
    if (strcmp (at->data, "widths") != 0 && strcmp (at->data, "warnings") != 0)
      g_ptr_array_add (self->columns,
                       column_new (self, part, ipl_npz_lookup (part->npz, at->data)));
}

/* A file without a name, where there is room for the results as well. */
static int
open_spill (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_build_filename (folder, ".interplay-merge-XXXXXX", NULL);
  int fd = -1;

#ifdef O_TMPFILE
  fd = open (folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#endif
  if (fd < 0)
    {
      fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);
      if (fd >= 0)
        unlink (name);
    }
  return fd;
}

static gboolean
spill (const IplResultsMerge *self, Column *column, GError **error)
{
  const guint8 *at = column->bytes->data;
  gsize left = column->bytes->len;

  if (column->fd < 0)
    column->fd = open_spill (self->path);
  while (left > 0)
    {
      gssize n = column->fd < 0 ? -1 : write (column->fd, at, left);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          ipl_set_io_error (error, "written", self->path, errno);
          return FALSE;
        }
      at += n;
      left -= (gsize)n;
    }
  column->spilled += column->bytes->len;
  g_byte_array_set_size (column->bytes, 0);
  return TRUE;
}

static void
append (Column *column, const double *values)
{
  if (!column->ints)
    {
      g_byte_array_append (column->bytes, (const guint8 *)values,
                           (guint)(column->size * sizeof *values));
      return;
    }
  for (gsize i = 0; i < column->size; i++)
    {
      gint64 value = isnan (values[i]) ? 0 : (gint64)values[i];

      g_byte_array_append (column->bytes, (const guint8 *)&value, sizeof value);
    }
}

static gboolean
fits (const Column *column, const IplResultsPart *part, const IplArray *array)
{
  guint skip = has_axis (part, column->kind) ? 1 : 0;

  if (array == NULL || array->is_text != (column->kind == COLUMN_TEXTS))
    return FALSE;
  if (array->is_text || column->kind == COLUMN_SHARED)
    return TRUE;
  return array->values != NULL && array->ndim == column->ndim + skip
         && (skip == 0 || array->shape[0] == part->n)
         && memcmp (array->shape + skip, column->shape, column->ndim * sizeof (gsize)) == 0;
}

static void
add_warnings (IplResultsMerge *self, const IplArray *array)
{
  for (gsize i = 0; array != NULL && array->is_text && i < array->size; i++)
    if (!g_ptr_array_find_with_equal_func (self->warnings, array->texts[i], g_str_equal, NULL))
      g_ptr_array_add (self->warnings, g_strdup (array->texts[i]));
}

static void
add_row_widths (IplResultsMerge *self, const IplSetting *setting)
{
  const guint none = 0;

  self->layers = setting->L;
  for (guint l = 0; l <= setting->L; l++)
    g_array_append_vals (self->widths, setting->gp ? &none : &setting->N[l], 1);
}

/* TRUE if the row was appended; after an error nothing more is to be added. */
gboolean
ipl_results_merge_add (IplResultsMerge *self, const IplResultsPart *part, gsize index,
                       const IplSetting *setting, GError **error)
{
  if (self->n == 0)
    begin (self, part);
  for (guint i = 0; i < self->columns->len; i++)
    {
      Column *column = self->columns->pdata[i];
      const IplArray *array = ipl_npz_lookup (part->npz, column->name);
      gboolean once
          = column->kind == COLUMN_SHARED || (column->kind == COLUMN_GROUPS && !self->grouped);

      /* An earlier version wrote fewer arrays of the case. */
      if (array == NULL && column->kind == COLUMN_SHARED && column->n > 0)
        continue;
      if (!fits (column, part, array))
        return ipl_fail (
            error, IPL_ERROR_SHAPE,
            "The array “%s” is not there in all rows, or of another shape in some: they "
            "are not of one sweep.",
            column->name);
      if (column->kind == COLUMN_TEXTS || (once && column->n > 0))
        continue;
      append (column, array->values + (has_axis (part, column->kind) ? index * column->size : 0));
      column->n++;
      if (!once && column->bytes->len >= SPILL && !spill (self, column, error))
        return FALSE;
    }
  add_warnings (self, ipl_npz_lookup (part->npz, "warnings"));
  add_row_widths (self, setting);
  self->n++;
  return TRUE;
}

/* Takes the GP limits that all rows have in common from that row. */
void
ipl_results_merge_take_groups (IplResultsMerge *self, const IplResultsPart *part, gsize index)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      Column *column = self->columns->pdata[i];
      const IplArray *array = ipl_npz_lookup (part->npz, column->name);

      if (self->grouped || column->kind != COLUMN_GROUPS || column->fd >= 0
          || !fits (column, part, array))
        continue;
      g_byte_array_set_size (column->bytes, 0);
      append (column, array->values + (part->grouped ? index * column->size : 0));
    }
}

/* @name: an array that belongs to the case or to one temperature. */
void
ipl_results_merge_set_numbers (IplResultsMerge *self, const char *name, gsize n,
                               const double *values)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      Column *column = self->columns->pdata[i];

      if (strcmp (column->name, name) != 0 || column->size != n || column->n != 1)
        continue;
      g_byte_array_set_size (column->bytes, 0);
      append (column, values);
    }
}

static void
write_column (const IplResultsMerge *self, const Column *column, const char *settings_json,
              IplNpzWriter *npz)
{
  gboolean axis = column->kind == COLUMN_ROWS || (column->kind == COLUMN_GROUPS && self->grouped);
  gsize shape[IPL_ARRAY_MAX_DIM + 1] = { column->n };
  guint ndim = column->ndim + axis;

  for (guint d = 0; d < column->ndim; d++)
    shape[d + axis] = column->shape[d];
  if (strcmp (column->name, "settings") == 0)
    ipl_npz_writer_add_text (npz, column->name, settings_json);
  else if (column->kind == COLUMN_TEXTS && column->ndim == 0)
    ipl_npz_writer_add_text (npz, column->name, column->texts[0]);
  else if (column->kind == COLUMN_TEXTS)
    ipl_npz_writer_add_texts (npz, column->name, column->texts);
  else if (column->fd >= 0)
    ipl_npz_writer_add_from (npz, column->name, column->ints, ndim, shape, column->fd);
  else if (column->ints)
    ipl_npz_writer_add_ints (npz, column->name, (const gint64 *)(gconstpointer)column->bytes->data,
                             ndim, shape);
  else
    ipl_npz_writer_add_doubles (npz, column->name,
                                (const double *)(gconstpointer)column->bytes->data, ndim, shape);
}

/* Writes the file, which takes its place whole or not at all. */
gboolean
ipl_results_merge_write (IplResultsMerge *self, const char *settings_json, const IplSeedMean *seeds,
                         GError **error)
{
  IplNpzWriter *npz;

  if (self->n == 0)
    return ipl_fail (error, IPL_ERROR_MISSING, "There are no rows to write yet.");
  for (guint i = 0; i < self->columns->len; i++)
    {
      Column *column = self->columns->pdata[i];

      if (column->fd >= 0 && !spill (self, column, error))
        return FALSE;
    }
  npz = ipl_npz_writer_new (self->path, error);
  if (npz == NULL)
    return FALSE;
  ipl_results_write_widths_npz (npz, self->n, self->layers,
                                (const guint *)(gconstpointer)self->widths->data);
  for (guint i = 0; i < self->columns->len; i++)
    write_column (self, self->columns->pdata[i], settings_json, npz);
  ipl_results_write_warnings_npz (npz, self->warnings);
  if (seeds != NULL && seeds->n > 0)
    ipl_results_add_seeds_npz (npz, seeds);
  return ipl_npz_writer_close (npz, error);
}
