/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session-support.h"

#include "core/experiments/markov-chain-experiment.h"
#include "core/parameters/parameters.h"

char *home;

void
wait_for (IplSession *session, const char *id)
{
  wait_until (!ipl_session_get_status (session, id)->running);
}

void
settle (IplSession *session)
{
  wait_until (!ipl_session_get_status (session, "solve")->running
              && ipl_session_get_opening (session) == NULL && !ipl_session_is_sampling (session));
}

void
change (IplSession *session, const IplParameters *parameters)
{
  ipl_session_change (session, parameters, NULL);
  settle (session);
}

const IplParameters *
parameters_of (IplSession *session)
{
  return ipl_session_get_parameters (session);
}

IplView
view_of (IplSession *session)
{
  IplView view;

  g_assert_true (ipl_session_get_view (session, &view));
  return view;
}

void
open_path (IplSession *session, const char *path)
{
  const char *paths[] = { path, NULL };

  ipl_session_open_paths (session, paths, NULL);
}

void
note_message (IplSession *session, const char *text, gboolean is_error, char **noted)
{
  if (text[0] == '\0')
    return;
  g_free (*noted);
  *noted = g_strdup (text);
}

void
set_title (IplSession *session, const char *title, const char *tag)
{
  g_autoptr (IplFigureStyle) style = ipl_figure_style_new ();

  ipl_figure_style_edit_panel (style, "u")->title = g_strdup (title);
  ipl_session_set_figure_style (session, style, tag);
}

const char *
title_of (IplSession *session)
{
  const IplPanelStyle *panel
      = ipl_figure_style_get_panel (ipl_session_get_figure_style (session), "u");

  return panel != NULL ? panel->title : NULL;
}

void
save (IplSession *session, const char *path)
{
  g_autofree char *json = ipl_session_to_json (session);
  g_autoptr (IplSessionSave) saved = ipl_session_save_new (session, json);
  g_autoptr (GError) error = NULL;

  ipl_session_save_write (saved, path, NULL, NULL, &error);
  g_assert_no_error (error);
  ipl_session_was_saved (session, saved, path);
}

void
open_saved (IplSession *session, IplSessionFile *file, const char *json)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ipl_session_open_saved (session, file, json, &error));
  g_assert_no_error (error);
}

void
open_file (IplSession *session, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplSessionFile) file = ipl_session_file_open (path, NULL, &error);

  g_assert_no_error (error);
  open_saved (session, file, file->document);
}

BEFORE_TESTS (make_home)
{
  static const char *const places[]
      = { "HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME" };

  /* GLib's own way to part the folders of tests leaks. */
  home = g_dir_make_tmp (SOMEBODY "-XXXXXX", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    g_setenv (places[i], home, TRUE);
}

AFTER_TESTS (remove_home)
{
  ipl_jobs_wait_for_end (FALSE, -1);
  test_remove (home);
  g_free (home);
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
  change (session, &parameters);
  return session;
}
