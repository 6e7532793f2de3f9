/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters: defaults, JSON there and back, adopting a case, the table of experiments. */
#include <string.h>

#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters-command-line.h"
#include "core/parameters/parameters.h"
#include "core/parameters/parameters-fields.h"
#include "core/parameters/parameters-json.h"
#include "core/experiments/case-file-experiment.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/posterior/posterior-summary.h"
#include "core/posterior/posterior.h"
#include "support.h"

TEST (test_defaults, "/document/defaults")
{
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  const guint widths[] = { 10, 30, 50, 100, 300, 500, 1000 };

  ipl_parameters_init (parameters, "hmc4");
  g_assert_cmpstr (parameters->experiment->id, ==, "hmc4");
  g_assert_cmpuint (parameters->n_widths, ==, 7);
  for (guint i = 0; i < 7; i++)
    for (guint l = 0; l < 3; l++)
      g_assert_cmpuint (parameters->widths[i].N[l], ==, widths[i]);
  g_assert_cmpfloat (parameters->current.temperature, ==, 0.01);
  g_assert_cmpfloat (parameters->current.variances[3], ==, 1);
  g_assert_cmpuint (parameters->current.N[0], ==, 10);
  g_assert_cmpuint (parameters->display.n_components, ==, 30);
  g_assert_cmpuint (parameters->sampler_chains, ==, IPL_POSTERIOR_DEFAULT_CHAINS);
  g_assert_cmpuint (parameters->warmup, ==, IPL_POSTERIOR_DEFAULT_WARMUP);
  g_assert_cmpuint (parameters->draws, ==, IPL_POSTERIOR_DEFAULT_DRAWS);
  g_assert_cmpint (parameters->display.heatmap, ==, IPL_HEATMAP_THEORY);
  g_assert_true (ipl_setting_validate (&parameters->current, NULL, NULL));

  ipl_parameters_init (parameters, "hmc2");
  g_assert_cmpfloat (ipl_parameters_edit_markov_chain (parameters)->noise_perpendicular, ==, 5);
  g_assert_cmpint (ipl_parameters_edit_markov_chain (parameters)->heads[0][1], ==, IPL_HEAD_BLANK);
}

TEST (test_experiments, "/document/experiments")
{
  guint n = 0;
  const IplExperiment *const *experiments = ipl_experiments (&n);
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);

  g_assert_cmpuint (n, >=, 5);
  for (guint i = 0; i < n; i++)
    g_assert_true (ipl_experiment_find (experiments[i]->id) == experiments[i]);
  g_assert_null (ipl_experiment_find ("nothing"));
  for (guint i = 0; i < n; i++)
    if (experiments[i]->built_in && experiments[i]->compute == NULL)
      {
        g_autoptr (IplCase) the_case = NULL;
        IplTrainable *trainable;
        IplMarkovChain *chain;

        ipl_parameters_init (parameters, experiments[i]->id);
        chain = ipl_parameters_edit_markov_chain (parameters);
        if (chain != NULL)
          chain->n_test = 20;
        trainable = ipl_parameters_edit_trainable (parameters);
        g_assert_true (chain == NULL || trainable == NULL);
        if (trainable != NULL)
          {
            trainable->task.glyphs.n_alphabets = 3;
            trainable->task.glyphs.n_characters = 3;
            trainable->task.glyphs.n_drawings = 3;
            trainable->task.n_train = trainable->task.n_test = 10;
          }
        the_case = TEST_OK (ipl_parameters_make_case (parameters, FALSE, 1, NULL, &error));
        g_assert_cmpstr (the_case->name, ==, experiments[i]->id);
        g_assert_cmpuint (the_case->L, ==, parameters->current.L);
      }
  for (guint i = 0; i < 2; i++)
    {
      const char *id = i == 0 ? "file" : "images";

      ipl_parameters_init (parameters, id);
      TEST_REFUSED (ipl_parameters_make_case (parameters, FALSE, 1, NULL, &error),
                    IPL_ERROR_MISSING);
    }
}

