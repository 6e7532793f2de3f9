/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The story of a window as slides or moving pictures, written in the background. */
#include "app/window/window-story-file.h"

#include "app/window/window-web.h"

#include "app/base/theme.h"
#include "app/dialogs/export-settings.h"
#include "app/dialogs/file-chooser.h"
#include "app/window/window-state-private.h"
#include "core/base/shown-text.h"
#include "figures/animation/story-file.h"
#include "figures/output/style-json.h"
#include "figures/panels/panel-table.h"

#include <string.h>

/* A slide is 1920 pixels wide. */
#define DPI 144.0
#define FPS 20.0
#define HOLD_SECONDS 3.0

#define KEY "ipl-story-file"

/* Lives as long as the window. */
typedef struct
{
  IplJobs *jobs;
  IplJobStatus status;
  char *sentence; /* what the status says */
} StoryFile;

/* The first of many files stands for them. */
static char *
tell_written (char **paths)
{
  g_autofree char *shown = ipl_file_shown (paths[0]);

  if (paths[1] == NULL)
    return g_strdup_printf ("The story is in %s.", shown);
  return g_strdup_printf ("The story is in %s and %u files more.", shown,
                          g_strv_length (paths) - 1);
}

static void
on_update (const IplJobStatus *status, gpointer data, gpointer user_data)
{
  IplWindow *self = user_data;
  StoryFile *file = g_object_get_data (G_OBJECT (self), KEY);
  const IplStoryFileResult *result = data;

  if (self->session == NULL || file == NULL)
    return;
  g_free (file->sentence);
  file->sentence = g_strdup (status->sentence);
  file->status = *status;
  file->status.sentence = file->sentence;
  if (result != NULL && g_error_matches (result->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ipl_window_say (self, "The story has not been written.");
  else if (result != NULL && result->error != NULL)
    ipl_window_tell (self, result->error->message, TRUE);
  else if (result != NULL)
    {
      g_autofree char *text = tell_written (result->paths);

      ipl_window_tell_file (self, text, result->paths[0]);
    }
  ipl_window_changed (self);
}

static void
file_free (gpointer data)
{
  StoryFile *file = data;

  ipl_jobs_free (file->jobs);
  g_free (file->sentence);
  g_free (file);
}

static StoryFile *
get_file (IplWindow *self)
{
  StoryFile *file = g_object_get_data (G_OBJECT (self), KEY);

  if (file != NULL)
    return file;
  file = g_new0 (StoryFile, 1);
  file->jobs = ipl_jobs_new (NULL, &ipl_run_story_file, on_update, self);
  g_object_set_data_full (G_OBJECT (self), KEY, file, file_free);
  return file;
}

/* Returns: how far the story is that is being written, borrowed until it changes */
const IplJobStatus *
ipl_window_get_story_status (IplWindow *self)
{
  static const IplJobStatus idle = { .fraction = 1 };
  const StoryFile *file = g_object_get_data (G_OBJECT (self), KEY);

  return file != NULL ? &file->status : &idle;
}

/* No story is written any more; pages that are whole stay. */
void
ipl_window_stop_story (IplWindow *self)
{
  ipl_jobs_cancel (get_file (self)->jobs);
}

/* The command that writes it again, of the story as it is saved as a file. */
static IplProvenance *
make_provenance (const IplStoryFileRequest *request)
{
  static const char *const themes[] = { "light", "dark", "contrast", "contrast-dark" };
  IplExportSettings settings;
  g_autofree char *base = g_path_get_basename (request->path);
  g_autofree char *out = ipl_text_shell_quote (base);
  g_autofree char *style
      = request->style != NULL ? ipl_figure_style_to_json (request->style, FALSE) : NULL;
  g_autofree char *quoted = style != NULL ? ipl_text_shell_quote (style) : NULL;
  g_autofree char *command = g_strdup_printf (
      "interplay-cli story STORY.json --theme %s --look %s%s%s --out %s # STORY.json: the story, "
      "saved",
      themes[request->theme], request->look == IPL_LOOK_PAPER ? "paper" : "own",
      quoted != NULL ? " --style " : "", quoted != NULL ? quoted : "", out);

  ipl_export_settings_load (&settings);
  return ipl_provenance_new (request->story->settings, command, settings.anonymous);
}

/* Writes the story in the background, and says so at the end, or why not.
 * @path: the file; its ending tells the format */
void
ipl_window_export_story (IplWindow *self, const char *path)
{
  const IplStory *story = ipl_session_get_story (self->session);
  const IplSolveResult *solved = ipl_session_get_solve_result (self->session);
  const char *name = strrchr (path, '/'), *dot = strrchr (name != NULL ? name : path, '.');
  g_autoptr (IplStoryFileRequest) request = NULL;
  g_autoptr (GError) error = NULL;

  if (story == NULL)
    return;
  if (g_str_has_suffix (path, ".html"))
    {
      ipl_window_export_story_web (self, path);
      return;
    }
  request = g_new0 (IplStoryFileRequest, 1);
  request->story = ipl_story_ref (story);
  if (solved != NULL)
    request->sampled = ipl_solve_result_ref ((IplSolveResult *)solved);
  request->theme = ipl_theme_choice_get_theme (ipl_theme_choice_get_default ());
  request->look = ipl_theme_choice_get_look (ipl_theme_choice_get_default ());
  if (ipl_session_get_figure_style (self->session) != NULL)
    request->style = ipl_figure_style_ref (ipl_session_get_figure_style (self->session));
  request->animation = ipl_animation_format_of (path);
  request->slides = &ipl_format_pdf;
  request->fps = FPS;
  request->hold = HOLD_SECONDS;
  request->path = g_strdup (path);
  request->spares = TRUE;
  if (request->animation == NULL && (dot == NULL || !ipl_format_parse (dot + 1, &request->slides)))
    {
      g_autofree char *shown = ipl_file_shown (path), *endings = ipl_animation_format_list (),
                      *stills = ipl_format_list (".", ", ", ", ");
      g_autofree char *text
          = g_strdup_printf ("A story is written as .html, %s, %s: “%s” ends in none of them.",
                             stills, endings, shown);

      ipl_window_tell (self, text, TRUE);
      return;
    }
  if (!ipl_paper_init (&request->page, "slide", &ipl_panel_all, NULL, 0, DPI, &error)
      || (request->animation != NULL && request->animation->check != NULL
          && !request->animation->check (&error)))
    {
      ipl_window_tell (self, error->message, TRUE);
      return;
    }
  request->made = make_provenance (request);
  get_file (self)->status = (IplJobStatus){ .running = TRUE, .fraction = -1 };
  ipl_jobs_submit (get_file (self)->jobs, g_steal_pointer (&request));
  ipl_window_changed (self);
}

static void
on_response (GtkFileChooserNative *chooser, int response, IplWindow *self)
{
  g_autoptr (GPtrArray) files = ipl_file_chooser_finish (chooser, response);

  if (files->len > 0 && g_file_peek_path (files->pdata[0]) != NULL)
    ipl_window_export_story (self, g_file_peek_path (files->pdata[0]));
}

static void
on_export_story (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkFileChooserNative *chooser
      = ipl_file_chooser_new (data, "Export the Story", GTK_FILE_CHOOSER_ACTION_SAVE, "_Export",
                              "*.pdf *.html *.png *.svg *.gif *.webp *.mp4 *.webm",
                              "Slides, web pages and moving pictures", "story.pdf", "stories");

  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), data, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
update (IplWindow *self)
{
  const IplStory *story = ipl_session_get_story (self->session);

  ipl_window_enable_action (self, "export-story",
                            story != NULL && ipl_story_n_stops (story) > 0
                                && !ipl_window_get_story_status (self)->running);
}

static const IplCommand commands[] = {
  { "export-story", on_export_story, "<Control><Shift>e", "Export the story", IPL_SHORTCUTS_STORY },
};

const IplWindowPart ipl_window_story_file_part
    = { .commands = commands, .n_commands = G_N_ELEMENTS (commands), .update = update };
