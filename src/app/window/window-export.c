/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports the window as a web page, and its story as a web page, slides or an animation, in the
 * background. */
#include "app/window/window-private.h"

#include "app/base/theme.h"
#include "app/dialogs/export-parts.h"
#include "app/base/file-chooser.h"
#include "app/pages/page-table.h"
#include "core/base/text-escape.h"
#include "core/parameters/parameters-command-line.h"
#include "core/parameters/parameters-files.h"
#include "figures/animation/film.h"
#include "figures/output/style-json.h"
#include "figures/panels/panel-table.h"
#include "figures/web/figure-file.h"

#include <string.h>

/* Resolution for a slide that is 1920 pixels wide. */
#define DPI 144.0
#define FPS 20.0
#define HOLD_SECONDS 3.0

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

/* Returns: (transfer full): provenance with the command that writes the page */
static IplProvenance *
make_provenance (IplWindow *self, const IplFigureRequest *request, gboolean anonymous)
{
  const IplParameters *parameters = ipl_document_get_parameters (self->document);
  const IplView *view = request->shown;
  gboolean complete;
  IplParameters leaving = *parameters;
  g_autofree char *figure = NULL;
  g_autofree char *out = quote_name (request->path);
  const char *rest, *width;
  GString *text = g_string_new ("interplay-cli figure");
  IplProvenance *provenance;

  ipl_parameters_leave_folders (&leaving, FALSE);
  figure = ipl_parameters_figure_command (&leaving, &complete);
  rest = figure + strlen ("interplay-cli figure");
  width = strstr (rest, " --width ");
  /* The command line accepts a width only if it is in the sweep. */
  g_string_append_len (text, rest,
                       width != NULL && ipl_view_current_row (view) < 0 ? width - rest : -1);
  append_choice (text, &ipl_choice_accuracy_lines, view->display.accuracy_lines);
  append_choice (text, &ipl_choice_path_scale, view->display.path_scale);
  append_choice (text, &ipl_choice_heatmap_scale, view->display.heatmap_scale);
  if (request->style.look == IPL_LOOK_PAPER)
    g_string_append (text, " --look paper");
  append_style (text, view->figure_style);
  g_string_append_printf (text, " --out %s", out);
  provenance = ipl_provenance_new (parameters, view->dynamics == NULL ? text->str : "", anonymous);
  g_string_free (text, TRUE);
  return provenance;
}

/* Chooses the four panels and the kernels of a case; for other results the panels of the visible
 * page. */
static void
choose_panels (IplWindow *self, IplFigureRequest *request, const IplView *view)
{
  const IplPage *page = ipl_page_find (ipl_window_get_page (self));
  const IplPanel *const all[] = { &ipl_panel_all, &ipl_panel_kernels };
  const IplPanel *results[IPL_REQUEST_MOST_PANELS];
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (ipl_panel_fits (all[i], view))
      request->panels[request->n_panels++] = all[i];
  for (guint i = 0; request->n_panels == 0 && page != NULL && n < IPL_REQUEST_MOST_PANELS; i++)
    {
      const IplPanel *panel = ipl_page_get_panel (page, i);

      if (panel == NULL)
        break;
      if (ipl_panel_fits (panel, view))
        results[n++] = panel;
    }
  for (guint i = 0; i < n; i++)
    request->panels[request->n_panels++] = results[i];
}

/* Leaves out results that no figure of the page shows, since its command does not compute them. */
static void
leave_out_unasked (const IplFigureRequest *request, IplView *view)
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

/* Exports a web page in the background, and reports success or failure. */
void
ipl_window_export_web (IplWindow *self, const char *path)
{
  const IplSolveResult *solved = ipl_document_get_solve_result (self->document);
  g_autoptr (IplFigureRequest) request = NULL;
  IplFigureFile settings;
  IplView view;

  if (solved == NULL || !ipl_document_get_view (self->document, &view))
    return;
  request = g_new0 (IplFigureRequest, 1);
  choose_panels (self, request, &view);
  if (request->n_panels == 0)
    {
      ipl_window_show_message (self, "There is no figure for a web page.", TRUE);
      return;
    }
  leave_out_unasked (request, &view);
  ipl_export_settings_load (&settings);
  ipl_export_view (self->document, &settings, &view);
  request->shown = ipl_view_share (&view);
  if (solved->kernel != NULL && view.the_case != NULL)
    request->kernel = ipl_kernel_ref (solved->kernel);
  request->size = g_strdup ("neurips");
  request->style.look = ipl_theme_choice_get_default ()->look;
  request->title = g_strdup (ipl_view_get_name (&view));
  request->path = g_strdup (path);
  request->provenance = make_provenance (self, request, settings.anonymous);
  ipl_document_start (self->document, "file", g_steal_pointer (&request));
}

