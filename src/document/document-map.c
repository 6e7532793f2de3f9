/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map over one or two parameters: a job that reuses the cells of the former map. */
#include "document/document-private.h"

#include "core/base/error.h"
#include "core/maps/map-parameters.h"
#include "core/maps/map-file.h"
#include "core/parameters/parameters.h"
#include "runs/map-run.h"
#include "runs/solver.h"

/* Longest time of an automatic map on one core, in seconds. */
#define PREVIEW_SECONDS 3.0

/* Reuses the kernel of the shown case. */
static void
lend_kernel (IplDocument *self, IplMapRequest *request)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);

  if (result == NULL || result->kernel == NULL || result->few_tests > 0 || result->is_sketch)
    return;
  request->kernel = ipl_kernel_ref (result->kernel);
  request->case_parameters = *result->parameters;
}

/* Writes the map so far to the autosave folder, in the job's thread. */
static void
save_map (const IplMap *map, gpointer data)
{
  g_autofree char *settings = ipl_run_files_to_json (&map->run, FALSE);

  ipl_map_save (map, settings, data, NULL);
}

/* A request for a map that is cached in the folder of the document.
 * @run: ownership is taken */
static IplMapRequest *
request_new (IplDocument *self, IplRunSettings *run)
{
  IplMapRequest *request = ipl_map_request_new (run);

  *run = (IplRunSettings){ .command = NULL };
  if (self->storage.map != NULL && self->parameters->map_axis_x[0] != '\0')
    {
      request->save = save_map;
      request->data = (gpointer)self->storage.map;
    }
  return request;
}

/* Solves a map, or only reads its cache.
 * @run: ownership is taken */
static void
submit (IplDocument *self, IplRunSettings *run, gboolean restores)
{
  const IplMapResult *before = ipl_document_get_result (self, IPL_MAP);
  IplMapRequest *request = request_new (self, run);

  if (restores)
    request->restores = self->storage.map;
  else if (before != NULL && before->map != NULL)
    request->before = ipl_map_ref (before->map);
  if (!restores)
    lend_kernel (self, request);
  ipl_document_submit (self, IPL_MAP, request, IPL_AT_ONCE);
}

/* The map over these axes, of the present parameters.
 * @x, @y: "N=10,100,1000"; @y: (nullable): of a curve
 * @seeds: (nullable): "1-8" */
static gboolean
read_axes (IplDocument *self, const char *x, const char *y, const char *seeds,
           IplParameters *parameters, IplRunSettings *run, GError **error)
{
  *parameters = *self->parameters;
  parameters->map_axis_x = g_intern_string (x);
  parameters->map_axis_y = g_intern_string (y != NULL ? y : "");
  parameters->map_seeds = g_intern_string (seeds != NULL ? seeds : "");
  if (self->is_closed || ipl_document_get_solve_result (self) == NULL)
    return ipl_fail (error, IPL_ERROR_VALUE, "There is no case of attention paths to map.");
  return ipl_map_get_run (parameters, run, error);
}

/* Solves the map of the present parameters over these axes, which are parameters from then on. */
gboolean
ipl_document_solve_map (IplDocument *self, const char *x, const char *y, const char *seeds,
                        GError **error)
{
  g_auto (IplRunSettings) run = { .command = NULL };
  IplParameters parameters;

  if (!read_axes (self, x, y, seeds, &parameters, &run, error))
    return FALSE;
  ipl_document_change (self, &parameters, IPL_MAP);
  self->saved.computed++;
  submit (self, &run, FALSE);
  return TRUE;
}

/* Solves a map automatically, if it takes at most PREVIEW_SECONDS. The document is not changed. */
void
ipl_document_preview_map (IplDocument *self, const char *x, const char *y, const char *seeds)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);
  g_auto (IplRunSettings) run = { .command = NULL };
  IplParameters parameters;

  if (read_axes (self, x, y, seeds, &parameters, &run, NULL) && result->current != NULL
      && result->current->solve_seconds * ipl_map_plan_n_cells (&run) < PREVIEW_SECONDS)
    submit (self, &run, FALSE);
}

/* Solves the map of the present parameters, unless it exists or is being solved. */
void
ipl_document_request_map (IplDocument *self)
{
  const IplMapResult *result = ipl_document_find_held (self, IPL_MAP, self->parameters);
  g_auto (IplRunSettings) run = { .command = NULL };

  if (self->parameters->map_axis_x[0] == '\0'
      || (result != NULL
          && (result->finished
              || (result == ipl_document_get_result (self, IPL_MAP)
                  && ipl_document_get_status (self, IPL_MAP)->running))))
    return;
  if (ipl_map_get_run (self->parameters, &run, NULL))
    submit (self, &run, FALSE);
}

/* Reads the cached map once the case exists. Its unsolved cells are not solved now. */
void
ipl_document_bring_map_back (IplDocument *self)
{
  g_auto (IplRunSettings) run = { .command = NULL };

  if (!self->storage.brings_map || self->opening.label != NULL)
    return;
  self->storage.brings_map = FALSE;
  if (self->storage.map != NULL && ipl_map_get_run (self->parameters, &run, NULL))
    submit (self, &run, TRUE);
}

/* Caches a requested map. Automatic maps take no time and are not cached. */
static void
store_map (IplDocument *self, IplMapResult *result)
{
  IplParameters of = result->map->run.parameters;
  const IplParameters *shared;

  ipl_document_set_result (self, IPL_MAP, result);
  if (ipl_map_answers (result->map, self->parameters))
    {
      ipl_map_set_parameters (&of, &result->map->run);
      shared = ipl_parameters_share (&of);
      ipl_document_hold (self, IPL_MAP, shared, result);
      ipl_parameters_unref (shared);
    }
  ipl_document_results_changed (self);
}

/* A map that a file holds. */
void
ipl_document_begin_map (IplDocument *self, IplMap *map)
{
  g_autoptr (IplMapResult) result = ipl_map_result_new (map);

  store_map (self, result);
}

void
ipl_document_accept_map (IplDocument *self, gpointer data)
{
  IplMapResult *result = data;

  if (result->error != NULL)
    ipl_document_report (self, result->error->message, TRUE);
  if (result->map != NULL)
    store_map (self, result);
}