TEST (test_json, "/document/json")
{
  g_autofree IplParameters *a = g_new (IplParameters, 1);
  g_autofree IplParameters *b = g_new (IplParameters, 1);
  g_autofree char *json = NULL;
  g_autofree char *again = NULL;

  ipl_parameters_init (a, "hmc4");
  ipl_parameters_edit_markov_chain (a)->seed = G_MAXUINT64;
  ipl_parameters_edit_markov_chain (a)->stay_plus = 0.1 + 0.2; /* not 0.3 */
  ipl_parameters_edit_markov_chain (a)->n_layers = 3;
  ipl_parameters_edit_markov_chain (a)->n_heads[2] = 4;
  ipl_parameters_edit_markov_chain (a)->heads[2][3] = IPL_HEAD_BLANK;
  a->n_widths = 2;
  ipl_parameters_fit_layers (a);
  a->current.temperature = 1e-3;
  for (guint k = 0; k < 5; k++)
    a->current.variances[k] = 0.1 * (k + 1);
  for (guint i = 0; i < 3; i++)
    {
      IplSetting setting = a->current;

      TEST_OK (ipl_setting_parse_widths (&setting,
                                         i == 0   ? "5:6:7:8"
                                         : i == 1 ? "gp"
                                                  : "77",
                                         &error));
      if (i < 2)
        ipl_parameters_set_widths (a, i, &setting);
      else
        a->current = setting;
    }
  a->display.n_components = 12;
  a->display.shared_limits = FALSE;
  a->sampler_chains = 3;
  a->warmup = 77;
  a->draws = 1234;
  a->display.heatmap = IPL_HEATMAP_SIDE_BY_SIDE;
  a->display.accuracy_lines = IPL_ACCURACY_ALL;
  a->display.path_scale = IPL_PATHS_LOG;
  a->display.paths_shown = 24;
  a->display.paths_share = 0.125;
  a->display.heatmap_scale = IPL_HEATMAP_OFF_DIAGONAL;
  a->gp_paths = g_intern_string ("1,2;3");
  a->n_seeds = 7;
  json = ipl_parameters_to_json (a);
  memset (b, 0x55, sizeof *b);
  TEST_OK (ipl_parameters_from_json (b, json, &error));
  g_assert_true (ipl_parameters_equal (a, b));
  g_assert_true (ipl_parameters_same_case (a, b));
  g_assert_cmpfloat (ipl_parameters_get_setting (b, 0).temperature, ==, 1e-3);
  again = ipl_parameters_to_json (b);
  g_assert_cmpstr (json, ==, again);

  b->draws++;
  g_assert_false (ipl_parameters_equal (a, b));
  b->draws--;
  b->display.heatmap = IPL_HEATMAP_SD;
  g_assert_false (ipl_parameters_equal (a, b));
  g_assert_true (ipl_parameters_same_case (a, b));
  b->display.heatmap = a->display.heatmap;
  g_assert_true (ipl_parameters_equal (a, b));
  b->gp_paths = g_intern_string ("1");
  g_assert_false (ipl_parameters_equal (a, b));
  b->current.temperature = 2;
  g_assert_false (ipl_parameters_equal (a, b));
  g_assert_true (ipl_parameters_same_case (a, b));
  ipl_parameters_edit_markov_chain (b)->seed = 1;
  g_assert_false (ipl_parameters_same_case (a, b));
}

/* Another value than it has, FALSE where none is known. */
static gboolean
change_field (const IplField *field, gpointer data)
{
  g_autofree char *text = ipl_field_get_text (field, data);
  double value;

  switch (field->kind)
    {
    case IPL_FIELD_BOOLEAN:
      ipl_field_set_boolean (field, data, !ipl_field_get_boolean (field, data));
      return TRUE;
    case IPL_FIELD_CHOICE:
    case IPL_FIELD_OPTION:
      return field->choices[1] != NULL
             && ipl_field_set_text (field, data,
                                    field->choices[g_str_equal (text, field->choices[0])], NULL);
    case IPL_FIELD_TEXT:
      return ipl_field_set_text (field, data, "N=5,10", NULL);
    case IPL_FIELD_FILE:
      return ipl_field_set_text (field, data, "/tmp/other.npz", NULL);
    case IPL_FIELD_FILES:
    case IPL_FIELD_LIST:
      return FALSE;
    default:
      value = ipl_field_get_number (field, data);
      value += MAX (field->multiple, 1)
               * (value + MAX (field->multiple, 1) > field->maximum ? -1 : 1);
      ipl_field_set_number (field, data, field->maximum < 2 ? 0.37 : value);
      return TRUE;
    }
}

