/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pipe instead of a file that a command reads ends it with a sentence, and it never waits; a
 * file larger than the process may write is a sentence too. */

#include "cli-run.h"
#include "sentences.h"

#define SMALL "hmc4 n-train=40 n-test=60 "
/* Whoever waits for a pipe is ended after this long, with exit code 137. */
#define SOON "timeout -s KILL 60 CLI "
#define IN_TIME(what) "sh -c '" SOON what "'"

/* Everything that stands in a plan's folder. */
TEST (test_plan, "/cli/strange-files/plan")
{
  cli_expect ("CLI export-case hmc2 --out DIR/hmc2.npz", 0, "");
  cli_expect ("CLI plan DIR/hmc2.npz -w 5,10 --out DIR/sweep", 0, "2 slices");
  cli_expect ("mkfifo DIR/sweep/slice-1.npz", 0, "");
  cli_expect (IN_TIME ("status DIR/sweep"), 0, "0 of 2");
  cli_expect (IN_TIME ("merge DIR/sweep --out DIR/merged.npz"), 1, "1, 2");
  cli_expect ("sh -c 'mv DIR/hmc2.npz DIR/kept.npz && mkfifo DIR/hmc2.npz'", 0, "");
  cli_expect (IN_TIME ("run DIR/sweep"), 1, SENTENCE_OTHER_INPUT);
  cli_expect ("mv DIR/kept.npz DIR/hmc2.npz", 0, "");
  cli_expect ("sh -c 'rm DIR/sweep/plan.json && mkfifo DIR/sweep/plan.json'", 0, "");
  cli_expect (IN_TIME ("status DIR/sweep"), 1, "plan.json");
}

/* Files that the user names. */
TEST (test_named, "/cli/strange-files/named")
{
  cli_expect ("mkfifo DIR/a.npz DIR/roles.json DIR/s.json DIR/c.safetensors", 0, "");
  cli_expect (IN_TIME ("sweep DIR/a.npz"), 1, SENTENCE_IS_PIPE);
  cli_expect (IN_TIME ("inspect DIR/a.npz"), 1, SENTENCE_IS_PIPE);
  cli_expect (IN_TIME ("sweep DIR/hmc2.npz roles=DIR/roles.json"), 2, SENTENCE_IS_PIPE);
  cli_expect (IN_TIME ("story DIR/s.json --out DIR/s.pdf"), 1, SENTENCE_IS_PIPE);
  cli_expect (IN_TIME ("figure hmc2 --style DIR/s.json --out DIR"), 2, SENTENCE_IS_PIPE);
  cli_expect (IN_TIME ("plan DIR/a.npz --out DIR/planned"), 1, SENTENCE_IS_PIPE);
}

/* As the shell sets it, with SIGXFSZ as it is by default. */
TEST (test_file_size, "/cli/strange-files/file-size")
{
  cli_expect ("sh -c 'ulimit -f 1; exec CLI sweep hmc2 --widths 10 --out DIR/large.npz'", 1,
              "large.npz|ulimit -f");
  cli_expect ("sh -c 'ulimit -f 1; exec CLI sweep hmc2 --widths 10,20,30 --json > DIR/large.json'",
              1, "Standard output");
}
