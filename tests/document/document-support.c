/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "document-support.h"

#include "core/experiments/markov-chain-experiment.h"
#include "core/parameters/parameters.h"

char *home;

void
wait_for (IplDocument *document, const char *id)
{
  wait_until (!ipl_document_get_status (document, id)->running);
}

void
settle (IplDocument *document)
{
  wait_until (!ipl_document_get_status (document, "solve")->running
              && ipl_document_get_opening (document) == NULL
              && !ipl_document_is_sampling (document));
}

void
change (IplDocument *document, const IplParameters *parameters)
{
  ipl_document_change (document, parameters, NULL);
  settle (document);
}

const IplParameters *
parameters_of (IplDocument *document)
{
  return ipl_document_get_parameters (document);
}

IplView
view_of (IplDocument *document)
{
  IplView view;

  g_assert_true (ipl_document_get_view (document, &view));
  return view;
}

void
open_path (IplDocument *document, const char *path)
{
  const char *paths[] = { path, NULL };

  ipl_document_open_paths (document, paths, NULL);
}

void
note_message (IplDocument *document, const char *text, gboolean is_error, char **noted)
{
  if (text[0] == '\0')
    return;
  g_free (*noted);
  *noted = g_strdup (text);
}

void
set_title (IplDocument *document, const char *title, const char *tag)
{
  g_autoptr (IplFigureStyle) style = ipl_figure_style_new ();

  ipl_figure_style_edit_panel (style, "u")->title = g_strdup (title);
  ipl_document_set_figure_style (document, style, tag);
}

const char *
title_of (IplDocument *document)
{
  const IplPanelStyle *panel
      = ipl_figure_style_get_panel (ipl_document_get_figure_style (document), "u");

  return panel != NULL ? panel->title : NULL;
}

void
save (IplDocument *document, const char *path)
{
  g_autofree char *json = ipl_document_to_json (document);
  g_autoptr (IplSessionSave) saved = ipl_session_save_new (document, json);
  g_autoptr (GError) error = NULL;

  ipl_session_save_write (saved, path, NULL, NULL, &error);
  g_assert_no_error (error);
  ipl_document_was_saved (document, saved, path);
}

void
open_saved (IplDocument *document, IplSessionFile *file, const char *json)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ipl_document_open_saved (document, file, json, &error));
  g_assert_no_error (error);
}

void
open_file (IplDocument *document, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplSessionFile) file = ipl_session_file_open (path, NULL, &error);

  g_assert_no_error (error);
  open_saved (document, file, file->document);
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

IplDocument *
open_small (void)
{
  IplDocument *document = ipl_document_new ();
  IplParameters parameters;
  IplMarkovChain *chain;

  ipl_parameters_init (&parameters, "hmc4");
  chain = ipl_parameters_edit_markov_chain (&parameters);
  chain->n_train = 16;
  chain->n_test = 40;
  chain->n_features = 12;
  chain->n_tokens = 6;
  change (document, &parameters);
  return document;
}
