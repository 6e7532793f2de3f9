/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What files say of the machine and the folder that they were written in: nothing; with --anonymous
 * nothing of the case's file either. And what they are called. */
#define _GNU_SOURCE /* memmem */
#include "cli-run.h"

#include <glib/gstdio.h>
#include <string.h>

/* Every kind of file that leaves; SECRET is the folder, by its whole name. */
static const char *const lines[] = {
  "CLI figure SECRET/private.npz -p u -w 10,20 -f pdf,png,svg,tex,py --out SECRET/out",
  "CLI figure SECRET/private.npz -p all -w 10 --gp-paths 1·2 -f pdf,svg --out SECRET/out",
  "CLI figure --out=SECRET/out -f svg -p accuracy -w 10 SECRET/private.npz",
  "CLI figure SECRET/private.npz -p kernels -w 10 -f py --out SECRET/out",
  "CLI figure SECRET/private.npz -p pruning -w 10 -f py --out SECRET/out",
  "CLI sweep SECRET/private.npz -w 10,20 --out SECRET/out/sweep.npz",
  "CLI sweep SECRET/private.npz -w 10 --out SECRET/out/sweep.csv",
  "CLI sample SECRET/private.npz -w 10 -n 20 -c 2 --warmup 20 --out SECRET/out/sample.npz",
  "CLI prune SECRET/private.npz --random 2 --out SECRET/out/prune.npz",
  "CLI dynamics joma-text text=SECRET/private.txt steps=4 batch=4 layers=1 heads=2 "
  "length=8 network-width=8 "
  "--out SECRET/out/text.npz",
  "CLI figure SECRET/private.npz -w 10 --out SECRET/out/page.html",
  "CLI figure SECRET/private.npz -p u -w 10 --frames 2 --size 60x40mm --dpi 40 "
  "--out SECRET/out/film.gif",
  "CLI figure SECRET/private.npz -p u -w 10 --frames 2 --size 60x40mm --dpi 40 "
  "--out SECRET/out/film.webp",
  "CLI figure SECRET/out/sweep.npz -p u -f pdf,svg,py --out SECRET/out",
  "CLI figure SECRET/out/sweep.npz -p u -f py --out SECRET/elsewhere",
  "CLI figure SECRET/out/sweep.npz --out SECRET/out/results.html",
};

static char *secret;

/* @line with @more behind the command. */
static CliRun
run_line (const char *line, const char *more)
{
  g_auto (GStrv) parts = g_strsplit (line, "SECRET", -1);
  g_autofree char *whole = g_strjoinv (secret, parts);
  g_autofree char *with = g_strconcat (whole, more, NULL);

  return cli_run (with);
}

static void
run_all (const char *more)
{
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (CliRun) run = run_line (lines[i], more);

      /* So short chains do not agree. */
      if (run.status != 0 && run.status != 3)
        g_error ("%s%s: %d, %s", lines[i], more, run.status, run.err);
    }
}

/* As it is, or in the UTF-16 of a PDF's strings. */
static void
assert_without (const char *path, const char *bytes, gsize length, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *wide = g_malloc0 (2 * strlen (words[i]) + 2);
      gsize n = strlen (words[i]);

      for (gsize k = 0; k < n; k++)
        wide[2 * k + 1] = words[i][k];
      if (memmem (bytes, length, words[i], n) != NULL
          || memmem (bytes, length, wide, 2 * n) != NULL)
        g_error ("%s holds “%s”", path, words[i]);
    }
}

static void
assert_arrays_without (const char *path, const char *const *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplNpz) npz = ipl_npz_read (path, NULL, &error);
  g_autoptr (GList) names = NULL;

  g_assert_no_error (error);
  names = ipl_npz_names (npz);
  for (GList *at = names; at != NULL; at = at->next)
    {
      const IplArray *array = ipl_npz_lookup (npz, at->data);

      for (gsize i = 0; array->is_text && i < array->size; i++)
        assert_without (path, array->texts[i], strlen (array->texts[i]), words);
    }
}

