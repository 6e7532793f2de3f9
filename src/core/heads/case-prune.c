/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/case-prune.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include <math.h>
#include <string.h>

/* The heads and paths that stay. */
typedef struct
{
  const IplCase *from;
  IplCase *to;
  const gboolean *removed;
  gboolean *remaining; /* [Pi] */
  gboolean keep_inputs;
  GError *error; /* first allocation error; later arrays are left out */
} Cut;

static const char what[] = "The case without some of its heads";

guint
ipl_case_head_layer (const IplCase *self, guint head, guint *in_layer)
{
  guint layer = 0;

  while (layer + 1 < self->L && head >= self->H[layer])
    head -= self->H[layer++];
  *in_layer = head;
  return layer;
}

gboolean
ipl_case_head_is_only (const IplCase *self, guint head)
{
  guint in_layer;

  return self->H[ipl_case_head_layer (self, head, &in_layer)] == 1;
}

/* Returns the number of paths left. @removed: [n_heads] removed heads, layer 1 first. The array
 * [Pi] marks the paths through none of them; @heads_left: [L] remaining heads of each layer. */
gsize
ipl_case_paths_left (const IplCase *self, const gboolean *removed, gboolean *remaining,
                     guint *heads_left)
{
  gsize left = 1;
  guint first = 0;

  for (gsize p = 0; p < self->Pi; p++)
    remaining[p] = TRUE;
  for (guint l = 0; l < self->L; l++)
    {
      heads_left[l] = 0;
      for (guint h = 0; h < self->H[l]; h++)
        heads_left[l] += !removed[first + h];
      for (gsize p = 0; p < self->Pi; p++)
        if (removed[first + ipl_case_path_head (self, p, l)])
          remaining[p] = FALSE;
      left *= heads_left[l];
      first += self->H[l];
    }
  return left;
}

/* NULL if memory is short, here or for an earlier array. */
static double *
cut_new (Cut *cut, gsize outer, gsize n, gsize inner)
{
  if (cut->error != NULL)
    return NULL;
  return ipl_memory_try_doubles ((double)outer * (double)n * (double)inner, what, &cut->error);
}

static double *
cut_copy (Cut *cut, const double *values, gsize n)
{
  double *copy = cut_new (cut, 1, n, 1);

  if (copy != NULL)
    memcpy (copy, values, n * sizeof *copy);
  return copy;
}

/* [outer x Pi x inner] without the removed paths; NULL for NULL. */
static double *
cut_paths (Cut *cut, const double *values, gsize outer, gsize inner)
{
  double *out = values != NULL ? cut_new (cut, outer, cut->to->Pi, inner) : NULL, *at = out;

  for (gsize m = 0; out != NULL && m < outer; m++)
    for (gsize p = 0; p < cut->from->Pi; p++)
      if (cut->remaining[p])
        {
          memcpy (at, values + (m * cut->from->Pi + p) * inner, inner * sizeof (double));
          at += inner;
        }
  return out;
}

/* [outer x heads with attention x inner] without the removed heads; NULL for NULL and for no
 * heads. */
static double *
cut_heads (Cut *cut, guint layer, const double *values, gsize outer, gsize inner)
{
  const gboolean *removed = cut->removed + ipl_case_head_index (cut->from, layer, 0);
  guint H = ipl_case_attention_heads (cut->from, layer);
  guint left = ipl_case_attention_heads (cut->to, layer);
  double *out, *at;

  if (values == NULL || left == 0)
    return NULL;
  out = at = cut_new (cut, outer, left, inner);
  for (gsize m = 0; out != NULL && m < outer; m++)
    for (guint h = 0; h < H; h++)
      if (!removed[h])
        {
          memcpy (at, values + (m * H + h) * inner, inner * sizeof (double));
          at += inner;
        }
  return out;
}

