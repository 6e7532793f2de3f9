/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields that have no effect as the others are: they change no number, a copied command leaves them
 * out, documents keep them; once they apply they do change something. */
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters-command-line.h"
#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters.h"
#include "support.h"

#include <string.h>

/* What is quick, as JSON, with what brings a field into effect or takes it away. */
typedef struct
{
  const char *json;
  const char *field;
  const char *value; /* another than it has */
  gboolean applies;
} Case;

#define SALIENCE "{\"experiment\": \"joma-salience\", \"task\": {\"steps\": 50, \"duration\": 0.2, "
#define TREE                                                                                       \
  "{\"experiment\": \"joma-tree\", \"learning\": {\"steps\": 20}, \"sampling\": {\"samples\": "    \
  "50}, \"tree\": {\"depth\": "
#define HIERARCHY                                                                                  \
  "{\"experiment\": \"joma-hierarchy\", \"network\": {\"token_width\": 8, \"blocks\": 1, "         \
  "\"steps\": 2, \"seeds\": 1}, \"hierarchy\": {\"levels\": "

static const Case cases[] = {
  { SALIENCE "\"time\": \"steps\"}}", "duration", "0.3", FALSE },
  { SALIENCE "\"time\": \"flow\"}}", "duration", "0.3", TRUE },
  { SALIENCE "\"time\": \"flow\"}}", "rate", "0.3", FALSE },
  { SALIENCE "\"time\": \"steps\"}}", "rate", "0.3", TRUE },
  { SALIENCE "\"time\": \"flow\"}}", "steps", "40", FALSE },
  { SALIENCE "\"time\": \"steps\"}}", "steps", "40", TRUE },
  { SALIENCE "\"activation\": \"linear\"}}", "mu", "1,1,1,1,1,1,1,1,1,2", FALSE },
  { SALIENCE "\"activation\": \"nonlinear\"}}", "mu", "1,1,1,1,1,1,1,1,1,2", TRUE },
  { SALIENCE "\"activation\": \"nonlinear\"}}", "delta", "1,1,1,1,1,1,1,1,1,2", FALSE },
  { SALIENCE "\"activation\": \"linear\"}}", "delta", "1,1,1,1,1,1,1,1,1,2", TRUE },
  { SALIENCE "\"components\": 2, \"mu\": [1, 2]}}", "seed", "77", FALSE },
  { SALIENCE "\"components\": 2, \"Delta\": [1, 2]}}", "seed", "77", TRUE },
  { TREE "2}}", "flip-1", "0.3", TRUE },
  { TREE "2}}", "flip-2", "0.3", TRUE },
  { TREE "2}}", "flip-3", "0.3", FALSE },
  { TREE "2}}", "flip-6", "0.3", FALSE },
  { TREE "6}}", "flip-6", "0.3", TRUE },
  { HIERARCHY "1}}", "latents-1", "12", TRUE },
  { HIERARCHY "1}}", "latents-2", "12", FALSE },
  { HIERARCHY "2}}", "latents-2", "12", TRUE },
  { HIERARCHY "2}}", "latents-4", "12", FALSE },
  { "{\"experiment\": \"joma-joint\", \"joint\": {\"steps\": 5}}", "n-common", "5", TRUE },
  { "{\"experiment\": \"joma-joint\", \"joint\": {\"steps\": 5}}", "frequencies", "/none.npz",
    FALSE },
  { "{\"experiment\": \"joma-paths\", \"joint\": {\"steps\": 5}, \"paths\": {\"n_learned\": 1, "
    "\"n_train\": 10, \"n_test\": 10, \"moments\": 2}}",
    "ratio", "3", FALSE },
  { "{\"experiment\": \"joma-paths\", \"joint\": {\"steps\": 5}, \"paths\": {\"n_learned\": 2, "
    "\"n_train\": 10, \"n_test\": 10, \"moments\": 2}}",
    "ratio", "3", TRUE },
};

