/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of pages. Pages that only list panels are defined here, others in their own files. */
#include "app/pages/page-table.h"

#include "core/experiments/experiment-table.h"
#include "figures/view/outputs.h"

static gboolean
has_outputs (IplDocument *document, const IplView *view)
{
  return view != NULL && ipl_view_has_outputs (view);
}

/* FALSE for a file of path features only, which has no sequences. */
static gboolean
has_tokens (IplDocument *document, const IplView *view)
{
  const IplCase *the_case
      = view != NULL && view->the_case != NULL ? ipl_case_info_get_case (view->the_case) : NULL;

  return the_case == NULL || the_case->level != IPL_LEVEL_PATHS
         || ipl_document_get_parameters (document)->experiment->generated;
}

/* TRUE if the network can be trained. */
static gboolean
is_trainable (IplDocument *document, const IplView *view)
{
  return ipl_document_is_trainable (document);
}

static const IplPage *const pages[] = {
  &(const IplPage){
      .id = "theory",
      .title = "Theory",
      .mnemonic = 'T',
      .tooltip = "Paths, order parameter, accuracy and principal components",
      .composite = "all",
      .places = { { "paths", "<Control>1" },
                  { "u", "<Control>2" },
                  { "accuracy", "<Control>3" },
                  { "overlap", "<Control>4" } },
  },
  &(const IplPage){
      .id = "outputs",
      .title = "Outputs",
      .mnemonic = 'O',
      .tooltip = "Path weights by class or output, confusion matrix and class probabilities",
      .composite = "outputs",
      .places = { { "path-outputs" }, { "confusion" }, { "class-probability" } },
      .applies = has_outputs,
  },
  &(const IplPage){
      .id = "kernels",
      .title = "Kernels",
      .mnemonic = 'K',
      .tooltip = "The path-path kernels, their weighted sum, and its alignment with the labels",
      .composite = "kernels",
      .places = { { "kernel-tiles" }, { "overlap" }, { "kernel-sum" } },
  },
  &ipl_page_posterior,
  &ipl_page_map,
  &(const IplPage){
      .id = "task",
      .title = "Task",
      .mnemonic = 's',
      .tooltip = "Sequences of the task: hidden states, tokens in the plane, and the attention of "
                 "every head",
      .places = { { "task-card" } },
      .applies = has_tokens,
  },
  &(const IplPage){
      .id = "training",
      .title = "Training",
      .mnemonic = 'n',
      .tooltip = "Sequences of the one-shot task, the learning curve, and the attention of heads",
      .composite = "network",
      .places = { { "task", "<Control><Alt>1" },
                  { "training", "<Control><Alt>2" },
                  { "attention", "<Control><Alt>3" } },
      .applies = is_trainable,
  },
  &(const IplPage){
      .id = "heads",
      .title = "Heads",
      .mnemonic = 'H',
      .tooltip = "Head scores, and accuracy as heads are removed",
      .composite = "network",
      .places
      = { { "heads", "<Control><Alt>4" }, { "pruning", "<Control><Alt>5" }, { "paths" }, { "u" } },
      .run = "heads",
  },
  &(const IplPage){
      .id = "joint",
      .title = "Joint dynamics",
      .composite = "joint-all",
      .tooltip = "Joint dynamics of attention and the lower layer",
  },
  &(const IplPage){
      .id = "joint-theory",
      .title = "Logits from weights",
      .tooltip = "Prediction of attention from the lower layer, and the invariant of the dynamics",
      .places = { { "joint-correlation" }, { "joint-prediction" }, { "joint-invariant" } },
  },
  &(const IplPage){
      .id = "learned-paths",
      .title = "Learned paths",
      .composite = "learned-all",
      .tooltip = "Attention during learning, and the theory of its paths at every time",
  },
  &(const IplPage){
      .id = "salience",
      .title = "Salience",
      .composite = "salience-all",
      .tooltip = "Growth of the components, and the attention that follows",
  },
  &(const IplPage){
      .id = "stable-rank",
      .title = "Stable rank",
      .composite = "rank-all",
      .tooltip = "Stable rank of the lower MLP layers over a network's checkpoints",
  },
  &(const IplPage){
      .id = "head-course",
      .title = "Training course",
      .composite = "course-all",
      .tooltip = "U, head scores and attention entropy of every head during training",
      .places = { { "path-course" },
                  { "head-scores" },
                  { "head-entropy" },
                  { "course-u" },
                  { "training" },
                  { "loss" } },
      .in_time = TRUE,
  },
  &(const IplPage){
      .id = "latent-tree",
      .title = "Latent tree",
      .composite = "tree-all",
      .tooltip = "Co-occurrence of tokens in a tree of latents, and the order of learning",
  },
  &(const IplPage){
      .id = "hierarchy",
      .title = "Hierarchy",
      .composite = "hierarchy-all",
      .tooltip = "Which neurons learn which latents of a hierarchy",
  },
  &(const IplPage){
      .id = "text",
      .title = "Text",
      .composite = "text-all",
      .tooltip = "A transformer learns a text: its attention becomes sparse, then dense again",
  },
  &(const IplPage){
      .id = "even-pairs",
      .title = "Even pairs",
      .composite = "even-pairs-all",
      .tooltip = "How attention and a linear layer learn even pairs, one after the other",
  },
  &(const IplPage){
      .id = "scan-snap",
      .title = "Scan and snap",
      .composite = "scan-snap-all",
      .tooltip = "How attention finds the tokens that predict the next one",
  },
  &(const IplPage){
      .id = "critical-points",
      .title = "Critical points",
      .composite = "critical-all",
      .tooltip = "The origin of the targets of salience, and how well they predict the dynamics",
  },
  &(const IplPage){
      .id = "stack",
      .title = "Stacked blocks",
      .composite = "stack-all",
      .tooltip
      = "Joint learning of a latent tree by several blocks, compared with stationary gradients",
  },
  &(const IplPage){
      .id = "table",
      .title = "Table of hierarchies",
      .composite = "table-all",
      .tooltip = "Neurons that recover latents in twelve settings: trained, untrained and shuffled",
  },
  &(const IplPage){
      .id = "learned-attention",
      .title = "Emergence of an attention head",
      .composite = "birth-all",
      .tooltip = "The most probable attention from few examples to many, and its free energy",
  },
  NULL,
};

