/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/shell/application.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "core/base/alone.h"
#include "figures/kit/text.h"
#include "runs/job.h"

/* How long the end of the program, which nobody sees any more, waits for a network that is being
 * trained to be kept, and for whatever else is still being computed. */
#define KEEPING_MS 60000
#define ENDING_MS 300

int
main (int argc, char *argv[])
{
  g_autoptr (IplApplication) application = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  /* GTK does not survive its first label without a font, so nothing can be said in a window. */
  if (!ipl_text_has_font (&error))
    {
      fprintf (stderr, "interplay: %s\n", error->message);
      return 1;
    }
  /* A file larger than the process may write (ulimit -f) is an error like a full disk. */
  signal (SIGXFSZ, SIG_IGN);
  application = ipl_application_new (G_APPLICATION_DEFAULT_FLAGS);
  g_set_application_name ("Interplay");
  ipl_application_end_on_signals (application);
  if (argc == 1)
    ipl_application_open_example (application);
  status = g_application_run (G_APPLICATION (application), argc, argv);
  /* Nobody listens any more: asked to end once more, the process does. */
  signal (SIGTERM, SIG_DFL);
  signal (SIGHUP, SIG_DFL);
  signal (SIGINT, SIG_DFL);
  /* A thread in the middle of a block of numbers is not waited for: the process ends under it. */
  if (!ipl_jobs_wait_for_end (TRUE, KEEPING_MS) || !ipl_jobs_wait_for_end (FALSE, ENDING_MS)
      || ipl_alone_is_running ())
    _exit (status);
  return status;
}
