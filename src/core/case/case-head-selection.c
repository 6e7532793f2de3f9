/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A selection of layers and heads of a file; the others are dropped while reading. */
#include "core/case/case-reader-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/case/path-alignment.h"

/* Heads of the layer, with the identity that a residual connection is, which is the last. */
guint
ipl_case_reader_file_heads (const IplCaseReader *self, guint layer)
{
  return self->file_H[layer] + (self->file_residual[layer] > 0);
}

/* Number of heads of the file in a layer of the case. */
static guint
heads_of (const IplCaseReader *self, guint l)
{
  return ipl_case_reader_file_heads (self, self->layer[l]);
}

/* TRUE if a head of the file is the residual connection of a layer of the case. */
static gboolean
is_identity (const IplCaseReader *self, guint l, guint head)
{
  return head == self->file_H[self->layer[l]];
}

static gboolean
choose_layers (IplCaseReader *self, GError **error)
{
  gboolean chosen[IPL_MAX_FILE_LAYERS], any = self->import->layers[0] != '\0';
  guint L = 0;

  if (!ipl_case_import_parse_layers (self->import->layers, chosen, error))
    return FALSE;
  if (any && self->the_case->level == IPL_LEVEL_PATHS)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "Layers cannot be chosen of “%s”: path features (xi) go through all of them; "
                     "choose heads.",
                     self->shown);
  for (guint l = 0; l < IPL_MAX_FILE_LAYERS; l++)
    {
      if (any && !chosen[l])
        continue;
      if (l >= self->file_L && any)
        return ipl_fail (error, IPL_ERROR_VALUE, "Layer %u is chosen, but “%s” has %u layer%s.",
                         l + 1, self->shown, self->file_L, self->file_L == 1 ? "" : "s");
      if (l < self->file_L && L < IPL_MAX_LAYERS)
        self->layer[L] = l;
      L += l < self->file_L;
    }
  if (L > IPL_MAX_LAYERS)
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "In “%s”, %s gives %u attention layers, and 1 to %d can be solved: choose some "
        "of them.",
        self->shown, self->heads_from, L, IPL_MAX_LAYERS);
  self->the_case->L = L;
  self->chosen = L < self->file_L;
  return TRUE;
}

static gboolean
choose_heads (IplCaseReader *self, GError **error)
{
  g_autofree IplHeadNames *names = ipl_case_import_parse_heads (self->import->heads, error);
  gboolean named[IPL_MAX_LAYERS] = { FALSE };

  if (names == NULL)
    return FALSE;
  for (guint i = 0; i < names->n; i++)
    {
      guint l = 0;

      while (l < self->the_case->L && self->layer[l] != names->layer[i])
        l++;
      if (l == self->the_case->L || names->head[i] >= heads_of (self, l))
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "Head %u of layer %u is chosen, but “%s” has none that is read.",
                         names->head[i] + 1, names->layer[i] + 1, self->shown);
      named[l] = TRUE;
      self->selected[l][names->head[i]] = TRUE;
    }
  for (guint l = 0; l < self->the_case->L; l++)
    for (guint h = 0; !named[l] && h < heads_of (self, l); h++)
      self->selected[l][h] = TRUE;
  return TRUE;
}

static void
select_identity (IplCaseReader *self, guint l)
{
  guint layer = self->layer[l];

  self->the_case->residual[l]
      = self->selected[l][self->file_H[layer]] ? self->file_residual[layer] : 0;
}

/* H and Pi after the choice. */
static gboolean
count_heads (IplCaseReader *self, GError **error)
{
  IplCase *the_case = self->the_case;

  the_case->Pi = 1;
  for (guint l = 0; l < the_case->L; l++)
    {
      the_case->H[l] = 0;
      for (guint h = 0; h < heads_of (self, l); h++)
        the_case->H[l] += self->selected[l][h];
      select_identity (self, l);
      self->chosen = self->chosen || the_case->H[l] < heads_of (self, l);
      if (the_case->H[l] > IPL_MAX_HEADS)
        {
          int identity = the_case->residual[l] > 0;

          return ipl_fail (
              error, IPL_ERROR_VALUE,
              "In “%s”, %s gives layer %u %u heads%s, and a whole number from %d to %d is "
              "expected: choose some of them.",
              self->shown, self->heads_from, self->layer[l] + 1, the_case->H[l] - (guint)identity,
              identity > 0 ? " in addition to its residual connection" : "", 1 - identity,
              IPL_MAX_HEADS - identity);
        }
      the_case->Pi *= the_case->H[l];
    }
  return TRUE;
}

