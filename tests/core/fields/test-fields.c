/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of fields that cannot be used are told in a sentence, and their experiment is not added;
 * heads of layers in one text. */
#include "core/experiments/experiment-table.h"
#include "core/tasks/layer-heads.h"

#include <stddef.h>
#include <string.h>
#include "support.h"

typedef struct
{
  double rate;
  guint steps;
} Parameters;

#define RATE                                                                                       \
  {                                                                                                \
    .id = "rate", .label = "Rate", .sentence = "By how much", .kind = IPL_FIELD_REAL,              \
    .offset = offsetof (Parameters, rate), .maximum = 1                                            \
  }
#define STEPS                                                                                      \
  {                                                                                                \
    .id = "steps", .label = "Steps", .sentence = "How many", .kind = IPL_FIELD_INTEGER,            \
    .offset = offsetof (Parameters, steps), .maximum = 9                                           \
  }

/* What is said of a table whose second field is @field. */
static void
assert_sentence (IplField field, const char *said)
{
  const IplField fields[] = { RATE, field };
  const IplFieldGroup group = { "task", "Task", G_N_ELEMENTS (fields), fields, 0 };
  g_autofree char *sentence = ipl_field_groups_check (1, &group, sizeof (Parameters));

  g_assert_cmpstr (sentence, ==, said);
}

TEST (test_check, "/fields/check")
{
  const IplField good = STEPS;
  const char *none[] = { NULL };
  IplField bad = good;

  assert_sentence (good, NULL);
  bad.json = "";
  assert_sentence (bad, "Field “steps” of “Task” has no name in documents.");
  bad.json = "rate";
  assert_sentence (bad, "Field “steps” of “Task” is called in documents as another is.");
  bad.json = "a/b/c";
  assert_sentence (bad, "Field “steps” of “Task” has a name in documents that is not “name” or "
                        "“object/name”.");
  bad.json = "a/b";
  assert_sentence (bad, NULL);
  bad = good;
  bad.id = NULL;
  assert_sentence (bad, "Field 2 of “Task” has no id.");
  bad = good;
  bad.label = NULL;
  assert_sentence (bad, "Field “steps” of “Task” has no label or no sentence.");
  bad = good;
  bad.maximum = -1;
  assert_sentence (bad, "Field “steps” of “Task” has a maximum below its minimum.");
  bad = good;
  bad.offset = sizeof (Parameters) - 1;
  assert_sentence (bad, "Field “steps” of “Task” lies outside its struct.");
  bad = good;
  bad.kind = IPL_FIELD_CHOICE;
  bad.choices = none;
  assert_sentence (bad, "Field “steps” of “Task” has nothing to choose from.");
  bad.kind = IPL_FIELD_LIST;
  assert_sentence (bad, "Field “steps” of “Task” has no functions to write and read its list.");
}

/* Those that the program has. */
TEST (test_experiments, "/fields/experiments")
{
  guint n;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *sentence = ipl_field_groups_check (
          experiments[i]->n_groups, experiments[i]->groups, experiments[i]->specific_size);

      g_test_message ("%s", experiments[i]->id);
      g_assert_cmpstr (sentence, ==, NULL);
      g_assert_cmpuint (experiments[i]->specific_size, <=, IPL_PARAMETERS_SPECIFIC);
    }
}

static char *
get_name (guint kind)
{
  return g_strdup_printf ("k%u", kind);
}

static gboolean
parse (const char *name, guint *kind)
{
  if (name[0] != 'k' || !g_ascii_isdigit (name[1]) || name[2] != '\0')
    return FALSE;
  *kind = (guint)(name[1] - '0');
  return TRUE;
}

TEST (test_layer_heads, "/fields/layer-heads")
{
  const IplHeadKinds kinds = { get_name, parse };
  const IplLayerHeads expected = { 2, { 2, 1 }, { { 1, 2 }, { 7 } } };
  IplLayerHeads read = { 1, { 4 }, { { 9, 9, 9, 9 } } }, kept;
  const char *bad[]
      = { "", ":", "k1:", "k1,", "k1:k2:k3:k4", "k1,k2,k3,k4,k5", "x", "k1;k2", NULL };
  g_autofree char *text = NULL;

  g_assert_true (ipl_layer_heads_read (&read, &kinds, " k1, k2 :k7"));
  g_assert_cmpmem (&read, sizeof read, &expected, sizeof expected);
  text = ipl_layer_heads_write (&read, &kinds);
  g_assert_cmpstr (text, ==, "k1,k2:k7");
  kept = read;
  for (guint i = 0; bad[i] != NULL; i++)
    g_assert_false (ipl_layer_heads_read (&read, &kinds, bad[i]));
  g_assert_cmpmem (&read, sizeof read, &kept, sizeof kept);
}
