/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.json: axes rather than a list of rows, so that it stays small. */
#include "sweeps/sweep-plan.h"

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/parameters/parameters.h"
#include <string.h>

#define ROW_SENTENCE                                                                               \
  "Row (s * temperatures + t) * widths + w, from 0, is that of the s-th seed, the t-th "           \
  "temperature and the w-th width of the settings; the first seed is the case's own."
#define ROW_SENTENCE_VARIANCES                                                                     \
  "Row ((s * sets + v) * temperatures + t) * widths + w, from 0, is that of the s-th seed, the "   \
  "v-th set of variances, the t-th temperature and the w-th width of the settings; the first "     \
  "seed is the case's own."

#define ROW_SENTENCE_MAP                                                                           \
  "Row r, from 0, is a value of each axis of the settings and a seed: all of a case before those " \
  "of the next, x fastest, then y, then seeds."

#define ROW_SENTENCE_PARTS                                                                         \
  "Row r, from 0, is part r + 1 of what the settings say, as status names it."

static const char *
row_sentence (const IplSweepPlan *self)
{
  return ipl_sweep_plan_has_parts (self) ? ROW_SENTENCE_PARTS
         : ipl_sweep_plan_is_map (self)  ? ROW_SENTENCE_MAP
         : self->run.variances.n > 0     ? ROW_SENTENCE_VARIANCES
                                         : ROW_SENTENCE;
}

static guint
format_of (const IplSweepPlan *self)
{
  if (ipl_sweep_plan_has_parts (self))
    return IPL_SWEEP_FORMAT_PARTS;
  if (ipl_sweep_plan_is_map (self))
    return IPL_SWEEP_FORMAT_MAP;
  return self->run.variances.n > 0 ? IPL_SWEEP_FORMAT_VARIANCES : IPL_SWEEP_FORMAT;
}

/* Hashes what the numbers depend on, so that a row that bears the hash is a row of this plan. */
static char *
compute_hash (const IplSweepPlan *self)
{
  g_autofree char *settings = ipl_run_settings_to_json (&self->run);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *head = g_strdup_printf ("%u %u %u %u %u ", format_of (self), self->n_rows,
                                           self->n_seeds, self->continuation, self->shard);

  g_checksum_update (sum, (const guchar *)head, (gssize)strlen (head));
  g_checksum_update (sum, (const guchar *)settings, (gssize)strlen (settings));
  for (guint i = 0; i < self->n_files; i++)
    g_checksum_update (sum, (const guchar *)self->files[i].sha256,
                       (gssize)strlen (self->files[i].sha256));
  return g_strdup (g_checksum_get_string (sum));
}

static void
add_files (const IplSweepPlan *self, JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "files");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_files; i++)
    {
      json_builder_begin_object (builder);
      ipl_json_add_path (builder, "from", self->files[i].from);
      ipl_json_add_text (builder, "copy", self->files[i].name);
      ipl_json_add_text (builder, "sha256", self->files[i].sha256);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* Returns: (transfer full): it as text, of a few kilobytes for any number of rows */
char *
ipl_sweep_plan_to_json (const IplSweepPlan *self)
{
  g_autofree char *settings = ipl_run_settings_to_json (&self->run), *why = NULL;
  g_autofree char *hash = compute_hash (self);
  JsonObject *object = ipl_json_parse_object (settings, strlen (settings), &why);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, object);
  json_builder_begin_object (builder);
  ipl_json_add_int (builder, "interplay_sweep", format_of (self));
  ipl_json_add_text (builder, "version", IPL_VERSION);
  ipl_json_add_int (builder, "rows", self->n_rows);
  ipl_json_add_text (builder, "what_a_row_is", row_sentence (self));
  ipl_json_add_int (builder, "seeds", self->n_seeds);
  if (self->run.variances.n > 0)
    ipl_json_add_int (builder, "variances", self->run.variances.n);
  ipl_json_add_int (builder, "temperatures", self->run.temperatures.n);
  ipl_json_add_int (builder, "widths", self->run.widths.n);
  ipl_json_add_int (builder, "tasks", self->n_tasks);
  ipl_json_add_int (builder, "rows_in_a_pack", self->shard);
  ipl_json_add_int (builder, "layers", self->layers);
  ipl_json_add_int (builder, "continuation", self->continuation);
  ipl_json_add_int (builder, "cores", self->cores);
  json_builder_set_member_name (builder, "seconds_of_a_row");
  json_builder_begin_array (builder);
  for (guint i = 0; i < ipl_sweep_plan_n_kinds (self); i++)
    json_builder_add_double_value (builder, self->seconds[i]);
  json_builder_end_array (builder);
  ipl_json_add_double (builder, "seconds_of_a_seed", self->seed_seconds);
  ipl_json_add_double (builder, "bytes", self->bytes);
  add_files (self, builder);
  json_builder_set_member_name (builder, "settings");
  json_builder_add_value (builder, node);
  ipl_json_add_text (builder, "hash", hash);
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, TRUE);
}

static gboolean
refuse (GError **error, const char *shown, const char *why)
{
  return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” %s", shown, why);
}

