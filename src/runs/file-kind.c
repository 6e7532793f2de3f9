/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table of the kinds of file that can be opened. */
#include "runs/file-kind.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/text-escape.h"
#include "core/case/case-io.h"
#include "core/checkpoints/checkpoints.h"
#include "core/dynamics/joint.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/joint-experiment.h"
#include "core/files/npz.h"
#include "core/files/pickle-file.h"
#include "core/images/image-set.h"
#include "core/maps/map-parameters.h"
#include "core/maps/map-file.h"
#include "core/parameters/experiment-result-file.h"
#include "core/parameters/run-settings.h"
#include "core/sessions/session-file.h"
#include "core/text/text-corpus.h"

static gboolean
is_session (const char *path)
{
  return g_str_has_suffix (path, IPL_SESSION_SUFFIX) || ipl_session_file_is (path);
}

static gboolean
is_style (const char *path)
{
  return g_str_has_suffix (path, ".interplay-style");
}

/* Stories are the only JSON files, so that a damaged story is reported as one. */
static gboolean
is_story (const char *path)
{
  return g_str_has_suffix (path, ".json");
}

/* Parameters in a result file without rows; (transfer full) (nullable). */
static char *
read_settings (const char *path)
{
  g_autoptr (IplNpz) npz = ipl_npz_open (path, NULL, NULL);
  IplArray *settings = npz != NULL ? ipl_npz_lookup (npz, "settings") : NULL;

  if (settings == NULL || !ipl_npz_load (npz, settings, NULL, NULL) || settings->texts == NULL
      || settings->size != 1)
    return NULL;
  return g_strdup (settings->texts[0]);
}

/* Makes the document: the widths of the results, and the temperature and variances of their first
 * row. */
static void
make_parameters (const IplRunSettings *run, const IplResults *results, IplParameters *parameters)
{
  *parameters = run->parameters;
  ipl_sweep_axis_to_parameters (&run->widths, parameters);
  parameters->n_temperatures = 0;
  if (run->best)
    ipl_sweep_axis_to_parameters (&run->temperatures, parameters);
  if (run->temperatures.n > 0)
    parameters->current.temperature = run->temperatures.values[0];
  if (results != NULL)
    parameters->current = results->sweep->rows[0]->setting;
}

/* Thread-safe.
 * @parameters: (out): parameters that the file was computed from
 * @results: (out, nullable): rows of the file, if any
 * Returns: FALSE if the file cannot be read or its case no longer exists */
static gboolean
ipl_stored_parameters_read (const char *path, IplParameters *parameters, IplResults **results,
                            GError **error)
{
  g_autofree char *shown = ipl_file_shown (path), *settings = read_settings (path);
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autoptr (IplResults) rows = NULL;
  g_autoptr (GError) why = NULL;

  *results = NULL;
  if (settings == NULL || !ipl_run_settings_from_json (&run, settings, &why))
    return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” has no record of what it was computed from%s%s",
                     shown, why != NULL ? ": " : ".", why != NULL ? why->message : "");
  if (strcmp (run.command, "sweep") == 0 || strcmp (run.command, "sample") == 0)
    {
      rows = ipl_results_load (path, NULL, error);
      if (rows == NULL)
        return FALSE;
    }
  if (!ipl_run_files_find (&run, settings, path, error))
    return FALSE;
  make_parameters (&run, rows, parameters);
  *results = g_steal_pointer (&rows);
  return TRUE;
}

static gboolean
read_results (IplOpened *opened, GCancellable *cancellable, GError **error)
{
  if (!ipl_result_file_is (opened->path))
    return ipl_stored_parameters_read (opened->path, &opened->parameters, &opened->results, error);
  opened->opens = IPL_OPENS_STORED;
  return TRUE;
}

/* Missing files of a folder are reported by the experiment that reads them. */
static gboolean
is_checkpoint (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_DIR) || ipl_checkpoints_are_at (path);
}

static gboolean
read_checkpoints (IplOpened *opened, GCancellable *cancellable, GError **error)
{
  ipl_parameters_init (&opened->parameters, ipl_experiment_stable_rank.id);
  for (guint i = 0; opened->paths[i] != NULL; i++)
    if (!ipl_parameters_add_checkpoint (&opened->parameters, opened->paths[i], NULL))
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "More than 64 checkpoints at once: open the folder they are in.");
  return TRUE;
}

