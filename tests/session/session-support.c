/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session-support.h"

#include <glib/gstdio.h>

#include "core/experiments/markov-chain-experiment.h"
#include "core/parameters/parameters.h"

void
wait_for (IplSession *session, const char *id)
{
  gint64 end = g_get_monotonic_time () + 120 * G_USEC_PER_SEC;

  while (ipl_session_get_status (session, id)->running)
    {
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (200);
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
}

IplSession *
open_small (void)
{
  IplSession *session = ipl_session_new ();
  IplParameters parameters;
  IplMarkovChain *chain;

  ipl_parameters_init (&parameters, "hmc4");
  chain = ipl_parameters_edit_markov_chain (&parameters);
  chain->n_train = 16;
  chain->n_test = 40;
  chain->n_features = 12;
  chain->n_tokens = 6;
  ipl_session_change (session, &parameters, NULL);
  wait_for (session, "solve");
  return session;
}

void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}
