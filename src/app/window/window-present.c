/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presents the story of a window, or its pages without a story, in full screen. Edits the story
 * step by step, opens and saves it. */
#include "app/window/window-private.h"

#include "app/help/context-help.h"
#include "app/pages/page-table.h"
#include "app/present/stops-dialog.h"
#include "app/base/file-chooser.h"
#include "core/base/text-escape.h"
#include "figures/story/story.h"
#include "document/session-save.h"

/* Lists the visible panels.
 * Returns: number of panels */
static guint
list_shown (IplWindow *self, const IplPanel *panels[IPL_STOP_MAX_PANELS])
{
  IplPanelGrid *grid = ipl_window_get_grid (self);
  const IplStop *stop;

  if (self->presentation == NULL)
    return ipl_panel_grid_list_shown (grid, panels);
  stop = ipl_story_get_stop (self->presentation->story, self->presentation->at);
  for (guint i = 0; i < stop->n_panels; i++)
    panels[i] = stop->panels[i];
  return stop->n_panels;
}

/* FALSE if a panel shows a sentence instead of numbers until the user starts a computation. */
static gboolean
has_something (const IplPanel *panel, const IplView *view)
{
  const guint optional = IPL_NEEDS_SAMPLES | IPL_NEEDS_TRAINING | IPL_NEEDS_MAP;
  const char *more = NULL;

  return ipl_panel_fits (panel, view)
         && ((panel->needs & optional) == 0 || panel->empty == NULL
             || panel->empty (view, &more) == NULL);
}

/* Makes a step of the panels of a page that have something to show; for the visible page, of its
 * visible panels.
 * Returns: (transfer full) (nullable) */
static const IplStop *
page_stop (IplWindow *self, const IplPage *page, const IplView *view)
{
  IplStop *stop = ipl_stop_new (ipl_document_get_parameters (self->document));
  const IplPanel *panels[IPL_STOP_MAX_PANELS];
  guint n = 0;

  if (g_strcmp0 (page->id, ipl_window_get_page (self)) == 0)
    n = list_shown (self, panels);
  else
    while (n < IPL_STOP_MAX_PANELS && (panels[n] = ipl_page_get_panel (page, n)) != NULL)
      n++;
  for (guint i = 0; i < n; i++)
    if (has_something (panels[i], view))
      stop->panels[stop->n_panels++] = panels[i];
  if (stop->n_panels > 0)
    return stop;
  ipl_stop_unref (stop);
  return NULL;
}

/* Makes a story of the pages that have something to show, for a window without a story.
 * @at: (out): step of the visible page, or the next one
 * Returns: (transfer full): the story */
static const IplStory *
story_of_pages (IplWindow *self, guint *at)
{
  const IplStory *story = ipl_story_new ("", ipl_document_get_parameters (self->document));
  IplView view;

  *at = 0;
  if (!ipl_document_get_view (self->document, &view))
    return story;
  for (const IplPage *const *page = ipl_pages (NULL); *page != NULL; page++)
    {
      g_autoptr (IplStop) stop = NULL;
      guint n = ipl_story_n_stops (story);
      const IplStory *longer;

      if (g_strcmp0 ((*page)->id, ipl_window_get_page (self)) == 0)
        *at = n;
      if (ipl_window_offers_page (self, (*page)->id))
        stop = (IplStop *)page_stop (self, *page, &view);
      if (stop == NULL)
        continue;
      longer = ipl_story_insert (story, n, stop);
      ipl_story_unref (story);
      story = longer;
    }
  return story;
}

/* The state of a window before a story, to be restored after it. */
typedef struct
{
  IplWindowLook look;
  const IplParameters *parameters;
  IplTarget selected;
  char *file, *stamp; /* (nullable): of the session */
  gboolean is_unsaved;
} Before;

#define BEFORE "ipl-before-story"

static void
before_free (gpointer data)
{
  Before *before = data;

  ipl_parameters_unref (before->parameters);
  g_free (before->file);
  g_free (before->stamp);
  g_free (before);
}

