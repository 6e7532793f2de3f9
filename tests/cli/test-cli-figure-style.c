/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interplay-cli figure and story with --style, a file or its text. */
#include "cli-run.h"
#include "sentences.h"

#include <string.h>

#define HEAD "{\"version\": 1, "

static void
succeeds (const char *line)
{
  g_auto (CliRun) run = cli_run (line);

  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.status, ==, 0);
}

/* The file and its text draw the same; the text of titles is in an SVG. */
TEST (test_figure, "/cli/style/figure")
{
  g_autofree char *plain = NULL, *styled = NULL, *inline_styled = NULL;

  cli_write ("s.interplay-style",
             HEAD "\"panels\": {\"u\": {\"title\": \"Mine\"}}, "
                  "\"paths\": {\"1,1\": {\"color\": \"#ff00aa\", \"name\": \"zz\"}}}");
  succeeds ("CLI figure hmc2 --widths 10 --panel all --format svg --out DIR/plain");
  succeeds ("CLI figure hmc2 --widths 10 --panel all --format svg --out DIR/file "
            "--style DIR/s.interplay-style");
  succeeds ("CLI figure hmc2 --widths 10 --panel all --format svg --out DIR/text --style "
            "'{\"version\": 1, \"panels\": {\"u\": {\"title\": \"Mine\"}}, "
            "\"paths\": {\"1,1\": {\"color\": \"#ff00aa\", \"name\": \"zz\"}}}'");
  plain = cli_read ("plain/hmc2-all.svg", NULL);
  styled = cli_read ("file/hmc2-all.svg", NULL);
  inline_styled = cli_read ("text/hmc2-all.svg", NULL);
  g_assert_null (strstr (plain, "stroke:rgb(100%,0%,66.666667%)"));
  g_assert_nonnull (strstr (styled, "stroke:rgb(100%,0%,66.666667%)"));
  g_assert_nonnull (strstr (styled, ">Mine<"));
  g_assert_nonnull (strstr (styled, ">zz<"));
  g_assert_nonnull (strstr (inline_styled, "stroke:rgb(100%,0%,66.666667%)"));
}

/* A list of panels is a file each, from one solution that has what all of them need. */
TEST (test_panels, "/cli/style/panels")
{
  succeeds ("CLI figure hmc2 --widths 10 --panel u,kernel-sum --format svg --out DIR/list");
  cli_assert_holds ("list/hmc2-u.svg", "</svg>");
  cli_assert_holds ("list/hmc2-kernel-sum.svg", "</svg>");
  cli_assert_refused ("CLI figure hmc2 --panel u,nothing --out DIR/list", 2, "“nothing”");
  cli_assert_refused ("CLI figure hmc2 --panel u,trace --out DIR/list", 2, "--draws");
}

TEST (test_refused, "/cli/style/refused")
{
  cli_write ("wrong.interplay-style", HEAD "\"panels\": {\"accuracy\": {\"x\": [0, 1]}}}");
  cli_write ("cut.interplay-style", "{\"version\": 1,");
  cli_assert_refused ("CLI figure hmc2 --style DIR/wrong.interplay-style", 2, "logarithmic");
  cli_assert_refused ("CLI figure hmc2 --style DIR/cut.interplay-style", 2, "cut.interplay-style");
  cli_assert_refused ("CLI figure hmc2 --style DIR/none.interplay-style", 2,
                      "none.interplay-style|" SENTENCE_NO_FILE);
  cli_assert_refused ("CLI figure hmc2 --style DIR", 2, "--style");
  cli_assert_refused ("CLI figure hmc2 --style '{}'", 2, "version");
  cli_assert_refused ("CLI figure hmc2 --out DIR/a.gif --style '{}'", 2, "version");
  cli_assert_refused ("CLI figure hmc2 --out DIR/a.html --style '{}'", 2, "version");
  cli_assert_refused ("CLI story paper --out DIR/a.pdf --style '{}'", 2, "version");
}