static gboolean
read_files (IplSweepPlan *self, JsonObject *root, GError **error)
{
  JsonArray *files = NULL;

  if (!ipl_json_get_array (root, "files", 0, 10000, &files, error))
    return FALSE;
  if (files == NULL)
    return TRUE;
  self->files = g_new0 (IplSweepFile, json_array_get_length (files) + 1);
  for (guint i = 0; i < json_array_get_length (files); i++)
    {
      JsonNode *node = json_array_get_element (files, i);
      const char *from = NULL, *name = NULL, *sha256 = NULL;
      JsonObject *file;

      if (!JSON_NODE_HOLDS_OBJECT (node))
        return ipl_json_wrong_type ("files", "a list of objects", error);
      file = json_node_get_object (node);
      if (!json_object_has_member (file, "from")
          || !ipl_json_node_path (json_object_get_member (file, "from"), "from", &from, error)
          || !ipl_json_get_text (file, "copy", &name, error)
          || !ipl_json_get_text (file, "sha256", &sha256, error) || name == NULL || sha256 == NULL
          || strstr (name, "..") != NULL || name[0] == '/')
        return error != NULL && *error != NULL
                   ? FALSE
                   : ipl_json_wrong_type ("files", "a list of files with from, copy and sha256",
                                          error);
      self->files[self->n_files++]
          = (IplSweepFile){ g_strdup (from), g_strdup (name), g_strdup (sha256) };
    }
  return TRUE;
}

static gboolean
read_settings (IplSweepPlan *self, JsonObject *root, GError **error)
{
  JsonNode *node = json_object_get_member (root, "settings");
  g_autofree char *text = NULL;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return ipl_json_wrong_type ("settings", "an object", error);
  text = ipl_json_write (node, FALSE);
  if (!ipl_run_settings_from_json (&self->run, text, error))
    return FALSE;
  ipl_sweep_plan_list_seeds (self);
  return TRUE;
}

static gboolean
read_seconds (IplSweepPlan *self, JsonObject *root, GError **error)
{
  JsonArray *seconds = NULL;
  guint n = ipl_sweep_plan_n_kinds (self);

  if (!ipl_json_get_array (root, "seconds_of_a_row", n, n, &seconds, error))
    return FALSE;
  self->seconds = g_new0 (double, MAX (n, 1));
  for (guint i = 0; seconds != NULL && i < n; i++)
    if (JSON_NODE_HOLDS_VALUE (json_array_get_element (seconds, i)))
      self->seconds[i] = json_array_get_double_element (seconds, i);
  return ipl_json_get_double (root, "seconds_of_a_seed", &self->seed_seconds, error)
         && ipl_json_get_double (root, "bytes", &self->bytes, error);
}

static IplSweepPlan *
read_plan (JsonObject *root, const char *shown, GError **error)
{
  g_autoptr (IplSweepPlan) self = g_new0 (IplSweepPlan, 1);
  g_autofree char *expected = NULL;
  const char *hash = "";
  guint format = 0;
  double rows;

  if (!json_object_has_member (root, "interplay_sweep"))
    return refuse (error, shown, "is no plan of a sweep: interplay-cli plan writes one."), NULL;
  if (!ipl_json_get_uint (root, "interplay_sweep", 1, G_MAXUINT, &format, error))
    return NULL;
  if (format > IPL_SWEEP_FORMAT_PARTS)
    return ipl_fail_null (
        error, IPL_ERROR_FORMAT,
        "“%s” is of version %u, and this program goes on with versions up to %d: use the "
        "Interplay that planned it, or plan the sweep anew.",
        shown, format, IPL_SWEEP_FORMAT_PARTS);
  if (!read_settings (self, root, error) || !read_files (self, root, error)
      || !ipl_json_get_uint (root, "rows", 1, IPL_SWEEP_MAX_ROWS, &self->n_rows, error)
      || !ipl_json_get_uint (root, "tasks", 1, IPL_SWEEP_MAX_ROWS, &self->n_tasks, error)
      || !ipl_json_get_uint (root, "rows_in_a_pack", 1, 1000, &self->shard, error)
      || !ipl_json_get_uint (root, "layers", 1, IPL_MAX_LAYERS, &self->layers, error)
      || !ipl_json_get_uint (root, "continuation", 1, 1000, &self->continuation, error)
      || !ipl_json_get_uint (root, "cores", 1, 1024, &self->cores, error)
      || !read_seconds (self, root, error) || !ipl_json_get_text (root, "hash", &hash, error))
    return NULL;
  if (ipl_sweep_plan_is_map (self) && !ipl_map_plan_check (&self->run, error))
    return NULL;
  rows = ipl_sweep_plan_axes_rows (self);
  if (self->run.widths.n == 0 || rows != (double)self->n_rows || self->shard == 0
      || self->continuation == 0)
    return refuse (error, shown, "holds no rows, or not those that its axes make."), NULL;
  if (self->n_tasks == 0 || self->cores == 0 || self->layers == 0)
    return refuse (error, shown,
                   "does not say how many tasks, cores and layers it is planned for: plan the "
                   "sweep anew, in another folder."),
           NULL;
  self->hash = g_strdup (hash);
  expected = compute_hash (self);
  if (format != format_of (self) || strcmp (hash, expected) != 0)
    {
      refuse (error, shown,
              "was changed after it was planned: its hash is another one. Plan the sweep anew, in "
              "another folder.");
      return NULL;
    }
  ipl_sweep_plan_seal (self);
  return g_steal_pointer (&self);
}

/* Returns: (transfer full) (nullable): the plan */
IplSweepPlan *
ipl_sweep_plan_from_json (const char *json, gsize length, const char *shown, GError **error)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (json, length, &why);

  if (root == NULL)
    return ipl_fail_null (error, IPL_ERROR_FORMAT, "“%s” is no plan that can be read: its text %s.",
                          shown, why);
  return read_plan (root, shown, error);
}
