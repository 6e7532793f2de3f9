/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file read by the reader of cases as far as its path features: what is wrong with it is found
 * here in the same words as when it is opened. */
#include "core/case/case-preview.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/case/case-reader-private.h"
#include "core/case/case-roles.h"
#include "core/case/path-rank.h"

/* Ranking that takes more operations waits until the user asks for the best paths. */
#define CHEAP_RANKING 2e10

static void
array_free (gpointer data)
{
  IplPreviewArray *self = data;

  g_free (self->name);
  g_free (self->shape);
  g_free (self->role);
  g_free (self);
}

/* The role that an array's name gives it. */
static const char *
own_role (const IplArray *array)
{
  static const struct
  {
    const char *alias, *role;
  } aliases[] = {
    { "x_zeros_train", "x_train" },
    { "x_zeros_test", "x_test" },
    { "y_labels_train", "y_train" },
    { "y_labels_test", "y_test" },
    { "w_q_weigts", "wq_#" },
    { "w_k_weigts", "wk_#" },
    { "trained_widths", "a trained network" },
    { "trained_u", "a trained network" },
    { "trained_readout", "a trained network" },
  };

  if (ipl_case_role_find (array->name) != NULL)
    return array->name;
  for (gsize i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (strcmp (aliases[i].alias, array->name) == 0)
      return aliases[i].role;
  return NULL;
}

static void
add_array (IplCasePreview *self, IplCaseReader *reader, const IplArray *array)
{
  IplPreviewArray *added = g_new0 (IplPreviewArray, 1);
  const char *key = ipl_array_key (array);
  gboolean found = ipl_npz_lookup (reader->npz, key) == array;
  const char *role = array->role != NULL ? array->role : found ? own_role (array) : NULL;

  added->name = g_strdup (array->name);
  added->shape = ipl_array_describe_shape (array);
  added->type = array->type;
  added->by_hand = array->role != NULL;
  added->role = g_strdup (role);
  added->used = found && g_hash_table_contains (reader->used, key);
  if (added->used && !array->is_text)
    self->reading_bytes += 8 * (double)array->size;
  g_ptr_array_add (self->arrays, added);
}

static double
ranking_flops (const IplCase *the_case)
{
  double P = (double)the_case->train.count, N0 = (double)the_case->N0;

  return (double)the_case->Pi * P * N0 * MIN (P, N0);
}

/* Paths are ranked where all is there, and it costs little or the best are wanted. */
static void
find_best (IplCasePreview *self, IplCaseReader *reader)
{
  IplCase *the_case = reader->the_case;

  self->case_Pi = the_case->Pi;
  self->solved_Pi = reader->solved_Pi;
  if (reader->n_unread > 0
      || (reader->solved_Pi == the_case->Pi && ranking_flops (the_case) > CHEAP_RANKING))
    return;
  self->alignment = g_try_new (double, the_case->Pi);
  if (self->alignment == NULL)
    return;
  if (!ipl_case_reader_best (reader, self->alignment, 0, &self->error))
    g_clear_pointer (&self->alignment, g_free);
  self->solved_Pi = the_case->Pi;
}

/* Where the best paths are not known, how many heads of each layer there will be at the most. */
static void
shrink (IplCasePreview *self, IplCaseReader *reader)
{
  IplCase *the_case = reader->the_case;
  g_autofree gboolean *kept = NULL;
  g_autofree double *none = NULL;
  guint first = 0;

  if (self->error != NULL || the_case->Pi <= reader->solved_Pi)
    return;
  none = g_try_new0 (double, the_case->Pi);
  kept = g_new (gboolean, ipl_case_n_heads (the_case));
  if (none == NULL)
    return;
  ipl_path_rank_heads (the_case->L, the_case->H, none, reader->solved_Pi, kept);
  the_case->Pi = 1;
  for (guint l = 0; l < the_case->L; l++)
    {
      guint left = 0;

      for (guint h = 0; h < the_case->H[l]; h++)
        left += kept[first + h];
      first += the_case->H[l];
      the_case->H[l] = left;
      the_case->Pi *= left;
    }
}

static void
drop_numbers (IplExamples *examples)
{
  g_clear_pointer (&examples->xi, g_free);
  ipl_examples_drop_inputs (examples);
}

static void
read_arrays (IplCasePreview *self, IplCaseReader *reader)
{
  gboolean read = ipl_case_reader_read (reader, &self->error);
  gsize examples = 0;

  self->file_L = reader->file_L;
  memcpy (self->file_H, reader->file_H, sizeof self->file_H);
  self->file_Pi = reader->file_Pi;
  self->n_unread = reader->n_unread;
  if (read)
    {
      find_best (self, reader);
      ipl_case_reader_finish (reader);
      g_clear_pointer (&reader->at, g_free);
    }
  for (guint i = 0; i < ipl_npz_get_n (reader->npz); i++)
    add_array (self, reader, ipl_npz_get (reader->npz, i));
  self->about = g_steal_pointer (&reader->at);
  if (!read)
    return;
  shrink (self, reader);
  examples = reader->the_case->train.count;
  drop_numbers (&reader->the_case->train);
  for (guint k = 0; k < reader->the_case->n_tests; k++)
    {
      examples += reader->the_case->tests[k].count;
      drop_numbers (&reader->the_case->tests[k]);
    }
  self->features_bytes
      = 8 * (double)examples * (double)reader->the_case->Pi * (double)reader->the_case->N0;
}

/* Reads a file as ipl_case_import() does, but not for its path features. @budget: bytes of path
 * features, tokens and attention that may be read to be looked at; what is larger is judged by its
 * header. */
IplCasePreview *
ipl_case_preview_new (const char *path, const IplCaseImport *import, double budget,
                      GCancellable *cancellable)
{
  IplCasePreview *self = g_new0 (IplCasePreview, 1);
  g_autoptr (IplNpz) npz = ipl_npz_open (path, cancellable, &self->error);
  g_autofree char *shown = ipl_file_shown (path);
  g_autoptr (GHashTable) used = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree IplCaseReader *reader = g_new0 (IplCaseReader, 1);

  self->arrays = g_ptr_array_new_with_free_func (array_free);
  self->role_notes = g_ptr_array_new ();
  self->the_case = ipl_case_alloc ();
  self->proposed = npz != NULL ? ipl_case_roles_guess (npz) : g_strdup ("");
  if (npz == NULL)
    return self;
  *reader = (IplCaseReader){ .npz = npz,
                             .shown = shown,
                             .import = import,
                             .the_case = self->the_case,
                             .used = used,
                             .role_notes = self->role_notes,
                             .cancellable = cancellable,
                             .budget = MAX (budget, 0) };
  read_arrays (self, reader);
  self->transposed = reader->orientation == IPL_ORIENTATION_TRANSPOSED;
  self->both_ways = reader->orientation == IPL_ORIENTATION_BOTH;
  if (self->error != NULL)
    ipl_error_escape (&self->error);
  return self;
}

void
ipl_case_preview_free (IplCasePreview *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->arrays);
  g_ptr_array_unref (self->role_notes);
  ipl_case_unref (self->the_case);
  g_clear_error (&self->error);
  g_free (self->about);
  g_free (self->alignment);
  g_free (self->proposed);
  g_free (self);
}

