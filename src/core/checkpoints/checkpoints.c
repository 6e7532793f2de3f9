/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selection of checkpoints: the files of a network, their order, and the tensors that are lower
 * matrices of its MLPs. */
#include "core/checkpoints/checkpoints.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/files/pickle-file.h"
#include "core/files/safetensors.h"
#include <stdlib.h>
#include <string.h>

#define MOST_LAYERS 100000

/* “#” is the number of the layer. */
static const char *const patterns[] = {
  "*gpt_neox.layers.#.mlp.dense_h_to_4h.weight", /* GPT-NeoX, Pythia */
  "*decoder.layers.#.fc1.weight",                /* OPT */
  "*h.#.mlp.c_fc.weight",                        /* GPT-2 */
  "*layers.#.linear1.weight",                    /* PyTorch's nn.TransformerEncoder, and ours */
  "*layers.#.mlp.up_proj.weight",                /* Llama */
  "*layer.#.intermediate.dense.weight",          /* BERT */
};

/* Parses the layer number at @name; @end: the text after it. -1 if there is none. */
static int
layer_at (const char *name, const char **end)
{
  guint64 number
      = g_ascii_isdigit (*name) ? g_ascii_strtoull (name, (char **)end, 10) : G_MAXUINT64;

  return number <= MOST_LAYERS ? (int)number : -1;
}

/* TRUE if @name matches; the first “#” yields @layer. On a mismatch the last “*” takes a further
 * character; earlier stars need no backtracking. */
static gboolean
match (const char *pattern, const char *name, int *layer)
{
  const char *star = NULL, *matched = NULL, *end;
  int first = -1, before_star = -1, number;

  for (;;)
    if (*pattern == '*')
      {
        star = ++pattern;
        matched = name;
        before_star = first;
      }
    else if (*pattern == '#' && (number = layer_at (name, &end)) >= 0)
      {
        first = first < 0 ? number : first;
        pattern++;
        name = end;
      }
    else if (*pattern != '#' && *pattern == *name)
      {
        if (*name == '\0')
          {
            *layer = first;
            return TRUE;
          }
        pattern++;
        name++;
      }
    else if (star != NULL && *matched != '\0')
      {
        pattern = star;
        name = ++matched;
        first = before_star;
      }
    else
      return FALSE;
}

/* The layer of a lower MLP matrix with this name, or -1. */
int
ipl_checkpoints_match (const char *pattern, const char *name)
{
  int layer = -1;

  if (pattern[0] != '\0')
    return match (pattern, name, &layer) ? MAX (layer, 0) : -1;
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    if (match (patterns[i], name, &layer))
      return layer;
  return -1;
}

static void
checkpoint_free (gpointer data)
{
  IplCheckpointFiles *self = data;

  g_ptr_array_unref (self->files);
  g_free (self->name);
  g_free (self);
}

/* The number after "step", "checkpoint", "iter" or "epoch"; else the number at the end of a file
 * name, or a folder name that is a number; -1 for none. */
static double
find_step (const char *text, gboolean is_folder)
{
  g_autoptr (GRegex) regex
      = g_regex_new (is_folder ? "(?:step|checkpoint|ckpt|iter|epoch)[-_]?(\\d+)|^(\\d+)$"
                               : "(?:step|checkpoint|ckpt|iter|epoch)[-_]?(\\d+)|(\\d+)$",
                     G_REGEX_CASELESS | G_REGEX_RAW, 0, NULL);
  g_autoptr (GMatchInfo) info = NULL;
  g_autofree char *named = NULL, *last = NULL;

  if (!g_regex_match (regex, text, 0, &info))
    return -1;
  named = g_match_info_fetch (info, 1);
  last = g_match_info_fetch (info, 2);
  return g_ascii_strtod (named != NULL && named[0] != '\0' ? named : last, NULL);
}

/* Stem of a shard: "model-00001-of-00002.safetensors" is a part of "model". */
static char *
find_stem (const char *path, gboolean *is_part)
{
  g_autoptr (GRegex) regex = g_regex_new ("-\\d{5}-of-\\d{5}$", G_REGEX_RAW, 0, NULL);
  g_autofree char *base = g_path_get_basename (path);
  char *stem;

  if (g_str_has_suffix (base, ".safetensors"))
    base[strlen (base) - strlen (".safetensors")] = '\0';
  *is_part = g_regex_match (regex, base, 0, NULL);
  stem = g_regex_replace_literal (regex, base, -1, 0, "", 0, NULL);
  return stem;
}

static void
add_file (GPtrArray *checkpoints, const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path), *folder_name = g_path_get_basename (folder);
  gboolean is_part;
  g_autofree char *stem = find_stem (path, &is_part);
  g_autofree char *name = g_build_filename (folder, stem, NULL);
  IplCheckpointFiles *self;

  for (guint i = 0; i < checkpoints->len; i++)
    {
      self = checkpoints->pdata[i];
      if (g_str_equal (self->name, name))
        {
          if (!g_ptr_array_find_with_equal_func (self->files, path, g_str_equal, NULL))
            g_ptr_array_add (self->files, g_strdup (path));
          return;
        }
    }
  self = g_new0 (IplCheckpointFiles, 1);
  self->step = find_step (stem, FALSE);
  if (self->step < 0)
    self->step = find_step (folder_name, TRUE);
  self->name = g_steal_pointer (&name);
  self->files = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->files, g_strdup (path));
  g_ptr_array_add (checkpoints, self);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Adds the .safetensors files of a folder, and with @deeper of its subfolders. */
