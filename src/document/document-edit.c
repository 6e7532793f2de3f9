/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of parameters and figure style: edits, undo, reset. A step of undo is the content
 * before a change. */
#include "document/document-private.h"

#include <string.h>

#include "core/parameters/parameters-change.h"
#include "core/parameters/parameters.h"
#include "core/theory/sweep.h"
#include "figures/output/style-json.h"

/* Changes of the same control within this time are one step of undo. */
#define UNDO_JOIN_USEC (1 * G_USEC_PER_SEC)
#define UNDO_STEPS 100

static void
step_free (gpointer step)
{
  ipl_document_content_clear (step);
  g_free (step);
}

static void
clear (GQueue *steps)
{
  g_queue_clear_full (steps, step_free);
}

static void
push (IplDocument *self, GQueue *steps)
{
  IplDocumentContent step = ipl_document_content_copy (&self->content);

  g_queue_push_head (steps, g_memdup2 (&step, sizeof step));
}

/* The present parameters, the story or how figures look are about to change. */
void
ipl_document_remember (IplDocument *self, const char *tag)
{
  gint64 now = g_get_monotonic_time ();
  gboolean joined = tag != NULL && g_strcmp0 (tag, self->history.tag) == 0
                    && (self->history.is_dragging || now - self->history.usec < UNDO_JOIN_USEC)
                    && !g_queue_is_empty (&self->history.undo);

  if (!joined)
    {
      push (self, &self->history.undo);
      while (self->history.undo.length > UNDO_STEPS)
        step_free (g_queue_pop_tail (&self->history.undo));
    }
  self->opening.unproven = FALSE;
  g_free (self->history.tag);
  self->history.tag = g_strdup (tag);
  self->history.usec = now;
  clear (&self->history.redo);
}

/* @dragging: TRUE during a drag of a value, whose changes form a single step of undo */
void
ipl_document_set_dragging (IplDocument *self, gboolean dragging)
{
  self->history.is_dragging = dragging;
  g_clear_pointer (&self->history.tag, g_free);
}

void
ipl_document_forget_history (IplDocument *self)
{
  clear (&self->history.undo);
  clear (&self->history.redo);
  g_clear_pointer (&self->history.tag, g_free);
}

/* Restores story and figure style of a step at once.
 * Returns: (transfer full) (nullable): the parameters of the step */
static const IplParameters *
ipl_document_pop_step (IplDocument *self, gboolean back)
{
  IplDocumentContent *step = g_queue_pop_head (back ? &self->history.undo : &self->history.redo);
  const IplParameters *parameters;

  if (step == NULL)
    return NULL;
  push (self, back ? &self->history.redo : &self->history.undo);
  g_clear_pointer (&self->history.tag, g_free);
  parameters = g_steal_pointer (&step->parameters);
  ipl_document_replace_story (self, g_steal_pointer (&step->story));
  ipl_document_replace_figure_style (self, g_steal_pointer (&step->figure_style));
  step_free (step);
  return parameters;
}

gboolean
ipl_document_can_undo (IplDocument *self)
{
  return !g_queue_is_empty (&self->history.undo);
}

gboolean
ipl_document_can_redo (IplDocument *self)
{
  return !g_queue_is_empty (&self->history.redo);
}

/* TRUE if the change needs no solution: another time of the same result, a request for a map, or
 * an experiment that starts only on request. */
static gboolean
only_looks (const IplParameters *old, const IplParameters *parameters)
{
  IplParameters then = *old;

  if (parameters->experiment->compute != NULL)
    return old->experiment == parameters->experiment
           && (parameters->experiment->runs_on_request
               || ipl_parameters_same_case (old, parameters));
  then.shown_time = parameters->shown_time;
  ipl_parameters_copy_map (&then, parameters);
  return ipl_parameters_equal (&then, parameters);
}

/* Shows a cached result of an experiment that starts only on request. Without one, clears the
 * figures if @waits.
 * Returns: FALSE if it does neither */
static gboolean
show_held (IplDocument *self, gboolean waits)
{
  IplSolveResult *held = ipl_document_find_held (self, IPL_SOLVE, self->parameters);

  if (held != NULL && held->dynamics != NULL)
    ipl_document_set_result (self, IPL_SOLVE, held);
  else if (!waits)
    return FALSE;
  else
    {
      ipl_document_cancel_job (self, IPL_SOLVE);
      ipl_document_sketch (self, self->parameters);
    }
  ipl_document_results_changed (self);
  return TRUE;
}

/* Takes @parameters, a reference: of the present case, or of another generated one; @begins if
 * it has just been opened. */