static void
remember (IplWindow *self)
{
  Before *before = g_new0 (Before, 1);

  before->look = ipl_window_get_look (self);
  before->parameters = ipl_parameters_ref (ipl_document_get_parameters (self->document));
  before->selected = *ipl_selection_get_selected (ipl_document_get_selection (self->document));
  before->file = g_strdup (ipl_document_get_file (self->document));
  before->stamp = g_strdup (ipl_document_get_stamp (self->document));
  before->is_unsaved = ipl_document_is_unsaved (self->document);
  g_object_set_data_full (G_OBJECT (self), BEFORE, before, before_free);
}

/* Opens the case from before a story of another case, with its file. */
static void
open_again (IplWindow *self, const Before *before)
{
  gboolean is_kept = !ipl_document_has_unkept_story (self->document);

  ipl_document_open_parameters (self->document, before->parameters);
  ipl_document_was_in_file (self->document, before->file, before->stamp, before->is_unsaved);
  if (is_kept)
    ipl_document_set_saved_story (self->document, ipl_document_get_story (self->document));
}

/* Restores the window. Returns FALSE if no story was presented. */
static gboolean
bring_back (IplWindow *self)
{
  Before *before = g_object_steal_data (G_OBJECT (self), BEFORE);

  if (before == NULL)
    return FALSE;
  if (ipl_story_same_subject (before->parameters, ipl_document_get_parameters (self->document)))
    ipl_document_change (self->document, before->parameters, "story");
  else
    open_again (self, before);
  ipl_document_select_opened (self->document, &before->selected);
  ipl_window_set_look (self, &before->look);
  before_free (before);
  return TRUE;
}

/* Shows the last step in the window. */
static void
show_last (IplWindow *self, const IplStop *stop)
{
  const IplPanel *panel = stop->panels[0];
  const char *page = ipl_panel_is_composite (panel) ? NULL : ipl_window_get_page_of (self, panel);
  IplPanelGrid *grid;

  if (page == NULL || !ipl_window_offers_page (self, page))
    return;
  ipl_window_show_page (self, page);
  grid = ipl_window_get_grid (self);
  if (ipl_panel_grid_get_enlarged (grid) != NULL || stop->n_panels == 1)
    ipl_panel_grid_set_enlarged (grid, stop->n_panels == 1 ? panel : NULL);
}

static void
on_close (IplWindow *self)
{
  g_autoptr (IplStop) last = NULL;
  IplTarget none = IPL_TARGET_NONE;

  if (self->presentation == NULL)
    return;
  last = (IplStop *)ipl_stop_ref (
      ipl_story_get_stop (self->presentation->story, self->presentation->at));
  ipl_presentation_finish (self->presentation);
  self->presentation = NULL;
  ipl_selection_hover (ipl_document_get_selection (self->document), &none);
  gtk_window_set_child (GTK_WINDOW (self), self->content);
  g_clear_object (&self->content);
  gtk_widget_set_visible (gtk_window_get_titlebar (GTK_WINDOW (self)), TRUE);
  if (!self->was_fullscreen)
    gtk_window_unfullscreen (GTK_WINDOW (self));
  if (!bring_back (self))
    show_last (self, last);
  ipl_window_focus_page (self);
  ipl_window_changed (self);
}

/* Closes the presentation if the case of the story cannot be opened. The window shows the error. */
static void
on_message (IplWindow *self, const char *text, gboolean is_error)
{
  if (is_error && self->presentation != NULL && ipl_document_get_opening (self->document) == NULL
      && !ipl_story_is_of (self->presentation->story, ipl_document_get_parameters (self->document)))
    on_close (self);
}