static gboolean
add_folder (GPtrArray *checkpoints, const char *path, gboolean deeper, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    if (g_file_test (names->pdata[i], G_FILE_TEST_IS_DIR))
      {
        if (deeper && !add_folder (checkpoints, names->pdata[i], FALSE, error))
          return FALSE;
      }
    else if (g_str_has_suffix (names->pdata[i], ".safetensors"))
      add_file (checkpoints, names->pdata[i]);
  return TRUE;
}

/* The first PyTorch file of a folder by name; with @deeper also of its subfolders. */
static char *
find_pickle (const char *path, gboolean deeper)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autofree char *first = NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);
      g_autofree char *found = NULL;

      if (g_file_test (inside, G_FILE_TEST_IS_DIR))
        found = deeper ? find_pickle (inside, FALSE) : NULL;
      else if (ipl_pickle_file_is_called (inside)
               && ipl_pickle_file_kind (inside) != IPL_PICKLE_NONE)
        found = g_steal_pointer (&inside);
      if (found != NULL && (first == NULL || strcmp (found, first) < 0))
        {
          g_free (first);
          first = g_steal_pointer (&found);
        }
    }
  return g_steal_pointer (&first);
}

static void
set_missing_error (const char *path, GError **error)
{
  g_autofree char *shown = ipl_file_shown (path), *pickle = find_pickle (path, TRUE);

  g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
               "There is no .safetensors file in “%s” or in a folder in it.", shown);
  if (pickle != NULL)
    ipl_pickle_file_explain (pickle, IPL_PICKLE_INTO_TENSORS, error);
}

static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const IplCheckpointFiles *first = *(const IplCheckpointFiles *const *)a;
  const IplCheckpointFiles *second = *(const IplCheckpointFiles *const *)b;

  if (first->step != second->step)
    return first->step < second->step ? -1 : 1;
  return strcmp (first->name, second->name);
}

/* A step in the metadata takes precedence over names. */
static void
read_step (IplCheckpointFiles *self)
{
  g_autoptr (IplSafetensors) file = ipl_safetensors_open (self->files->pdata[0], NULL, NULL);
  const char *step = file != NULL ? ipl_safetensors_metadata (file, "step") : NULL;

  if (step != NULL && g_ascii_isdigit (step[0]))
    self->step = g_ascii_strtod (step, NULL);
}

/* Finds the checkpoints and the step of each: from its metadata, its name or its folder's name.
 * If steps are not all different, checkpoints are numbered in the order of their names. Files
 * “-00001-of-00002” are parts of one checkpoint. */
GPtrArray *
ipl_checkpoints_find (const char *const *paths, GError **error)
{
  g_autoptr (GPtrArray) self = g_ptr_array_new_with_free_func (checkpoint_free);
  gboolean different = TRUE;

  for (; *paths != NULL; paths++)
    if (!g_file_test (*paths, G_FILE_TEST_IS_DIR))
      add_file (self, *paths);
    else if (!add_folder (self, *paths, TRUE, error))
      return NULL;
    else if (self->len == 0)
      {
        set_missing_error (*paths, error);
        return NULL;
      }
  if (self->len == 0)
    return ipl_fail_null (
        error, IPL_ERROR_MISSING,
        "No checkpoint is chosen: open .safetensors files or a folder of them first.");
  for (guint i = 0; i < self->len; i++)
    read_step (self->pdata[i]);
  g_ptr_array_sort (self, compare_steps);
  for (guint i = 0; i < self->len; i++)
    {
      const IplCheckpointFiles *checkpoint = self->pdata[i];

      different
          = different && checkpoint->step >= 0
            && (i == 0 || checkpoint->step > ((IplCheckpointFiles *)self->pdata[i - 1])->step);
    }
  for (guint i = 0; i < self->len && !different; i++)
    ((IplCheckpointFiles *)self->pdata[i])->step = i;
  return g_steal_pointer (&self);
}

/* TRUE for a safetensors file with lower MLP matrices of a known name, or a folder with a
 * safetensors file. */
gboolean
ipl_checkpoints_are_at (const char *path)
{
  g_autoptr (IplSafetensors) file = NULL;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_autoptr (GPtrArray) checkpoints = g_ptr_array_new_with_free_func (checkpoint_free);

      return add_folder (checkpoints, path, TRUE, NULL) && checkpoints->len > 0;
    }
  if (!ipl_safetensors_is (path))
    return FALSE;
  file = ipl_safetensors_open (path, NULL, NULL);
  for (guint i = 0; file != NULL && i < file->tensors->len; i++)
    if (ipl_checkpoints_match ("", ((const IplTensor *)file->tensors->pdata[i])->name) >= 0)
      return TRUE;
  return FALSE;
}
