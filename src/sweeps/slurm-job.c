/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of sbatch, squeue and scancel, and their answers; as of SLURM 22.05. */
#include "sweeps/slurm-job.h"

#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include <string.h>

/* More is no sentence, but a log. */
#define MAX_LINE 400
#define MAX_TASKS 100000000u

void
ipl_slurm_job_clear (IplSlurmJob *self)
{
  g_clear_pointer (&self->cluster, g_free);
  self->number = 0;
}

/* Returns: whether there is the number of a job */
gboolean
ipl_slurm_job_parse (IplSlurmJob *self, const char *output)
{
  g_autofree char *text = g_strchomp (g_strdup (output));
  char *line = strrchr (text, '\n'), *semicolon;

  *self = (IplSlurmJob){ 0 };
  line = line != NULL ? line + 1 : text;
  semicolon = strchr (line, ';');
  if (semicolon != NULL)
    *semicolon = '\0';
  if (!ipl_number_parse_whole (line, &self->number) || self->number == 0)
    return FALSE;
  if (semicolon != NULL && semicolon[1] != '\0')
    self->cluster = g_strdup (semicolon + 1);
  return TRUE;
}

static char **
words_of (const IplSlurmJob *self, const char *const *words, char *last)
{
  GPtrArray *all = g_ptr_array_new ();

  for (; *words != NULL; words++)
    g_ptr_array_add (all, g_strdup (*words));
  if (self != NULL && self->cluster != NULL)
    g_ptr_array_add (all, g_strdup_printf ("--clusters=%s", self->cluster));
  g_ptr_array_add (all, last);
  g_ptr_array_add (all, NULL);
  return (char **)g_ptr_array_free (all, FALSE);
}

/* Returns: (transfer full): the words of the command that hands it over */
char **
ipl_slurm_job_submit_words (const char *script)
{
  static const char *const words[] = { "sbatch", "--parsable", NULL };

  return words_of (NULL, words, g_strdup (script));
}

/* Returns: (transfer full): the words of the command whose output ipl_slurm_state_parse() reads */
char **
ipl_slurm_job_queue_words (const IplSlurmJob *self)
{
  static const char *const words[]
      = { "squeue", "--noheader", "--states=all", "--format=%i|%T|%r", NULL };

  return words_of (self, words, g_strdup_printf ("--jobs=%" G_GUINT64_FORMAT, self->number));
}

/* Returns: (transfer full): the words of the command that cancels it */
char **
ipl_slurm_job_cancel_words (const IplSlurmJob *self)
{
  static const char *const words[] = { "scancel", NULL };

  return words_of (self, words, g_strdup_printf ("%" G_GUINT64_FORMAT, self->number));
}

void
ipl_slurm_state_clear (IplSlurmState *self)
{
  g_clear_pointer (&self->reason, g_free);
}

/* Counts the tasks in "3", "1-6" or "1-19:3". */
static gboolean
count_range (const char *text, guint *n)
{
  g_auto (GStrv) step_parts = g_strsplit (text, ":", 2);
  g_auto (GStrv) parts = g_strsplit (step_parts[0] != NULL ? step_parts[0] : "", "-", 2);
  guint64 first, last, step = 1;

  if (parts[0] == NULL || !ipl_number_parse_whole (parts[0], &first))
    return FALSE;
  last = first;
  if (parts[1] != NULL && !ipl_number_parse_whole (parts[1], &last))
    return FALSE;
  if (step_parts[1] != NULL && (!ipl_number_parse_whole (step_parts[1], &step) || step == 0))
    return FALSE;
  if (last < first || last - first >= MAX_TASKS)
    return FALSE;
  *n = (guint)((last - first) / step) + 1;
  return TRUE;
}

/* Counts the tasks in "7", "7_3" or "7_[1-6,9%2]"; FALSE where it is another job's. A list that
 * squeue cuts short ends in "...", whose tasks nobody knows: SLURM_BITSTR_LEN=0 keeps it from that.
 */
static gboolean
count_tasks (const IplSlurmJob *job, const char *name, guint *n)
{
  g_autofree char *own = g_strdup_printf ("%" G_GUINT64_FORMAT, job->number);
  g_autofree char *inside = NULL;
  g_auto (GStrv) ranges = NULL;
  const char *rest;

  *n = 1;
  if (!g_str_has_prefix (name, own))
    return FALSE;
  rest = name + strlen (own);
  if (rest[0] == '\0')
    return TRUE;
  if (rest[0] != '_')
    return FALSE;
  if (rest[1] != '[')
    return count_range (rest + 1, n);
  inside = g_strdup (rest + 2);
  inside[strcspn (inside, "]%")] = '\0';
  ranges = g_strsplit (inside, ",", -1);
  *n = 0;
  for (char **range = ranges; *range != NULL; range++)
    {
      guint some = 0;

      if (!count_range (*range, &some) && strcmp (*range, "...") != 0)
        return FALSE;
      *n += some;
    }
  return TRUE;
}