/* Finds which of them the case has. */
gboolean
ipl_case_reader_choose (IplCaseReader *self, GError **error)
{
  guint most = self->import->top_paths;

  if (!choose_layers (self, error) || !choose_heads (self, error) || !count_heads (self, error))
    return FALSE;
  if (most > 0 && self->the_case->Pi > IPL_MAX_RANKED_PATHS)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "“%s” has %" G_GSIZE_FORMAT " paths, and the best of at most %d can be found: "
                     "choose layers or heads.",
                     self->shown, self->the_case->Pi, IPL_MAX_RANKED_PATHS);
  self->solved_Pi = most > 0 ? MIN (self->the_case->Pi, most) : self->the_case->Pi;
  return TRUE;
}

/* [outer x n x inner] without the entries of n that are not chosen, in place. */
static void
select_entries (double **values, gsize outer, gsize n, gsize inner, const gboolean *selected)
{
  double *to = *values;
  gsize left = 0;

  for (gsize m = 0; to != NULL && m < outer; m++)
    for (gsize i = 0; i < n; i++)
      if (selected[i])
        {
          memmove (to, *values + (m * n + i) * inner, inner * sizeof *to);
          to += inner;
          left += inner;
        }
  if (*values != NULL)
    *values = g_realloc (*values, MAX (left, 1) * sizeof **values);
}

/* @values: [outer x heads of the file x inner], or NULL. */
void
ipl_case_reader_select_heads (IplCaseReader *self, guint l, double **values, gsize outer,
                              gsize inner)
{
  if (self->chosen)
    select_entries (values, outer, self->file_H[self->layer[l]], inner, self->selected[l]);
}

/* [paths of all combinations of @H heads] marks the paths through selected heads only. */
static gboolean *
find_selected_paths (guint L, const guint *H, const gboolean *const *selected, gsize Pi)
{
  gboolean *paths = g_new (gboolean, Pi);

  for (gsize p = 0; p < Pi; p++)
    {
      gsize rest = p;

      paths[p] = TRUE;
      for (guint l = L; l-- > 0; rest /= H[l])
        paths[p] = paths[p] && selected[l][rest % H[l]];
    }
  return paths;
}

/* @values: [outer x paths of the file x inner], or NULL. */
void
ipl_case_reader_select_paths (IplCaseReader *self, double **values, gsize outer, gsize inner)
{
  const gboolean *selected[IPL_MAX_LAYERS];
  guint H[IPL_MAX_LAYERS];
  g_autofree gboolean *paths = NULL;

  if (!self->chosen)
    return;
  for (guint l = 0; l < self->the_case->L; l++)
    {
      selected[l] = self->selected[l];
      H[l] = heads_of (self, l);
    }
  paths = find_selected_paths (self->file_L, H, selected, (gsize)self->file_Pi);
  select_entries (values, outer, (gsize)self->file_Pi, inner, paths);
}

