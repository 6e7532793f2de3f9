/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What scripts are told of a transformer that learns a text: what its file of results says in its
 * settings alone, or not at all. */

#include "figures/python/python-own.h"

#include "core/experiments/text-result.h"

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
write_shown_head (GString *text, const IplPythonFigure *figure)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (figure->view->trajectory, "attention");
  int layer = figure->view->shown_layer, head = figure->view->shown_head;

  g_string_append_printf (text, "(%d, %d)", layer >= 0 && layer < (int)array->shape[0] ? layer : 0,
                          head >= 0 && head < (int)array->shape[1] ? head : 0);
}

static const IplPythonWord words[] = {
  { "SENTENCE", "", write_sentence },
  { "SHOWN_HEAD", "layer and head, from 0", write_shown_head },
};

const IplPythonWord *
ipl_python_own_words (guint *n)
{
  *n = G_N_ELEMENTS (words);
  return words;
}
