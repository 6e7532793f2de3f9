/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interplay-cli figure, animate and story with --style, a file or its text. */
#include "cli-run.h"
#include "sentences.h"

#include <string.h>

#define HEAD "{\"version\": 1, "

static void
put (const char *name, const char *text)
{
  g_autofree char *path = cli_path (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* What a command wrote. */
static char *
get (const char *name)
{
  g_autofree char *path = cli_path (name);
  char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  return text;
}

static void
succeeds (const char *line)
{
  g_auto (CliRun) run = cli_run (line);

  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.status, ==, 0);
}

/* The file and its text draw the same; the text of titles is in an SVG. */
static void
test_figure (void)
{
  g_autofree char *plain = NULL, *styled = NULL, *inline_styled = NULL;

  put ("s.interplay-style",
       HEAD "\"panels\": {\"u\": {\"title\": \"Mine\"}}, "
            "\"paths\": {\"1,1\": {\"color\": \"#ff00aa\", \"name\": \"zz\"}}}");
  succeeds ("CLI figure hmc2 --widths 10 --panel all --format svg --out DIR/plain");
  succeeds ("CLI figure hmc2 --widths 10 --panel all --format svg --out DIR/file "
            "--style DIR/s.interplay-style");
  succeeds ("CLI figure hmc2 --widths 10 --panel all --format svg --out DIR/text --style "
            "'{\"version\": 1, \"panels\": {\"u\": {\"title\": \"Mine\"}}, "
            "\"paths\": {\"1,1\": {\"color\": \"#ff00aa\", \"name\": \"zz\"}}}'");
  plain = get ("plain/hmc2-all.svg");
  styled = get ("file/hmc2-all.svg");
  inline_styled = get ("text/hmc2-all.svg");
  g_assert_null (strstr (plain, "stroke:rgb(100%,0%,66.666667%)"));
  g_assert_nonnull (strstr (styled, "stroke:rgb(100%,0%,66.666667%)"));
  g_assert_nonnull (strstr (styled, ">Mine<"));
  g_assert_nonnull (strstr (styled, ">zz<"));
  g_assert_nonnull (strstr (inline_styled, "stroke:rgb(100%,0%,66.666667%)"));
}

/* A list of panels is a file each, from one solution that has what all of them need. */
static void
test_panels (void)
{
  g_autofree char *first = NULL, *second = NULL;

  succeeds ("CLI figure hmc2 --widths 10 --panel u,kernel-sum --format svg --out DIR/list");
  first = get ("list/hmc2-u.svg");
  second = get ("list/hmc2-kernel-sum.svg");
  g_assert_nonnull (strstr (first, "</svg>"));
  g_assert_nonnull (strstr (second, "</svg>"));
  cli_assert_refused ("CLI figure hmc2 --panel u,nothing --out DIR/list", 2, "“nothing”");
  cli_assert_refused ("CLI figure hmc2 --panel u,trace --out DIR/list", 2, "--draws");
}

static void
test_refused (void)
{
  put ("wrong.interplay-style", HEAD "\"panels\": {\"accuracy\": {\"x\": [0, 1]}}}");
  put ("cut.interplay-style", "{\"version\": 1,");
  cli_assert_refused ("CLI figure hmc2 --style DIR/wrong.interplay-style", 2, "logarithmic");
  cli_assert_refused ("CLI figure hmc2 --style DIR/cut.interplay-style", 2, "cut.interplay-style");
  cli_assert_refused ("CLI figure hmc2 --style DIR/none.interplay-style", 2,
                      "none.interplay-style|" SENTENCE_NO_FILE);
  cli_assert_refused ("CLI figure hmc2 --style DIR", 2, "--style");
  cli_assert_refused ("CLI figure hmc2 --style '{}'", 2, "version");
  cli_assert_refused ("CLI animate hmc2 --out DIR/a.gif --style '{}'", 2, "version");
  cli_assert_refused ("CLI html hmc2 --out DIR/a.html --style '{}'", 2, "version");
  cli_assert_refused ("CLI story paper --out DIR/a.pdf --style '{}'", 2, "version");
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  cli_run_begin ();
  g_test_add_func ("/cli/style/figure", test_figure);
  g_test_add_func ("/cli/style/panels", test_panels);
  g_test_add_func ("/cli/style/refused", test_refused);
  result = g_test_run ();
  cli_run_end ();
  return result;
}
