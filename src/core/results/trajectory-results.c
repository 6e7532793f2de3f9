/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trajectory as a file of results. */
#include "core/results/trajectory-results.h"

#include <json-glib/json-glib.h>

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/files/npz.h"
#include "core/results/results-write-private.h"

/* Names that results have themselves. */
static const char *const own_names[]
    = { "time",     "in_steps", "complete", "message", "experiment", "version",
        "settings", "shapes",   "units",    "arrays",  NULL };

/* Shape of an array in files: time first, if it depends on time. */
static guint
find_shape (const IplTrajectory *self, const IplTrajectoryArray *array,
            gsize shape[IPL_TRAJECTORY_MAX_DIM + 1])
{
  guint ndim = 0;

  if (array->in_time)
    shape[ndim++] = self->S;
  for (guint d = 0; d < array->ndim; d++)
    shape[ndim++] = array->shape[d];
  return ndim;
}

/* (transfer full): the list of arrays as JSON, with their words, units and dependence on time. */
static char *
describe_arrays (const IplTrajectory *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];

      json_builder_begin_object (builder);
      ipl_json_add_text (builder, "name", array->name);
      ipl_json_add_text (builder, "words", array->words);
      ipl_json_add_text (builder, "unit", array->unit);
      ipl_json_add_boolean (builder, "in_time", array->in_time);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  return ipl_json_write_built (builder, TRUE);
}

/* Adds time [S], every array of the trajectory, time first if it depends on time, and in_steps
 * (1, or 2 if time counts examples, else 0) and complete (0 or 1), message (empty for none),
 * experiment, version, settings, and arrays, which lists the others as JSON, with words and
 * units. Numbers that were not recorded are NaN. */
void
ipl_trajectory_add_npz (const IplTrajectory *self, const char *experiment, gboolean complete,
                        const char *settings_json, IplNpzWriter *npz)
{
  gint64 in_steps = self->clock, all = complete != FALSE;
  g_autofree char *arrays = describe_arrays (self);
  gsize S = self->S;

  ipl_npz_writer_add_doubles (npz, "time", self->time, 1, &S);
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];
      gsize shape[IPL_TRAJECTORY_MAX_DIM + 1];
      guint ndim = find_shape (self, array, shape);

      g_warn_if_fail (!g_strv_contains (own_names, array->name));
      ipl_npz_writer_add_doubles (npz, array->name, array->values, ndim, shape);
    }
  ipl_npz_writer_add_ints (npz, "in_steps", &in_steps, 0, NULL);
  ipl_npz_writer_add_ints (npz, "complete", &all, 0, NULL);
  ipl_npz_writer_add_text (npz, "message", self->message != NULL ? self->message : "");
  ipl_npz_writer_add_text (npz, "experiment", experiment);
  ipl_npz_writer_add_text (npz, "version", IPL_VERSION);
  ipl_npz_writer_add_text (npz, "settings", settings_json != NULL ? settings_json : "{}");
  ipl_npz_writer_add_text (npz, "arrays", arrays);
}

/* A number a moment, or a list of them. */
static void
write_in_time (JsonBuilder *builder, const IplTrajectory *self, const IplTrajectoryArray *array)
{
  if (array->ndim == 0)
    {
      ipl_results_write_numbers (builder, array->name, self->S, array->values);
      return;
    }
  ipl_json_begin_array (builder, array->name);
  for (gsize s = 0; s < self->S; s++)
    ipl_results_write_list (builder, array->size, array->values + s * array->size);
  json_builder_end_array (builder);
}

static void
write_shapes (JsonBuilder *builder, const IplTrajectory *self)
{
  ipl_json_begin_object (builder, "shapes");
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];
      gsize shape[IPL_TRAJECTORY_MAX_DIM + 1];
      guint ndim = find_shape (self, array, shape);

      ipl_json_begin_array (builder, array->name);
      for (guint d = 0; d < ndim; d++)
        json_builder_add_int_value (builder, (gint64)shape[d]);
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
}

/* Writes the units of all arrays that have one. */
static void
write_units (JsonBuilder *builder, const IplTrajectory *self)
{
  ipl_json_begin_object (builder, "units");
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];

      if (array->unit[0] != '\0')
        ipl_json_add_text (builder, array->name, array->unit);
    }
  json_builder_end_object (builder);
}

/* JSON with the values of ipl_trajectory_add_npz(). Arrays of more than one dimension at a
 * moment are listed only in "shapes"; "units" has the units of arrays. Numbers that were not
 * recorded are null. */
char *
ipl_trajectory_to_json (const IplTrajectory *self, const char *experiment, gboolean complete,
                        const char *settings_json)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "experiment", experiment);
  ipl_json_add_text (builder, "version", IPL_VERSION);
  ipl_json_add_boolean (builder, "complete", complete);
  ipl_json_add_boolean (builder, "in_steps", self->clock == IPL_CLOCK_STEPS);
  ipl_results_write_message (builder, self->message);
  ipl_results_write_numbers (builder, "time", self->S, self->time);
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const IplTrajectoryArray *array = self->arrays->pdata[i];

      if (array->ndim > 1)
        continue;
      if (array->in_time)
        write_in_time (builder, self, array);
      else if (array->ndim == 0)
        ipl_results_write_number (builder, array->name, array->values[0]);
      else
        ipl_results_write_numbers (builder, array->name, array->size, array->values);
    }
  write_shapes (builder, self);
  write_units (builder, self);
  ipl_results_write_settings (builder, settings_json);
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, TRUE);
}
