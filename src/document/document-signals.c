/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a document and its signals. */
#include "document/document-private.h"

#include "core/parameters/parameters-change.h"

/* A copy with its own references. */
IplDocumentContent
ipl_document_content_copy (const IplDocumentContent *self)
{
  ipl_parameters_ref (self->parameters);
  if (self->story != NULL)
    ipl_story_ref (self->story);
  if (self->figure_style != NULL)
    ipl_figure_style_ref (self->figure_style);
  return *self;
}

void
ipl_document_content_clear (IplDocumentContent *self)
{
  ipl_parameters_unref (self->parameters);
  g_clear_pointer (&self->story, ipl_story_unref);
  g_clear_pointer (&self->figure_style, ipl_figure_style_unref);
  *self = (IplDocumentContent){ NULL };
}

/* @text is empty when the reason of the last one is gone. */
void
ipl_document_report (IplDocument *self, const char *text, gboolean is_error)
{
  g_signal_emit_by_name (self, "message", text, is_error);
}

/* Returns: the needs of all figures in sight */
guint
ipl_document_get_needs (IplDocument *self)
{
  guint needs = 0;

  for (guint i = 0; i < G_N_ELEMENTS (self->shown.in_sight); i++)
    needs |= self->shown.in_sight[i] > 0 ? 1u << i : 0;
  return needs;
}

/* Something that figures show has changed, or will have with the next signal. */
void
ipl_document_forget_view (IplDocument *self)
{
  self->shown.is_current = FALSE;
}

void
ipl_document_parameters_changed (IplDocument *self)
{
  g_signal_emit_by_name (self, "parameters-changed");
}

void
ipl_document_results_changed (IplDocument *self)
{
  g_signal_emit_by_name (self, "results-changed");
}

void
ipl_document_shown_changed (IplDocument *self)
{
  g_signal_emit_by_name (self, "shown-changed");
}

void
ipl_document_job_changed (IplDocument *self, const char *id)
{
  g_autofree char *signal = g_strconcat ("job-changed::", id, NULL);

  g_signal_emit_by_name (self, signal);
}

const IplParameters *
ipl_document_get_parameters (IplDocument *self)
{
  return self->parameters;
}

/* Returns: target of a reset: the experiment's or the case's own values */
const IplParameters *
ipl_document_get_defaults (IplDocument *self)
{
  return self->defaults;
}

/* A file of results is no longer shown. */
void
ipl_document_forget_stored (IplDocument *self)
{
  g_clear_pointer (&self->opening.stored, g_free);
  ipl_parameters_replace (&self->opening.stored_then, NULL);
}

/* Another story, or none; @story is a reference to be taken. */
void
ipl_document_replace_story (IplDocument *self, const IplStory *story)
{
  const IplStory *old = self->story;

  self->story = story;
  if (old != story)
    g_signal_emit_by_name (self, "story-changed");
  g_clear_pointer (&old, ipl_story_unref);
}

/* Other looks, or none; @style is a reference to be taken. */
void
ipl_document_replace_figure_style (IplDocument *self, const IplFigureStyle *style)
{
  const IplFigureStyle *old = self->figure_style;

  self->figure_style = style;
  if (old != style)
    g_signal_emit_by_name (self, "figure-style-changed");
  g_clear_pointer (&old, ipl_figure_style_unref);
}

/* From now on the document is that of a file, or of none.
 * @path, @stamp: (nullable) */
void
ipl_document_replace_file (IplDocument *self, const char *path, const char *stamp)
{
  g_free (self->saved.file);
  g_free (self->saved.stamp);
  self->saved.file = path != NULL && path[0] != '\0' ? g_strdup (path) : NULL;
  self->saved.stamp = g_strdup (stamp);
}

/* Something else is open, of which nothing has been changed yet. */
void
ipl_document_is_as_saved (IplDocument *self)
{
  ipl_document_content_clear (&self->saved.content);
  self->saved.content = ipl_document_content_copy (&self->content);
  self->saved.was_computed = self->saved.computed;
  self->saved.was_unsaved = self->saved.brings_unsaved;
  self->saved.brings_unsaved = FALSE;
}

/* TRUE if the parameters are these but for the view. */
static gboolean
are_shown_by (IplDocument *self, const IplParameters *saved)
{
  return ipl_parameters_equal (self->parameters, saved)
         || ipl_parameters_differ_in_view (saved, self->parameters);
}

/* Returns: TRUE if the parameters are as they were opened or saved, or are those of an example in
 *   no file, which undo of an opening returns to */
gboolean
ipl_document_has_saved_parameters (IplDocument *self)
{
  IplParameters example;

  if (are_shown_by (self, self->saved.content.parameters))
    return TRUE;
  if (self->saved.file != NULL || ipl_parameters_get_source (self->parameters)[0] != '\0')
    return FALSE;
  ipl_parameters_init (&example, self->parameters->experiment->id);
  return are_shown_by (self, &example);
}

/* Returns: (nullable): the story */
const IplStory *
ipl_document_get_story (IplDocument *self)
{
  return self->story;
}

/* Returns: (nullable): the figure style of the user */
const IplFigureStyle *
ipl_document_get_figure_style (IplDocument *self)
{
  return self->figure_style;
}

IplSelection *
ipl_document_get_selection (IplDocument *self)
{
  return self->selection;
}

/* Returns: (nullable): the file that is being read, while it is */
const char *
ipl_document_get_opening (IplDocument *self)
{
  return self->opening.looking != NULL ? self->opening.looking : self->opening.label;
}

/* Returns: TRUE while a file is being read that will replace the present case */
gboolean
ipl_document_is_replacing (IplDocument *self)
{
  return self->opening.looking != NULL || (self->opening.label != NULL && !self->opening.adds);
}

/* Returns: number of replacements of the case so far: by opening, undo or redo */
guint
ipl_document_count_cases (IplDocument *self)
{
  return self->opening.n_cases;
}

gboolean
ipl_document_is_sampling (IplDocument *self)
{
  return self->sampling.plan.serial != 0;
}

gboolean
ipl_document_is_pruning (IplDocument *self)
{
  return self->heads.prune != 0;
}

guint
ipl_document_get_test (IplDocument *self)
{
  return self->heads.test;
}

/* Returns: TRUE if the case is a one-shot task, for which a network can be trained */
gboolean
ipl_document_is_trainable (IplDocument *self)
{
  return ipl_parameters_get_trainable (self->parameters) != NULL;
}
