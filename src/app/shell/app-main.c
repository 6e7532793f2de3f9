/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/shell/application.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "core/base/abandonable-call.h"
#include "figures/kit/text.h"
#include "runs/job.h"

/* Time that the process waits after its windows are closed, for a network in training to be saved,
 * and for other jobs. */
#define SAVING_MS 60000
#define ENDING_MS 300

int
main (int argc, char *argv[])
{
  g_autoptr (IplApplication) application = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  /* GTK crashes at its first label without a font, so the error goes to the terminal. */
  if (!ipl_text_has_font (&error))
    {
      fprintf (stderr, "interplay: %s\n", error->message);
      return 1;
    }
  /* A file above the limit of ulimit -f gives a write error, like a full disk. */
  signal (SIGXFSZ, SIG_IGN);
  application = ipl_application_new (G_APPLICATION_DEFAULT_FLAGS);
  g_set_application_name ("Interplay");
  ipl_application_end_on_signals (application);
  if (argc == 1)
    ipl_application_open_example (application);
  status = g_application_run (G_APPLICATION (application), argc, argv);
  /* The main loop has ended; further signals end the process. */
  signal (SIGTERM, SIG_DFL);
  signal (SIGHUP, SIG_DFL);
  signal (SIGINT, SIG_DFL);
  /* A thread in a long block of arithmetic is not waited for: the process exits while it runs. */
  if (!ipl_jobs_wait_for_end (TRUE, SAVING_MS) || !ipl_jobs_wait_for_end (FALSE, ENDING_MS)
      || ipl_abandonable_call_is_running ())
    _exit (status);
  return status;
}
