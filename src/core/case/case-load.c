/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/case/case-io.h"

#include "core/case/case-reader-private.h"
#include "core/base/memory.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/case/case-roles.h"
#include "core/case/path-alignment.h"
#include "core/case/features.h"
#include "core/files/safetensors.h"

#include <string.h>

static gboolean
compute_xi (IplCaseReader *self, IplExamples *examples, guint threads, GError **error)
{
  IplCase *the_case = self->the_case;
  double numbers = (double)examples->count * (double)the_case->Pi * (double)the_case->N0;

  examples->xi = ipl_memory_try_doubles (numbers, "The path features", error);
  if (examples->xi == NULL)
    return FALSE;
  return ipl_features_compute (the_case->weights,
                               the_case->level == IPL_LEVEL_ATTENTION ? examples->attention : NULL,
                               the_case->L, the_case->H, the_case->residual, the_case->T,
                               the_case->N0, the_case->readout, examples->count, examples->x,
                               examples->xi, threads, self->cancellable, error);
}

static gboolean
compute_features (IplCaseReader *self, gboolean keep_inputs, guint threads, GError **error)
{
  IplCase *the_case = self->the_case;

  if (the_case->level == IPL_LEVEL_PATHS)
    return TRUE;
  for (guint k = 0; k <= the_case->n_tests; k++)
    {
      IplExamples *examples = k == 0 ? &the_case->train : &the_case->tests[k - 1];

      if (!compute_xi (self, examples, threads, error))
        return FALSE;
      if (!keep_inputs)
        ipl_examples_drop_inputs (examples);
    }
  if (!keep_inputs)
    ipl_layer_weights_clear (the_case->weights, IPL_MAX_LAYERS);
  return TRUE;
}

/* Misspelt names would otherwise go unnoticed: most arrays are optional. */
static void
note_unused (IplCaseReader *self)
{
  static const char *const levels[] = { "x_", "xi_", "attn_", "w_", "wq_", "wk_" };
  g_autoptr (GList) names = ipl_npz_names (self->npz);
  g_autoptr (GString) unused = g_string_new (NULL);

  for (GList *name = names; name != NULL; name = name->next)
    {
      gboolean other_level = FALSE;

      for (gsize k = 0; k < G_N_ELEMENTS (levels); k++)
        other_level = other_level || g_str_has_prefix (name->data, levels[k]);
      if (!other_level && !g_hash_table_contains (self->used, name->data))
        {
          g_autofree char *shown = ipl_text_shown (name->data);

          g_string_append_printf (unused, "%s%s", unused->len > 0 ? ", " : "", shown);
        }
    }
  if (unused->len > 0)
    ipl_case_reader_note (self, "Arrays of other names were ignored: %s.", unused->str);
}

static char *
name_from_path (const char *path)
{
  char *name = ipl_file_shown (path);

  static const char *const endings[] = { ".npz", ".safetensors" };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]) && strlen (name) > strlen (endings[i]))
      name[strlen (name) - strlen (endings[i])] = '\0';
  return name;
}

/* Reads everything and checks it, but computes no path features and does not choose the best paths.
 */
static gboolean
read_arrays (IplCaseReader *self, GError **error)
{
  return ipl_case_roles_apply (self->import->roles, self->npz, error)
         && ipl_case_reader_shape (self, error)
         && ipl_case_check_size (1, 1, self->solved_Pi, 1, 1, error)
         && ipl_case_reader_values (self, error) && ipl_case_reader_sets (self, error)
         && (self->chosen || self->solved_Pi < self->the_case->Pi
             || ipl_case_trained_read (self, error));
}

/* Removes all heads except those of the best paths, if there are more than requested. */
static gboolean
choose_best (IplCaseReader *self, guint threads, GError **error)
{
  IplCase *the_case = self->the_case;
  g_autofree double *alignment = NULL;
  g_autofree gboolean *selected = NULL;
  gsize before = the_case->Pi;

  if (self->solved_Pi >= the_case->Pi)
    return TRUE;
  alignment = ipl_memory_try_doubles ((double)the_case->Pi, "Ranking paths", error);
  if (alignment == NULL || !ipl_path_rank (the_case, alignment, threads, self->cancellable, error))
    return FALSE;
  selected = g_new (gboolean, ipl_case_n_heads (the_case));
  ipl_path_rank_heads (the_case->L, the_case->H, alignment, self->solved_Pi, selected);
  ipl_case_reader_cut (self, selected);
  ipl_case_reader_note (self,
                        "Of %" G_GSIZE_FORMAT " paths the %" G_GSIZE_FORMAT
                        " were read of the heads whose paths go best with the labels.",
                        before, the_case->Pi);
  return TRUE;
}