/* One field after the other, as far as others allow: in the document and back, and another. */
static guint
check_group (const IplParameters *usual, const IplFieldGroup *group, gboolean own)
{
  guint n = 0;

  for (guint i = 0; i < group->n_fields; i++)
    {
      IplParameters changed = *usual, read;
      char *base = own ? ipl_parameters_edit_specific (&changed) : (gpointer)&changed, *again;
      g_autofree char *json = NULL;

      if (!change_field (&group->fields[i], base + group->offset)
          || (own && usual->experiment->validate != NULL
              && !usual->experiment->validate (base, NULL)))
        continue;
      g_test_message ("%s", group->fields[i].id);
      json = ipl_parameters_to_json (&changed);
      TEST_OK (ipl_parameters_from_json (&read, json, &error));
      g_assert_true (ipl_parameters_equal (&changed, &read));
      again = own ? ipl_parameters_edit_specific (&read) : (gpointer)&read;
      g_assert_true (
          ipl_field_equal (&group->fields[i], again + group->offset, base + group->offset));
      /* What of its own an experiment does not use makes no other parameters. */
      g_assert_true (own || !ipl_parameters_equal (usual, &read));
      n++;
    }
  return n;
}

TEST (test_every_field, "/document/every-field")
{
  const IplFieldGroup *const common[]
      = { &ipl_sampler_group, &ipl_pruning_group,     &ipl_display_group,   &ipl_curves_group,
          &ipl_map_group,     &ipl_temperature_group, &ipl_shown_time_group };
  const IplExperiment *const *experiments = ipl_experiments (NULL);

  for (guint i = 0; experiments[i] != NULL; i++)
    {
      IplParameters usual;
      guint n = 0;

      ipl_parameters_init (&usual, experiments[i]->id);
      /* Axes and a time are in a document where there are some. */
      usual.map_axis_x = g_intern_string ("P=10,20");
      usual.shown_time = 3;
      for (guint g = 0; g < experiments[i]->n_groups; g++)
        n += check_group (&usual, &experiments[i]->groups[g], TRUE);
      g_assert_cmpuint (n, >, 0);
      for (guint g = 0; i == 0 && g < G_N_ELEMENTS (common); g++)
        g_assert_cmpuint (check_group (&usual, common[g], FALSE), ==, common[g]->n_fields);
    }
}

/* A file name with what a URI has to escape. */
TEST (test_json_file, "/document/json-file")
{
  g_autofree IplParameters *a = g_new (IplParameters, 1);
  g_autofree IplParameters *b = g_new (IplParameters, 1);
  g_autofree char *json = NULL;

  ipl_parameters_init (a, "file");
  ipl_parameters_set_file (a, "/tmp/ä \"file\".npz");
  json = ipl_parameters_to_json (a);
  TEST_OK (ipl_parameters_from_json (b, json, &error));
  g_assert_cmpstr (ipl_parameters_get_source (b), ==, "/tmp/ä \"file\".npz");
  g_assert_true (ipl_parameters_equal (a, b));
  ipl_parameters_set_file (b, "/tmp/other.npz");
  g_assert_false (ipl_parameters_same_case (a, b));
}

TEST (test_json_partial, "/document/json-partial")
{
  g_autofree IplParameters *a = g_new (IplParameters, 1);
  g_autofree IplParameters *b = g_new (IplParameters, 1);

  ipl_parameters_init (a, "hmc2");
  TEST_OK (ipl_parameters_from_json (
      b, "{\"experiment\": \"hmc2\", \"colour\": [1, {}], \"task\": {\"sound\": null}}", &error));
  g_assert_true (ipl_parameters_equal (a, b));
  TEST_OK (ipl_parameters_from_json (b, "{\"task\": {\"seed\": 7}, \"widths\": []}", &error));
  g_assert_cmpuint (ipl_parameters_edit_markov_chain (b)->seed, ==, 7);
  g_assert_cmpuint (b->n_widths, ==, 0);
  g_assert_cmpstr (b->experiment->id, ==, "hmc4");
}

