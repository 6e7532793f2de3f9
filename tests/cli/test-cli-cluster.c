/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans: the merge of the slices is what one command writes, and only complete slices of the same
 * plan are counted and merged. */
#include <math.h>

#include "cli-run.h"
#include "sentences.h"

#define SMALL "hmc4 n-train=40 n-test=60 "
/* Relative to the largest number of an array. */
#define TOLERANCE 1e-10

static void
assert_same_array (const IplArray *a, const IplArray *b)
{
  double largest = 0;

  g_test_message ("%s", a->name);
  g_assert_cmpuint (a->ndim, ==, b->ndim);
  g_assert_cmpmem (a->shape, a->ndim * sizeof (gsize), b->shape, b->ndim * sizeof (gsize));
  if (a->is_text)
    {
      for (gsize i = 0; i < a->size; i++)
        g_assert_cmpstr (a->texts[i], ==, b->texts[i]);
      return;
    }
  for (gsize i = 0; i < a->size; i++)
    if (isfinite (a->values[i]))
      largest = MAX (largest, fabs (a->values[i]));
  for (gsize i = 0; i < a->size; i++)
    if (!(isnan (a->values[i]) && isnan (b->values[i])) && a->values[i] != b->values[i])
      g_assert_cmpfloat_with_epsilon (a->values[i], b->values[i], TOLERANCE * largest);
}

/* Both files have the same arrays in the same order, with the same numbers but times. */
static void
assert_same (const char *one, const char *other)
{
  g_autoptr (IplNpz) x = cli_read_npz (one), y = cli_read_npz (other);

  g_assert_cmpuint (ipl_npz_get_n (x), ==, ipl_npz_get_n (y));
  for (guint i = 0; i < ipl_npz_get_n (x); i++)
    {
      const IplArray *array = ipl_npz_get (x, i);

      g_assert_cmpstr (array->name, ==, ipl_npz_get (y, i)->name);
      if (!g_str_has_suffix (array->name, "seconds"))
        assert_same_array (array, ipl_npz_get (y, i));
    }
}

typedef struct
{
  const char *name;
  const char *plan;    /* what is planned */
  const char *command; /* what computes the same at once */
  guint tasks, rows;
  int status; /* of merge and of @command */
} Pair;

/* Tasks in any order, on any number of threads. */
static void
test_pair (gconstpointer data)
{
  const Pair *pair = data;
  g_autofree char *merged = g_strdup_printf ("%s.npz", pair->name);
  g_autofree char *here = g_strdup_printf ("%s-here.npz", pair->name), *said = NULL;

  said = g_strdup_printf ("%u rows in %u slices", pair->rows, pair->tasks);
  cli_expectf (0, said, "CLI plan %s --tasks %u --out DIR/%s", pair->plan, pair->tasks, pair->name);
  for (guint task = pair->tasks; task >= 1; task--)
    cli_expectf (0, "1 slice", "CLI run DIR/%s --task %u -j %u", pair->name, task, 1 + task % 2);
  cli_expectf (pair->status, "rows", "CLI merge DIR/%s --out DIR/%s", pair->name, merged);
  cli_expectf (pair->status, "", "CLI %s --out DIR/%s", pair->command, here);
  assert_same (here, merged);
}

#define WIDTHS SMALL "-w 5,80,gp,20,10,40,3:9:27 -t 0.01,0.1"
#define SETS SMALL "-w 20,40 -t 0.05 -v '1,1,1,1;1,2,1,1' --gp-paths 1,2"
#define SEEDS SMALL "-w 20,10 -t 0.1,0.02 --best --seed 5 --seeds 4-7"
#define CHAINS "hmc2 --widths 10,20,30 --seed 3 --chains 2 --warmup 60 "
#define PARTS "joma-table seeds=1"
/* At temperature 0 a case with more examples than features has no theory. */
#define WIDE "hmc4 n-train=200 n-test=60 n-features=20 n-tokens=8 "
#define CELLS WIDE "--axis T=0,1 --axis N=5,20"
#define MAP WIDE "--x T=0,1 --y N=5,20"
#define SEED_CELLS SMALL "--axis P=12,24,36 --axis N=4,30,gp --seeds 3-4"
#define SEED_MAP SMALL "--x P=12,24,36 --y N=4,30,gp --seeds 3-4"

static const Pair pairs[] = {
  { "widths", WIDTHS, "sweep " WIDTHS, 4, 14, 0 },
  { "sets", SETS, "sweep " SETS, 3, 4, 0 },
  { "seeds", SEEDS, "sweep " SEEDS, 3, 5, 0 },
  { "samples", CHAINS "--sample 30", "sample " CHAINS "--draws 30", 2, 3, 3 },
  { "parts", PARTS, "dynamics " PARTS, 5, 12, 0 },
  { "cells", CELLS, "map " MAP, 3, 4, 3 },
  { "seed-cells", SEED_CELLS, "map " SEED_MAP, 2, 18, 0 },
};

