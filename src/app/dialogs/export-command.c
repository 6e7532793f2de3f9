/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shown figure as the command that draws it, and as what a file says of itself. */
#include "app/dialogs/export-command.h"

#include "app/base/theme.h"
#include "core/parameters/parameters-files.h"
#include "core/parameters/parameters.h"

/* The parameters of what is shown; those of the session may be ahead. */
static gboolean
get_shown (IplSession *session, IplParameters *parameters, IplView *view)
{
  const IplSolveResult *result = ipl_session_get_solve_result (session);

  if (!ipl_session_get_view (session, view))
    return FALSE;
  *parameters = *ipl_session_get_parameters (session);
  if (result != NULL && result->parameters != NULL)
    {
      double time = parameters->shown_time;

      *parameters = *result->parameters;
      parameters->shown_time = time;
    }
  return TRUE;
}

/* The same figure as a file of another panel, or of the same. */
static IplFigureFile
file_of (const IplFigureFile *settings, const IplPanel *panel)
{
  IplFigureFile file = *settings;

  file.panel = panel;
  file.look = ipl_theme_choice_get_default ()->look;
  return file;
}

/* @missing: (out, nullable): what the command does not say
 * Returns: (transfer full) (nullable): the command line that draws it; NULL where there is nothing
 *   to draw */
char *
ipl_export_command (IplSession *session, const IplFigureFile *settings, const IplPanel *panel,
                    char **missing)
{
  IplFigureFile file = file_of (settings, panel);
  IplParameters parameters;
  IplView view;

  *missing = NULL;
  if (!get_shown (session, &parameters, &view))
    return NULL;
  return ipl_figure_command (&file, &parameters, &view, missing);
}

/* Calls a case from a file "case" where names are left out.
 * @view: (inout): what is shown */
void
ipl_export_view (IplSession *session, const IplFigureFile *settings, IplView *view)
{
  if (settings->anonymous
      && ipl_parameters_get_source (ipl_session_get_parameters (session))[0] != '\0')
    view->name = "case";
}

/* Returns: (transfer full) (nullable): what its file says of where it comes from; what the command
 *   does not say stands behind it as a comment */
IplProvenance *
ipl_export_provenance (IplSession *session, const IplFigureFile *settings, const IplPanel *panel)
{
  IplFigureFile file = file_of (settings, panel);
  g_autofree char *missing = NULL, *command = NULL, *all = NULL;
  IplParameters parameters, leaving;
  IplView view;

  if (!get_shown (session, &parameters, &view))
    return NULL;
  leaving = parameters;
  ipl_parameters_leave_folders (&leaving, FALSE);
  command = ipl_figure_command (&file, &leaving, &view, &missing);
  if (missing != NULL)
    all = g_strdup_printf ("%s # no option says %s", command, missing);
  return ipl_provenance_new (&parameters, all != NULL ? all : command, settings->anonymous);
}

/* Returns: (transfer full): what the file may be called */
char *
ipl_export_name (IplSession *session, const IplPanel *panel, const char *extension)
{
  IplParameters parameters;
  IplView view;

  if (!get_shown (session, &parameters, &view))
    return g_strdup_printf ("%s.%s", panel->id, extension);
  return ipl_export_file_name (&parameters, &view, panel, extension);
}
