/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The story of a document: steps made from the shown panels, and their presentation. */
#include "document/document-private.h"

#include "core/base/json.h"
#include "core/maps/map-parameters.h"
#include "figures/story/story.h"

/* Takes on a story; can be undone.
 * @story: (nullable): another story, or the present one changed; NULL for none
 * @tag: (nullable): as for ipl_document_change() */
void
ipl_document_set_story (IplDocument *self, const IplStory *story, const char *tag)
{
  if (story == self->story)
    return;
  ipl_document_remember (self, tag);
  ipl_document_replace_story (self, story != NULL ? ipl_story_ref (story) : NULL);
}

/* @story: a story that is in a file now */
void
ipl_document_set_saved_story (IplDocument *self, const IplStory *story)
{
  const IplStory *old = self->saved.saved_story;

  self->saved.saved_story = ipl_story_ref (story);
  g_clear_pointer (&old, ipl_story_unref);
}

/* Returns: TRUE if the story would be lost with the document */
gboolean
ipl_document_has_unkept_story (IplDocument *self)
{
  return self->story != NULL && self->story != self->saved.saved_story
         && ipl_story_n_stops (self->story) > 0;
}

/* Sets a story, and opens its case unless it is open.
 * @from_file: TRUE if it is in a file, or shipped with the program */
void
ipl_document_open_story (IplDocument *self, const IplStory *story, gboolean from_file)
{
  if (from_file)
    ipl_document_set_saved_story (self, story);
  ipl_document_set_story (self, story, NULL);
  /* A window that was opened for the story has solved nothing yet. */
  if (!ipl_story_is_of (story, self->parameters) || ipl_document_get_solve_result (self) == NULL)
    ipl_document_open_parameters (self, story->settings);
}

/* A story whose first step is the shown view. */
static const IplStory *
begin_story (IplDocument *self)
{
  g_autofree char *title = ipl_parameters_get_title (self->parameters, self->defaults);
  IplParameters settings = *self->parameters;

  settings.shown_time = -1;
  settings.map_axis_x = settings.map_axis_y = settings.map_seeds = "";
  return ipl_story_new (title, &settings);
}

/* A step of the shown view, with the axes of the present map. */
static IplStop *
new_stop (IplDocument *self)
{
  const IplMap *map = ipl_document_get_map (self);
  IplParameters parameters = *self->parameters;

  if (map != NULL)
    ipl_map_set_parameters (&parameters, &map->run);
  return ipl_stop_new (&parameters);
}

/* Appends the shown panels to the story, or begins one. A message reports the reason if this is
 * impossible.
 * @panels: [n_panels] on the screen */
gboolean
ipl_document_add_stop (IplDocument *self, guint n_panels, const IplPanel *const *panels)
{
  g_autoptr (IplStop) stop = NULL;
  g_autoptr (IplStory) story = NULL, longer = NULL;
  guint n = self->story != NULL ? ipl_story_n_stops (self->story) : 0;

  if (self->story != NULL && n > 0 && !ipl_story_accepts (self->story, self->parameters))
    {
      g_autofree char *text = g_strdup_printf (
          "The story belongs to “%s”, so this view cannot be added: save it and begin a new story.",
          self->story->settings->experiment->title);

      ipl_document_report (self, text, TRUE);
      return FALSE;
    }
  if (n >= IPL_STORY_MAX_STOPS)
    {
      ipl_document_report (self, "A story has at most 200 steps: remove one first.", TRUE);
      return FALSE;
    }
  story = (IplStory *)(n > 0 ? ipl_story_ref (self->story) : begin_story (self));
  stop = new_stop (self);
  stop->n_panels = MIN (n_panels, IPL_STOP_MAX_PANELS);
  for (guint i = 0; i < stop->n_panels; i++)
    stop->panels[i] = panels[i];
  stop->selected = *ipl_selection_get_selected (self->selection);
  longer = (IplStory *)ipl_story_insert (story, n, stop);
  ipl_document_set_story (self, longer, NULL);
  return TRUE;
}

/* Shows a point of a story. Changes on the way between two steps, ipl_document_set_dragging(), are
 * one step of undo.
 * @point: a point of a story of the open case */
void
ipl_document_show_point (IplDocument *self, const IplStoryPoint *point)
{
  if (point->parameters.experiment != self->parameters->experiment)
    ipl_document_begin_experiment (self, &point->parameters);
  else
    ipl_document_change (self, &point->parameters, "story");
  if (point->t >= 1 && (ipl_document_get_needs (self) & IPL_NEEDS_MAP) != 0)
    ipl_document_request_map (self);
  ipl_selection_select_in (
      self->selection, point->to->emphasised != NULL ? point->to->emphasised : point->to->panels[0],
      &point->selected);
  if (point->selected.kind == IPL_TARGET_PRUNED)
    ipl_document_choose_pruned (self, point->selected.number[0]);
}

void
ipl_document_add_story_json (IplDocument *self, JsonBuilder *builder)
{
  g_autofree char *text = self->story != NULL ? ipl_story_to_json (self->story) : NULL;

  if (text == NULL)
    return;
  ipl_json_add_text (builder, "story", text);
  ipl_json_add_boolean (builder, "story_is_kept", !ipl_document_has_unkept_story (self));
}

/* An unreadable story is dropped. */
void
ipl_document_read_story_json (IplDocument *self, JsonObject *object, IplParametersFile each,
                              gpointer data)
{
  const char *text = NULL;
  gboolean is_saved = FALSE;
  const IplStory *story;

  if (!ipl_json_get_text (object, "story", &text, NULL) || text == NULL)
    return;
  ipl_json_get_boolean (object, "story_is_kept", &is_saved, NULL);
  story = ipl_story_from_json (text, NULL);
  if (story == NULL)
    return;
  if (each != NULL)
    {
      const IplStory *as_named = story;

      story = ipl_story_with_files (as_named, each, data);
      ipl_story_unref (as_named);
    }
  if (is_saved)
    ipl_document_set_saved_story (self, story);
  ipl_document_replace_story (self, story);
}