TEST_ROWS (add_pairs)
{
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    test_add_row (test_pair, &pairs[i], "/cli/cluster/%s", pairs[i].name);
}

/* What an interrupted copy leaves is neither counted nor merged; a plain shell solves the rest, and
 * leaves alone what is complete. */
TEST (test_incomplete, "/cli/cluster/incomplete")
{
  g_autofree char *one = cli_path ("cut/slice-1.npz"), *two = cli_path ("cut/slice-2.npz");
  g_autofree char *bytes = NULL, *before = NULL, *after = NULL, *out = cli_path ("cut.npz");
  gsize n, n_before, n_after;

  cli_expect ("CLI plan " SMALL "-w 5,10,20 --time 00:10:00 --cores 2 --out DIR/cut", 0,
              "3 slices");
  cli_expect ("grep -x '#SBATCH --array=1-3' DIR/cut/job.sh", 0, "");
  cli_expect ("grep -x '#SBATCH --time=00:10:00' DIR/cut/job.sh", 0, "");
  cli_expect ("sh -c 'SLURM_ARRAY_TASK_ID=2 CLI run DIR/cut'", 0, "1 slice|0 complete");
  cli_expect ("CLI run DIR/cut --task 1", 0, "1 slice");
  g_assert_true (g_file_get_contents (one, &bytes, &n, NULL));
  g_assert_true (g_file_set_contents (one, bytes, (gssize)n / 2, NULL));
  g_assert_true (g_file_get_contents (two, &before, &n_before, NULL));
  cli_expect ("CLI status DIR/cut", 0, "1 of 3|1, 3");
  cli_expect ("CLI status DIR/cut --json", 0, "\"complete\" : 1");
  cli_expect ("CLI merge DIR/cut --out DIR/cut.npz", 1, "1, 3");
  g_assert_false (g_file_test (out, G_FILE_TEST_EXISTS));
  cli_expect ("sh DIR/cut/job.sh", 0, "2 slices|1 complete");
  g_assert_true (g_file_get_contents (two, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
  cli_expect ("CLI status DIR/cut", 0, "3 of 3");
  cli_expect ("CLI merge DIR/cut --out DIR/cut.npz", 0, "3 rows");
}

/* A slice of another plan, or of another place, is neither merged nor replaced. */
TEST (test_foreign, "/cli/cluster/foreign")
{
  cli_expect ("CLI plan " SMALL "-w 5,10 --out DIR/own", 0, "2 slices");
  cli_expect ("CLI plan " SMALL "-w 5,20 --out DIR/other", 0, "2 slices");
  cli_expect ("CLI run DIR/own --task 1", 0, "");
  cli_expect ("CLI run DIR/other", 0, "2 slices");
  cli_expect ("cp DIR/other/slice-2.npz DIR/own/slice-2.npz", 0, "");
  cli_expect ("CLI status DIR/own", 0, SENTENCE_OTHER_PLAN);
  cli_expect ("CLI merge DIR/own --out DIR/own.npz", 1, SENTENCE_OTHER_PLAN "|: 2.");
  cli_expect ("CLI run DIR/own", 1, "slice-2.npz|" SENTENCE_OTHER_PLAN);
  cli_expect ("cp DIR/own/slice-1.npz DIR/own/slice-2.npz", 0, "");
  cli_expect ("CLI merge DIR/own --out DIR/own.npz", 1, SENTENCE_OTHER_PLAN "|: 2.");
  cli_expect ("cp DIR/own/plan.json DIR/other/plan.json", 0, "");
  cli_expect ("CLI merge DIR/other --out DIR/own.npz", 1, SENTENCE_OTHER_PLAN "|: 1, 2.");
}

/* Gives a slice the arrays of another file, under its own mark. */
static void
forge (const char *plan, guint slice, const char *from)
{
  g_autofree char *path = g_strdup_printf ("%s/%s/slice-%u.npz", cli_folder (), plan, slice);
  g_autoptr (IplNpz) own = ipl_npz_read (path, NULL, NULL);
  g_autoptr (IplNpz) other = cli_read_npz (from);
  IplNpzWriter *npz;

  g_assert_nonnull (own);
  npz = ipl_npz_writer_new (path, NULL);
  for (guint i = 0; i < ipl_npz_get_n (other); i++)
    {
      const IplArray *array = ipl_npz_get (other, i);

      if (g_str_equal (array->name, "settings"))
        array = ipl_npz_lookup (own, "settings");
      cli_copy_array (npz, array);
    }
  g_assert_true (ipl_npz_writer_close (npz, NULL));
}

/* A file that has the mark of a slice and not its rows: one too many or too few, no draws, no other
 * seeds, other cells. With its own arrays it is merged. */
TEST (test_forged, "/cli/cluster/forged")
{
  static const struct
  {
    const char *plan;  /* what is planned, in two slices */
    const char *other; /* the command whose file takes the place of the second slice */
    const char *own;   /* of which these are the rows */
  } forged[] = {
    { SMALL "-w 5,10,20", "sweep " SMALL "-w 10,40", "sweep " SMALL "-w 10" },
    { SMALL "-w 5,10,20,40", "sweep " SMALL "-w 10", "sweep " SMALL "-w 10,40" },
    { "hmc2 -w 5,10 --sample 8 --warmup 20 --chains 2", "sweep hmc2 -w 10", NULL },
    { SMALL "-w 10 --seeds 4-6", "sweep " SMALL "-w 10 --seed 4", NULL },
    { SMALL "--axis N=5,10", "map " SMALL "--x N=5,10,20", NULL },
    { SMALL "--axis N=5,10 --axis T=0.1,1", "map " SMALL "--x N=5,10", NULL },
  };

  /* The parts that the test before has solved. */
  forge ("parts", 2, "samples-here.npz");
  cli_expect ("CLI merge DIR/parts --out DIR/no.npz", 1, "slice-2.npz");
  for (guint i = 0; i < G_N_ELEMENTS (forged); i++)
    {
      g_autofree char *name = g_strdup_printf ("forged%u", i);

      cli_expectf (0, "2 slices", "CLI plan %s --tasks 2 --out DIR/forged%u", forged[i].plan, i);
      cli_expectf (0, "2 slices", "CLI run DIR/forged%u", i);
      cli_expectf (0, "", "CLI %s --out DIR/other.npz", forged[i].other);
      forge (name, 2, "other.npz");
      cli_expectf (1, "slice-2.npz|damaged", "CLI merge DIR/forged%u --out DIR/no.npz", i);
      if (forged[i].own == NULL)
        continue;
      cli_expectf (0, "", "CLI %s --out DIR/other.npz", forged[i].own);
      forge (name, 2, "other.npz");
      cli_expectf (0, "rows", "CLI merge DIR/forged%u --out DIR/yes.npz", i);
    }
}

/* An input file that has changed is refused before anything is solved. */
TEST (test_changed_input, "/cli/cluster/changed-input")
{
  cli_expect ("CLI export-case " SMALL "--out DIR/case.npz", 0, "");
  cli_expect ("CLI plan DIR/case.npz -w 5,10 --out DIR/changed", 0, "2 slices");
  cli_expect ("CLI export-case " SMALL "--seed 5 --out DIR/case.npz", 0, "");
  cli_expect ("CLI run DIR/changed", 1, SENTENCE_OTHER_INPUT);
}

/* Killed at any moment, the same command again makes the plan, and no other file is touched. */
TEST (test_killed, "/cli/cluster/killed")
{
  static const char again[] = "CLI plan " SMALL "-w 5,10 --out DIR/killed";

  cli_expect (again, 0, "2 slices");
  cli_expect (again, 0, "2 slices");
  cli_expect ("rm DIR/killed/plan.json", 0, "");
  cli_expect ("touch DIR/killed/.interplay-Xy12Zw", 0, "");
  cli_expect (again, 0, "2 slices");
  cli_expect ("rm DIR/killed/job.sh DIR/killed/plan.json", 0, "");
  cli_expect (again, 0, "2 slices");
  cli_expect ("rm DIR/killed/plan.json", 0, "");
  cli_expect ("sed -i s/2/3/ DIR/killed/job.sh", 0, "");
  cli_expect ("cp DIR/killed/job.sh DIR/killed.sh", 0, "");
  cli_assert_refused (again, 1, SENTENCE_NOT_EMPTY);
  cli_expect ("cmp DIR/killed/job.sh DIR/killed.sh", 0, "");
  cli_expect ("rm DIR/killed/job.sh", 0, "");
  cli_expect ("touch DIR/killed/notes", 0, "");
  cli_assert_refused (again, 1, SENTENCE_NOT_EMPTY);
}

TEST (test_refused, "/cli/cluster/refused")
{
  cli_assert_refused ("CLI plan " SMALL "-w 5", 2, "--out");
  cli_assert_refused ("CLI plan " SMALL "-w 5 -t 0.1,0.2 --seeds 1-2 --out DIR/no", 2, "--best");
  cli_assert_refused ("CLI plan DIR/case.npz -w 5 --seeds 1-2 --out DIR/no", 2, "seeds");
  cli_assert_refused ("CLI plan " SMALL "-w 5,5 -t 0.1,0.2 --best --out DIR/no", 2, "--best|width");
  cli_assert_refused ("CLI plan joma-table --widths 10 --out DIR/no", 2, "joma-table|--widths");
  cli_assert_refused ("CLI plan " SMALL "-w 5,gp --sample 20 --out DIR/no", 2, "GP limit");
  cli_assert_refused ("CLI plan " SMALL "-w 5 --out DIR/cut", 1, SENTENCE_NOT_EMPTY);
  cli_assert_refused ("CLI run DIR/none", 1, "none|plan.json");
  cli_assert_refused ("CLI run DIR/cut --task 4", 2, "slice 4|3");
}
