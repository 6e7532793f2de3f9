/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a pruning curve says of heads of low score. */

#include "core/heads/pruning.h"

#include <math.h>
#include <string.h>
#include "support.h"

#define N_POINTS 5

typedef struct
{
  gboolean is_trained;
  double low[N_POINTS], high[N_POINTS]; /* accuracy with heads of lowest score gone first, and of
                                           highest */
  double se;
  IplPruningVerdict verdict;
} Example;

static const Example examples[] = {
  { TRUE, { .9, .88, .86, .7, .5 }, { .9, .7, .6, .55, .5 }, .01, IPL_VERDICT_HOLDS },
  /* Also of a network that has learned little. */
  { TRUE, { .7, .68, .66, .6, .5 }, { .7, .6, .55, .52, .5 }, .01, IPL_VERDICT_HOLDS },
  { TRUE, { .73, .65, .48, .47, .5 }, { .73, .73, .53, .53, .53 }, .015, IPL_VERDICT_TOO_SHORT },
  { TRUE, { .73, .65, .55, .5, .5 }, { .73, .65, .55, .5, .5 }, .015, IPL_VERDICT_TOO_SHORT },
  { TRUE, { .95, .7, .6, .55, .5 }, { .95, .93, .9, .8, .5 }, .01, IPL_VERDICT_AGAINST },
  /* A mean of three differences has an error of .0082, and their sum one of .024. */
  { TRUE, { .95, .87, .77, .67, .5 }, { .95, .9, .8, .7, .5 }, .01, IPL_VERDICT_AGAINST },
  { TRUE, { .95, .7, .6, .55, .5 }, { .95, .7, .61, .55, .5 }, .01, IPL_VERDICT_NONE },
  { FALSE, { .7, .65, .48, .47, .5 }, { .7, .7, .6, .6, .5 }, .01, IPL_VERDICT_AGAINST },
  { TRUE, { .7, NAN, NAN, NAN, NAN }, { .7, NAN, NAN, NAN, NAN }, .01, IPL_VERDICT_NONE },
};

static void
check (const Example *example, IplLabelKind kind, IplPruningVerdict expected)
{
  double se[N_POINTS];
  IplCase the_case = { 0 };
  IplPruning pruning
      = { .the_case = &the_case, .is_trained = example->is_trained, .n_points = N_POINTS };
  g_autofree char *text = NULL;

  the_case.info.labels.kind = kind;
  the_case.info.labels.outputs = 1;
  for (guint i = 0; i < N_POINTS; i++)
    se[i] = example->se;
  pruning.curve[IPL_REMOVAL_BY_SCORE].accuracy = (double *)example->low;
  pruning.curve[IPL_REMOVAL_REVERSE].accuracy = (double *)example->high;
  pruning.curve[IPL_REMOVAL_BY_SCORE].se = pruning.curve[IPL_REMOVAL_REVERSE].se = se;
  g_assert_cmpint (ipl_pruning_verdict (&pruning), ==, expected);
  text = ipl_pruning_verdict_text (&pruning);
  g_assert_true ((text != NULL)
                 == (expected == IPL_VERDICT_TOO_SHORT || expected == IPL_VERDICT_AGAINST));
  if (text != NULL)
    g_assert_true ((strstr (text, "too briefly") != NULL) == (expected == IPL_VERDICT_TOO_SHORT));
}

TEST (test_verdicts, "/pruning-verdict/examples")
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      check (&examples[i], IPL_LABELS_SIGNS, examples[i].verdict);
      /* Errors of a regression have no guess to be near to. */
      check (&examples[i], IPL_LABELS_NUMBERS, IPL_VERDICT_NONE);
    }
}