static char *
path_name (const IplCaseReader *self, const guint *heads)
{
  GString *text = g_string_new ("(");

  for (guint l = 0; l < self->the_case->L; l++)
    if (is_identity (self, l, heads[l]))
      g_string_append_printf (text, "%sid", l > 0 ? "," : "");
    else
      g_string_append_printf (text, "%s%u", l > 0 ? "," : "", heads[l] + 1);
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/* Names the paths by the numbers that their heads have in the file. */
static void
name_paths (IplCaseReader *self, char **names)
{
  IplCase *the_case = self->the_case;
  guint of[IPL_MAX_LAYERS][IPL_MAX_HEADS];

  for (guint l = 0; l < the_case->L; l++)
    for (guint h = 0, n = 0; h < heads_of (self, l); h++)
      if (self->selected[l][h])
        of[l][n++] = h;
  the_case->path_names = g_new0 (char *, the_case->Pi + 1);
  for (gsize p = 0; p < the_case->Pi; p++)
    {
      guint heads[IPL_MAX_LAYERS];
      gsize rest = p, flat = 0;

      for (guint l = the_case->L; l-- > 0; rest /= the_case->H[l])
        heads[l] = of[l][rest % the_case->H[l]];
      for (guint l = 0; l < the_case->L; l++)
        flat = flat * heads_of (self, l) + heads[l];
      the_case->path_names[p] = names != NULL ? g_strdup (names[flat]) : path_name (self, heads);
    }
}

/* Names chosen paths and heads as the file does, by names or by numbers. */
void
ipl_case_reader_select_names (IplCaseReader *self, char **paths, char **heads)
{
  IplCase *the_case = self->the_case;
  guint n = 0;

  if (!self->chosen)
    {
      the_case->path_names = g_strdupv (paths);
      the_case->head_names = g_strdupv (heads);
      return;
    }
  the_case->head_names = g_new0 (char *, ipl_case_n_heads (the_case) + 1);
  for (guint l = 0; l < the_case->L; l++)
    {
      guint first = 0;

      for (guint k = 0; k < self->layer[l]; k++)
        first += ipl_case_reader_file_heads (self, k);
      for (guint h = 0; h < heads_of (self, l); h++)
        if (self->selected[l][h])
          the_case->head_names[n++]
              = heads != NULL ? g_strdup (heads[first + h])
                : is_identity (self, l, h)
                    ? g_strdup_printf ("layer %u identity", self->layer[l] + 1)
                    : g_strdup_printf ("layer %u head %u", self->layer[l] + 1, h + 1);
    }
  /* Too many paths are named after the best of them are chosen. */
  if (paths != NULL || the_case->Pi <= self->solved_Pi)
    name_paths (self, the_case->L == self->file_L ? paths : NULL);
}

/* Examples, of which the path features or the attention of some heads stay. */
static void
cut_examples (IplCaseReader *self, IplExamples *examples, const gboolean *paths,
              const gboolean *const *selected)
{
  const IplCase *the_case = self->the_case;

  select_entries (&examples->xi, examples->count, the_case->Pi, the_case->N0, paths);
  for (guint l = 0; l < the_case->L; l++)
    select_entries (&examples->attention[l], examples->count,
                    ipl_case_attention_heads (the_case, l), the_case->T * the_case->T, selected[l]);
}

/* @names: (nullable): [n] */
static void
cut_names (char **names, gsize n, const gboolean *selected)
{
  gsize left = 0;

  for (gsize i = 0; names != NULL && i < n; i++)
    {
      char *name = g_steal_pointer (&names[i]);

      if (selected[i])
        names[left++] = name;
      else
        g_free (name);
    }
}

/* Leaves heads of the case out, with all that belongs to them. @heads: [heads of the case] which
 * stay; at least one of each layer. */
void
ipl_case_reader_cut (IplCaseReader *self, const gboolean *heads)
{
  IplCase *the_case = self->the_case;
  const gboolean *selected[IPL_MAX_LAYERS];
  g_autofree gboolean *paths = NULL;
  gsize N0 = the_case->N0;
  guint first = 0;
  gboolean had_heads = the_case->head_names != NULL, had_paths = the_case->path_names != NULL;

  for (guint l = 0; l < the_case->L; first += the_case->H[l++])
    selected[l] = heads + first;
  paths = find_selected_paths (the_case->L, the_case->H, selected, the_case->Pi);
  cut_examples (self, &the_case->train, paths, selected);
  for (guint k = 0; k < the_case->n_tests; k++)
    cut_examples (self, &the_case->tests[k], paths, selected);
  for (guint l = 0; l < the_case->L; l++)
    {
      IplLayerWeights *weights = &the_case->weights[l];
      guint H = ipl_case_attention_heads (the_case, l);

      select_entries (&weights->combined, 1, H, N0 * N0, selected[l]);
      select_entries (&weights->wq, 1, H, weights->G * N0, selected[l]);
      select_entries (&weights->wk, 1, H, weights->G * N0, selected[l]);
    }
  cut_names (the_case->path_names, the_case->Pi, paths);
  cut_names (the_case->head_names, ipl_case_n_heads (the_case), heads);
  for (guint l = 0; l < the_case->L; l++)
    {
      guint H = the_case->H[l], n = 0;

      the_case->H[l] = 0;
      for (guint h = 0; h < heads_of (self, l); h++)
        if (self->selected[l][h])
          {
            self->selected[l][h] = selected[l][n++];
            the_case->H[l] += self->selected[l][h];
          }
      select_identity (self, l);
      the_case->Pi = the_case->Pi / H * the_case->H[l];
    }
  self->chosen = TRUE;
  if (!had_heads)
    {
      g_auto (GStrv) named = g_steal_pointer (&the_case->path_names);

      ipl_case_reader_select_names (self, NULL, NULL);
      if (had_paths)
        {
          g_strfreev (the_case->path_names);
          the_case->path_names = g_steal_pointer (&named);
        }
    }
  else if (!had_paths)
    name_paths (self, NULL);
}
