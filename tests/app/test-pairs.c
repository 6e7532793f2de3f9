/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whatever is running, anything can be asked: pairs of a job at work and a command, both from the
 * program's tables, an eighth of them with every run and all in the suite "long". No crash, no
 * critical (which end the program here), no hang. */
#include <stdlib.h>
#include <string.h>

#include "core/parameters/parameters.h"
#include "every-command.h"
#include "every-job.h"
#include "watch.h"

/* Longer than this no pair takes, its preparation included. */
#define HANG_SECONDS (30 * SLOWER)

#define N_TURNS 8

static IplParameters trained; /* a solved task with a network */
static GPtrArray *commands;

static void
watch_pair (const char *job, const char *command)
{
  g_autofree char *what = g_strdup_printf ("%s during %s", command, job);

  watch (what);
}

static gboolean
is_open (IplWindow *window)
{
  return g_list_find (gtk_application_get_windows (GTK_APPLICATION (application)), window) != NULL;
}

static IplWindow *
open_window (void)
{
  g_application_activate (G_APPLICATION (application));
  return the_window ();
}

static gboolean
has_opened (IplWindow *window)
{
  return ipl_session_get_opening (session_of (window)) == NULL;
}

/* The trained network open, solved, with what the job needs. */
static void
prepare (IplWindow *window, const Job *job)
{
  IplParameters parameters = trained;

  if (job->prepare != NULL)
    job->prepare (&parameters);
  parameters.current = ipl_session_get_parameters (session_of (window))->current;
  if (!ipl_parameters_equal (&parameters, ipl_session_get_parameters (session_of (window))))
    {
      parameters.current = trained.current;
      ipl_session_change (session_of (window), &parameters, NULL);
    }
  if (job->is_running (window))
    return;
  /* The command before may have stopped it. */
  if (!is_shown (window) && is_idle (window))
    ipl_session_run (session_of (window));
  wait_for (window, is_shown, "the trained network");
}

/* A window with the job at work. */
static IplWindow *
ensure (IplWindow *window, const Job *job)
{
  if (!is_open (window))
    window = open_window ();
  ipl_scrubber_set_playing (window->scrubber, FALSE);
  if (ipl_session_get_opening (session_of (window)) != NULL)
    ipl_session_stop (session_of (window));
  wait_for (window, has_opened, "what was being opened");
  if (job->experiment == NULL)
    prepare (window, job);
  if (!job->is_running (window))
    {
      job->start (window);
      wait_for (window, job->is_running, job->id);
    }
  g_assert_true (job->is_running (window));
  return window;
}

/* As long as there is something to be done at once, and a little longer: what runs is to run on. */
static void
look_on (void)
{
  gint64 end = g_get_monotonic_time () + 20000;

  spin (2);
  while (g_main_context_pending (NULL) && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
}

static IplWindow *
try_pair (IplWindow *window, const Job *job, const Command *command, guint *n_running)
{
  window = ensure (window, job);
  command_run (command, window);
  look_on ();
  if (is_open (window))
    *n_running += job->is_running (window);
  for (guint i = 0; is_open (window) && window->question != NULL && i < 2; i++)
    ipl_window_answer_question (window, TRUE);
  close_dialogs ();
  close_others (window);
  if (command->closes && is_open (window))
    ipl_window_close_unasked (window);
  look_on ();
  g_assert_true (command->closes || is_open (window));
  return window;
}

/* Each job has every sixth command, and of an action that takes one of many things its share; with
 * INTERPLAY_PAIRS=all every job has all. */
static gboolean
is_tried (guint i, const Command *command, guint n_job)
{
  if (g_strcmp0 (g_getenv ("INTERPLAY_PAIRS"), "all") == 0)
    return TRUE;
  return (command->family != NULL ? command->turn : i) % N_TURNS == n_job % N_TURNS;
}

static void
test_job (gconstpointer data)
{
  const Job *job = data;
  IplWindow *window = the_window ();
  gint64 begin = g_get_monotonic_time (), longest = 0;
  const char *slowest = "";
  guint n_running = 0, n_tried = 0;
  static guint n_jobs;

  for (guint i = 0; i < commands->len; i++)
    {
      const Command *command = commands->pdata[i];
      gint64 pair_begin = g_get_monotonic_time ();

      if (!is_tried (i, command, n_jobs))
        continue;
      n_tried++;

      watch_pair (job->id, command->title);
      g_test_message ("%s during %s", command->title, job->id);
      window = try_pair (window, job, command, &n_running);
      if (g_get_monotonic_time () - pair_begin > longest)
        {
          longest = g_get_monotonic_time () - pair_begin;
          slowest = command->title;
        }
    }
  n_jobs++;
  watch_pair (job->id, "stopping");
  if (!is_open (window))
    window = open_window ();
  job->stop (window);
  wait_until (!job->is_running (window));
  watch (NULL);
  g_print ("# %s: %u commands in %.1f s, after %u of which it still ran; longest %.0f ms (%s)\n",
           job->id, n_tried, (double)(g_get_monotonic_time () - begin) / 1e6, n_running,
           (double)longest / 1e3, slowest);
}

static void
test_opens (void)
{
  IplWindow *window = open_window ();

  open_tiny (window);
  train_tiny (window, 20);
  trained = *ipl_session_get_parameters (session_of (window));
  commands = every_command (window);
  g_print ("# %u commands\n", commands->len);
}

int
main (int argc, char *argv[])
{
  const Job *jobs;
  guint n;
  int status;

  training_init (&argc, &argv);
  watch_start (HANG_SECONDS);
  jobs = every_job (&n);
  g_test_add_func ("/pairs/opens", test_opens);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/pairs/", jobs[i].id, NULL);

      g_test_add_data_func (path, &jobs[i], test_job);
    }
  status = fixture_run ();
  g_clear_pointer (&commands, g_ptr_array_unref);
  training_end ();
  return status;
}