static void
cut_examples (Cut *cut, const IplExamples *from, IplExamples *to)
{
  const IplCase *the_case = cut->from;
  gsize T = the_case->T, N0 = the_case->N0;

  to->name = g_strdup (from->name);
  to->count = from->count;
  to->tokens = from->tokens != NULL ? ipl_token_texts_ref (from->tokens) : NULL;
  to->y = cut_copy (cut, from->y, ipl_labels_get_size (&the_case->labels, from->count));
  if (from->structure != NULL)
    to->structure = cut_copy (cut, from->structure, from->count);
  to->xi = cut_paths (cut, from->xi, from->count, N0);
  if (!cut->keep_inputs)
    return;
  if (from->x != NULL)
    to->x = cut_copy (cut, from->x, from->count * T * N0);
  for (guint l = 0; l < the_case->L; l++)
    to->attention[l] = cut_heads (cut, l, from->attention[l], from->count, T * T);
}

static void
cut_weights (Cut *cut)
{
  gsize N0 = cut->from->N0;

  for (guint l = 0; l < cut->from->L; l++)
    {
      const IplLayerWeights *from = &cut->from->weights[l];
      IplLayerWeights *to = &cut->to->weights[l];

      to->G = from->G;
      to->combined = cut_heads (cut, l, from->combined, 1, N0 * N0);
      to->wk = cut_heads (cut, l, from->wk, 1, from->G * N0);
      to->wq = cut_heads (cut, l, from->wq, 1, from->G * N0);
    }
}

/* W_1 of the remaining paths is unchanged; the sum over paths is rescaled. */
static void
cut_trained (Cut *cut)
{
  const IplCase *from = cut->from;
  const IplCaseTrained *before = from->trained;
  gsize Pi = cut->to->Pi, K = from->labels.outputs;
  double scale = sqrt ((double)from->Pi / (double)Pi);
  g_autofree double *rows = NULL;
  IplCaseTrained *after;

  if (before == NULL)
    return;
  after = cut->to->trained = g_new0 (IplCaseTrained, 1);
  memcpy (after->N, before->N, sizeof after->N);
  rows = cut_paths (cut, before->U, 1, from->Pi * K * K);
  after->U = cut_paths (cut, rows, Pi * K, K);
  after->readout = cut_paths (cut, before->readout, K, from->N0);
  for (gsize i = 0; after->readout != NULL && i < K * Pi * from->N0; i++)
    after->readout[i] *= scale;
}

/* Remaining paths and heads keep their names. */
static void
cut_path_names (Cut *cut)
{
  IplCase *to = cut->to;
  gsize n = 0;

  to->path_names = g_new0 (char *, to->Pi + 1);
  for (gsize p = 0; p < cut->from->Pi; p++)
    if (cut->remaining[p])
      to->path_names[n++] = g_strdup (cut->from->path_names[p]);
}

static void
cut_head_names (Cut *cut)
{
  const IplCase *from = cut->from;
  IplCase *to = cut->to;
  GString *gone = g_string_new ("Heads were removed: ");
  gsize start = gone->len;
  guint n = 0;

  to->head_names = g_new0 (char *, ipl_case_n_heads (to) + 1);
  for (guint i = 0; i < ipl_case_n_heads (from); i++)
    if (cut->removed[i])
      g_string_append_printf (gone, "%s%s", gone->len > start ? ", " : "", from->head_names[i]);
    else
      to->head_names[n++] = g_strdup (from->head_names[i]);
  g_string_append_c (gone, '.');
  g_ptr_array_add (to->notes, g_string_free (gone, FALSE));
}

/* Groups that lost a path no longer match their label, and a group of all paths would repeat the
 * line of all paths. */
