/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that draw the shown figure, its provenance, and its export as a script. */
#include "app/dialogs/export-parts.h"

#include <string.h>

#include "app/base/preferences.h"
#include "app/base/theme.h"
#include "app/pages/page-table.h"
#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/parameters/parameters-files.h"
#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include "figures/python/python-script.h"
#include "document/session-save.h"

/* Returns: quantities in script and results, #IplNeeds */
guint
ipl_export_python_needs (const IplPanel *panel)
{
  gboolean heads = ipl_python_arrays (panel) == IPL_PYTHON_HEADS;

  return panel->needs | (heads ? IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING : 0);
}

static gboolean
has_results (IplPythonArrays arrays, const IplView *view)
{
  switch (arrays)
    {
    case IPL_PYTHON_TRAJECTORY:
      return view->dynamics != NULL && view->dynamics->trajectory != NULL;
    case IPL_PYTHON_HEADS:
      return view->heads != NULL && view->pruning != NULL;
    case IPL_PYTHON_KERNELS:
      return view->current != NULL && view->kernels != NULL;
    case IPL_PYTHON_TRAINING:
      return view->training != NULL;
    case IPL_PYTHON_MAP:
      return view->map != NULL;
    case IPL_PYTHON_ROWS:
    default:
      return view->sweep != NULL;
    }
}

/* Returns: FALSE with the reason if there is no script of the figure */
gboolean
ipl_export_python_check (IplDocument *document, const IplPanel *panel, GError **error)
{
  g_autofree char *why = NULL;
  IplView view;

  if (!ipl_document_get_view (document, &view) || !ipl_document_has_results (document)
      || view.few_tests > 0 || !has_results (ipl_python_arrays (panel), &view))
    return ipl_fail (error, IPL_ERROR_MISSING, "There are no results of this figure yet.");
  why = ipl_python_refusal (panel, &view);
  return why == NULL || ipl_fail (error, IPL_ERROR_VALUE, "%s", why);
}

/* Names the results of a script: "figure-results.npz" for "figure.py".
 * Returns: (transfer full) (nullable): NULL if a file of that name exists, unless it belongs to an
 *   earlier script */
