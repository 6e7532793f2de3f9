/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "sweeps/task-claim.h"

#include "core/base/file-read.h"
#include "core/base/file-save.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/process.h"
#include <glib/gstdio.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RENEW_SECONDS 20
/* Bytes; a note of ten thousand rows takes less. */
#define MAX_NOTE (1 << 20)
/* Rows that take less come and go unseen. */
#define LEAST_MS 300

struct _IplTaskClaim
{
  char *path;
  gint64 begin_usec;
  pthread_t thread;
  gboolean has_thread;
  /* The rest under the lock. */
  pthread_mutex_t lock;
  pthread_cond_t wake;
  gboolean ends;
  gboolean changed;
  GArray *rows;
  double planned;
};

static char *
describe (IplTaskClaim *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "host", g_get_host_name ());
  ipl_json_add_seed (builder, "pid", (guint64)getpid ());
  ipl_json_add_seed (builder, "start", ipl_process_start (getpid ()));
  ipl_json_add_seed (builder, "seen", (guint64)(g_get_real_time () / G_USEC_PER_SEC));
  ipl_json_add_double (builder, "elapsed",
                       1e-6 * (double)(g_get_monotonic_time () - self->begin_usec));
  pthread_mutex_lock (&self->lock);
  ipl_json_add_double (builder, "planned", self->planned);
  json_builder_set_member_name (builder, "rows");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->rows->len; i++)
    json_builder_add_int_value (builder, g_array_index (self->rows, guint, i));
  json_builder_end_array (builder);
  pthread_mutex_unlock (&self->lock);
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, FALSE);
}

/* A failed write is ignored. */
static void
renew (IplTaskClaim *self)
{
  g_autofree char *text = describe (self);

  ipl_file_save_bytes (self->path, text, strlen (text), NULL);
}

/* Under the lock: until the note is to be ended, or @changed, or so long. */
static void
wait (IplTaskClaim *self, gint64 ms, gboolean until_changed)
{
  struct timespec until;
  int code = 0;

  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_sec += ms / 1000;
  until.tv_nsec += ms % 1000 * 1000000;
  if (until.tv_nsec >= 1000000000)
    {
      until.tv_sec++;
      until.tv_nsec -= 1000000000;
    }
  while (code == 0 && !self->ends && !(until_changed && self->changed))
    code = pthread_cond_clockwait (&self->wake, &self->lock, CLOCK_MONOTONIC, &until);
}

static void *
keep_renewing (void *data)
{
  IplTaskClaim *self = data;
  gboolean ends = FALSE;

  while (!ends)
    {
      pthread_mutex_lock (&self->lock);
      self->changed = FALSE;
      pthread_mutex_unlock (&self->lock);
      renew (self);
      pthread_mutex_lock (&self->lock);
      wait (self, LEAST_MS, FALSE);
      wait (self, RENEW_SECONDS * 1000, TRUE);
      ends = self->ends;
      pthread_mutex_unlock (&self->lock);
    }
  return NULL;
}

/* Returns: (transfer full): the note, renewed until it is freed */
IplTaskClaim *
ipl_task_claim_new (const IplSweepFolder *folder, guint task, guint n_tasks)
{
  IplTaskClaim *self = g_new0 (IplTaskClaim, 1);

  self->path = g_strdup_printf ("%s/running/%u-of-%u.json", folder->path, task, n_tasks);
  ipl_sweep_folder_clear_place (self->path);
  self->begin_usec = g_get_monotonic_time ();
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint));
  pthread_mutex_init (&self->lock, NULL);
  pthread_cond_init (&self->wake, NULL);
  self->has_thread = pthread_create (&self->thread, NULL, keep_renewing, self) == 0;
  return self;
}

void
ipl_task_claim_begin_row (IplTaskClaim *self, guint row)
{
  pthread_mutex_lock (&self->lock);
  g_array_append_val (self->rows, row);
  self->changed = TRUE;
  pthread_cond_signal (&self->wake);
  pthread_mutex_unlock (&self->lock);
}

