/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An entry of the run log: when, how and where. */
#include "session/run-log.h"

#include <math.h>
#include <string.h>

#include "core/base/json.h"

/* A slider that rests here and there is one entry. */
#define JOIN_SECONDS 30.0

static void
entry_free (gpointer data)
{
  IplRunLogEntry *entry = data;

  g_free (entry->what);
  g_free (entry->when);
  g_free (entry->title);
  g_free (entry->command);
  g_free (entry->seed);
  g_free (entry->note);
  g_free (entry->version);
  g_free (entry->machine);
  g_free (entry);
}

/* Returns: (transfer full): a log without entries, the oldest first */
GPtrArray *
ipl_run_log_new (void)
{
  return g_ptr_array_new_with_free_func (entry_free);
}

/* TRUE if the theory was solved again soon after, as while parameters are being tried. */
static gboolean
takes_place_of (const IplRunLogEntry *entry, const IplRunLogEntry *last)
{
  g_autoptr (GDateTime) when = g_date_time_new_from_iso8601 (entry->when, NULL);
  g_autoptr (GDateTime) before = g_date_time_new_from_iso8601 (last->when, NULL);

  if (strcmp (entry->what, "theory") != 0 || strcmp (last->what, "theory") != 0 || when == NULL
      || before == NULL)
    return FALSE;
  return strcmp (entry->command, last->command) == 0
         || fabs ((double)g_date_time_difference (when, before) / 1e6) < JOIN_SECONDS;
}

/* Adds an entry, in the place of the last where the theory was only tried at other parameters. Of
 * too many the oldest goes. */
void
ipl_run_log_add (GPtrArray *log, IplRunLogEntry *entry)
{
  if (log->len > 0 && takes_place_of (entry, log->pdata[log->len - 1]))
    g_ptr_array_remove_index (log, log->len - 1);
  while (log->len >= IPL_RUN_LOG_MOST)
    g_ptr_array_remove_index (log, 0);
  g_ptr_array_add (log, entry);
}

void
ipl_run_log_add_json (const GPtrArray *log, JsonBuilder *builder)
{
  ipl_json_add_name (builder, "log");
  json_builder_begin_array (builder);
  for (guint i = 0; i < log->len; i++)
    {
      const IplRunLogEntry *entry = log->pdata[i];

      json_builder_begin_object (builder);
      ipl_json_add_text (builder, "what", entry->what);
      ipl_json_add_text (builder, "when", entry->when);
      ipl_json_add_text (builder, "title", entry->title);
      ipl_json_add_text (builder, "command", entry->command);
      ipl_json_add_boolean (builder, "whole", entry->is_whole);
      ipl_json_add_text (builder, "seed", entry->seed);
      ipl_json_add_text (builder, "note", entry->note);
      ipl_json_add_text (builder, "version", entry->version);
      ipl_json_add_text (builder, "machine", entry->machine);
      ipl_json_add_double (builder, "seconds", entry->seconds);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static char *
read_text (JsonObject *object, const char *name)
{
  const char *text = NULL;

  ipl_json_get_text (object, name, &text, NULL);
  return g_strdup (text != NULL ? text : "");
}

/* Reads its entries; what cannot be read is none. */
void
ipl_run_log_read_json (GPtrArray *log, JsonObject *object)
{
  JsonArray *array = NULL;

  g_ptr_array_set_size (log, 0);
  if (!json_object_has_member (object, "log")
      || !ipl_json_get_array (object, "log", 0, IPL_RUN_LOG_MOST, &array, NULL) || array == NULL)
    return;
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      JsonObject *item = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      IplRunLogEntry *entry;

      if (item == NULL)
        continue;
      entry = g_new0 (IplRunLogEntry, 1);
      entry->what = read_text (item, "what");
      entry->when = read_text (item, "when");
      entry->title = read_text (item, "title");
      entry->command = read_text (item, "command");
      ipl_json_get_boolean (item, "whole", &entry->is_whole, NULL);
      entry->seed = read_text (item, "seed");
      entry->note = read_text (item, "note");
      entry->version = read_text (item, "version");
      entry->machine = read_text (item, "machine");
      ipl_json_get_double (item, "seconds", &entry->seconds, NULL);
      g_ptr_array_add (log, entry);
    }
}

/* Returns: (transfer full): all entries, a paragraph each, the newest first, as comments and
 *   commands of a shell */
char *
ipl_run_log_to_text (const GPtrArray *log)
{
  GString *text = g_string_new (NULL);

  for (guint i = log->len; i-- > 0;)
    {
      const IplRunLogEntry *entry = log->pdata[i];

      g_string_append_printf (text, "# %s: %s\n# %.3g s, Interplay %s, %s%s%s\n", entry->when,
                              entry->title, entry->seconds, entry->version, entry->machine,
                              entry->seed[0] != '\0' ? ", seed " : "", entry->seed);
      if (entry->note[0] != '\0')
        g_string_append_printf (text, "# %s\n", entry->note);
      if (!entry->is_whole)
        g_string_append (text,
                         "# The command does not tell all of it: save the session with it.\n");
      g_string_append_printf (text, "%s\n\n", entry->command);
    }
  return g_string_free (text, FALSE);
}