static char *
name_results (const IplFigureRequest *request, GError **error)
{
  g_autofree char *stem = g_strdup (request->path);
  g_autofree char *name = NULL, *shown = NULL;

  if (g_str_has_suffix (stem, "." IPL_FIGURE_PYTHON))
    stem[strlen (stem) - strlen ("." IPL_FIGURE_PYTHON)] = '\0';
  name = g_strconcat (stem, ipl_python_ending (ipl_python_arrays (request->panels[0])), ".npz",
                      NULL);
  if (g_file_test (request->path, G_FILE_TEST_EXISTS) || !g_file_test (name, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&name);
  shown = ipl_file_shown (name);
  return ipl_fail_null (error, IPL_ERROR_VALUE,
                        "“%s” exists already: give the script another name.", shown);
}

/* Sets the results of a script.
 * @document: session for which ipl_export_python_check() is TRUE
 * @request: (inout): request with its panel and path
 * @anonymous: TRUE to leave out file names */
gboolean
ipl_export_python_set (IplDocument *document, IplFigureRequest *request, gboolean anonymous,
                       GError **error)
{
  g_autoptr (IplDocumentResults) results = ipl_document_copy_results (document);

  request->results = name_results (request, error);
  if (request->results == NULL)
    return FALSE;
  request->settings = ipl_document_results_get_settings (
      results, ipl_python_arrays (request->panels[0]), anonymous);
  g_clear_pointer (&request->shown, ipl_view_unref);
  request->shown = ipl_view_ref (results->view);
  return TRUE;
}

/* Longest case name in a file name, in bytes. */
#define MAX_CASE 80

/* In the order of #IplTheme. */
static const char *const themes[] = { "light", "dark", "contrast", "contrast-dark" };

static const char *
get_word (GSettings *settings, const char *key)
{
  g_autofree char *text = g_settings_get_string (settings, key);

  return g_intern_string (text);
}

/* @self: (out): remembered settings, or defaults; its panel may be NULL */
void
ipl_export_settings_load (IplFigureFile *self)
{
  GSettings *settings = ipl_preferences_get_default ();
  const char *theme;

  *self = (IplFigureFile){ .format = "png", .size = "neurips", .dpi = 300 };
  self->look = ipl_theme_choice_get_default ()->look;
  if (settings == NULL)
    return;
  self->panel = ipl_panel_find (get_word (settings, "export-figure"));
  self->format = get_word (settings, "export-format");
  self->size = get_word (settings, "export-size");
  self->font_pt = g_settings_get_double (settings, "export-text");
  self->dpi = g_settings_get_double (settings, "export-resolution");
  theme = get_word (settings, "export-theme");
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    if (strcmp (theme, themes[i]) == 0)
      self->theme = (IplTheme)i;
  self->transparent = g_settings_get_boolean (settings, "export-transparent");
  self->marked = g_settings_get_boolean (settings, "export-marked");
  self->outlines = g_settings_get_boolean (settings, "export-outlines");
  self->anonymous = g_settings_get_boolean (settings, "export-anonymous");
}

/* @self: settings to remember for other windows and the next start */
void
ipl_export_settings_save (const IplFigureFile *self)
{
  GSettings *settings = ipl_preferences_get_default ();

  if (settings == NULL)
    return;
  g_settings_set_string (settings, "export-figure", self->panel != NULL ? self->panel->id : "");
  g_settings_set_string (settings, "export-format", self->format);
  g_settings_set_string (settings, "export-size", self->size);
  g_settings_set_double (settings, "export-text", self->font_pt);
  g_settings_set_double (settings, "export-resolution", self->dpi);
  g_settings_set_string (settings, "export-theme", themes[self->theme]);
  g_settings_set_boolean (settings, "export-transparent", self->transparent);
  g_settings_set_boolean (settings, "export-marked", self->marked);
  g_settings_set_boolean (settings, "export-outlines", self->outlines);
  g_settings_set_boolean (settings, "export-anonymous", self->anonymous);
}

/* Appends letters, digits and other characters that are safe in shells and file systems. */
static void
append_safe (GString *name, const char *text, gsize most)
{
  gsize end = name->len + most;

  for (; *text != '\0' && name->len < end; text++)
    g_string_append_c (name, g_ascii_isalnum (*text) || strchr ("._", *text) != NULL ? *text
                             : name->len > 0                                         ? '-'
                                                                                     : '_');
}

/* Returns: (transfer full): name of the open file without its ending; else that of the case */
static char *
name_case (const IplParameters *parameters, const IplView *view)
{
  char *stem = ipl_parameters_stem (parameters);

  if (stem != NULL)
    return stem;
  return g_strdup (view->the_case != NULL && view->the_case->name != NULL
                       ? view->the_case->name
                       : parameters->experiment->id);
}

/* Returns: (transfer full): a file name of case, panel and width:
 *   "hmc4-accuracy-N10.pdf", "hmc4-u-GP.png" */
char *
ipl_export_file_name (const IplParameters *parameters, const IplView *view, const IplPanel *panel,
                      const char *extension)
{
  g_autofree char *of = name_case (parameters, view);
  GString *name = g_string_new (NULL);

  append_safe (name, of, MAX_CASE);
  /* The name of a hidden file begins with a point. */
  if (name->len == 0 || name->str[0] == '.')
    g_string_prepend (name, "figure");
  g_string_append_printf (name, "-%s", panel->id);
  if (view->the_case != NULL && view->current != NULL && (panel->needs & IPL_NEEDS_THEORY) != 0)
    {
      const IplSetting *setting = &view->current->setting;
      g_autofree char *widths = ipl_setting_widths_text (setting);

      g_string_append (name, setting->gp ? "-GP" : "-N");
      append_safe (name, setting->gp ? "" : widths, MAX_CASE);
    }
  g_string_append_printf (name, ".%s", extension);
  return g_string_free (name, FALSE);
}

/* Gets the parameters of the shown results; those of the session may be newer. */
static gboolean
get_shown (IplDocument *document, IplParameters *parameters, IplView *view)
{
  const IplSolveResult *result = ipl_document_get_solve_result (document);

  if (!ipl_document_get_view (document, view))
    return FALSE;
  *parameters = *ipl_document_get_parameters (document);
  if (result != NULL && result->parameters != NULL)
    {
      double time = parameters->shown_time;

      *parameters = *result->parameters;
      parameters->shown_time = time;
    }
  return TRUE;
}

/* Returns: settings for a figure of @panel */
static IplFigureFile
file_of (const IplFigureFile *settings, const IplPanel *panel)
{
  IplFigureFile file = *settings;

  file.panel = panel;
  file.look = ipl_theme_choice_get_default ()->look;
  return file;
}

/* @missing: (out) (nullable): properties of the figure that no option sets
 * Returns: (transfer full) (nullable): command line that draws the figure; NULL without one */
char *
ipl_export_command (IplDocument *document, const IplFigureFile *settings, const IplPanel *panel,
                    char **missing)
{
  IplFigureFile file = file_of (settings, panel);
  IplParameters parameters;
  IplView view;

  *missing = NULL;
  if (!get_shown (document, &parameters, &view))
    return NULL;
  return ipl_figure_command (&file, &parameters, &view, missing);
}

/* Replaces the name of a case file by "case" in an anonymous export.
 * @view: (inout): shown view */
void
ipl_export_view (IplDocument *document, const IplFigureFile *settings, IplView *view)
{
  if (settings->anonymous
      && ipl_parameters_get_source (ipl_document_get_parameters (document))[0] != '\0')
    view->name = "case";
}

/* Returns: (transfer full) (nullable): provenance of a figure file; properties without an option
 *   follow the command as a comment */
IplProvenance *
ipl_export_provenance (IplDocument *document, const IplFigureFile *settings, const IplPanel *panel)
{
  IplFigureFile file = file_of (settings, panel);
  g_autofree char *missing = NULL, *command = NULL, *all = NULL;
  IplParameters parameters, leaving;
  IplView view;

  if (!get_shown (document, &parameters, &view))
    return NULL;
  leaving = parameters;
  ipl_parameters_leave_folders (&leaving, FALSE);
  command = ipl_figure_command (&file, &leaving, &view, &missing);
  if (missing != NULL)
    all = g_strdup_printf ("%s # not included: %s", command, missing);
  return ipl_provenance_new (&parameters, all != NULL ? all : command, settings->anonymous);
}

/* Returns: (transfer full): suggested file name */
char *
ipl_export_name (IplDocument *document, const IplPanel *panel, const char *extension)
{
  IplParameters parameters;
  IplView view;

  if (!get_shown (document, &parameters, &view))
    return g_strdup_printf ("%s.%s", panel->id, extension);
  return ipl_export_file_name (&parameters, &view, panel, extension);
}

/* TRUE if a panel, or a part of a composite, can draw @view; all can without results. */
static gboolean
can_draw (const IplPanel *panel, const IplView *view)
{
  gboolean fits = view == NULL || ipl_panel_fits (panel, view), can = panel->n_parts == 0;

  for (guint i = 0; i < panel->n_parts; i++)
    can = can || view == NULL || ipl_panel_fits (panel->parts[i].panel, view);
  return fits && can;
}

static void
add_panel (GPtrArray *list, const IplPanel *panel, const IplView *view)
{
  if (panel != NULL && can_draw (panel, view) && !g_ptr_array_find (list, panel, NULL))
    g_ptr_array_add (list, (gpointer)panel);
}

/* @view: (nullable): present results; NULL for all panels
 * Returns: (transfer full): panels that can draw @view, page by page, each page after its
 *   composite, then those on no page */
GPtrArray *
ipl_export_list_panels (const IplView *view)
{
  GPtrArray *list = g_ptr_array_new ();

  for (const IplPage *const *page = ipl_pages (NULL); *page != NULL; page++)
    {
      if ((*page)->composite != NULL)
        add_panel (list, ipl_panel_find ((*page)->composite), view);
      for (guint i = 0; i < IPL_PANEL_GRID_PLACES && (*page)->places[i].panel != NULL; i++)
        add_panel (list, ipl_panel_find ((*page)->places[i].panel), view);
    }
  for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
    add_panel (list, *panel, view);
  return list;
}