/* @n: (out): number of pages
 * Returns: all pages, in the order of their buttons; NULL-terminated */
const IplPage *const *
ipl_pages (guint *n)
{
  if (n != NULL)
    *n = G_N_ELEMENTS (pages) - 1;
  return pages;
}

/* Returns: (nullable): panel @i of the page, from 0: that of its places, or the part of its
 *   composite */
const IplPanel *
ipl_page_get_panel (const IplPage *self, guint i)
{
  const char *id = i < IPL_PANEL_GRID_PLACES ? self->places[i].panel : NULL;
  const IplPanel *composite, *panel;

  if (self->places[0].panel == NULL)
    {
      composite = ipl_panel_find (self->composite);
      return i < composite->n_parts ? composite->parts[i].panel : NULL;
    }
  panel = id != NULL ? ipl_panel_find (id) : NULL;
  if (id != NULL && panel == NULL)
    g_error ("page %s: there is no panel %s", self->id, id);
  return panel;
}

/* Returns: (nullable): the page with this id */
const IplPage *
ipl_page_find (const char *id)
{
  for (const IplPage *const *page = pages; *page != NULL; page++)
    if (g_strcmp0 (id, (*page)->id) == 0)
      return *page;
  return NULL;
}

gboolean
ipl_page_has_panel (const IplPage *self, const IplPanel *panel)
{
  const IplPanel *other;

  for (guint i = 0; (other = ipl_page_get_panel (self, i)) != NULL; i++)
    if (other == panel)
      return TRUE;
  return FALSE;
}

/* @first: (nullable): id of a page
 * Returns: (nullable): the page that has the panel: @first, or else the first in the table */
const IplPage *
ipl_page_find_with_panel (const char *first, const IplPanel *panel)
{
  const IplPage *found = ipl_page_find (first);

  if (found != NULL && ipl_page_has_panel (found, panel))
    return found;
  for (const IplPage *const *page = pages; *page != NULL; page++)
    if (ipl_page_has_panel (*page, panel))
      return *page;
  return NULL;
}
