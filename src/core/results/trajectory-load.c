/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a trajectory from a file of results. */
#include "core/results/trajectory-results.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"

/* Longer strings are refused as malformed. */
#define LONGEST_TEXT 4096

/* Description of an array of a trajectory in a file. */
typedef struct
{
  const char *name;
  const char *words; /* (nullable) */
  const char *unit;  /* (nullable) */
  gboolean in_time;
} Entry;

/* TRUE if it has the arrays of ipl_trajectory_add_npz(). */
gboolean
ipl_trajectory_is_npz (IplNpz *npz)
{
  static const char *const names[]
      = { "time", "in_steps", "complete", "experiment", "settings", "arrays" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (ipl_npz_lookup (npz, names[i]) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
is_plain (const char *text)
{
  return strlen (text) <= LONGEST_TEXT && ipl_text_is_plain (text);
}

/* (nullable): the string of a scalar array of the file. */
static const char *
get_text (IplNpz *npz, const char *name)
{
  const IplArray *array = ipl_npz_lookup (npz, name);

  return array != NULL && array->texts != NULL && array->size == 1 ? array->texts[0] : NULL;
}

/* Adds an array; its numbers only if it is constant in time. */
static gboolean
add_array (IplTrajectory *self, IplNpz *npz, const Entry *entry, gsize S, char **why)
{
  const IplArray *array = ipl_npz_lookup (npz, entry->name);
  guint skip = entry->in_time ? 1 : 0;

  if (array == NULL || array->values == NULL || array->size == 0 || array->ndim < skip
      || array->ndim - skip > IPL_TRAJECTORY_MAX_DIM || (entry->in_time && array->shape[0] != S)
      || ipl_trajectory_find (self, entry->name) != NULL)
    {
      *why
          = g_strdup_printf ("its array %s is missing, or does not go with its times", entry->name);
      return FALSE;
    }
  if (entry->in_time)
    ipl_trajectory_add (self, entry->name, array->ndim - 1, array->shape + 1);
  else if (!ipl_trajectory_add_constant (self, entry->name, array->ndim, array->shape,
                                         array->values, NULL))
    {
      *why = g_strdup ("there is not enough memory for its arrays");
      return FALSE;
    }
  if (entry->words != NULL && entry->unit != NULL)
    ipl_trajectory_set_words (self, entry->name, entry->words, entry->unit);
  return TRUE;
}

static gboolean
read_entry (JsonNode *node, Entry *entry)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;

  *entry = (Entry){ .in_time = TRUE };
  return object != NULL && ipl_json_get_text (object, "name", &entry->name, NULL)
         && ipl_json_get_text (object, "words", &entry->words, NULL)
         && ipl_json_get_text (object, "unit", &entry->unit, NULL)
         && ipl_json_get_boolean (object, "in_time", &entry->in_time, NULL) && entry->name != NULL
         && entry->words != NULL && entry->unit != NULL && is_plain (entry->name)
         && is_plain (entry->words) && is_plain (entry->unit);
}

/* The arrays that the file lists. */
static gboolean
add_listed (IplTrajectory *self, IplNpz *npz, const char *list, gsize S, char **why)
{
  g_autofree char *wrong = NULL;
  g_autoptr (JsonNode) root = ipl_json_parse (list, strlen (list), &wrong);
  JsonArray *array
      = root != NULL && JSON_NODE_HOLDS_ARRAY (root) ? json_node_get_array (root) : NULL;
  Entry entry;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      if (!read_entry (json_array_get_element (array, i), &entry))
        array = NULL;
      else if (!add_array (self, npz, &entry, S, why))
        return FALSE;
    }
  if (array == NULL)
    *why = g_strdup ("its list of arrays cannot be read");
  return array != NULL;
}

static const IplRecordedArray *
find_recorded (const IplRecordedArray *recorded, const char *name)
{
  for (; recorded != NULL && recorded->name != NULL; recorded++)
    if (strcmp (recorded->name, name) == 0)
      return recorded;
  return NULL;
}

/* Adds all numeric arrays, for a file without a list of them. */
static gboolean
add_unlisted (IplTrajectory *self, IplNpz *npz, const IplRecordedArray *recorded, gsize S,
              char **why)
{
  static const char *const others[] = { "time", "in_steps", "complete", NULL };

  for (guint i = 0; i < ipl_npz_get_n (npz); i++)
    {
      const IplArray *array = ipl_npz_get (npz, i);
      const IplRecordedArray *entry_of = find_recorded (recorded, array->name);
      Entry entry = { .name = array->name };

      if (array->is_text || strchr (array->name, '/') != NULL
          || g_strv_contains (others, array->name))
        continue;
      entry.in_time
          = entry_of != NULL ? !entry_of->is_constant : array->ndim > 0 && array->shape[0] == S;
      if (!add_array (self, npz, &entry, S, why))
        return FALSE;
    }
  return TRUE;
}

/* The times, and the numbers of every moment. */
static gboolean
fill (IplTrajectory *self, IplNpz *npz, const IplArray *time, char **why)
{
  for (gsize s = 0; s < time->size; s++)
    if (!ipl_trajectory_append (self, time->values[s], NULL))
      {
        *why = g_strdup ("there is not enough memory for its arrays");
        return FALSE;
      }
  for (guint i = 0; i < self->arrays->len; i++)
    {
      IplTrajectoryArray *array = self->arrays->pdata[i];

      if (array->in_time)
        memcpy (array->values, ipl_npz_lookup (npz, array->name)->values,
                self->S * array->size * sizeof (double));
    }
  return TRUE;
}

static gboolean
check_time (const IplArray *time, char **why)
{
  gboolean grows = time != NULL && time->values != NULL && time->ndim == 1 && time->size > 0
                   && time->size <= G_MAXUINT;

  for (gsize s = 0; grows && s < time->size; s++)
    grows = isfinite (time->values[s]) && (s == 0 || time->values[s] > time->values[s - 1]);
  if (!grows)
    *why = g_strdup ("its times are not numbers that grow");
  return grows;
}

/* The length of an axis: of a letter, from the first array that has it, 0 if none has; of a
 * digit, its value. */
gsize
ipl_trajectory_get_length (const IplTrajectory *self, const IplRecordedArray *recorded, char letter)
{
  if (g_ascii_isdigit (letter))
    return (gsize)g_ascii_digit_value (letter);
  for (; recorded != NULL && recorded->name != NULL; recorded++)
    {
      const char *at = strchr (recorded->shape, letter);
      const IplTrajectoryArray *array = ipl_trajectory_find (self, recorded->name);

      if (at != NULL && array != NULL && (gsize)(at - recorded->shape) < array->ndim)
        return array->shape[at - recorded->shape];
    }
  return 0;
}

/* TRUE if all arrays are present with the right shapes. */
static gboolean
check_recorded (const IplTrajectory *self, const IplRecordedArray *recorded, char **why)
{
  for (const IplRecordedArray *at = recorded; at != NULL && at->name != NULL; at++)
    {
      const IplTrajectoryArray *array = ipl_trajectory_find (self, at->name);
      gboolean fits = array != NULL
                          ? array->ndim == strlen (at->shape) && array->in_time == !at->is_constant
                          : at->is_optional;

      for (guint d = 0; fits && array != NULL && d < array->ndim; d++)
        fits = array->shape[d] == ipl_trajectory_get_length (self, recorded, at->shape[d]);
      if (!fits)
        {
          *why = g_strdup_printf ("its array %s is missing, or does not go with the others",
                                  at->name);
          return FALSE;
        }
    }
  return TRUE;
}

/* The trajectory. */
IplTrajectory *
ipl_trajectory_load_npz (IplNpz *npz, const IplRecordedArray *recorded, char **why)
{
  const IplArray *time = ipl_npz_lookup (npz, "time");
  const IplArray *in_steps = ipl_npz_lookup (npz, "in_steps");
  const char *message = get_text (npz, "message"), *list = get_text (npz, "arrays");
  g_autoptr (IplTrajectory) self = NULL;

  *why = NULL;
  if (!check_time (time, why))
    return NULL;
  if (in_steps == NULL || in_steps->values == NULL || in_steps->size != 1
      || !(in_steps->values[0] >= 0) || !(in_steps->values[0] < IPL_N_CLOCKS)
      || (message != NULL && !is_plain (message)))
    {
      *why = g_strdup ("its description cannot be read");
      return NULL;
    }
  self = ipl_trajectory_new ((IplClock)in_steps->values[0]);
  if (message != NULL && message[0] != '\0')
    ipl_trajectory_set_message (self, message);
  if (!(list != NULL ? add_listed (self, npz, list, time->size, why)
                     : add_unlisted (self, npz, recorded, time->size, why))
      || !fill (self, npz, time, why) || !check_recorded (self, recorded, why))
    return NULL;
  return g_steal_pointer (&self);
}
