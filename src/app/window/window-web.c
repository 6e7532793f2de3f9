/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a window shows at all widths, or its story, as a web page, written in the background. */
#include "app/window/window-web.h"

#include "app/base/theme.h"
#include "app/dialogs/export-command.h"
#include "app/dialogs/file-chooser.h"
#include "app/pages/page-table.h"
#include "app/window/window-pages.h"
#include "app/window/window-state-private.h"
#include "core/base/shown-text.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/parameters-names.h"
#include "figures/output/style-json.h"
#include "figures/panels/panel-table.h"
#include "figures/view/compared.h"
#include "figures/web/web-file.h"
#include "figures/web/web-story.h"

#include <string.h>

#define KEY "ipl-web-file"

/* Lives as long as the window. */
typedef struct
{
  IplJobs *pages;
  IplJobs *stories;
  IplJobStatus status;
  char *sentence; /* what the status says */
} WebFile;

static void
on_update (const IplJobStatus *status, gpointer data, gpointer user_data)
{
  IplWindow *self = user_data;
  WebFile *file = g_object_get_data (G_OBJECT (self), KEY);
  const IplWebFileResult *result = data;

  if (self->session == NULL || file == NULL)
    return;
  g_free (file->sentence);
  file->sentence = g_strdup (status->sentence);
  file->status = *status;
  file->status.sentence = file->sentence;
  if (result != NULL && g_error_matches (result->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ipl_window_say (self, "The web page has not been written.");
  else if (result != NULL && result->error != NULL)
    ipl_window_tell (self, result->error->message, TRUE);
  else if (result != NULL)
    {
      g_autofree char *shown = ipl_path_shown (result->path);
      g_autofree char *text = g_strdup_printf ("The web page is in %s.", shown);

      ipl_window_tell_file (self, text, result->path);
    }
  ipl_window_changed (self);
}

static void
file_free (gpointer data)
{
  WebFile *file = data;

  ipl_jobs_free (file->pages);
  ipl_jobs_free (file->stories);
  g_free (file->sentence);
  g_free (file);
}

static WebFile *
get_file (IplWindow *self)
{
  WebFile *file = g_object_get_data (G_OBJECT (self), KEY);

  if (file != NULL)
    return file;
  file = g_new0 (WebFile, 1);
  file->pages = ipl_jobs_new (NULL, &ipl_run_web_file, on_update, self);
  file->stories = ipl_jobs_new (NULL, &ipl_run_web_story, on_update, self);
  g_object_set_data_full (G_OBJECT (self), KEY, file, file_free);
  return file;
}

/* Returns: how far the page is that is being written, borrowed until it changes */
const IplJobStatus *
ipl_window_get_web_status (IplWindow *self)
{
  static const IplJobStatus idle = { .fraction = 1 };
  const WebFile *file = g_object_get_data (G_OBJECT (self), KEY);

  return file != NULL ? &file->status : &idle;
}

/* No page is written any more; a file that was there before stays as it was. */
void
ipl_window_stop_web (IplWindow *self)
{
  ipl_jobs_cancel (get_file (self)->pages);
  ipl_jobs_cancel (get_file (self)->stories);
}

static void
begin (IplWindow *self, IplJobs *jobs, gpointer request)
{
  get_file (self)->status = (IplJobStatus){ .running = TRUE, .fraction = -1 };
  ipl_jobs_submit (jobs, request);
  ipl_window_changed (self);
}

static char *
quote_name (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);

  return ipl_text_shell_quote (base);
}

static void
append_choice (GString *text, const IplChoice *choice, guint option)
{
  if (option > 0 && option < choice->n)
    g_string_append_printf (text, " --%s %s", choice->id, choice->options[option].id);
}

static void
append_style (GString *text, const IplFigureStyle *style)
{
  g_autofree char *json = style != NULL ? ipl_figure_style_to_json (style, FALSE) : NULL;
  g_autofree char *quoted = json != NULL ? ipl_text_shell_quote (json) : NULL;

  if (quoted != NULL)
    g_string_append_printf (text, " --style %s", quoted);
}

/* The command that writes it again. */
static IplProvenance *
make_provenance (IplWindow *self, const IplWebFileRequest *request, gboolean anonymous)
{
  const IplParameters *parameters = ipl_session_get_parameters (self->session);
  const IplView *view = &request->shown->view;
  gboolean complete;
  IplParameters leaving = *parameters;
  g_autofree char *figure = NULL;
  g_autofree char *out = quote_name (request->path);
  const char *rest, *width;
  GString *text = g_string_new ("interplay-cli html");
  IplProvenance *made;

  ipl_parameters_leave_folders (&leaving, FALSE);
  figure = ipl_parameters_figure_command (&leaving, &complete);
  rest = figure + strlen ("interplay-cli figure");
  width = strstr (rest, " --width ");
  /* A width beside those of the sweep is none that the command knows. */
  g_string_append_len (text, rest,
                       width != NULL && ipl_view_current_row (view) < 0 ? width - rest : -1);
  append_choice (text, &ipl_choice_accuracy_lines, view->accuracy_lines);
  append_choice (text, &ipl_choice_path_scale, view->path_scale);
  append_choice (text, &ipl_choice_heatmap_scale, view->heatmap_scale);
  if (request->look == IPL_LOOK_PAPER)
    g_string_append (text, " --look paper");
  append_style (text, view->figure_style);
  g_string_append_printf (text, " --out %s", out);
  made = ipl_provenance_new (parameters, view->own == NULL ? text->str : "", anonymous);
  g_string_free (text, TRUE);
  return made;
}

/* The four panels and the kernels of a case; of another result what the page in front shows. */
static void
choose_panels (IplWindow *self, IplWebFileRequest *request, const IplView *view)
{
  const IplPage *page = ipl_page_find (ipl_window_get_page (self));
  const IplPanel *const all[] = { &ipl_panel_all, &ipl_panel_kernels };
  const IplPanel *own[IPL_WEB_MOST_FIGURES];
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (ipl_panel_fits (all[i], view))
      request->panels[request->n_panels++] = all[i];
  for (guint i = 0; request->n_panels == 0 && page != NULL && i < IPL_PANEL_GRID_PLACES; i++)
    {
      const IplPanel *panel
          = page->places[i].panel != NULL ? ipl_panel_find (page->places[i].panel) : NULL;

      if (panel != NULL && n < IPL_WEB_MOST_FIGURES && ipl_panel_fits (panel, view))
        own[n++] = panel;
    }
  for (guint i = 0; i < n; i++)
    request->panels[request->n_panels++] = own[i];
}

/* What a session has found out besides is not in the page, as it is not in what its command writes.
 */
static void
leave_out_unasked (const IplWebFileRequest *request, IplView *view)
{
  IplNeeds needs = 0;

  for (guint i = 0; i < request->n_panels; i++)
    needs |= request->panels[i]->needs;
  if ((needs & (IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING)) == 0)
    {
      view->heads = NULL;
      view->pruning = NULL;
      view->pruned = -1;
    }
}

/* Writes what it shows as a web page in the background, and says so at the end, or why not. */
void
ipl_window_export_web (IplWindow *self, const char *path)
{
  const IplSolveResult *solved = ipl_session_get_solve_result (self->session);
  g_autoptr (IplWebFileRequest) request = NULL;
  IplExportSettings settings;
  IplView view, other;

  if (solved == NULL || !ipl_session_get_view (self->session, &view))
    return;
  request = g_new0 (IplWebFileRequest, 1);
  choose_panels (self, request, &view);
  if (request->n_panels == 0)
    {
      ipl_window_tell (self, "There is no figure here that a web page could show.", TRUE);
      return;
    }
  leave_out_unasked (request, &view);
  ipl_export_settings_load (&settings);
  ipl_export_view (self->session, &settings, &view, &other);
  request->shown = ipl_held_view_new (&view);
  if (solved->kernel != NULL && view.the_case != NULL)
    request->kernel = ipl_kernel_ref (solved->kernel);
  request->size = g_strdup ("neurips");
  request->look = ipl_theme_choice_get_look (ipl_theme_choice_get_default ());
  request->title = g_strdup (ipl_view_get_name (&view));
  request->path = g_strdup (path);
  request->made = make_provenance (self, request, settings.anonymous);
  begin (self, get_file (self)->pages, g_steal_pointer (&request));
}

/* Writes the story as a web page in the background, and says so at the end, or why not. */
void
ipl_window_export_story_web (IplWindow *self, const char *path)
{
  const IplStory *story = ipl_session_get_story (self->session);
  const IplSolveResult *solved = ipl_session_get_solve_result (self->session);
  g_autoptr (IplWebStoryRequest) request = NULL;
  IplExportSettings settings;
  g_autofree char *out = quote_name (path);
  g_autoptr (GString) command = NULL;
  g_autoptr (GError) error = NULL;

  if (story == NULL)
    return;
  request = g_new0 (IplWebStoryRequest, 1);
  request->story = ipl_story_ref (story);
  if (solved != NULL)
    request->sampled = ipl_solve_result_ref ((IplSolveResult *)solved);
  request->look = ipl_theme_choice_get_look (ipl_theme_choice_get_default ());
  request->path = g_strdup (path);
  if (!ipl_paper_init (&request->page, "slide", &ipl_panel_all, NULL, 0, 0, &error))
    {
      ipl_window_tell (self, error->message, TRUE);
      return;
    }
  if (ipl_session_get_figure_style (self->session) != NULL)
    request->style = ipl_figure_style_ref (ipl_session_get_figure_style (self->session));
  command = g_string_new (NULL);
  g_string_printf (command, "interplay-cli html STORY.json --look %s",
                   request->look == IPL_LOOK_PAPER ? "paper" : "own");
  append_style (command, request->style);
  g_string_append_printf (command, " --out %s # STORY.json: the story, saved", out);
  ipl_export_settings_load (&settings);
  request->made = ipl_provenance_new (story->settings, command->str, settings.anonymous);
  begin (self, get_file (self)->stories, g_steal_pointer (&request));
}

static void
on_response (GtkFileChooserNative *chooser, int response, IplWindow *self)
{
  g_autoptr (GPtrArray) files = ipl_file_chooser_finish (chooser, response);
  const char *path = files->len > 0 ? g_file_peek_path (files->pdata[0]) : NULL;

  if (path != NULL)
    ipl_window_export_web (self, path);
}

static void
on_export_web (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkFileChooserNative *chooser
      = ipl_file_chooser_new (data, "Export as Web Page", GTK_FILE_CHOOSER_ACTION_SAVE, "_Export",
                              "*.html", "Web pages", "interplay.html", "figures-out");

  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), data, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
update (IplWindow *self)
{
  ipl_window_enable_action (self, "export-web",
                            ipl_session_get_solve_result (self->session) != NULL
                                && !ipl_window_get_web_status (self)->running);
}

static const IplCommand commands[] = {
  { "export-web", on_export_web, "<Control><Alt>h", "Export as a web page", IPL_SHORTCUTS_EXPORT },
};

const IplWindowPart ipl_window_web_part
    = { .commands = commands, .n_commands = G_N_ELEMENTS (commands), .update = update };
