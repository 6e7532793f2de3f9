/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is typed finds a text by its words, their beginnings and letters in order, best first. */
#include "core/base/fuzzy-match.h"
#include "support.h"

static guint
score (const char *text, const char *query)
{
  g_autofree char *folded = ipl_fuzzy_fold (text);
  g_auto (GStrv) terms = ipl_fuzzy_terms (query);

  g_assert_cmpuint (g_strv_length (terms), ==, 1);
  return ipl_fuzzy_score (folded, terms[0]);
}

/* Each is a worse match of "export" than the one before. */
TEST (test_order, "/fuzzy-match/order")
{
  const char *const texts[] = {
    "Export",     "Export figure", "The export", "One of exporters", "Ex one, po two, rt three",
    "A reexport", "Emxpmormt"
  };

  for (guint i = 0; i + 1 < G_N_ELEMENTS (texts); i++)
    g_assert_cmpuint (score (texts[i], "export"), >, score (texts[i + 1], "export"));
  g_assert_cmpuint (score (texts[G_N_ELEMENTS (texts) - 1], "export"), >, 0);
  g_assert_cmpuint (score ("Import", "export"), ==, 0);
}

TEST (test_beginnings, "/fuzzy-match/beginnings")
{
  g_assert_cmpuint (score ("Sample the posterior", "stp"), ==,
                    score ("Sample the posterior", "sthpo"));
  g_assert_cmpuint (score ("Sample the posterior", "sapo"), >,
                    score ("Sample the posterior", "spl"));
  /* A letter that both begins a word and goes on with one. */
  g_assert_cmpuint (score ("Alpha alps", "alalp"), ==, score ("Sample the posterior", "stp"));
  g_assert_cmpuint (score ("Sample the posterior", "pts"), ==, 0);
}

/* Two letters are too few to be looked for with gaps, and more gaps than letters are noise. */
TEST (test_gaps, "/fuzzy-match/gaps")
{
  g_assert_cmpuint (score ("posterior", "pr"), ==, 0);
  g_assert_cmpuint (score ("posterior", "pte"), >, score ("posterior", "ptr"));
  g_assert_cmpuint (score ("pabcor", "por"), >, 0);
  g_assert_cmpuint (score ("pabcdor", "por"), ==, 0);
  g_assert_cmpuint (score ("Pruning", "png"), ==, 0);
  g_assert_cmpuint (score ("", "por"), ==, 0);
}

TEST (test_fold, "/fuzzy-match/fold")
{
  g_assert_cmpuint (score ("Éspace", "espace"), ==, score ("espace", "ESPACE"));
  g_assert_cmpuint (score ("Variance σ₁²", "σ12"), >=, score ("Variance a12", "a12"));
  g_assert_cmpuint (score ("bad \xff bytes", "bytes"), >, 0);
}

TEST (test_terms, "/fuzzy-match/terms")
{
  g_auto (GStrv) none = ipl_fuzzy_terms ("  \t ");
  g_auto (GStrv) two = ipl_fuzzy_terms (" Mean  Seeds ");

  g_assert_null (none[0]);
  g_assert_cmpuint (g_strv_length (two), ==, 2);
  g_assert_cmpstr (two[0], ==, "mean");
  g_assert_cmpstr (two[1], ==, "seeds");
}
