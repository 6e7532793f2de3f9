/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/selection.h"

#include "core/base/interactive.h"
#include "core/experiments/experiment.h"

/* The selected and the hovered target, one for all panels of a window, and which entry of U, head
 * and sequence were selected last, which some panels go on showing. Emits "changed", and before
 * that "shown-changed" where another head or sequence is the last. */
struct _IplSelection
{
  GObject parent_instance;
  IplTarget selected;
  IplTarget hovered;
  const IplPanel *selected_in, *hovered_in; /* (nullable): where */
  int p, q;                                 /* entry of U */
  int layer, head;
  int example, token;
  char *shape; /* (nullable): of the trajectory that targets were last of */
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

/* Returns: what a status line speaks of: the hovered thing, else the selected */
const IplTarget *
ipl_selection_get_shown (IplSelection *self)
{
  return ipl_target_is_none (&self->hovered) ? &self->selected : &self->hovered;
}

/* Returns: (nullable): the panel in which what is shown was hovered, by pointer or keys; NULL
 *   where that was elsewhere */
const IplPanel *
ipl_selection_get_panel (IplSelection *self)
{
  return ipl_target_is_none (&self->hovered) ? self->selected_in : self->hovered_in;
}

/* @p: (out): row
 * @q: (out): column of the entry of U that was selected last; of a path alone its diagonal one */
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

/* Keeps what was selected last of each kind. */
static void
keep (IplSelection *self, const IplTarget *selected)
{
  int before[] = { self->layer, self->head, self->example, self->token };

  if (selected->path >= 0)
    {
      self->p = selected->path;
      self->q = selected->other >= 0 ? selected->other : selected->path;
    }
  if (selected->layer >= 0 && selected->head >= 0)
    {
      self->layer = selected->layer;
      self->head = selected->head;
    }
  if (selected->example >= 0)
    {
      self->example = selected->example;
      self->token = selected->token;
    }
  if (before[0] != self->layer || before[1] != self->head || before[2] != self->example
      || before[3] != self->token)
    g_signal_emit (self, signal_shown_changed, 0);
}

/* Selects it, until something else is.
 * @panel: (nullable): where */
void
ipl_selection_select_in (IplSelection *self, const IplPanel *panel, const IplTarget *target)
{
  if (ipl_target_equal (&self->selected, target)
      && (self->selected_in == panel || ipl_target_is_none (target)))
    return;
  self->selected = *target;
  self->selected_in = panel;
  keep (self, target);
  g_signal_emit (self, signal_changed, 0);
}

void
ipl_selection_select (IplSelection *self, const IplTarget *target)
{
  ipl_selection_select_in (self, NULL, target);
}

/* Points at it.
 * @panel: (nullable): where */
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

/* Forgets also what was selected last of each kind: another case is shown. */
void
ipl_selection_reset (IplSelection *self)
{
  ipl_selection_clear (self);
  self->p = self->q = self->example = 0;
  self->layer = self->head = self->token = -1;
  self->selected_in = self->hovered_in = NULL;
  g_signal_emit (self, signal_shown_changed, 0);
}

/* TRUE for a step of the pruning or the learning curve, or a moment beside it. */
static gboolean
step_exists (int step, const IplView *view)
{
  if (step >= IPL_TARGET_CELL)
    return view->kernels != NULL
           && (gsize)(step - IPL_TARGET_CELL) < view->kernels->cells->n * view->kernels->cells->n;
  if (step >= IPL_TARGET_MOMENT)
    return view->trajectory != NULL && step - IPL_TARGET_MOMENT < (int)view->trajectory->S;
  if (step >= IPL_TARGET_POINT)
    return view->training != NULL && (gsize)(step - IPL_TARGET_POINT) < view->training->n_points;
  return step < 0 || (view->pruning != NULL && step < (int)view->pruning->n_points);
}

/* Those beside the first. */
static gboolean
heads_exist (const IplTarget *target, const IplCaseInfo *the_case)
{
  for (guint l = 0; l < IPL_MAX_LAYERS; l++)
    if (target->also[l] > (l < the_case->L ? the_case->H[l] : 0))
      return FALSE;
  return TRUE;
}

static gboolean
focus_exists (const IplTarget *target, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;

  return target->path < (gint64)the_case->Pi && target->other < (gint64)the_case->Pi
         && target->layer < (int)the_case->L
         && (target->layer < 0 || target->head < (int)the_case->H[target->layer])
         && heads_exist (target, the_case)
         && (target->row < 0 || (view->sweep != NULL && target->row < (int)view->sweep->n_rows))
         && (target->component < 0 || target->component < (int)view->display.n_components)
         && (target->example < 0
             || (view->gallery != NULL && target->example < (int)view->gallery->n)
             || (view->card != NULL && target->example < (int)view->card->n))
         && (target->token < 0 || target->token < (int)the_case->T)
         && step_exists (target->step, view);
}

/* Targets in the result of an experiment that makes no case: the same where the
 * text is. */
static char *
describe_shape (const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  g_autoptr (GString) text = g_string_new (NULL);

  if (trajectory == NULL)
    return NULL;
  g_string_append (text, view->own->experiment->id);
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

/* Lets go of what @view does not have any more. */
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