static void
present (IplWindow *self, guint at)
{
  const IplStory *session_story = ipl_document_get_story (self->document);
  gboolean has_story = session_story != NULL && ipl_story_n_stops (session_story) > 0;
  g_autoptr (IplStory) story
      = (IplStory *)(has_story ? ipl_story_ref (session_story) : story_of_pages (self, &at));

  if (self->presentation != NULL || ipl_story_n_stops (story) == 0)
    return;
  if (has_story && g_object_get_data (G_OBJECT (self), BEFORE) == NULL)
    remember (self);
  if (has_story && !ipl_story_is_of (story, ipl_document_get_parameters (self->document)))
    ipl_document_open_parameters (self->document, story->settings);
  ipl_scrubber_set_playing (self->scrubber, FALSE);
  ipl_scrubber_set_playing (self->time_scrubber, FALSE);
  self->presentation = ipl_presentation_new (self->document, story,
                                             MIN (at, ipl_story_n_stops (story) - 1), !has_story);
  ipl_help_mark (GTK_WIDGET (self->presentation), "stories");
  ipl_presentation_add_input (self->presentation);
  g_signal_connect_object (self->presentation, "close", G_CALLBACK (on_close), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->presentation, "moved", G_CALLBACK (ipl_window_changed), self,
                           G_CONNECT_SWAPPED);
  self->content = g_object_ref (gtk_window_get_child (GTK_WINDOW (self)));
  gtk_window_set_child (GTK_WINDOW (self), GTK_WIDGET (self->presentation));
  gtk_widget_set_visible (gtk_window_get_titlebar (GTK_WINDOW (self)), FALSE);
  self->was_fullscreen = gtk_window_is_fullscreen (GTK_WINDOW (self));
  gtk_window_fullscreen (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->presentation));
  ipl_window_changed (self);
}

static void
on_present (IplWindow *self)
{
  present (self, 0);
}

static void
on_add_stop (IplWindow *self)
{
  const IplPanel *panels[IPL_STOP_MAX_PANELS];
  g_autofree char *text = NULL;

  if (!ipl_document_add_stop (self->document, list_shown (self, panels), panels))
    return;
  text = g_strdup_printf ("Added as step %u of the story.",
                          ipl_story_n_stops (ipl_document_get_story (self->document)));
  ipl_window_show_status (self, text);
}

static void
on_dialog_present (IplWindow *self, IplStopsDialog *dialog)
{
  guint at = ipl_stops_dialog_get_selected (dialog);

  gtk_window_destroy (GTK_WINDOW (dialog));
  present (self, at);
}

static void
on_stops (IplWindow *self)
{
  if (self->stops_dialog == NULL)
    {
      g_set_weak_pointer (&self->stops_dialog,
                          GTK_WINDOW (ipl_stops_dialog_new (GTK_WINDOW (self), self->document)));
      g_signal_connect_object (self->stops_dialog, "present", G_CALLBACK (on_dialog_present), self,
                               G_CONNECT_SWAPPED);
    }
  gtk_window_present (self->stops_dialog);
}

static void
on_new_story (IplWindow *self)
{
  ipl_document_set_story (self->document, NULL, NULL);
}

typedef struct
{
  const IplStory *story;
  gboolean presents;
} Opening;

static void
opening_free (gpointer data)
{
  ipl_story_unref (((Opening *)data)->story);
  g_free (data);
}

static void
open_now (gpointer window, gpointer data)
{
  Opening *opening = data;
  IplWindow *self = window;

  if (self->presentation != NULL)
    on_close (self);
  if (opening->presents && ipl_story_n_stops (opening->story) > 0)
    remember (self);
  ipl_document_open_story (self->document, opening->story, TRUE);
  if (opening->presents)
    present (self, 0);
  else
    {
      guint n = ipl_story_n_stops (opening->story);
      g_autofree char *text = g_strdup_printf ("The story has %u %s: F5 presents it, Ctrl+F5 lists "
                                               "them.",
                                               n, n == 1 ? "step" : "steps");

      ipl_window_show_status (self, text);
    }
}

/* Opens a story and its case. The window shows an error.
 * @name: a built-in story, or a file */
