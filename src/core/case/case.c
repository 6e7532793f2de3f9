/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Indices of heads and paths in a case, and the names of its paths, heads and outputs. */
#include "core/case/case.h"

#include "core/base/error.h"

#include <stdio.h>
#include <string.h>

/* The number of heads of all layers together. */
guint
ipl_case_n_heads (IplAnyCase any)
{
  const IplCaseInfo *self = any.info;
  guint n = 0;

  for (guint l = 0; l < self->L; l++)
    n += self->H[l];
  return n;
}

/* The head's index among all heads, layer 1 first: its place in IplCase.head_names and in head
 * scores. */
guint
ipl_case_head_index (IplAnyCase any, guint layer, guint head)
{
  const IplCaseInfo *self = any.info;
  guint index = head;

  g_return_val_if_fail (layer < self->L && head < self->H[layer], 0);

  for (guint l = 0; l < layer; l++)
    index += self->H[l];
  return index;
}

/* The head of @layer on the path, counted from 0. */
guint
ipl_case_path_head (IplAnyCase any, gsize path, guint layer)
{
  const IplCaseInfo *self = any.info;
  g_return_val_if_fail (layer < self->L && path < self->Pi, 0);

  for (guint l = self->L - 1; l > layer; l--)
    path /= self->H[l];
  return (guint)(path % self->H[layer]);
}

/* TRUE if the head is the layer's residual connection, which attends to nothing but the token
 * itself and has no weights (THEORY.md section 6.11). */
gboolean
ipl_case_head_is_identity (IplAnyCase any, guint layer, guint head)
{
  const IplCaseInfo *self = any.info;
  return self->residual[layer] > 0 && head == self->H[layer] - 1;
}

/* Parses "layer 2 head 3", the number of a head in its model, from 1, which differs from its
 * index if heads of the model are left out. */
static gboolean
read_head_number (const char *name, guint *number)
{
  guint layer;
  int end = 0;

  return sscanf (name, "layer %u head %u%n", &layer, number, &end) == 2 && name[end] == '\0';
}

/* The short name of a head within its layer: its number from 1, “id” of
 * an identity head. */
char *
ipl_case_head_text (IplAnyCase any, guint layer, guint head)
{
  const IplCaseInfo *self = any.info;
  guint number = head + 1;

  if (ipl_case_head_is_identity (self, layer, head))
    return g_strdup ("id");
  if (self->head_names != NULL)
    read_head_number (self->head_names[ipl_case_head_index (self, layer, head)], &number);
  return g_strdup_printf ("%u", number);
}

/* Number of heads of the layer with attention and weights: all except an identity head. */
guint
ipl_case_attention_heads (IplAnyCase any, guint layer)
{
  const IplCaseInfo *self = any.info;
  return self->H[layer] - (self->residual[layer] > 0);
}

/* TRUE if some layer has an identity head. */
gboolean
ipl_case_has_identity (IplAnyCase any)
{
  const IplCaseInfo *self = any.info;
  for (guint l = 0; l < self->L; l++)
    if (self->residual[l] > 0)
      return TRUE;
  return FALSE;
}

/* TRUE if the path passes through that head. */
gboolean
ipl_case_path_uses_head (IplAnyCase any, gsize path, guint layer, guint head)
{
  const IplCaseInfo *self = any.info;
  return ipl_case_path_head (self, path, layer) == head;
}

