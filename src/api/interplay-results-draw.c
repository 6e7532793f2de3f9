/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as figures, web pages and scripts. */
#include "api/interplay-results-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text-escape.h"
#include "core/base/closest-name.h"
#include "figures/kit/text.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figures/python/python-script.h"
#include "figures/view/trained-network-view.h"
#include "figures/web/figure-file.h"

#define DPI 300

/* A figure of results; zero-filled at first. */
typedef struct
{
  const IplPanel *panel;
  IplView view; /* with all that the panel draws */
  IplQuantities quantities;
  IplStyle style;
  IplPaper page;
} Figure;

static void
figure_clear (Figure *self)
{
  ipl_quantities_clear (&self->quantities);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Figure, figure_clear)

/* The needs of the panel without existing quantities. */
static guint
missing_needs (const IplPanel *panel, const IplView *view)
{
  guint needs = panel->needs;

  if (view->heads != NULL)
    needs &= ~(guint)IPL_NEEDS_HEADS;
  if (view->pruning != NULL)
    needs &= ~(guint)IPL_NEEDS_PRUNING;
  return needs;
}

/* TRUE if the panel draws results of this kind, and its data exist or can be computed. */
static gboolean
can_draw (const InterplayResults *self, const IplPanel *panel)
{
  const IplView *view = self->view;
  const guint of_networks = IPL_NEEDS_GALLERY | IPL_NEEDS_TRAINING;
  IplPythonArrays arrays
      = (panel->needs & IPL_NEEDS_MAP) != 0 ? IPL_PYTHON_MAP : ipl_python_arrays (panel);

  return ipl_panel_fits (panel, view) && arrays == self->arrays && (panel->needs & of_networks) == 0
         && ((panel->needs & IPL_NEEDS_SAMPLES) == 0 || view->posteriors != NULL);
}

/* The default panels.
 * @panels: (out): [most]
 * Returns: their number */
static guint
usual_panels (const InterplayResults *self, const IplPanel **panels, guint most)
{
  static const char *const usual[][2] = {
    [IPL_PYTHON_ROWS] = { "all", "kernels" },
    [IPL_PYTHON_HEADS] = { "pruning", "heads" },
    [IPL_PYTHON_KERNELS] = { "kernels", NULL },
    [IPL_PYTHON_MAP] = { "map", "map-curve" },
  };
  guint n = 0;

  if (self->view->dynamics == NULL)
    {
      for (guint i = 0; i < MIN (most, 2) && usual[self->arrays][i] != NULL; i++)
        {
          panels[n] = ipl_panel_find (usual[self->arrays][i]);
          n += panels[n] != NULL && ipl_panel_fits (panels[n], self->view);
        }
      return n;
    }
  /* First pass: panels of the experiment; second pass, if there are none: panels of any
   * trajectory. */
  for (guint pass = 0; pass < 2 && n == 0; pass++)
    for (const IplPanel *const *at = ipl_panels (NULL); *at != NULL && n < most; at++)
      if (ipl_panel_fits (*at, self->view) && !ipl_panel_is_composite (*at)
          && (pass == 1
              || g_strcmp0 ((*at)->experiment, self->view->dynamics->experiment->id) == 0))
        panels[n++] = *at;
  return n;
}

char **
interplay_results_list_panels (InterplayResults *self)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (const IplPanel *const *at = ipl_panels (NULL); *at != NULL; at++)
    if (can_draw (self, *at))
      g_strv_builder_add (ids, (*at)->id);
  return g_strv_builder_end (ids);
}

/* (nullable): the panel with this name; an error lists the available ones. */
static const IplPanel *
find_panel (InterplayResults *self, const char *id, GError **error)
{
  const IplPanel *panel;
  g_auto (GStrv) names = interplay_results_list_panels (self);
  g_autofree char *list = g_strjoinv (", ", names), *shown = NULL, *hint = NULL;

  if (id == NULL)
    {
      if (usual_panels (self, &panel, 1) == 1)
        return panel;
      return ipl_fail_null (error, IPL_ERROR_MISSING, "There is no figure of this: %s.", list);
    }
  panel = ipl_panel_find (id);
  if (panel != NULL && can_draw (self, panel))
    return panel;
  shown = ipl_text_shown (id);
  hint = ipl_closest_name_hint (id, (const char **)names);
  return ipl_fail_null (error, IPL_ERROR_VALUE, "--panel: “%s” is not one of %s.%s", shown, list,
                        hint);
}