static void
cut_groups (Cut *cut)
{
  const IplCase *from = cut->from;
  IplCase *to = cut->to;
  g_autofree guint *index = g_new0 (guint, from->Pi);
  guint n = 0;

  for (gsize p = 0; p < from->Pi; p++)
    index[p] = cut->remaining[p] ? n++ : 0;
  for (guint g = 0; g < from->n_groups; g++)
    {
      const IplPathGroup *group = &from->groups[g];
      IplPathGroup *left;
      gboolean is_complete = group->n_paths < to->Pi;

      for (gsize i = 0; i < group->n_paths; i++)
        is_complete = is_complete && cut->remaining[group->paths[i]];
      if (!is_complete)
        continue;
      to->groups = g_renew (IplPathGroup, to->groups, to->n_groups + 1);
      left = &to->groups[to->n_groups++];
      *left = (IplPathGroup){ g_strdup (group->label), group->n_paths,
                              g_new (guint, group->n_paths) };
      for (gsize i = 0; i < group->n_paths; i++)
        left->paths[i] = index[group->paths[i]];
    }
}

IplCase *
ipl_case_prune (const IplCase *self, const gboolean *removed, gboolean keep_inputs, GError **error)
{
  g_autofree gboolean *remaining = g_new (gboolean, self->Pi);
  g_autoptr (IplCase) to = ipl_case_alloc ();
  Cut cut = { self, to, removed, remaining, keep_inputs, NULL };
  guint n = ipl_case_n_heads (self), n_removed = 0;

  to->Pi = ipl_case_paths_left (self, removed, remaining, to->H);
  for (guint l = 0; l < self->L; l++)
    if (to->H[l] == 0)
      return ipl_fail_null (
          error, IPL_ERROR_VALUE,
          "All heads of layer %u are removed, and every layer must keep at least one.", l + 1);
  for (guint i = 0; i < n; i++)
    n_removed += removed[i];
  if (n_removed == 0 && keep_inputs)
    return ipl_case_ref ((IplCase *)self);

  to->name
      = g_strdup_printf ("%s without %u head%s", self->name, n_removed, n_removed == 1 ? "" : "s");
  to->level = self->level;
  to->L = self->L;
  to->N0 = self->N0;
  to->T = self->T;
  to->readout = self->readout;
  to->temperature = self->temperature;
  memcpy (to->variances, self->variances, sizeof to->variances);
  for (guint l = 0; l < self->L; l++)
    if (self->residual[l] > 0 && !removed[ipl_case_head_index (self, l, self->H[l] - 1)])
      to->residual[l] = self->residual[l];
  to->labels = self->labels;
  to->output_names = g_strdupv (self->output_names);
  to->seed = self->seed;
  cut_examples (&cut, &self->train, &to->train);
  to->n_tests = self->n_tests;
  to->tests = g_new0 (IplExamples, self->n_tests);
  for (guint k = 0; k < self->n_tests; k++)
    cut_examples (&cut, &self->tests[k], &to->tests[k]);
  cut_weights (&cut);
  cut_trained (&cut);
  if (cut.error != NULL)
    {
      g_propagate_error (error, cut.error);
      return NULL;
    }
  for (guint i = 0; i < self->notes->len; i++)
    g_ptr_array_add (to->notes, g_strdup (self->notes->pdata[i]));
  for (guint i = 0; i < self->warnings->len; i++)
    ipl_case_warn (to, self->warnings->pdata[i]);
  cut_path_names (&cut);
  cut_head_names (&cut);
  cut_groups (&cut);
  ipl_case_finish_names (to);
  return g_steal_pointer (&to);
}

/* A new case of the network with only the remaining heads: the features, attention and weights
 * of the remaining paths and heads, with their number as Pi in the kernels (THEORY.md section
 * 3). The effective weights of a trained network, and so its U, stay the same; its readout is
 * rescaled by prod_l sqrt (H_l / heads left), which makes it the pruned network's (THEORY.md
 * section 8). Paths and heads with names keep them, numbers are reassigned; a note lists the
 * removed heads. @removed: [n_heads] removed heads, layer 1 first. */
IplCase *
ipl_case_without_heads (const IplCase *self, const gboolean *removed, GError **error)
{
  g_return_val_if_fail (self != NULL && removed != NULL, NULL);

  return ipl_case_prune (self, removed, TRUE, error);
}