static void
read_json (IplParameters *parameters, const char *json)
{
  TEST_OK (ipl_parameters_from_json (parameters, json, &error));
}

static const IplField *
find (const IplParameters *parameters, const char *id, const IplField **table)
{
  for (guint g = 0; g < parameters->experiment->n_groups; g++)
    {
      const IplFieldGroup *group = &parameters->experiment->groups[g];

      *table = group->fields;
      for (guint i = 0; i < group->n_fields; i++)
        if (strcmp (group->fields[i].id, id) == 0)
          return &group->fields[i];
    }
  g_error ("no field %s", id);
}

static void
progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
}

static void
show (gconstpointer so_far, double fraction, gpointer data)
{
}

static IplExperimentResult *
compute (const IplParameters *parameters)
{
  IplExperimentRun run = { .work = { .threads = 1, .progress = progress, .show = show } };

  return TEST_OK (parameters->experiment->compute (parameters, &run, &error));
}

static gboolean
is_same (const IplTrajectory *a, const IplTrajectory *b)
{
  gboolean same = a->S == b->S && a->arrays->len == b->arrays->len
                  && memcmp (a->time, b->time, a->S * sizeof (double)) == 0;

  for (guint i = 0; i < a->arrays->len && same; i++)
    {
      const IplTrajectoryArray *x = a->arrays->pdata[i], *y = b->arrays->pdata[i];

      same = x->size == y->size
             && memcmp (x->values, y->values, (x->in_time ? a->S : 1) * x->size * sizeof (double))
                    == 0;
    }
  return same;
}

static void
test_effect (gconstpointer data)
{
  const Case *what = data;
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  g_autofree IplParameters *changed = g_new0 (IplParameters, 1);
  g_autofree IplParameters *again = g_new0 (IplParameters, 1);
  g_autoptr (IplExperimentResult) one = NULL, other = NULL;
  g_autofree char *command = NULL, *flag = NULL, *json = NULL;
  const IplField *table, *field;
  gboolean complete;

  read_json (parameters, what->json);
  *changed = *parameters;
  field = find (parameters, what->field, &table);
  TEST_OK (
      ipl_field_set_text (field, ipl_parameters_edit_table (changed, table), what->value, &error));
  g_assert_cmpint (ipl_field_applies (field, ipl_parameters_get_table (parameters, table)), ==,
                   what->applies);
  g_assert_nonnull (field->only);
  /* The numbers. */
  one = compute (parameters);
  other = compute (changed);
  g_assert_cmpint (is_same (one->trajectory, other->trajectory), ==, !what->applies);
  g_assert_cmpint (ipl_parameters_same_case (parameters, changed), ==, !what->applies);
  /* The command. */
  command = ipl_parameters_command (changed, NULL, &complete);
  flag = g_strdup_printf (" %s=", ipl_field_flag (field));
  g_assert_cmpint (strstr (command, flag) != NULL, ==,
                   ipl_field_applies (field, ipl_parameters_get_table (changed, table)));
  /* The document. */
  json = ipl_parameters_to_json (changed);
  read_json (again, json);
  g_assert_true (ipl_parameters_equal (again, changed));
}

/* Every field says when it applies where it does not always; one that never does is no field. */
static void
test_tables (void)
{
  guint n;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    for (guint g = 0; g < experiments[i]->n_groups; g++)
      for (guint k = 0; k < experiments[i]->groups[g].n_fields; k++)
        {
          const IplField *field = &experiments[i]->groups[g].fields[k];

          g_assert_cmpint (field->applies != NULL, ==, field->only != NULL);
        }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/applies/%u/%s/%s", i, cases[i].field,
                                               cases[i].applies ? "yes" : "no");

      g_test_add_data_func (path, &cases[i], test_effect);
    }
  g_test_add_func ("/applies/tables", test_tables);
  return g_test_run ();
}