/* A path by its heads from 1, "id" for an identity head: "(1,2)". */
static char *
list_path_heads (IplAnyCase any, gsize path)
{
  const IplCaseInfo *self = any.info;
  GString *text = g_string_new ("(");

  for (guint l = 0; l < self->L; l++)
    {
      g_autofree char *head = ipl_case_head_text (self, l, ipl_case_path_head (self, path, l));

      if (l > 0)
        g_string_append_c (text, ',');
      g_string_append (text, head);
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static void
add_group (IplCaseInfo *self, const char *label, gsize n_paths, const guint *paths)
{
  IplPathGroup *group;

  self->groups = g_renew (IplPathGroup, self->groups, self->n_groups + 1);
  group = &self->groups[self->n_groups++];
  group->label = g_strdup (label);
  group->n_paths = n_paths;
  group->paths = g_memdup2 (paths, n_paths * sizeof (guint));
}

/* Flat index of the path with this unique name, or -1. */
static gssize
find_path (const IplCaseInfo *self, const char *name)
{
  gssize found = -1;

  for (gsize p = 0; p < self->Pi; p++)
    if (strcmp (self->path_names[p], name) == 0)
      {
        if (found >= 0)
          return -1;
        found = (gssize)p;
      }
  return found;
}

/* The paper's names, in the order its figures list them (THEORY.md section 7). */
static const struct
{
  const char *name;
  const char *short_name;
} paper_paths[] = {
  { "good", "g" },
  { "denoising", "d" },
  { "adversarial 1", "a1" },
  { "adversarial 2", "a2" },
};

/* Fills @order with the display order if every path has its own name of the paper's. */
static gboolean
paper_order (const IplCaseInfo *self, guint *order)
{
  gsize n = 0;

  for (gsize k = 0; k < G_N_ELEMENTS (paper_paths); k++)
    {
      gssize p = find_path (self, paper_paths[k].name);

      if (p >= 0 && n < self->Pi)
        order[n++] = (guint)p;
    }
  return n == self->Pi;
}

/* "(1,2)" is our own name for a path. */
static gboolean
is_generated_name (const char *name)
{
  return name[0] == '(';
}

/* The longest name for short labels. */
#define MOST_LETTERS 8

/* TRUE if every name that a path was given is short: a figure has them all in one notation. */
static gboolean
names_are_short (const IplCaseInfo *self)
{
  for (gsize p = 0; p < self->Pi; p++)
    if (g_utf8_strlen (self->path_names[p], -1) > MOST_LETTERS
        && !is_generated_name (self->path_names[p]))
      return FALSE;
  return TRUE;
}

static char *
short_name (const IplCaseInfo *self, gsize path, gboolean paper, gboolean named)
{
  if (paper)
    for (gsize k = 0; k < G_N_ELEMENTS (paper_paths); k++)
      if (strcmp (self->path_names[path], paper_paths[k].name) == 0)
        return g_strdup (paper_paths[k].short_name);
  if (named && !is_generated_name (self->path_names[path]))
    return g_strdup (self->path_names[path]);
  return list_path_heads (self, path);
}

static gboolean
is_empty (const char *name)
{
  return name == NULL || name[0] == '\0';
}

/* Names outputs "class 1" or "output 1", if there are several. */
static void
name_outputs (IplCaseInfo *self)
{
  if (self->labels.outputs > 1 && self->output_names == NULL)
    self->output_names = g_new0 (char *, self->labels.outputs + 1);
  for (guint k = 0; self->output_names != NULL && k < self->labels.outputs; k++)
    if (is_empty (self->output_names[k]))
      {
        g_free (self->output_names[k]);
        self->output_names[k] = g_strdup_printf (
            self->labels.kind == IPL_LABELS_CLASSES ? "class %u" : "output %u", k + 1);
      }
}

/* Converts the exporter's names, which count from 0, to names that count from 1: "L0H1" and "L0
 * id" to "layer 1 head 2" and "layer 1 identity". Returns: (transfer full) */
static char *
count_from_one (char *name_take)
{
  guint layer, head;
  int end = 0, id_end = 0;
  char *name = NULL;

  if (sscanf (name_take, "L%uH%u%n", &layer, &head, &end) == 2 && name_take[end] == '\0')
    name = g_strdup_printf ("layer %u head %u", layer + 1, head + 1);
  else if (sscanf (name_take, "L%u id%n", &layer, &id_end) == 1 && id_end > 0
           && name_take[id_end] == '\0')
    name = g_strdup_printf ("layer %u identity", layer + 1);
  else
    return name_take;
  g_free (name_take);
  return name;
}

/* Number of heads in [@first, @end) with this name. */
static guint
count_heads (char *const *names, guint first, guint end, const char *name)
{
  guint n = 0;

  for (guint i = first; i < end; i++)
    n += strcmp (names[i], name) == 0;
  return n;
}

/* Makes head names unique: heads with equal names get their layer as a prefix, “layer 2 all”,
 * and those of the same layer a number. */
static void
part_heads (IplCaseInfo *self)
{
  g_auto (GStrv) names = g_strdupv (self->head_names);
  guint all = ipl_case_n_heads (self);

  for (guint l = 0, first = 0; l < self->L; first += self->H[l++])
    for (guint i = first; i < first + self->H[l]; i++)
      {
        guint number = count_heads (names, first, i + 1, names[i]);
        char *parted = NULL;

        if (count_heads (names, 0, all, names[i]) == 1)
          continue;
        if (count_heads (names, first, first + self->H[l], names[i]) == 1)
          parted = g_strdup_printf ("layer %u %s", l + 1, names[i]);
        while (parted == NULL || count_heads (self->head_names, 0, all, parted) > 0)
          {
            g_free (parted);
            parted = g_strdup_printf ("layer %u %s %u", l + 1, names[i], number++);
          }
        g_free (self->head_names[i]);
        self->head_names[i] = parted;
      }
}

static void
name_heads (IplCaseInfo *self)
{
  if (self->head_names == NULL)
    self->head_names = g_new0 (char *, ipl_case_n_heads (self) + 1);
  for (guint l = 0, i = 0; l < self->L; l++)
    for (guint h = 0; h < self->H[l]; h++, i++)
      {
        if (!is_empty (self->head_names[i]))
          {
            self->head_names[i] = count_from_one (self->head_names[i]);
            continue;
          }
        g_free (self->head_names[i]);
        self->head_names[i] = ipl_case_head_is_identity (self, l, h)
                                  ? g_strdup_printf ("layer %u identity", l + 1)
                                  : g_strdup_printf ("layer %u head %u", l + 1, h + 1);
      }
  part_heads (self);
}

/* Fills in optional parts of a case: the name, path names "(1,2)" with heads counted from 1,
 * head names "layer 1 head 2" ("id" and "layer 1 identity" for an identity head), short path
 * names, the display order, and the path groups "good" and "good + denoising" if paths of these
 * names exist. Given path and head names stay unless empty; heads of equal names are numbered. */
void
ipl_case_info_finish_names (IplCaseInfo *self)
{
  gboolean paper, named;
  gssize good, denoising;

  g_return_if_fail (self->L > 0 && self->Pi > 0);

  if (self->name == NULL)
    self->name = g_strdup ("case");

  name_heads (self);
  if (self->path_names == NULL)
    self->path_names = g_new0 (char *, self->Pi + 1);
  for (gsize p = 0; p < self->Pi; p++)
    if (is_empty (self->path_names[p]))
      {
        g_free (self->path_names[p]);
        self->path_names[p] = list_path_heads (self, p);
      }

  name_outputs (self);

  g_free (self->display_order);
  self->display_order = g_new (guint, self->Pi);
  paper = paper_order (self, self->display_order);
  if (!paper)
    for (gsize p = 0; p < self->Pi; p++)
      self->display_order[p] = (guint)p;

  named = names_are_short (self);
  g_strfreev (self->short_names);
  self->short_names = g_new0 (char *, self->Pi + 1);
  for (gsize p = 0; p < self->Pi; p++)
    self->short_names[p] = short_name (self, p, paper, named);

  if (self->n_groups > 0)
    return;
  good = find_path (self, "good");
  denoising = find_path (self, "denoising");
  /* A group of all the paths would only repeat the line that is always drawn. */
  if (good >= 0 && self->Pi > 1)
    {
      guint paths[2] = { (guint)good, (guint)denoising };

      add_group (self, "good", 1, paths);
      if (denoising >= 0 && self->Pi > 2)
        add_group (self, "good + denoising", 2, paths);
    }
}

/* Renames the case "case", because its name may identify its owner. */
void
ipl_case_hide_name (IplAnyCase any)
{
  IplCaseInfo *self = (IplCaseInfo *)any.info;

  g_free (self->name);
  self->name = g_strdup ("case");
}

/* Fills in the facts on examples in @info, and calls ipl_case_info_finish_names(). */
void
ipl_case_finish_names (IplCase *self)
{
  g_autofree IplTestSet *sets = g_new (IplTestSet, MAX (self->n_tests, 1));

  for (guint i = 0; i < self->n_tests; i++)
    sets[i] = (IplTestSet){ self->tests[i].name, self->tests[i].count, self->tests[i].tokens };
  self->P = self->train.count;
  ipl_case_info_set_tests (&self->info, self->n_tests, sets);
  ipl_case_info_finish_names (&self->info);
}

/* Adds a sentence to IplCase.warnings, unless it is already there. */
void
ipl_case_warn (IplCase *self, const char *sentence)
{
  if (!g_ptr_array_find_with_equal_func (self->warnings, sentence, g_str_equal, NULL))
    g_ptr_array_add (self->warnings, g_strdup (sentence));
}

/* Returns: the number of rows of U, paths times outputs. */
gsize
ipl_case_rows_of_U (IplAnyCase any)
{
  return any.info->Pi * any.info->labels.outputs;
}

/* Returns: the kind of score that suits the labels of the case. */
const IplScore *
ipl_case_get_score (IplAnyCase any)
{
  return ipl_score_of_labels (&any.info->labels);
}

/* Measures the score of predictions on a test set. @mean: [P' x K] predictions of a test set. */
double
ipl_case_measure (const IplCase *self, guint test, const double *mean, double *standard_error)
{
  const IplExamples *examples = &self->tests[test];

  return ipl_labels_measure (&self->labels, examples->count, examples->y, mean, standard_error);
}