/* The number of examples of each class, "20 of cat, 31 of dog". */
static char *
count_classes (const IplCase *the_case)
{
  const IplExamples *train = &the_case->train;
  guint K = the_case->labels.outputs;
  g_autofree gsize *count = g_new0 (gsize, K);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < train->count; i++)
    count[ipl_labels_find_class (&the_case->labels, train->y + i * K)]++;
  for (guint k = 0; k < K; k++)
    g_string_append_printf (text, "%s%" G_GSIZE_FORMAT " of %s", k > 0 ? ", " : "", count[k],
                            the_case->output_names[k]);
  return g_string_free (text, FALSE);
}

/* How labels are shared out, "150 of +1, 150 of -1". */
char *
ipl_case_preview_labels (const IplCasePreview *self)
{
  const IplExamples *train = &self->the_case->train;
  gsize plus = 0, n = ipl_labels_get_size (&self->the_case->labels, train->count);
  double low = 0, high = 0;

  if (self->the_case->labels.kind == IPL_LABELS_CLASSES)
    return count_classes (self->the_case);
  for (gsize i = 0; i < n; i++)
    {
      plus += train->y[i] > 0;
      low = i == 0 ? train->y[i] : MIN (low, train->y[i]);
      high = i == 0 ? train->y[i] : MAX (high, train->y[i]);
    }
  if (!ipl_labels_are_classes (&self->the_case->labels))
    return g_strdup_printf ("real numbers from %.4g to %.4g", low, high);
  return g_strdup_printf ("%" G_GSIZE_FORMAT " of +1 and %" G_GSIZE_FORMAT " of −1 (%.0f %%)", plus,
                          train->count - plus, 100.0 * (double)plus / (double)train->count);
}

/* Which way attention lies in the file; NULL where there is none in it. */
const char *
ipl_case_preview_orientation (const IplCasePreview *self)
{
  if (self->the_case->level != IPL_LEVEL_ATTENTION)
    return NULL;
  if (self->transposed)
    return "[query, key] transposed: columns sum to 1, and are read as queries";
  if (self->both_ways)
    return "rows and columns sum to 1: rows are taken as queries";
  return self->n_unread > 0 ? "too large to be looked at before it is read"
                            : "[query, key]: rows sum to 1";
}
