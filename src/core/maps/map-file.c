/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/maps/map-file.h"

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"
#include "core/parameters/parameters-files.h"
#include "core/parameters/parameters.h"
#include <math.h>
#include <string.h>

#define MAX_DIM 4

typedef struct
{
  const IplMap *map;
  IplNpzWriter *npz;
  gsize shape[MAX_DIM]; /* seeds, y, x, each if present, then the paths */
  guint ndim;
} Writer;

/* Sets the shape of an array over the cells; [y, x] without @seeds. Returns the number of
 * dimensions. */
static guint
get_shape (const IplMap *map, gboolean seeds, gsize shape[MAX_DIM])
{
  guint ndim = 0;

  if (seeds && map->run.seeds.n > 0)
    shape[ndim++] = map->n_seeds;
  if (map->run.y.n > 0)
    shape[ndim++] = map->ny;
  shape[ndim++] = map->nx;
  return ndim;
}

static void
add_axis (const Writer *self, const IplSweepAxis *axis, const char *name)
{
  g_autofree char *sign = ipl_sweep_axis_get_sign (axis);
  g_autofree char *of_name = g_strconcat (name, "_name", NULL);
  g_autofree char *of_unit = g_strconcat (name, "_unit", NULL);
  const char *unit = axis->kind == IPL_AXIS_FIELD ? axis->field->unit : NULL;
  gsize n = axis->n;

  ipl_npz_writer_add_doubles (self->npz, name, axis->values, 1, &n);
  ipl_npz_writer_add_text (self->npz, of_name, sign);
  ipl_npz_writer_add_text (self->npz, of_unit, unit != NULL ? unit : "");
}

static void
add_seeds (const Writer *self)
{
  const IplSweepAxis *axis = &self->map->run.seeds;
  g_autofree gint64 *seeds = g_new (gint64, MAX (axis->n, 1));
  gsize n = axis->n;

  if (n == 0)
    return;
  for (gsize i = 0; i < n; i++)
    seeds[i] = (gint64)(axis->first + i);
  ipl_npz_writer_add_ints (self->npz, "seeds", seeds, 1, &n);
}

/* Mean, standard deviation and standard error over the seeds; for paths, Pi of each. */
static void
add_spreads (const Writer *self, const char *name, IplMapNumber number, guint Pi)
{
  const IplMap *map = self->map;
  gsize shape[MAX_DIM], n = (gsize)map->ny * map->nx * MAX (Pi, 1);
  g_autofree double *values = NULL;
  static const char *const endings[] = { "_mean", "_sd", "_se" };
  guint ndim = get_shape (map, FALSE, shape);

  if (map->run.seeds.n == 0)
    return;
  values = g_new (double, 3 * n);
  for (gsize i = 0; i < n; i++)
    {
      guint cell = (guint)(i / MAX (Pi, 1)), y = cell / map->nx, x = cell % map->nx;
      IplMapSpread spread = Pi > 0 ? ipl_map_spread_U (map, y, x, (guint)(i % Pi))
                                   : ipl_map_spread (map, y, x, number);

      values[i] = spread.mean;
      values[n + i] = spread.sd;
      values[2 * n + i] = spread.se;
    }
  if (Pi > 0)
    shape[ndim++] = Pi;
  for (guint k = 0; k < G_N_ELEMENTS (endings); k++)
    {
      g_autofree char *full = g_strconcat (name, endings[k], NULL);

      ipl_npz_writer_add_doubles (self->npz, full, values + k * n, ndim, shape);
    }
}

/* FALSE for the best predictor's score if no cell has one. */
static gboolean
has_number (const IplMap *map, IplMapNumber number)
{
  for (guint i = 0; number == IPL_MAP_BEST_SCORE && i < map->n; i++)
    if (!isnan (ipl_map_get (map, i, number)))
      return TRUE;
  return number != IPL_MAP_BEST_SCORE;
}

