/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The remaining heads at a point of a pruning curve, for pruning the model itself. */
#include "core/results/results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/results/results-write-private.h"

/* Parses the name of a head for its place in the original model, counted from 0; FALSE if the
 * name has another form. */
static gboolean
place_in_model (const IplCase *the_case, guint head, guint *layer, guint *in_layer)
{
  const char *name = the_case->head_names[head];
  int end = 0;

  if (sscanf (name, "layer %u head %u%n", layer, in_layer, &end) != 2 || name[end] != '\0'
      || *layer == 0 || *in_layer == 0)
    return FALSE;
  (*layer)--;
  (*in_layer)--;
  return TRUE;
}

/* TRUE for an identity head, which is a residual connection and not a head of the model. */
static gboolean
is_identity (const IplCase *the_case, guint i)
{
  guint layer = 0;

  while (i >= the_case->H[layer])
    i -= the_case->H[layer++];
  return ipl_case_head_is_identity (the_case, layer, i);
}

/* Fills [2 n_heads], alternating layer and head in the model; entries of identity heads are
 * unused. FALSE if some names have another form; the entries are then the places in the case. */
static gboolean
find_places (const IplCase *the_case, guint *place)
{
  guint n = ipl_case_n_heads (the_case);
  gboolean has_names = TRUE;

  for (guint i = 0; i < n && has_names; i++)
    has_names = is_identity (the_case, i)
                || place_in_model (the_case, i, &place[2 * i], &place[2 * i + 1]);
  for (guint l = 0, i = 0; l < the_case->L && !has_names; l++)
    for (guint h = 0; h < the_case->H[l]; h++, i++)
      {
        place[2 * i] = l;
        place[2 * i + 1] = h;
      }
  return has_names;
}

/* {layer: [head, ...], ...} in the numbers of @place, with text before and after each layer */
static char *
list_removed (const IplCase *the_case, const gboolean *removed, const guint *place,
              const char *quote)
{
  GString *text = g_string_new ("{");
  guint n = ipl_case_n_heads (the_case);
  gboolean open = FALSE;
  guint last = 0;

  for (guint i = 0; i < n; i++)
    {
      if (!removed[i] || is_identity (the_case, i))
        continue;
      if (open && place[2 * i] == last)
        g_string_append_printf (text, ", %u", place[2 * i + 1]);
      else
        g_string_append_printf (text, "%s%s%u%s: [%u", open ? "], " : "", quote, place[2 * i],
                                quote, place[2 * i + 1]);
      last = place[2 * i];
      open = TRUE;
    }
  g_string_append (text, open ? "]}" : "}");
  return g_string_free (text, FALSE);
}

/* A line of Python for a PyTorch model of Hugging Face, "model.prune_heads({0: [1, 3], 2:
 * [0]})", with layers and heads from 0. Removed residual connections are left out, because a
 * model cannot prune them. @removed: [heads of the case] marks removed heads. */
char *
ipl_head_mask_prune_heads (const IplCase *the_case, const gboolean *removed, gboolean *as_in_model)
{
  g_return_val_if_fail (the_case != NULL && removed != NULL, NULL);

  g_autofree guint *place = g_new0 (guint, 2 * ipl_case_n_heads (the_case));
  gboolean has_names = find_places (the_case, place);
  g_autofree char *list = list_removed (the_case, removed, place, "");

  if (as_in_model != NULL)
    *as_in_model = has_names;
  return g_strdup_printf ("model.prune_heads(%s)", list);
}

