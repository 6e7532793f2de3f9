/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "document/selection.h"

#include "core/base/drag-priority.h"
#include "core/experiments/experiment.h"

/* The selected and the hovered target, shared by all panels of a window, and the last selected
 * entry of U, head and sequence, which some panels continue to show. Emits "changed", and before
 * that "shown-changed" if the last head or sequence changes. */
struct _IplSelection
{
  GObject parent_instance;
  IplTarget selected;
  IplTarget hovered;
  const IplPanel *selected_in, *hovered_in; /* (nullable): their panels */
  int p, q;                                 /* entry of U */
  int layer, head;
  int example, token;
  char *shape; /* (nullable): form of the trajectory of the last targets */
  guint moments;
};

G_DEFINE_FINAL_TYPE (IplSelection, ipl_selection, G_TYPE_OBJECT)

static guint signal_changed, signal_shown_changed;

static void
ipl_selection_finalize (GObject *object)
{
  g_free (IPL_SELECTION (object)->shape);
  G_OBJECT_CLASS (ipl_selection_parent_class)->finalize (object);
}

static void
ipl_selection_class_init (IplSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ipl_selection_finalize;
  signal_changed = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  signal_shown_changed = g_signal_new ("shown-changed", G_TYPE_FROM_CLASS (klass),
                                       G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ipl_selection_init (IplSelection *self)
{
  self->selected = IPL_TARGET_NONE;
  self->hovered = IPL_TARGET_NONE;
  self->layer = self->head = self->token = -1;
}

IplSelection *
ipl_selection_new (void)
{
  return g_object_new (IPL_TYPE_SELECTION, NULL);
}

const IplTarget *
ipl_selection_get_selected (IplSelection *self)
{
  return &self->selected;
}

const IplTarget *
ipl_selection_get_hovered (IplSelection *self)
{
  return &self->hovered;
}

/* Returns: the target of the status line: the hovered one, else the selected one */
const IplTarget *
ipl_selection_get_shown (IplSelection *self)
{
  return ipl_target_is_none (&self->hovered) ? &self->selected : &self->hovered;
}

/* Returns: (nullable): the panel in which the shown target was hovered, by pointer or keys; NULL
 *   for another place */
const IplPanel *
ipl_selection_get_panel (IplSelection *self)
{
  return ipl_target_is_none (&self->hovered) ? self->selected_in : self->hovered_in;
}

/* @p: (out): row
 * @q: (out): column of the last selected entry of U; for a path its diagonal one */
void
ipl_selection_get_pair (IplSelection *self, int *p, int *q)
{
  *p = self->p;
  *q = self->q;
}

/* @layer: (out): layer
 * @head: (out): head that was selected last; -1 for none */
void
ipl_selection_get_head (IplSelection *self, int *layer, int *head)
{
  *layer = self->layer;
  *head = self->head;
}

/* @example: (out): sequence that was selected last
 * @token: (out): its token; -1 for none */
void
ipl_selection_get_example (IplSelection *self, int *example, int *token)
{
  *example = self->example;
  *token = self->token;
}

/* Another sequence is shown, though nothing is selected; the token stays. */
void
ipl_selection_go_to_example (IplSelection *self, int example)
{
  self->example = example;
}

/* Stores the last selected target of each kind. */
static void
remember (IplSelection *self, const IplTarget *selected)
{
  int before[] = { self->layer, self->head, self->example, self->token };
  int path = ipl_target_get (selected, IPL_PART_PATH);
  int other = ipl_target_get (selected, IPL_PART_OTHER);
  int layer = ipl_target_get (selected, IPL_PART_LAYER);
  int example = ipl_target_get (selected, IPL_PART_SEQUENCE);

  if (path >= 0)
    {
      self->p = path;
      self->q = other >= 0 ? other : path;
    }
  if (layer >= 0)
    {
      self->layer = layer;
      self->head = ipl_target_get (selected, IPL_PART_HEAD);
    }
  if (example >= 0)
    {
      self->example = example;
      self->token = ipl_target_get (selected, IPL_PART_TOKEN);
    }
  if (before[0] != self->layer || before[1] != self->head || before[2] != self->example
      || before[3] != self->token)
    g_signal_emit (self, signal_shown_changed, 0);
}

/* Selects a target, until another is selected.
 * @panel: (nullable): its panel */
void
ipl_selection_select_in (IplSelection *self, const IplPanel *panel, const IplTarget *target)
{
  if (ipl_target_equal (&self->selected, target)
      && (self->selected_in == panel || ipl_target_is_none (target)))
    return;
  self->selected = *target;
  self->selected_in = panel;
  remember (self, target);
  g_signal_emit (self, signal_changed, 0);
}

void
ipl_selection_select (IplSelection *self, const IplTarget *target)
{
  ipl_selection_select_in (self, NULL, target);
}

/* Hovers a target.
 * @panel: (nullable): its panel */
void
ipl_selection_hover_in (IplSelection *self, const IplPanel *panel, const IplTarget *target)
{
  if (ipl_target_equal (&self->hovered, target)
      && (self->hovered_in == panel || ipl_target_is_none (target)))
    return;
  self->hovered = *target;
  self->hovered_in = panel;
  ipl_interactive_begin ();
  g_signal_emit (self, signal_changed, 0);
}

void
ipl_selection_hover (IplSelection *self, const IplTarget *target)
{
  ipl_selection_hover_in (self, NULL, target);
}

void
ipl_selection_clear (IplSelection *self)
{
  IplTarget none = IPL_TARGET_NONE;

  if (ipl_target_is_none (&self->selected) && ipl_target_is_none (&self->hovered))
    return;
  self->selected = none;
  self->hovered = none;
  g_signal_emit (self, signal_changed, 0);
}

/* Clears also the last selected targets of each kind, for another case. */
void
ipl_selection_reset (IplSelection *self)
{
  ipl_selection_clear (self);
  self->p = self->q = self->example = 0;
  self->layer = self->head = self->token = -1;
  self->selected_in = self->hovered_in = NULL;
  g_signal_emit (self, signal_shown_changed, 0);
}

/* Number of possible values of a part of targets. */
static gsize
count_part (const IplView *view, const IplTarget *target, IplTargetPart part)
{
  const IplCaseInfo *the_case = view->the_case;
  int layer = ipl_target_get (target, IPL_PART_LAYER);

  switch (part)
    {
    case IPL_PART_PATH:
    case IPL_PART_OTHER:
      return the_case->Pi;
    case IPL_PART_LAYER:
      return the_case->L;
    case IPL_PART_HEAD:
      return layer >= 0 && layer < (int)the_case->L ? the_case->H[layer] : 0;
    case IPL_PART_ROW:
      return view->sweep != NULL ? view->sweep->n_rows : 0;
    case IPL_PART_COMPONENT:
      return view->display.n_components;
    case IPL_PART_SEQUENCE:
      return MAX (view->gallery != NULL ? view->gallery->n : 0,
                  view->card != NULL ? view->card->n : 0);
    case IPL_PART_TOKEN:
      return the_case->T;
    case IPL_PART_PRUNED:
      return view->pruning != NULL ? view->pruning->n_points : 0;
    case IPL_PART_POINT:
      return view->training != NULL ? view->training->n_points : 0;
    case IPL_PART_MOMENT:
      return view->trajectory != NULL ? view->trajectory->S : 0;
    case IPL_PART_CELL:
      return view->kernels != NULL ? view->kernels->cells->n * view->kernels->cells->n : 0;
    default:
      return G_MAXINT;
    }
}

/* TRUE if the case has all its parts. */
static gboolean
focus_exists (const IplTarget *target, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;

  for (IplTargetPart part = IPL_PART_PATH; part <= IPL_PART_CELL; part++)
    if (ipl_target_get (target, part) >= (gint64)count_part (view, target, part))
      return FALSE;
  for (guint l = 0; l < IPL_MAX_LAYERS; l++)
    if (target->also[l] > (l < the_case->L ? the_case->H[l] : 0))
      return FALSE;
  return TRUE;
}

/* Form of the targets of an experiment without a case: equal texts mean equal targets. */
static char *
describe_shape (const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  g_autoptr (GString) text = g_string_new (NULL);

  if (trajectory == NULL)
    return NULL;
  g_string_append (text, view->dynamics->experiment->id);
  for (guint i = 0; i < trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = trajectory->arrays->pdata[i];

      g_string_append_printf (text, " %s", array->name);
      for (guint k = 0; k < array->ndim; k++)
        g_string_append_printf (text, ",%" G_GSIZE_FORMAT, array->shape[k]);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* TRUE if all that could be hovered before still can be. */
static gboolean
same_shape (IplSelection *self, const IplView *view)
{
  char *shape = view->the_case == NULL ? describe_shape (view) : NULL;
  guint moments = shape != NULL ? view->trajectory->S : 0;
  gboolean same = shape != NULL && g_strcmp0 (shape, self->shape) == 0 && moments >= self->moments;

  g_free (self->shape);
  self->shape = shape;
  self->moments = moments;
  return same;
}

/* Clears targets that @view does not have. */
void
ipl_selection_clamp (IplSelection *self, const IplView *view)
{
  IplTarget none = IPL_TARGET_NONE;

  if (same_shape (self, view))
    return;
  if (view->the_case == NULL || !focus_exists (&self->selected, view))
    ipl_selection_select (self, &none);
  if (view->the_case == NULL || !focus_exists (&self->hovered, view))
    ipl_selection_hover (self, &none);
}