void
ipl_document_adopt (IplDocument *self, const IplParameters *parameters, gboolean begins)
{
  gboolean solves = begins || !only_looks (self->parameters, parameters);
  const IplParameters *old = self->parameters;
  gboolean waits = solves && !begins && parameters->experiment->takes != NULL;
  IplGracePeriod grace = IPL_AT_ONCE;

  if (ipl_parameters_same_case (old, parameters))
    grace = IPL_GENTLY;
  else if (old->experiment == parameters->experiment && old->experiment->generated)
    grace = IPL_PATIENTLY;
  /* Samples belong to the parameters they were drawn with. */
  if (grace != IPL_GENTLY || !ipl_setting_same_prior (&old->current, &parameters->current))
    ipl_document_end_sampling (self);
  ipl_parameters_replace (&self->parameters, parameters);
  ipl_document_forget_view (self);
  ipl_document_parameters_changed (self);
  if (parameters->experiment->runs_on_request && !begins
      && (grace != IPL_GENTLY || ipl_document_get_solve_result (self) == NULL)
      && show_held (self, waits))
    return;
  if (solves)
    ipl_document_solve (self, grace);
}

/* A network is valid only for the images of its training; for other images the theory is that of
 * an untrained network. */
static void
drop_network (IplDocument *self, IplParameters *fitting)
{
  IplTrainable *now = ipl_parameters_edit_trainable (fitting);
  const IplTrainable *old = ipl_parameters_get_trainable (self->parameters);

  if (now == NULL || now->network[0] == '\0' || fitting->experiment != self->parameters->experiment
      || strcmp (now->network, old->network) != 0
      || ipl_image_task_same_training (&now->task, &old->task))
    return;
  now->network = "";
  ipl_document_report (self,
                       "The trained network has other images, so the attention is now that of an "
                       "untrained one. Train a network on these images, or undo the change.",
                       FALSE);
}

/* TRUE if the setting is still that of the last scrub. */
static gboolean
is_scrubbed (IplDocument *self)
{
  const IplSetting *current = &self->parameters->current;

  return ipl_setting_equal (&self->scrub_to, current)
         && memcmp (self->scrub_to.N, current->N, sizeof current->N) == 0;
}

static void
scrub (IplDocument *self, const IplSetting *to)
{
  if (!is_scrubbed (self))
    self->scrub_from = self->parameters->current;
  self->scrub_to = *to;
}

/* Changes the widths that residual connections tie to a changed one. */
static void
tie_residual_widths (IplDocument *self, IplSetting *setting)
{
  const IplSetting *before = &self->parameters->current;
  guint n = 0, changed = 0;
  IplView view;

  for (guint l = 0; l <= setting->L; l++)
    if (setting->N[l] != before->N[l])
      {
        changed = l;
        n++;
      }
  if (setting->gp || before->L != setting->L || n != 1 || !ipl_document_get_view (self, &view)
      || view.the_case == NULL || view.the_case->L != setting->L)
    return;
  for (guint l = changed; l > 0 && view.the_case->residual[l - 1] > 0; l--)
    setting->N[l - 1] = setting->N[l];
  for (guint l = changed; l < setting->L && view.the_case->residual[l] > 0; l++)
    setting->N[l + 1] = setting->N[l];
}

/* Replaces the parameters by @fitting, an unshared copy. */
static void
change_to (IplDocument *self, IplParameters *fitting, const char *tag)
{
  drop_network (self, fitting);
  ipl_parameters_fit_layers (fitting);
  tie_residual_widths (self, &fitting->current);
  if (ipl_parameters_equal (self->parameters, fitting))
    {
      ipl_parameters_unref (fitting);
      return;
    }
  /* Display options are not part of undo steps. */
  if (!ipl_parameters_differ_in_display (self->parameters, fitting))
    ipl_document_remember (self, tag);
  if (g_strcmp0 (tag, "width") == 0)
    scrub (self, &fitting->current);
  self->opening.failed = FALSE;
  ipl_document_adopt (self, fitting, FALSE);
}

/* Sets new parameters and solves for them at once; the latest change wins.
 * @tag: (nullable): names the control; its changes in quick succession are one step of undo */
void
ipl_document_change (IplDocument *self, const IplParameters *parameters, const char *tag)
{
  change_to (self, ipl_parameters_copy_to_share (parameters), tag);
}

/* Moves to another width, temperature or set of variances.
 * @tag: (nullable): as for ipl_document_change() */
void
ipl_document_change_current (IplDocument *self, const IplSetting *setting, const char *tag)
{
  IplParameters *parameters = ipl_parameters_copy_to_share (self->parameters);

  parameters->current = *setting;
  change_to (self, parameters, tag);
}

/* Moves along the width axis. Unequal widths keep their proportions.
 * @N: the largest of the new widths
 * @gp: TRUE for the GP limit */
