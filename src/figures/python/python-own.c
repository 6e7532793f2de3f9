/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What scripts are told of experiments that make no case, and of heads in training: what their
 * files of results say in their settings alone, or not at all. */

#include "figures/python/python-own.h"

#include "core/experiments/text-result.h"
#include "core/hierarchy/tree-attention.h"
#include "figures/panels/dynamics/joint-view.h"
#include "figures/panels/network/head-course-view.h"

#include <math.h>

static void
write_distinct (GString *text, const IplPythonFigure *figure)
{
  IplJointView shown;

  ipl_joint_view_init (&shown, figure->view);
  g_string_append_printf (text, "%" G_GSIZE_FORMAT, shown.n_distinct);
}

static void
write_learned (GString *text, const IplPythonFigure *figure)
{
  ipl_python_append_number (text, IPL_TREE_ATTENTION_LEARNED);
}

static void
write_course_paths (GString *text, const IplPythonFigure *figure)
{
  g_auto (IplShownPaths) shown = { 0 };

  ipl_head_course_shown_paths (figure->view, &shown);
  g_string_append_c (text, '[');
  for (gsize i = 0; i < shown.n; i++)
    g_string_append_printf (text, i == 0 ? "%" G_GSIZE_FORMAT : ", %" G_GSIZE_FORMAT,
                            shown.path[i]);
  g_string_append_c (text, ']');
}

static void
append_texts (GString *text, guint n, char *const *texts)
{
  g_string_append_c (text, '[');
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      ipl_python_append_text (text, texts[i]);
    }
  g_string_append_c (text, ']');
}

static void
write_sentence (GString *text, const IplPythonFigure *figure)
{
  const IplTextResult *result = figure->view->own->data;

  append_texts (text, result->n_words, result->words);
}

static void
write_run_labels (GString *text, const IplPythonFigure *figure)
{
  const IplTextResult *result = figure->view->own->data;
  g_autofree char **labels = g_new0 (char *, result->runs->len + 1);

  for (guint k = 0; k < result->runs->len; k++)
    labels[k] = ((IplTextCurves *)result->runs->pdata[k])->label;
  append_texts (text, result->runs->len, labels);
}

static void
write_least_loss (GString *text, const IplPythonFigure *figure)
{
  const IplTextResult *result = figure->view->own->data;

  ipl_python_append_number (text, result->entropy);
}

static void
write_shown_head (GString *text, const IplPythonFigure *figure)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (figure->view->trajectory, "attention");
  int layer = figure->view->shown_layer, head = figure->view->shown_head;

  g_string_append_printf (text, "(%d, %d)", layer >= 0 && layer < (int)array->shape[0] ? layer : 0,
                          head >= 0 && head < (int)array->shape[1] ? head : 0);
}

static const IplPythonWord words[] = {
  { "DISTINCT", "tokens of one class alone, which come first", write_distinct },
  { "LEARNED", "share of what a weight grows to from which it counts as learned", write_learned },
  { "COURSE_PATHS", "the paths shown, from 0", write_course_paths },
  { "SENTENCE", "", write_sentence },
  { "SHOWN_HEAD", "layer and head, from 0", write_shown_head },
  { "RUN_LABELS", "the run shown, then those compared with it", write_run_labels },
  { "LEAST_LOSS", "the loss that cannot be undercut, where it is known", write_least_loss },
};

const IplPythonWord *
ipl_python_own_words (guint *n)
{
  *n = G_N_ELEMENTS (words);
  return words;
}