static void
note_choice (IplCaseReader *self)
{
  const IplCase *the_case = self->the_case;
  g_autoptr (GString) heads = g_string_new (NULL);

  if (!self->chosen)
    return;
  for (guint l = 0; l < the_case->L; l++)
    for (guint h = 0; h < self->file_H[self->layer[l]]; h++)
      if (self->selected[l][h])
        g_string_append_printf (heads, "%s%u.%u", heads->len > 0 ? ", " : "", self->layer[l] + 1,
                                h + 1);
  ipl_case_reader_note (self,
                        "Of %.0f paths of the file %" G_GSIZE_FORMAT
                        " were read: heads (layer.head) %s.",
                        self->file_Pi, the_case->Pi, heads->str);
}

/* Adds notes about unused arrays, and default names. */
static void
finish (IplCaseReader *self)
{
  IplCase *the_case = self->the_case;

  note_choice (self);
  note_unused (self);
  if (the_case->name == NULL || the_case->name[0] == '\0')
    {
      g_free (the_case->name);
      the_case->name = name_from_path (self->shown);
    }
}

static void
clear (IplCaseReader *self)
{
  g_clear_pointer (&self->undecided, g_ptr_array_unref);
  g_clear_pointer (&self->undecided_n, g_array_unref);
  g_clear_pointer (&self->by_rows, g_free);
  g_clear_pointer (&self->by_columns, g_free);
  g_clear_pointer (&self->undecided_name, g_free);
}

/* Makes a case at the first of the three levels in the arrays (path features; tokens with
 * attention; tokens with weights), checks it, and computes missing path features. IplCase.notes
 * lists recognized, mapped and omitted parts. */
static IplCase *
import_arrays (IplNpz *arrays, const char *shown, const IplCaseImport *import, gboolean keep_inputs,
               guint threads, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplCase) the_case = ipl_case_alloc ();
  g_autoptr (GHashTable) used = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree IplCaseReader *reader = g_new0 (IplCaseReader, 1);
  gboolean ok;

  *reader = (IplCaseReader){ .npz = arrays,
                             .shown = shown,
                             .import = import,
                             .the_case = the_case,
                             .used = used,
                             .cancellable = cancellable };
  reader->undecided = g_ptr_array_new ();
  reader->undecided_n = g_array_new (FALSE, FALSE, sizeof (gsize));
  ok = read_arrays (reader, error) && choose_best (reader, threads, error)
       && compute_features (reader, keep_inputs, threads, error);
  clear (reader);
  if (!ok)
    {
      ipl_error_escape (error);
      return NULL;
    }
  finish (reader);
  ipl_case_finish_names (the_case);
  return g_steal_pointer (&the_case);
}

/* Like import_arrays(), of arrays whose names are those of the data format. */
IplCase *
ipl_case_from_arrays (IplNpz *arrays, const char *shown, gboolean keep_inputs, guint threads,
                      GCancellable *cancellable, GError **error)
{
  IplCaseImport plain;

  ipl_case_import_init (&plain);
  return import_arrays (arrays, shown, &plain, keep_inputs, threads, cancellable, error);
}

/* Reads a case with the options of import_arrays(). */
IplCase *
ipl_case_import (const char *path, const IplCaseImport *import, gboolean keep_inputs, guint threads,
                 GCancellable *cancellable, GError **error)
{
  g_autoptr (IplNpz) npz = ipl_npz_open (path, cancellable, error);
  g_autofree char *shown = ipl_file_shown (path);

  return npz != NULL ? import_arrays (npz, shown, import, keep_inputs, threads, cancellable, error)
                     : NULL;
}

/* Reads a case like ipl_case_from_arrays(). */
IplCase *
ipl_case_load (const char *path, gboolean keep_inputs, guint threads, GCancellable *cancellable,
               GError **error)
{
  IplCaseImport plain;

  ipl_case_import_init (&plain);
  return ipl_case_import (path, &plain, keep_inputs, threads, cancellable, error);
}

/* TRUE if it is a .safetensors with the labels of a case in it; one of a network has none. */
gboolean
ipl_case_file_is (const char *path)
{
  g_autoptr (IplNpz) tensors = ipl_safetensors_is (path) ? ipl_npz_open (path, NULL, NULL) : NULL;

  return tensors != NULL
         && (ipl_npz_lookup (tensors, "y_train") != NULL
             || ipl_npz_lookup (tensors, "y_labels_train") != NULL);
}