/* Finds the kind from the contents, or from the name if the file is damaged or missing. */
static IplImageFileKind
image_kind (const char *path)
{
  IplImageFileKind kind = ipl_image_file_kind (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *lower = g_ascii_strdown (name, -1);

  if (kind != IPL_IMAGE_FILE_OTHER)
    return kind;
  if (g_str_has_suffix (lower, ".zip"))
    return IPL_IMAGE_FILE_ZIP;
  if (strstr (lower, "-ubyte") != NULL)
    return strstr (lower, "labels") != NULL ? IPL_IMAGE_FILE_IDX_LABELS : IPL_IMAGE_FILE_IDX_IMAGES;
  return IPL_IMAGE_FILE_OTHER;
}

static gboolean
add_images (IplParameters *parameters, const char *const *drawings, const char *const *test_sets,
            GError **error)
{
  IplImageTask *task = &ipl_parameters_edit_trainable (parameters)->task;

  for (guint i = 0; drawings[i] != NULL; i++)
    if (!ipl_image_task_add_file (task, drawings[i], error))
      return FALSE;
  for (guint i = 0; test_sets[i] != NULL; i++)
    if (!ipl_image_task_add_extra (task, test_sets[i], error))
      return FALSE;
  return TRUE;
}

/* Makes a one-shot task of the drawings, or of the built-in glyphs if there are none.
 * @adds: TRUE if the test sets are added to the present task
 * @parameters: (inout): present parameters */
gboolean
ipl_opened_read_images (const char *const *drawings, const char *const *test_sets, gboolean adds,
                        IplParameters *parameters, GError **error)
{
  IplParameters now = *parameters;

  if (!adds)
    {
      ipl_parameters_init (parameters, drawings[0] != NULL ? ipl_experiment_images.id
                                                           : ipl_experiment_glyphs.id);
      ipl_parameters_copy_settings (parameters, &now);
    }
  return add_images (parameters, drawings, test_sets, error);
}

static gboolean
read_images (IplOpened *opened, GCancellable *cancellable, GError **error)
{
  opened->adds = opened->drawings->pdata[0] == NULL && opened->is_solved
                 && ipl_parameters_get_trainable (&opened->parameters) != NULL;
  return ipl_opened_read_images ((const char *const *)opened->drawings->pdata,
                                 (const char *const *)opened->test_sets->pdata, opened->adds,
                                 &opened->parameters, error);
}

/* A .safetensors file with the tensors of a case is not a network. */
static gboolean
is_network (const char *path)
{
  return g_str_has_suffix (path, ".safetensors") && !ipl_case_file_is (path);
}

/* The drawings given with the network replace those that it was trained on if the latter have
 * moved. */
static gboolean
read_network (IplOpened *opened, GCancellable *cancellable, GError **error)
{
  IplParameters now = opened->parameters;

  opened->network = g_intern_string (opened->path);
  ipl_parameters_init (&opened->parameters, ipl_experiment_glyphs.id);
  if (!add_images (&opened->parameters, (const char *const *)opened->drawings->pdata,
                   (const char *const *)opened->test_sets->pdata, error))
    return FALSE;
  ipl_parameters_copy_settings (&opened->parameters, &now);
  return TRUE;
}

/* Keeps the parameters of an experiment that is open already. */
static void
begin_dynamics (IplParameters *parameters, const IplExperiment *experiment)
{
  if (parameters->experiment != experiment)
    ipl_parameters_init (parameters, experiment->id);
  parameters->shown_time = -1;
}

/* A file that is named like a PyTorch file is not text, whatever its contents. */
static gboolean
is_text (const char *path)
{
  return !ipl_pickle_file_is_called (path) && ipl_text_file_is (path);
}

static gboolean
read_text (IplOpened *opened, GCancellable *cancellable, GError **error)
{
  begin_dynamics (&opened->parameters, &ipl_experiment_joma_text);
  ipl_parameters_set_text (&opened->parameters, opened->path);
  return TRUE;
}

static gboolean
read_frequencies (IplOpened *opened, GCancellable *cancellable, GError **error)
{
  begin_dynamics (&opened->parameters, &ipl_experiment_joma_joint);
  ipl_parameters_set_frequencies (&opened->parameters, opened->path);
  return TRUE;
}

static gboolean
read_case (IplOpened *opened, GCancellable *cancellable, GError **error)
{
  ipl_parameters_open_file (&opened->parameters, opened->path);
  return TRUE;
}

static gboolean
is_map (const char *path)
{
  g_autoptr (IplNpz) npz = g_str_has_suffix (path, ".npz") ? ipl_npz_open (path, NULL, NULL) : NULL;

  return npz != NULL && ipl_map_is_file (npz);
}

/* Reads the map and the parameters of its case. */
static gboolean
read_map (IplOpened *opened, GCancellable *cancellable, GError **error)
{
  if (!ipl_stored_parameters_read (opened->path, &opened->parameters, &opened->results, error))
    return FALSE;
  opened->map = ipl_map_load (opened->path, cancellable, error);
  if (opened->map == NULL)
    return FALSE;
  /* Replaces stored file names by the current ones. */
  opened->map->run.parameters = opened->parameters;
  ipl_map_set_parameters (&opened->parameters, &opened->map->run);
  return TRUE;
}

/* The first kind that matches is the kind of a file. The last one, a case, matches every file. */
static const IplFileKind kinds[] = {
  { "session", "*.interplay", NULL, IPL_OPENS_SESSION, TRUE, FALSE, is_session, NULL },
  { "story", "*.json", NULL, IPL_OPENS_STORY, TRUE, FALSE, is_story, NULL },
  { "style", "*.interplay-style", NULL, IPL_OPENS_STYLE, TRUE, FALSE, is_style, NULL },
  { "map", "*.npz", "map", IPL_OPENS_CASE, TRUE, FALSE, is_map, read_map },
  { "results", "*.npz", NULL, IPL_OPENS_CASE, TRUE, FALSE, ipl_results_is_file, read_results },
  { "checkpoints", "*.safetensors", "stable-rank", IPL_OPENS_CASE, FALSE, FALSE, is_checkpoint,
    read_checkpoints },
  { "drawings", "*.zip", "training", IPL_OPENS_CASE, FALSE, TRUE, NULL, read_images,
    .image = IPL_IMAGE_FILE_ZIP },
  { "test-set", "*-ubyte *-ubyte.gz *.gz", NULL, IPL_OPENS_CASE, FALSE, TRUE, NULL, read_images,
    .image = IPL_IMAGE_FILE_IDX_IMAGES },
  { "labels", "*-ubyte *-ubyte.gz *.gz", NULL, IPL_OPENS_CASE, FALSE, TRUE, NULL, read_images,
    .image = IPL_IMAGE_FILE_IDX_LABELS },
  { "network", "*.safetensors", NULL, IPL_OPENS_CASE, FALSE, FALSE, is_network, read_network },
  { "text", "*.txt *.md", "text", IPL_OPENS_CASE, FALSE, FALSE, is_text, read_text },
  { "frequencies", "*.npz", "joint", IPL_OPENS_CASE, FALSE, FALSE, ipl_joint_frequencies_are_at,
    read_frequencies },
  { "case", "*.npz *.safetensors", NULL, IPL_OPENS_CASE, FALSE, FALSE, NULL, read_case },
};

gboolean
ipl_file_kind_is (const IplFileKind *self, const char *id)
{
  return strcmp (self->id, id) == 0;
}

static const IplFileKind *
find (const char *path, gboolean single, gboolean checkpoints)
{
  IplImageFileKind image = image_kind (path);

  for (const IplFileKind *kind = kinds;; kind++)
    if (kind->image != IPL_IMAGE_FILE_OTHER
            ? kind->image == image
            : kind->is == NULL
                  || ((!kind->is_single || single)
                      && (checkpoints || !ipl_file_kind_is (kind, "checkpoints"))
                      && kind->is (path)))
      return kind;
}

/* Reads the file, so it must not run in the main loop. */
const IplFileKind *
ipl_file_kind_find (const char *path)
{
  return find (path, TRUE, TRUE);
}

/* Returns: TRUE if the name matches the kind, whatever the contents */
gboolean
ipl_file_kind_has_name (const char *id, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (ipl_file_kind_is (&kinds[i], id))
      {
        g_auto (GStrv) patterns = g_strsplit (kinds[i].names, " ", -1);

        for (guint k = 0; patterns[k] != NULL; k++)
          if (g_pattern_match_simple (patterns[k], name))
            return TRUE;
      }
  return FALSE;
}

/* TRUE if there is a folder, or all files are checkpoints. */
static gboolean
are_checkpoints (const char *const *paths)
{
  guint n = 0, n_files = 0;

  for (guint i = 0; paths[i] != NULL; i++)
    if (g_file_test (paths[i], G_FILE_TEST_IS_DIR))
      return TRUE;
  for (; paths[n_files] != NULL; n_files++)
    n += ipl_checkpoints_are_at (paths[n_files]);
  return n == n_files;
}

/* Finds the kind of each file. The last file that is not part of the others decides how they are
 * opened. */
static void
sort (IplOpened *self)
{
  gboolean checkpoints = are_checkpoints ((const char *const *)self->paths);
  const IplFileKind *image_kinds[3] = { NULL };
  GPtrArray *labels = g_ptr_array_new ();
  GPtrArray *const images[] = { self->drawings, self->test_sets, labels };
  guint i;

  for (guint k = 0; self->paths[k] != NULL; k++)
    {
      const IplFileKind *kind = find (self->paths[k], self->paths[1] == NULL, checkpoints);

      if (kind->is_part)
        {
          i = ipl_file_kind_is (kind, "drawings") ? 0 : ipl_file_kind_is (kind, "test-set") ? 1 : 2;
          image_kinds[i] = kind;
          g_ptr_array_add (images[i], self->paths[k]);
        }
      else
        {
          self->kind = kind;
          self->path = self->paths[k];
        }
    }
  for (i = 0; self->kind == NULL && i < G_N_ELEMENTS (images); i++)
    if (image_kinds[i] != NULL)
      {
        self->kind = image_kinds[i];
        self->path = images[i]->pdata[0];
      }
  /* The reader finds labels by the name of their images. Labels alone are passed on to it, so that
   * it reports the missing images. */
  if (self->kind == image_kinds[2] && self->kind != NULL)
    g_ptr_array_add (self->test_sets, (gpointer)self->path);
  g_ptr_array_unref (labels);
  g_ptr_array_add (self->drawings, NULL);
  g_ptr_array_add (self->test_sets, NULL);
}

static void
set_lacks (IplOpened *self, const char *wanted)
{
  g_autofree char *shown = ipl_path_shown (self->path);
  const IplFileKind *kind = kinds;

  while (!ipl_file_kind_is (kind, wanted))
    kind++;
  g_set_error (&self->error, IPL_ERROR, IPL_ERROR_VALUE, "%s %s", shown, kind->lacks);
}

/* Finds the kinds of the files and opens them. Reads the files, so it must not run in the main
 * loop.
 * @paths: NULL-terminated, one or more
 * @now: present parameters
 * @wanted: (nullable): id of the only kind that is accepted
 * Returns: (transfer full): the opened files, with an error if they cannot be opened */
IplOpened *
ipl_opened_new (const char *const *paths, const IplParameters *now, gboolean is_solved,
                const char *wanted, GCancellable *cancellable)
{
  IplOpened *self = g_new0 (IplOpened, 1);

  self->paths = g_strdupv ((char **)paths);
  self->drawings = g_ptr_array_new ();
  self->test_sets = g_ptr_array_new ();
  self->parameters = *now;
  self->is_solved = is_solved;
  sort (self);
  self->opens = self->kind->opens;
  if (wanted != NULL && !ipl_file_kind_is (self->kind, wanted))
    set_lacks (self, wanted);
  else if (!g_cancellable_set_error_if_cancelled (cancellable, &self->error)
           && self->kind->read != NULL)
    self->kind->read (self, cancellable, &self->error);
  return self;
}

void
ipl_opened_free (IplOpened *self)
{
  g_strfreev (self->paths);
  g_ptr_array_unref (self->drawings);
  g_ptr_array_unref (self->test_sets);
  g_clear_pointer (&self->results, ipl_results_free);
  g_clear_pointer (&self->map, ipl_map_unref);
  g_clear_error (&self->error);
  g_free (self);
}