/* All that was written; its number. */
static guint
assert_files_without (const char *folder, const char *const *words)
{
  g_autofree char *whole = g_build_filename (secret, folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (whole, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (whole, name, NULL), *bytes = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      assert_without (path, bytes, length, words);
      if (g_str_has_suffix (name, ".npz"))
        assert_arrays_without (path, words);
      n++;
    }
  return n;
}

/* The folder, and names of user and machine that are no words of their own. */
static GPtrArray *
list_names (void)
{
  const char *host = g_get_host_name (), *user = g_get_user_name ();
  GPtrArray *words = g_ptr_array_new ();

  g_ptr_array_add (words, "SecretFolder");
  if (strlen (host) > 5 && strcmp (host, "localhost") != 0)
    g_ptr_array_add (words, (gpointer)host);
  if (strlen (user) > 5)
    g_ptr_array_add (words, (gpointer)user);
  return words;
}

TEST (test_folders, "/left-names/folders")
{
  g_autoptr (GPtrArray) words = list_names ();

  g_ptr_array_add (words, NULL);
  run_all ("");
  g_assert_cmpuint (assert_files_without ("out", (const char *const *)words->pdata), >=, 26);
  g_assert_cmpuint (assert_files_without ("elsewhere", (const char *const *)words->pdata), ==, 1);
}

TEST (test_anonymous, "/left-names/anonymous")
{
  g_autoptr (GPtrArray) words = list_names ();

  cli_expect ("sh -c 'rm -f DIR/SecretFolder/out/* DIR/SecretFolder/elsewhere/*'", 0, "");
  g_ptr_array_add (words, "private");
  g_ptr_array_add (words, "hmc4");
  g_ptr_array_add (words, NULL);
  run_all (" --anonymous");
  g_assert_cmpuint (assert_files_without ("out", (const char *const *)words->pdata), >=, 23);
}

#define NAMED "SecretFolder/named/"

/* Figures of two cases of one name, and of two files of one name, do not replace each other; those
 * of one case do. */
TEST (test_figure_names, "/left-names/figure-names")
{
  const char *const files[] = { "SECRET/private.npz", "SECRET/other.npz", "SECRET/b/private.npz",
                                "SECRET/private.npz", "SECRET/b/private.npz" };
  const char *const said[] = { NULL, NULL, "private-u shows another case", NULL,
                               "the new figure is called private-u-2" };
  g_autofree char *first = NULL, *again = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *line = g_strdup_printf (
          "CLI figure %s -p u -w 10 -f svg,pdf,png,py --out SECRET/named", files[i]);
      g_auto (CliRun) run = run_line (line, "");

      g_assert_cmpint (run.status, ==, 0);
      g_assert_true ((strstr (run.err, "another case") != NULL) == (said[i] != NULL));
      if (said[i] != NULL)
        g_assert_nonnull (strstr (run.err, said[i]));
      if (i == 0)
        first = cli_read (NAMED "private-u.svg", NULL);
    }
  again = cli_read (NAMED "private-u.svg", NULL);
  g_assert_cmpstr (first, ==, again);
  g_assert_true (cli_exists (NAMED "other-u.pdf"));
  g_assert_true (cli_exists (NAMED "private-u-2.pdf"));
  g_assert_true (cli_exists (NAMED "private-u-2.py"));
  g_assert_false (cli_exists (NAMED "private-u-3.pdf"));
}

/* Seeds of a built-in case are other cases too. */
TEST (test_seeds, "/left-names/seeds")
{
  g_auto (CliRun) one = run_line ("CLI figure hmc4 -p u -w 10 -f pdf --out SECRET/named", "");
  g_auto (CliRun) two
      = run_line ("CLI figure hmc4 -p u -w 10 -f pdf --out SECRET/named --seed 3", "");

  g_assert_cmpint (one.status + two.status, ==, 0);
  g_assert_true (cli_exists (NAMED "hmc4-u.pdf"));
  g_assert_true (cli_exists (NAMED "hmc4-u-2.pdf"));
}

BEFORE_TESTS (make_cases)
{
  const char *const made[]
      = { "CLI export-case hmc4 n-train=20 n-test=20 --out SECRET/private.npz",
          "CLI export-case hmc4 n-train=20 n-test=20 --seed 5 --out SECRET/other.npz",
          "CLI export-case hmc4 n-train=20 n-test=20 --seed 6 --out SECRET/b/private.npz" };
  const char *const folders[] = { "b", "out", "elsewhere", "named" };
  g_autofree char *text = cli_path ("SecretFolder/private.txt");
  g_autofree char *words = g_strnfill (4000, 'a');

  secret = cli_path ("SecretFolder");
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = g_build_filename (secret, folders[i], NULL);

      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    {
      g_auto (CliRun) run = run_line (made[i], "");

      g_assert_cmpint (run.status, ==, 0);
    }
  for (gsize i = 0; i < 4000; i++)
    words[i] = i % 4 == 3 ? ' ' : (char)('a' + i * i / 7 % 5);
  g_assert_true (g_file_set_contents (text, words, -1, NULL));
}

AFTER_TESTS (forget_cases)
{
  g_free (secret);
}