static void
add_numbers (const Writer *self)
{
  const IplMap *map = self->map;
  g_autofree double *values = g_new (double, map->n);

  for (guint k = 0; k < IPL_MAP_N_NUMBERS; k++)
    {
      g_autofree char *name = ipl_map_quantity_field (map, k);

      if (!has_number (map, k))
        continue;
      for (guint i = 0; i < map->n; i++)
        values[i] = ipl_map_get (map, i, k);
      ipl_npz_writer_add_doubles (self->npz, name, values, self->ndim, self->shape);
      add_spreads (self, name, k, 0);
    }
}

static void
add_diagonals (Writer *self)
{
  if (self->map->Pi == 0)
    return;
  self->shape[self->ndim] = self->map->Pi;
  ipl_npz_writer_add_doubles (self->npz, "U", self->map->U, self->ndim + 1, self->shape);
  add_spreads (self, "U", 0, self->map->Pi);
  if (self->map->paths != NULL)
    ipl_npz_writer_add_texts (self->npz, "path_names", self->map->paths);
}

static void
add_states (const Writer *self)
{
  const IplMap *map = self->map;
  g_autofree gint64 *solved = g_new (gint64, map->n);
  g_autofree gint64 *impossible = g_new (gint64, map->n);

  for (guint i = 0; i < map->n; i++)
    {
      solved[i] = map->cells[i].state == IPL_MAP_SOLVED;
      impossible[i] = map->cells[i].state == IPL_MAP_IMPOSSIBLE ? map->cells[i].why + 1 : 0;
    }
  ipl_npz_writer_add_ints (self->npz, "solved", solved, self->ndim, self->shape);
  ipl_npz_writer_add_ints (self->npz, "impossible", impossible, self->ndim, self->shape);
  if (map->sentences->len > 0)
    {
      g_autofree char **texts = g_new0 (char *, map->sentences->len + 1);

      memcpy (texts, map->sentences->pdata, map->sentences->len * sizeof *texts);
      ipl_npz_writer_add_texts (self->npz, "warnings", texts);
    }
}

/* Adds best_temperature and best_temperature_gp with best_accuracy, best_accuracy_gp and
 * best_gain at them, along the other axis. */
static void
add_best (const Writer *self)
{
  const IplMap *map = self->map;
  const IplScore *score = ipl_score_of_labels (&map->labels);
  static const char *const names[] = { "best_temperature", "best_temperature_gp", "best_accuracy",
                                       "best_accuracy_gp", "best_gain" };
  guint n_others, ndim = 0;
  const IplSweepAxis *axis = ipl_map_find_temperature (map, &n_others);
  gsize shape[MAX_DIM], n = (gsize)map->n_seeds * n_others;
  g_autofree double *values = NULL;

  if (axis == NULL)
    return;
  values = g_new (double, G_N_ELEMENTS (names) * n);
  if (map->run.seeds.n > 0)
    shape[ndim++] = map->n_seeds;
  if (map->run.y.n > 0)
    shape[ndim++] = n_others;
  for (gsize i = 0; i < n; i++)
    {
      IplMapBest best = ipl_map_get_best (map, (guint)(i / n_others), (guint)(i % n_others));
      double gain = best.accuracy - best.accuracy_gp;

      values[i] = best.temperature;
      values[n + i] = best.temperature_gp;
      values[2 * n + i] = best.accuracy;
      values[3 * n + i] = best.accuracy_gp;
      values[4 * n + i] = score->less_is_better ? -gain : gain;
    }
  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      g_autofree char *name = ipl_score_field_name (score, names[k]);

      ipl_npz_writer_add_doubles (self->npz, name, values + k * n, ndim, shape);
    }
}

/* Writes the solved cells; others are NaN. */
gboolean
ipl_map_save (const IplMap *self, const char *settings_json, const char *path, GError **error)
{
  Writer writer = { .map = self, .npz = ipl_npz_writer_new (path, error) };
  guint64 seed = 0;
  gint64 own;

  if (writer.npz == NULL)
    return FALSE;
  writer.ndim = get_shape (self, TRUE, writer.shape);
  add_axis (&writer, &self->run.x, "x");
  if (self->run.y.n > 0)
    add_axis (&writer, &self->run.y, "y");
  add_seeds (&writer);
  add_numbers (&writer);
  add_diagonals (&writer);
  add_states (&writer);
  add_best (&writer);
  ipl_parameters_get_seed (&self->run.parameters, &seed);
  own = (gint64)seed;
  ipl_npz_writer_add_text (writer.npz, "version", IPL_VERSION);
  ipl_npz_writer_add_ints (writer.npz, "seed", &own, 0, NULL);
  ipl_npz_writer_add_text (writer.npz, "settings", settings_json);
  return ipl_npz_writer_close (writer.npz, error);
}