static guint *
place_of (IplSlurmState *self, const char *state)
{
  static const char *const waiting[]
      = { "PENDING",      "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "RESV_DEL_HOLD",
          "SPECIAL_EXIT", NULL };
  static const char *const running[]
      = { "RUNNING",   "CONFIGURING", "COMPLETING", "SUSPENDED", "STOPPED",
          "SIGNALING", "STAGE_OUT",   "RESIZING",   NULL };

  if (g_strv_contains (waiting, state))
    return &self->waiting;
  if (g_strv_contains (running, state))
    return &self->running;
  if (strcmp (state, "COMPLETED") == 0)
    return &self->done;
  if (strcmp (state, "CANCELLED") == 0 || strcmp (state, "REVOKED") == 0)
    return &self->cancelled;
  /* FAILED, TIMEOUT, OUT_OF_MEMORY, NODE_FAIL, PREEMPTED, BOOT_FAIL, DEADLINE */
  return &self->failed;
}

/* Returns: whether there was a line about the job; lines about others are passed over */
gboolean
ipl_slurm_state_parse (IplSlurmState *self, const IplSlurmJob *job, const char *output)
{
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);
  gboolean any = FALSE;

  *self = (IplSlurmState){ 0 };
  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) columns = g_strsplit (*line, "|", -1);
      guint n, *place;

      if (g_strv_length (columns) < 3 || !count_tasks (job, g_strstrip (columns[0]), &n))
        continue;
      place = place_of (self, columns[1]);
      *place += n;
      if (place == &self->waiting && self->reason == NULL && strcmp (columns[2], "None") != 0)
        self->reason = ipl_text_shown (columns[2]);
      any = TRUE;
    }
  return any;
}

gboolean
ipl_slurm_state_is_over (const IplSlurmState *self)
{
  return self->waiting == 0 && self->running == 0;
}

static void
add_count (GString *text, guint n, const char *what)
{
  if (n > 0)
    g_string_append_printf (text, "%s%u %s", text->len > 0 ? ", " : "", n, what);
}

/* Returns: (transfer full): "6 tasks: 3 waiting (Resources), 2 running, 1 done" */
char *
ipl_slurm_state_describe (const IplSlurmState *self)
{
  guint n = self->waiting + self->running + self->done + self->failed + self->cancelled;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *waiting = self->reason != NULL ? g_strdup_printf ("waiting (%s)", self->reason)
                                                  : g_strdup ("waiting");

  add_count (text, self->waiting, waiting);
  add_count (text, self->running, "running");
  add_count (text, self->done, "done");
  add_count (text, self->failed, "failed");
  add_count (text, self->cancelled, "cancelled");
  return g_strdup_printf ("%u task%s: %s", n, n == 1 ? "" : "s", text->str);
}

/* Returns: whether it says that there is no such job: some minutes after its end there is none */
gboolean
ipl_slurm_is_forgotten (const char *errors)
{
  return strstr (errors, "Invalid job id") != NULL;
}

/* "sbatch: error: " and the like. */
static const char *
without_name (const char *line)
{
  static const char *const levels[] = { "error: ", "fatal: " };
  const char *colon = strchr (line, ':');

  if (colon == NULL || colon[1] != ' ' || strchr (line, ' ') < colon)
    return line;
  for (gsize i = 0; i < G_N_ELEMENTS (levels); i++)
    if (g_str_has_prefix (colon + 2, levels[i]))
      return colon + 2 + strlen (levels[i]);
  return line;
}

/* Returns: (transfer full): its own words on one line, without its name before each */
char *
ipl_slurm_error_line (const char *errors)
{
  g_autofree char *shown = NULL;
  g_auto (GStrv) lines = g_strsplit (errors, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    {
      const char *words = without_name (g_strstrip (*line));

      if (words[0] != '\0' && strstr (text->str, words) == NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", words);
    }
  shown = ipl_text_escape (text->str);
  if (g_utf8_strlen (shown, -1) <= MAX_LINE)
    return g_steal_pointer (&shown);
  *g_utf8_offset_to_pointer (shown, MAX_LINE) = '\0';
  return g_strconcat (shown, "…", NULL);
}