TEST (test_json_refused, "/document/json-refused")
{
  static const struct
  {
    const char *json;
    const char *named;
  } bad[] = {
    { "", NULL },
    { "[1]", NULL },
    { "{\"experiment\": ", NULL },
    { "{\"experiment\": 4}", "“experiment”" },
    { "{\"experiment\": \"tea\"}", "tea" },
    { "{\"chains\": 0}", "“chains”" },
    { "{\"draws\": \"many\"}", "“draws”" },
    { "{\"heatmap\": 3}", "“heatmap”" },
    { "{\"heatmap\": \"as-long-a-name-as-no-mode-has\"}", "“heatmap”" },
    { "{\"task\": 3}", "“task”" },
    { "{\"task\": {\"beta\": \"high\"}}", "“beta”" },
    { "{\"task\": {\"n_train\": -2}}", "“n_train”" },
    { "{\"task\": {\"n_train\": 3}}", "3" },
    { "{\"task\": {\"seed\": -1}}", "“seed”" },
    { "{\"task\": {\"seed\": \"x\"}}", "“seed”" },
    { "{\"task\": {\"stay_plus\": 1.5}}", "1.5" },
    { "{\"task\": {\"heads\": []}}", "“heads”" },
    { "{\"task\": {\"heads\": [[\"bad\"]]}}", "“heads”" },
    { "{\"task\": {\"heads\": [\"good\"]}}", "“heads”" },
    { "{\"task\": {\"heads\": [[\"good\"],[\"good\"],[\"good\"],[\"good\"]]}}", "“heads”" },
    { "{\"layers\": 0}", "“layers”" },
    { "{\"temperature\": -1}", "temperature" },
    { "{\"temperature\": []}", "“temperature”" },
    { "{\"variances\": [1, 1]}", "“variances”" },
    { "{\"variances\": [1, 1, \"1\", 1]}", "“variances”" },
    { "{\"variances\": [1, 1, 0, 1]}", "0" },
    { "{\"widths\": [100]}", "“widths”" },
    { "{\"widths\": [\"0\"]}", "0" },
    { "{\"current_width\": \"1:2\"}", "2" },
    { "{\"shared_limits\": 1}", "“shared_limits”" },
    { "{\"experiment\": \"file\", \"file\": 1}", "“file”" },
    { "{\"temperature\": 1e999}", "“temperature”" },
    { "{\"experiment\": \"\\u001b[31m\"}", "\\x1b[31m" },
    { "{\"experiment\": \"\\ud800\"}", NULL },
  };
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autofree IplParameters *before = g_new (IplParameters, 1);

  ipl_parameters_init (parameters, "hmc2");
  *before = *parameters;
  for (gsize k = 0; k < G_N_ELEMENTS (bad); k++)
    {
      GError *error = NULL;

      if (ipl_parameters_from_json (parameters, bad[k].json, &error))
        g_error ("%s was read", bad[k].json);
      g_assert_nonnull (error);
      test_assert_error (&error, IPL_ERROR, error->code, bad[k].named, NULL);
      g_assert_cmpmem (parameters, sizeof *parameters, before, sizeof *before);
    }
}