/* TRUE if its arrays are those of a map. */
gboolean
ipl_map_is_file (IplNpz *npz)
{
  return ipl_npz_lookup (npz, "x_name") != NULL && ipl_npz_lookup (npz, "solved") != NULL
         && ipl_npz_lookup (npz, "settings") != NULL;
}

static gboolean
refuse (const char *shown, const char *what, GError **error)
{
  return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” is damaged: %s.", shown, what);
}

/* The array of this name and length; NULL with an error if it is missing. */
static const double *
find_values (IplNpz *npz, const char *name, gsize n, const char *shown, GError **error)
{
  const IplArray *array = ipl_npz_lookup (npz, name);
  g_autofree char *what = NULL;

  if (array != NULL && array->values != NULL && array->size == n)
    return array->values;
  what = g_strdup_printf ("its array “%s” does not go with its axes", name);
  refuse (shown, what, error);
  return NULL;
}

static gboolean
read_sentences (IplMap *map, IplNpz *npz, const double *impossible, const char *shown,
                GError **error)
{
  const IplArray *warnings = ipl_npz_lookup (npz, "warnings");
  gsize n = warnings != NULL && warnings->texts != NULL ? warnings->size : 0;

  for (guint i = 0; i < map->n; i++)
    {
      g_autofree char *sentence = NULL;

      if (impossible[i] == 0)
        continue;
      if (!(impossible[i] >= 1 && impossible[i] <= (double)n))
        return refuse (shown, "it has no reason for impossible cells", error);
      sentence = ipl_text_escape (warnings->texts[(gsize)impossible[i] - 1]);
      ipl_map_set_impossible (map, i, sentence);
    }
  return TRUE;
}

/* The numbers of a cell in the order of their arrays. */
static gboolean
read_cells (IplMap *map, IplNpz *npz, const char *shown, GError **error)
{
  const IplArray *U = ipl_npz_lookup (npz, "U");
  const double *values[IPL_MAP_N_NUMBERS], *solved, *impossible;
  gsize Pi = U != NULL && U->values != NULL ? U->size / map->n : 0;

  solved = find_values (npz, "solved", map->n, shown, error);
  impossible = solved != NULL ? find_values (npz, "impossible", map->n, shown, error) : NULL;
  if (impossible == NULL)
    return FALSE;
  if (U != NULL && (U->values == NULL || U->size != Pi * map->n || Pi == 0))
    return refuse (shown, "its array “U” does not go with its axes", error);
  for (guint k = 0; k < IPL_MAP_N_NUMBERS; k++)
    {
      g_autofree char *name = ipl_map_quantity_field (map, k);

      values[k] = NULL;
      if (ipl_map_quantity (k)->is_new && ipl_npz_lookup (npz, name) == NULL)
        continue;
      values[k] = find_values (npz, name, map->n, shown, error);
      if (values[k] == NULL)
        return FALSE;
    }
  for (guint i = 0; i < map->n; i++)
    {
      double numbers[IPL_MAP_N_NUMBERS];
      guint n_paths = 0;

      if (solved[i] == 0)
        continue;
      for (guint k = 0; k < IPL_MAP_N_NUMBERS; k++)
        numbers[k] = values[k] != NULL ? values[k][i] : NAN;
      while (n_paths < Pi && !isnan (U->values[i * Pi + n_paths]))
        n_paths++;
      if (n_paths == 0)
        return refuse (shown, "a solved cell has no diagonal in its array “U”", error);
      ipl_map_set_solved (map, i, numbers, n_paths, U != NULL ? U->values + i * Pi : NULL);
    }
  return read_sentences (map, npz, impossible, shown, error);
}