/* @planned_seconds: how long it was expected to take; 0 of one that was not finished */
void
ipl_task_claim_end_row (IplTaskClaim *self, guint row, double planned_seconds)
{
  pthread_mutex_lock (&self->lock);
  self->planned += planned_seconds;
  for (guint i = 0; i < self->rows->len; i++)
    if (g_array_index (self->rows, guint, i) == row)
      {
        g_array_remove_index_fast (self->rows, i);
        break;
      }
  pthread_mutex_unlock (&self->lock);
}

void
ipl_task_claim_free (IplTaskClaim *self)
{
  pthread_mutex_lock (&self->lock);
  self->ends = TRUE;
  pthread_cond_signal (&self->wake);
  pthread_mutex_unlock (&self->lock);
  if (self->has_thread)
    pthread_join (self->thread, NULL);
  g_unlink (self->path);
  pthread_cond_destroy (&self->wake);
  pthread_mutex_destroy (&self->lock);
  g_array_unref (self->rows);
  g_free (self->path);
  g_free (self);
}

static void
claim_free (gpointer data)
{
  IplClaim *self = data;

  g_free (self->host);
  g_array_unref (self->rows);
  g_free (self);
}

/* TRUE if its program is at work: on this machine that is known, elsewhere as long as it renews. A
 * note from the future is of a time before a clock was set back, and no better than an old one. */
static gboolean
is_alive (const IplClaim *claim, guint64 start, guint64 seen)
{
  if (strcmp (claim->host, g_get_host_name ()) == 0)
    return ipl_process_lives (claim->pid, start);
  return llabs ((gint64)seen - g_get_real_time () / G_USEC_PER_SEC) < IPL_CLAIM_SECONDS;
}

/* @alive: (out): whether its program is at work
 * Returns: (transfer full) (nullable): what the note says, %NULL where that cannot be read */
static IplClaim *
read_claim (const char *path, gboolean *alive)
{
  g_autofree char *text = NULL, *why = NULL;
  g_autoptr (JsonObject) root = NULL;
  JsonArray *rows = NULL;
  IplClaim *self;
  const char *host = "";
  guint64 pid = 0, start = 0, seen = 0;
  gsize length;

  text = ipl_file_read (path, MAX_NOTE, &length, NULL);
  if (text == NULL)
    return NULL;
  root = ipl_json_parse_object (text, length, &why);
  if (root == NULL || !ipl_json_get_text (root, "host", &host, NULL)
      || !ipl_json_get_seed (root, "pid", &pid, NULL)
      || !ipl_json_get_seed (root, "seen", &seen, NULL) || seen > G_MAXINT64
      || !ipl_json_get_array (root, "rows", 0, 10000, &rows, NULL))
    return NULL;
  self = g_new0 (IplClaim, 1);
  self->host = g_strdup (host);
  self->pid = (gint64)pid;
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint));
  ipl_json_get_seed (root, "start", &start, NULL);
  ipl_json_get_double (root, "elapsed", &self->elapsed, NULL);
  ipl_json_get_double (root, "planned", &self->planned, NULL);
  for (guint i = 0; rows != NULL && i < json_array_get_length (rows); i++)
    {
      JsonNode *node = json_array_get_element (rows, i);
      guint row = JSON_NODE_HOLDS_VALUE (node) ? (guint)json_node_get_int (node) : 0;

      g_array_append_val (self->rows, row);
    }
  *alive = is_alive (self, start, seen);
  return self;
}

/* Returns: whether it is the note of a program that is not at work any more */
gboolean
ipl_claim_is_left (const char *path)
{
  gboolean alive = FALSE;
  IplClaim *claim = read_claim (path, &alive);

  if (claim == NULL)
    return FALSE;
  claim_free (claim);
  return !alive;
}

/* Returns: (transfer full): who is at work in it */
GPtrArray *
ipl_claims_read (const IplSweepFolder *folder)
{
  GPtrArray *claims = g_ptr_array_new_with_free_func (claim_free);
  g_autofree char *path = g_build_filename (folder->path, "running", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      gboolean alive = FALSE;
      IplClaim *claim = name[0] != '.' ? read_claim (file, &alive) : NULL;

      if (claim != NULL && alive)
        g_ptr_array_add (claims, claim);
      else if (claim != NULL)
        claim_free (claim);
    }
  return claims;
}