TEST (test_adopt, "/document/adopt")
{
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  IplCase *the_case = ipl_case_alloc ();
  IplSetting setting;

  the_case->L = 3;
  the_case->H[0] = 2;
  the_case->H[1] = the_case->H[2] = 1;
  the_case->Pi = 2;
  the_case->temperature = 0.5;
  the_case->variances[4] = 3;
  ipl_case_finish_names (the_case);
  ipl_parameters_init (parameters, "file");
  setting = ipl_parameters_get_setting (parameters, 1);
  g_assert_true (ipl_setting_parse_widths (&setting, "7:8:9", NULL));
  ipl_parameters_set_widths (parameters, 1, &setting);
  ipl_parameters_adopt_case (parameters, the_case);
  g_assert_cmpuint (parameters->n_widths, ==, 7);
  g_assert_cmpuint (parameters->current.L, ==, 3);
  g_assert_cmpuint (parameters->current.N[3], ==, 10);
  g_assert_cmpfloat (parameters->current.temperature, ==, 0.5);
  g_assert_cmpfloat (ipl_parameters_get_setting (parameters, 6).variances[4], ==, 3);
  g_assert_cmpuint (parameters->widths[6].N[3], ==, 1000);
  g_assert_cmpuint (parameters->widths[1].N[0], ==, 7);
  g_assert_cmpuint (parameters->widths[1].N[2], ==, 8);
  g_assert_cmpuint (parameters->widths[1].N[3], ==, 9);
  for (guint i = 0; i < 7; i++)
    {
      setting = ipl_parameters_get_setting (parameters, i);
      g_assert_true (ipl_setting_validate (&setting, the_case, NULL));
    }
  ipl_case_unref (the_case);
}

TEST (test_layers_fit, "/document/layers-fit")
{
  IplParameters parameters;

  ipl_parameters_init (&parameters, "hmc4");
  parameters.current.N[0] = 5;
  parameters.current.N[1] = 6;
  parameters.current.N[2] = 7;
  parameters.current.variances[0] = 2.0;
  parameters.current.variances[2] = 3.0;
  parameters.current.variances[3] = 4.0;
  ipl_parameters_edit_markov_chain (&parameters)->n_layers = 3;
  ipl_parameters_fit_layers (&parameters);
  g_assert_cmpuint (parameters.current.L, ==, 3);
  g_assert_cmpuint (parameters.current.N[1], ==, 6);
  g_assert_cmpuint (parameters.current.N[2], ==, 6);
  g_assert_cmpuint (parameters.current.N[3], ==, 7);
  g_assert_cmpfloat (parameters.current.variances[2], ==, 3.0);
  g_assert_cmpfloat (parameters.current.variances[3], ==, 1.0);
  g_assert_cmpfloat (parameters.current.variances[4], ==, 4.0);
  ipl_parameters_edit_markov_chain (&parameters)->n_layers = 1;
  ipl_parameters_fit_layers (&parameters);
  g_assert_cmpuint (parameters.current.N[0], ==, 5);
  g_assert_cmpuint (parameters.current.N[1], ==, 7);
  g_assert_cmpfloat (parameters.current.variances[0], ==, 2.0);
  g_assert_cmpfloat (parameters.current.variances[2], ==, 4.0);
}

TEST (test_widths_text, "/document/widths-text")
{
  IplParameters parameters;
  g_autofree char *text = NULL;
  g_autofree char *command = NULL;
  gboolean complete;

  ipl_parameters_init (&parameters, "hmc4");
  ipl_parameters_set_seed (&parameters, 1);
  TEST_OK (ipl_parameters_parse_widths (&parameters, " 5,  7:8:9 1000", &error));
  text = ipl_parameters_widths_text (&parameters);
  g_assert_cmpstr (text, ==, "5, 7:8:9, 1000");
  command = ipl_parameters_command (&parameters, NULL, &complete);
  g_assert_true (complete);
  g_assert_cmpstr (command, ==,
                   "interplay-cli sweep hmc4 seed=1 --widths 5,7:8:9,1000 --temperatures 0.01 "
                   "--variances 1,1,1,1");
  g_free (command);
  parameters.warmup = 77;
  command = ipl_parameters_command (
      &parameters, &(IplPosteriorSummary){ .n_chains = 3, .n_draws = 40 }, &complete);
  g_assert_cmpstr (command, ==,
                   "interplay-cli sample hmc4 seed=1 --widths 5,7:8:9,1000 --temperatures 0.01 "
                   "--variances 1,1,1,1 --chains 3 --warmup 77 --draws 40");
  TEST_REFUSED (ipl_parameters_parse_widths (&parameters, "5, many", &error), IPL_ERROR_VALUE);
  TEST_REFUSED (ipl_parameters_parse_widths (&parameters, " , ", &error), IPL_ERROR_VALUE);
  g_assert_cmpuint (parameters.n_widths, ==, 3);
}