static void
read_paths (IplMap *map, IplNpz *npz)
{
  const IplArray *names = ipl_npz_lookup (npz, "path_names");

  if (names == NULL || names->texts == NULL || names->size != map->Pi)
    return;
  map->paths = g_new0 (char *, names->size + 1);
  for (gsize i = 0; i < names->size; i++)
    map->paths[i] = ipl_text_escape (names->texts[i]);
}

/* Returns: (transfer full) (nullable): the map of a file of ipl_map_save() */
IplMap *
ipl_map_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplNpz) npz = ipl_npz_read (path, cancellable, error);
  g_autofree char *shown = ipl_path_shown (path);
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autoptr (IplMap) map = NULL;
  const IplArray *settings, *version;

  if (npz == NULL)
    return NULL;
  settings = ipl_npz_lookup (npz, "settings");
  if (!ipl_map_is_file (npz) || settings->texts == NULL || settings->size != 1)
    return ipl_fail_null (error, IPL_ERROR_FORMAT,
                          "“%s” is not a map: give a file that interplay-cli map wrote.", shown);
  if (!ipl_run_settings_from_json (&run, settings->texts[0], error)
      || !ipl_map_plan_check (&run, error))
    return NULL;
  map = ipl_map_new (&run, error);
  if (map == NULL)
    return NULL;
  if (ipl_npz_lookup (npz, "mean_squared_error") != NULL)
    map->labels.kind = IPL_LABELS_NUMBERS;
  if (!read_cells (map, npz, shown, error))
    return NULL;
  read_paths (map, npz);
  version = ipl_npz_lookup (npz, "version");
  map->settings = g_strdup (settings->texts[0]);
  map->version = version != NULL && version->texts != NULL && version->size == 1
                     ? g_strdup (version->texts[0])
                     : NULL;
  return g_steal_pointer (&map);
}

/* (transfer full): the hashes of the files of a case, from its settings. */
static char *
get_hashes (const char *settings)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (settings, strlen (settings), &why);
  JsonNode *node = root != NULL ? json_object_get_member (root, "sha256") : NULL;

  return node != NULL ? ipl_json_write (node, FALSE) : g_strdup ("");
}

static gboolean
list_file (const char **place, gpointer data, GError **error)
{
  g_queue_push_tail (data, (gpointer)*place);
  return TRUE;
}

static gboolean
replace_file (const char **place, gpointer data, GError **error)
{
  *place = g_queue_pop_head (data);
  return TRUE;
}

/* Replaces stored file names by the current ones. */
static void
update_file_names (IplParameters *parameters, const IplRunSettings *run)
{
  g_autofree IplParameters *now = g_memdup2 (&run->parameters, sizeof *now);
  GQueue names = G_QUEUE_INIT;

  ipl_parameters_each_file (now, list_file, &names, NULL);
  if (names.length > 0)
    ipl_parameters_each_file (parameters, replace_file, &names, NULL);
  g_queue_clear (&names);
}

/* @run: a run over the same case; its files may have other names
 * Returns: (transfer full) (nullable): the map of that file; NULL if it is missing or of another
 *   case */
IplMap *
ipl_map_load_of (const char *path, const IplRunSettings *run, GCancellable *cancellable)
{
  g_autofree char *settings = NULL, *hashes = NULL, *stored_hashes = NULL;
  g_autoptr (IplMap) stored = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return NULL;
  stored = ipl_map_load (path, cancellable, NULL);
  if (stored == NULL || stored->run.parameters.experiment != run->parameters.experiment)
    return NULL;
  settings = ipl_run_files_to_json (run, FALSE);
  hashes = get_hashes (settings);
  stored_hashes = get_hashes (stored->settings);
  if (strcmp (hashes, stored_hashes) != 0)
    return NULL;
  update_file_names (&stored->run.parameters, run);
  return g_steal_pointer (&stored);
}

/* Like ipl_map_load_of(), restricted to maps written by this version, whose cells it would
 * reproduce. */
IplMap *
ipl_map_load_same_version (const char *path, const IplRunSettings *run, GCancellable *cancellable)
{
  g_autoptr (IplMap) stored = ipl_map_load_of (path, run, cancellable);

  return stored != NULL && g_strcmp0 (stored->version, IPL_VERSION) == 0 ? g_steal_pointer (&stored)
                                                                         : NULL;
}