static void
write_heads (JsonBuilder *builder, const IplHeadReport *report, const gboolean *removed,
             const guint *place, gboolean as_in_model)
{
  const IplCase *the_case = report->the_case;

  ipl_json_begin_array (builder, "heads");
  for (guint i = 0; i < report->n_heads; i++)
    {
      gboolean identity = is_identity (the_case, i);

      json_builder_begin_object (builder);
      ipl_json_add_text (builder, "name", the_case->head_names[i]);
      ipl_json_add_int (builder, "layer", report->layer[i]);
      ipl_json_add_int (builder, "head", report->head[i]);
      if (as_in_model && !identity)
        {
          ipl_json_add_int (builder, "model_layer", place[2 * i]);
          ipl_json_add_int (builder, "model_head", place[2 * i + 1]);
        }
      ipl_json_add_boolean (builder, "residual", identity);
      ipl_json_add_boolean (builder, "kept", !removed[i]);
      ipl_results_write_number (builder, "score", report->score[i]);
      ipl_results_write_number (builder, "entropy", report->entropy[i]);
      ipl_results_write_number (builder, "gradient", report->gradient[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* A list of 0 and 1 for each layer of the case, its residual connection left out. */
static void
write_mask (JsonBuilder *builder, const IplHeadReport *report, const gboolean *removed)
{
  guint i = 0;

  ipl_json_begin_array (builder, "mask");
  for (guint l = 0; l < report->the_case->L; l++)
    {
      json_builder_begin_array (builder);
      for (guint h = 0; h < report->the_case->H[l]; h++, i++)
        if (!is_identity (report->the_case, i))
          json_builder_add_int_value (builder, !removed[i]);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

static void
write_prune_heads (JsonBuilder *builder, const IplCase *the_case, const gboolean *removed,
                   const guint *place)
{
  g_autofree char *list = list_removed (the_case, removed, place, "\"");

  json_builder_set_member_name (builder, "prune_heads");
  json_builder_add_value (builder, ipl_json_parse (list, strlen (list), NULL));
}

/* A point of a pruning curve as a mask of heads: "mask" is 1 and 0 for every head of each layer
 * of the case, "prune_heads" the removed heads in the form of Hugging Face's models, and
 * "pytorch" the line of Python. "counted_as" is the origin of their numbers, which start at 0:
 * "model" or "case". */
char *
ipl_head_mask_to_json (const IplHeadReport *report, const IplPruning *pruning,
                       IplRemovalOrder order, guint n, const char *settings_json)
{
  g_return_val_if_fail (report != NULL && pruning != NULL && n < pruning->n_points, NULL);
  g_return_val_if_fail (report->n_heads == pruning->n_heads, NULL);

  const IplCase *the_case = report->the_case;
  const IplPruningCurve *curve = &pruning->curve[order];
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree gboolean *removed = ipl_pruning_removed (pruning, order, n);
  g_autofree guint *place = g_new0 (guint, 2 * report->n_heads);
  gboolean as_in_model = find_places (the_case, place);
  g_autofree char *line = ipl_head_mask_prune_heads (the_case, removed, NULL);
  g_autofree char *accuracy = ipl_results_score_name (&the_case->info, "accuracy");
  g_autofree char *score_name = ipl_results_score_name (&the_case->info, "accuracy_with_all");

  json_builder_begin_object (builder);
  ipl_json_add_int (builder, "interplay_head_mask", 1);
  ipl_json_add_text (builder, "version", IPL_VERSION);
  ipl_json_add_text (builder, "case", the_case->name);
  ipl_json_add_text (builder, "test", the_case->tests[report->test].name);
  ipl_json_add_text (builder, "predictor", pruning->is_trained ? "trained" : "theory");
  ipl_json_add_text (builder, "ordered_by", ipl_removal_order_id (order));
  ipl_json_add_int (builder, "removed", n);
  ipl_results_write_number (builder, accuracy, curve->accuracy[n]);
  ipl_results_write_number (builder, score_name, curve->accuracy[0]);
  ipl_json_add_text (builder, "counted_as", as_in_model ? "model" : "case");
  ipl_json_add_text (builder, "pytorch", line);
  write_prune_heads (builder, the_case, removed, place);
  write_mask (builder, report, removed);
  write_heads (builder, report, removed, place, as_in_model);
  ipl_results_write_settings (builder, settings_json);
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, TRUE);
}