static gboolean
figure_init (Figure *figure, InterplayResults *self, const char *panel, const char *size,
             GCancellable *cancellable, GError **error)
{
  const IplView *view = self->view;
  const IplQuantityInput input = { .parameters = self->parameters,
                                   .the_case = ipl_case_info_get_case (view->the_case),
                                   .kernel = self->kernel,
                                   .current = (IplSolution *)view->current,
                                   .gp = (IplSolution *)view->gp,
                                   .threads = ipl_parallel_default_threads () };
  guint needs;

  figure->panel = find_panel (self, panel, error);
  if (figure->panel == NULL)
    return FALSE;
  figure->view = *view;
  needs = self->parameters != NULL ? missing_needs (figure->panel, view) : 0;
  if (view->the_case != NULL
      && !ipl_network_figures_make (&figure->quantities, needs, &input, cancellable, NULL, NULL,
                                    &figure->view, error))
    return FALSE;
  if (!ipl_paper_init (&figure->page, size != NULL ? size : "neurips", figure->panel, &figure->view,
                       0, DPI, error))
    {
      g_prefix_error (error, "--size: ");
      return FALSE;
    }
  ipl_style_init (&figure->style, IPL_THEME_LIGHT, figure->page.font_pt);
  figure->style.marks_shown = FALSE;
  return TRUE;
}

gboolean
interplay_results_save_figure (InterplayResults *self, const char *panel, const char *size,
                               const char *path, GCancellable *cancellable, GError **error)
{
  g_auto (Figure) figure = { NULL };
  g_autoptr (IplProvenance) provenance = NULL;
  g_autofree char *format_list = ipl_format_list ("", ", ", ", ");
  const char *ending;
  const IplFormat *format;

  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  ending = strrchr (path, '.');
  if (ending == NULL || !ipl_format_parse (ending + 1, &format))
    {
      g_autofree char *shown = ipl_path_shown (path);

      return ipl_fail (error, IPL_ERROR_VALUE, "“%s” must end in the name of a format: %s.", shown,
                       format_list);
    }
  if (!ipl_text_has_font (error) || !figure_init (&figure, self, panel, size, cancellable, error))
    return FALSE;
  provenance = ipl_provenance_new (self->parameters, "", FALSE);
  return ipl_figure_export (figure.panel, &figure.view, &figure.style, &figure.page, provenance,
                            format, path, error);
}

gboolean
interplay_results_save_html (InterplayResults *self, const char *panel, const char *size,
                             const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplFigureRequest) request = g_new0 (IplFigureRequest, 1);
  g_autoptr (IplFileResult) result = NULL;
  g_auto (Figure) figure = { NULL };

  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  if (!ipl_text_has_font (error) || !figure_init (&figure, self, panel, size, cancellable, error))
    return FALSE;
  if (panel == NULL)
    request->n_panels = usual_panels (self, request->panels, IPL_REQUEST_MOST_PANELS);
  else
    request->panels[request->n_panels++] = figure.panel;
  request->shown = ipl_view_share (&figure.view);
  request->kernel = self->kernel != NULL ? ipl_kernel_ref (self->kernel) : NULL;
  request->size = g_strdup (size != NULL ? size : "neurips");
  request->title = g_strdup (figure.view.dynamics != NULL ? figure.view.dynamics->experiment->title
                                                          : figure.view.the_case->name);
  request->path = g_strdup (path);
  request->provenance = ipl_provenance_new (self->parameters, "", FALSE);
  result = ipl_run_now (&ipl_run_figure, NULL, request, cancellable, NULL, NULL);
  if (result->error == NULL)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  g_propagate_error (error, g_steal_pointer (&result->error));
  return FALSE;
}

char *
interplay_results_to_script (InterplayResults *self, const char *panel, const char *size,
                             const char *file, GError **error)
{
  g_auto (Figure) figure = { NULL };
  g_autofree char *missing = NULL;
  IplPythonFigure drawn;

  g_return_val_if_fail (self != NULL && file != NULL, NULL);

  if (!figure_init (&figure, self, panel, size, NULL, error))
    return NULL;
  drawn = (IplPythonFigure){ .panel = figure.panel,
                             .view = &figure.view,
                             .style = &figure.style,
                             .paper = &figure.page,
                             .results = file };
  return ipl_python_script (&drawn, &missing, error);
}
