/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of what is no case of attention paths: what an experiment computes itself. */
#include "cli/work/figure-files.h"

#include "figures/panels/panel-table.h"

/* The first of its own panels; where it has none, the first of those that fit what it found. */
static const IplPanel *
find_first (const IplExperiment *experiment, const IplView *view)
{
  for (const IplPanel *const *at = ipl_panels (NULL); *at != NULL; at++)
    if (view == NULL ? g_strcmp0 ((*at)->experiment, experiment->id) == 0
                     : ipl_panel_fits (*at, view))
      return *at;
  return NULL;
}

static CliExit
refuse (const char *command, const IplExperiment *experiment, const IplPanel *panel)
{
  return cli_fail (CLI_USAGE, command, "“%s” has no figure “%s”: %s.", experiment->id, panel->id,
                   panel->experiment != NULL ? "it belongs to another experiment"
                   : panel->fits != NULL     ? "it records nothing of the kind"
                                             : "it has no attention paths");
}

CliExit
cli_figure_own (const char *command, const CliFigureFiles *files, const char *panel_id,
                const IplParameters *parameters, const char *checkpoint, guint threads)
{
  const IplExperiment *experiment = parameters->experiment;
  const IplPanel *panel
      = panel_id != NULL ? ipl_panel_find (panel_id) : find_first (experiment, NULL);
  IplView view = { .pruned = -1, .shown_layer = -1, .shown_head = -1, .shown_token = -1 };
  g_autoptr (IplExperimentResult) own = NULL;
  g_autoptr (GError) error = NULL;
  CliExit status;

  /* Before any work, where that can be known. */
  if (panel != NULL && panel->fits == NULL && g_strcmp0 (panel->experiment, experiment->id) != 0)
    return refuse (command, experiment, panel);
  own = cli_compute (parameters, threads, FALSE, checkpoint, &error);
  if (own == NULL)
    return cli_fail_error (command, error);
  ipl_view_set_own (&view, own, parameters->shown_time);
  if (panel == NULL)
    panel = find_first (experiment, &view);
  if (panel == NULL)
    return cli_fail (CLI_FAILED, command, "“%s” has no figures.", experiment->id);
  if (!ipl_panel_fits (panel, &view))
    return refuse (command, experiment, panel);
  status = cli_figure_files_write (files, command, panel, &view, parameters);
  if (status == CLI_OK && own->trajectory != NULL && own->trajectory->message != NULL)
    return cli_fail (CLI_NOT_CONVERGED, command, "%s", own->trajectory->message);
  return status;
}