/* Returns: (transfer full): provenance with the command that writes the story */
static IplProvenance *
make_story_provenance (const IplFigureRequest *request)
{
  static const char *const themes[] = { "light", "dark", "contrast", "contrast-dark" };
  g_autoptr (GString) text = g_string_new ("interplay-cli story STORY.json");
  g_autofree char *out = quote_name (request->path);
  IplFigureFile settings;

  if (ipl_figure_kind_of (request->path) != IPL_FIGURE_WEB)
    g_string_append_printf (text, " --theme %s", themes[request->style.theme]);
  g_string_append_printf (text, " --look %s",
                          request->style.look == IPL_LOOK_PAPER ? "paper" : "own");
  append_style (text, request->figure_style);
  g_string_append_printf (text, " --out %s # STORY.json: the story, saved", out);
  ipl_export_settings_load (&settings);
  return ipl_provenance_new (request->story->settings, text->str, settings.anonymous);
}

/* Exports the story in the background, and reports success or failure.
 * @path: file whose ending selects the format */
void
ipl_window_export_story (IplWindow *self, const char *path)
{
  const IplStory *story = ipl_document_get_story (self->document);
  const IplSolveResult *solved = ipl_document_get_solve_result (self->document);
  const IplFigureStyle *style = ipl_document_get_figure_style (self->document);
  guint kinds = IPL_FIGURE_PAGE | IPL_FIGURE_FILM | IPL_FIGURE_WEB;
  IplFigureKind kind = ipl_figure_kind_of (path);
  g_autoptr (IplFigureRequest) request = NULL;
  g_autoptr (GError) error = NULL;

  if (story == NULL)
    return;
  request = g_new0 (IplFigureRequest, 1);
  if ((kind & kinds) == 0)
    {
      g_autofree char *shown = ipl_file_shown (path), *endings = ipl_figure_endings (kinds);
      g_autofree char *text
          = g_strdup_printf ("A story is written as %s: “%s” has another ending.", endings, shown);

      ipl_window_show_message (self, text, TRUE);
      return;
    }
  if (!ipl_paper_init (&request->page, "slide", &ipl_panel_all, NULL, 0, DPI, &error)
      || (kind == IPL_FIGURE_FILM && !ipl_ffmpeg_check (&error)))
    {
      ipl_window_show_message (self, error->message, TRUE);
      return;
    }
  request->story = ipl_story_ref (story);
  if (solved != NULL)
    request->sampled = ipl_solve_result_ref ((IplSolveResult *)solved);
  request->style.theme = ipl_theme_choice_get_default ()->theme;
  request->style.look = ipl_theme_choice_get_default ()->look;
  request->figure_style = style != NULL ? ipl_figure_style_ref (style) : NULL;
  request->fps = FPS;
  request->hold = HOLD_SECONDS;
  request->path = g_strdup (path);
  request->spares = TRUE;
  request->provenance = make_story_provenance (request);
  ipl_document_start (self->document, "file", g_steal_pointer (&request));
}

static void
update (IplWindow *self)
{
  const IplStory *story = ipl_document_get_story (self->document);
  gboolean idle = !ipl_document_get_status (self->document, "file")->running;

  ipl_window_enable (self, "export::web",
                     idle && ipl_document_get_solve_result (self->document) != NULL);
  ipl_window_enable (self, "export::story", idle && story != NULL && ipl_story_n_stops (story) > 0);
}

static const IplFileQuestion export_web_question
    = { "Export as Web Page", IPL_FILE_SAVE, "_Export", "*.html", "Web pages", "figures-out" };

static const IplFileQuestion export_story_question
    = { "Export the Story",
        IPL_FILE_SAVE,
        "_Export",
        "*.pdf *.html *.png *.svg *.gif *.webp *.mp4 *.webm",
        "Slides, web pages and animations",
        "stories" };

static const IplCommand commands[] = {
  { "export::story", G_CALLBACK (ipl_window_export_story), "<Control><Shift>e", "Export the story",
    IPL_SHORTCUTS_STORY, .question = &export_story_question, .file_name = "story.pdf",
    .why = "The story has no steps.", .also = "slides pdf film video" },
  { "export::web", G_CALLBACK (ipl_window_export_web), "<Control><Alt>h", "Export as a web page",
    IPL_SHORTCUTS_EXPORT, .question = &export_web_question, .file_name = "interplay.html",
    .why = "There are no results for a web page yet.", .also = "html" },
};

const IplWindowPart ipl_window_files_part
    = { .commands = commands, .n_commands = G_N_ELEMENTS (commands), .update = update };