void
ipl_document_change_width (IplDocument *self, double N, gboolean gp)
{
  IplParameters *parameters = ipl_parameters_copy_to_share (self->parameters);
  IplSetting *setting = &parameters->current;

  setting->gp = gp;
  if (!gp)
    {
      if (is_scrubbed (self) && self->scrub_from.L == setting->L)
        memcpy (setting->N, self->scrub_from.N, sizeof setting->N);
      ipl_setting_scale_widths (setting, N);
    }
  change_to (self, parameters, "width");
}

/* Moves along the axis of time.
 * @time: a time of the shown trajectory; negative for its end, also as it grows */
void
ipl_document_show_time (IplDocument *self, double time)
{
  IplParameters *parameters = ipl_parameters_copy_to_share (self->parameters);

  parameters->shown_time = time < 0.0 ? -1.0 : time;
  change_to (self, parameters, "time");
}

/* Sets every parameter back to its default; can be undone. */
void
ipl_document_reset (IplDocument *self)
{
  ipl_document_change (self, self->defaults, NULL);
}

/* Keeps the display options of figures. Takes @parameters, a reference. */
static const IplParameters *
as_shown (IplDocument *self, const IplParameters *parameters)
{
  IplParameters *shown = ipl_parameters_copy_to_share (parameters);

  ipl_parameters_copy_display (shown, self->parameters);
  if (parameters->experiment != self->parameters->experiment
      || ipl_parameters_equal (shown, parameters))
    {
      ipl_parameters_unref (shown);
      return parameters;
    }
  ipl_parameters_unref (parameters);
  return shown;
}

static void
step (IplDocument *self, gboolean back)
{
  const IplParameters *parameters = ipl_document_pop_step (self, back);
  IplParameters defaults;

  if (parameters == NULL)
    return;
  self->opening.failed = FALSE;
  parameters = as_shown (self, parameters);
  if (parameters->experiment != self->parameters->experiment
      || strcmp (ipl_parameters_get_source (parameters),
                 ipl_parameters_get_source (self->parameters))
             != 0)
    ipl_document_leave_case (self);
  /* Resets to a file's own values while it is open, else to the values it was left with. */
  if (parameters->experiment != self->parameters->experiment)
    {
      if (!parameters->experiment->generated)
        ipl_parameters_replace (&self->defaults, ipl_parameters_ref (parameters));
      else
        {
          ipl_parameters_init (&defaults, parameters->experiment->id);
          ipl_parameters_replace (&self->defaults, ipl_parameters_share (&defaults));
        }
    }
  ipl_document_adopt (self, parameters, FALSE);
  ipl_document_shown_changed (self);
}

void
ipl_document_undo (IplDocument *self)
{
  self->opening.unproven = FALSE;
  step (self, TRUE);
}

void
ipl_document_redo (IplDocument *self)
{
  step (self, FALSE);
}

/* Goes back to the case before, as if the present one had not been opened. */
void
ipl_document_withdraw (IplDocument *self)
{
  ipl_document_undo (self);
  clear (&self->history.redo);
}

/* Draws the GP limits of these paths. */
void
ipl_document_set_subsets (IplDocument *self, const char *text)
{
  IplParameters parameters = *self->parameters;

  parameters.gp_paths = g_intern_string (text);
  ipl_document_change (self, &parameters, NULL);
}

/* Adds the selected path, if there is one, to the last subset of drawn GP limits, or removes it. */
void
ipl_document_tick_path (IplDocument *self)
{
  gsize path = (gsize)ipl_target_get (ipl_selection_get_selected (self->selection), IPL_PART_PATH);
  const IplSolveResult *result = ipl_document_get_solve_result (self);
  const IplCase *the_case = result != NULL ? result->the_case : NULL;
  g_autofree char *text = NULL;

  if (the_case == NULL || path >= the_case->Pi)
    return;
  text = ipl_path_subsets_toggle (the_case, self->parameters->gp_paths, (guint)path);
  ipl_document_set_subsets (self, text);
}

/* Paths that are ticked from now on are a new subset, with a GP limit. */
void
ipl_document_begin_subset (IplDocument *self)
{
  const char *text = self->parameters->gp_paths;
  g_autofree char *begun = NULL;

  if (text[0] == '\0' || g_str_has_suffix (text, ";"))
    return;
  begun = g_strconcat (text, ";", NULL);
  ipl_document_set_subsets (self, begun);
}

/* Takes on other looks; can be undone.
 * @style: (nullable): how figures look from now on; NULL for as always
 * @tag: (nullable): as for ipl_document_change() */
void
ipl_document_set_figure_style (IplDocument *self, const IplFigureStyle *style, const char *tag)
{
  if (ipl_figure_style_is_plain (style))
    style = NULL;
  if (ipl_figure_style_equal (style, self->figure_style))
    return;
  ipl_document_remember (self, tag);
  ipl_document_replace_figure_style (self, style != NULL ? ipl_figure_style_ref (style) : NULL);
}