void
ipl_window_open_story (IplWindow *self, const char *name, gboolean presents)
{
  g_autoptr (GError) error = NULL;
  const IplStory *story = ipl_story_open (name, &error);
  Opening *opening;

  if (story == NULL)
    {
      ipl_window_show_message (self, error->message, TRUE);
      return;
    }
  opening = g_new0 (Opening, 1);
  opening->story = story;
  opening->presents = presents;
  if (ipl_story_is_of (story, ipl_document_get_parameters (self->document)))
    {
      open_now (self, opening);
      opening_free (opening);
    }
  else
    ipl_window_leave_then (self, IPL_LEAVING_CASE, open_now, opening, opening_free);
}

static void
on_open_story (IplWindow *self, const char *text)
{
  ipl_window_open_story (self, text, TRUE);
}

static void
on_open_chosen (IplWindow *self, const char *path)
{
  ipl_window_open_story (self, path, FALSE);
}

/* Saves the story, and reports success or failure. */
static void
save_story (IplWindow *self, const char *path)
{
  const IplStory *story = ipl_document_get_story (self->document);
  g_autofree char *shown = NULL, *text = NULL;
  g_autoptr (GError) error = NULL;

  if (story == NULL)
    return;
  if (!ipl_story_save (story, path, &error))
    {
      ipl_window_show_message (self, error->message, TRUE);
      return;
    }
  ipl_document_set_saved_story (self->document, story);
  shown = ipl_file_shown (path);
  text = g_strdup_printf ("Saved the story as %s.", shown);
  ipl_window_show_status (self, text);
}

static void
on_story (IplWindow *self)
{
  ipl_window_update (self);
  ipl_window_changed (self);
}

static void
set_up (IplWindow *self)
{
  guint n;
  const IplShippedStory *stories = ipl_shipped_stories (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (stories[i].label, NULL);

      g_menu_item_set_action_and_target (item, "win.present", "s", stories[i].id);
      g_menu_append_item (self->stories_menu, item);
    }
  g_signal_connect_swapped (self->document, "story-changed", G_CALLBACK (on_story), self);
  g_signal_connect_swapped (self->document, "message", G_CALLBACK (on_message), self);
}

static void
update (IplWindow *self)
{
  const IplStory *story = ipl_document_get_story (self->document);
  IplView view;
  gboolean any = ipl_document_get_view (self->document, &view) && ipl_view_has_result (&view);

  ipl_window_enable (self, "present::story", any || story != NULL);
  ipl_window_enable (self, "story::add", any);
  ipl_window_enable (self, "save::story", story != NULL);
  ipl_window_enable (self, "story::new", story != NULL);
}

static const IplFileQuestion open_story_question
    = { "Open a Story", IPL_FILE_OPEN, "_Open", "*.json", "Stories (*.json)", "stories" };

static const IplFileQuestion save_story_question
    = { "Save the Story", IPL_FILE_SAVE, "_Save", "*.json", "Stories (*.json)", "stories" };

static const IplCommand commands[] = {
  { "present::story", G_CALLBACK (on_present), "F5", "Present", IPL_SHORTCUTS_STORY,
    .why = "The story has no steps: add one first (Ctrl+Shift+A)." },
  { "story::steps", G_CALLBACK (on_stops), "<Control>F5", "Steps of the story",
    IPL_SHORTCUTS_STORY },
  { "story::add", G_CALLBACK (on_add_stop), "<Control><Shift>a", "Add a step",
    IPL_SHORTCUTS_STORY },
  { "story::new", G_CALLBACK (on_new_story), .why = "The story has no steps yet.",
    .title = "New story", .group = IPL_SHORTCUTS_STORY },
  { "open::story", G_CALLBACK (on_open_chosen), "<Control><Shift>l", "Open a story",
    IPL_SHORTCUTS_STORY, .question = &open_story_question },
  { "save::story", G_CALLBACK (save_story), "<Control><Shift>F5", "Save the story",
    IPL_SHORTCUTS_STORY, .question = &save_story_question, .file_name = "story.json",
    .why = "The story has no steps." },
  { "present", G_CALLBACK (on_open_story), .parameter_type = "s" },
};

const IplWindowPart ipl_window_present_part
    = { commands, G_N_ELEMENTS (commands), set_up, update, ipl_presentation_add_shortcuts };
