/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The experiment "joma-text": what it records, what it goes on from, what it compares, what ends
 * it, and what it refuses. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters.h"
#include "core/experiments/text-result.h"
#include "sentences.h"
#include "support.h"

#define STEPS 24

/* What a call is given, and what was heard from it. */
typedef struct
{
  IplExperimentRun run;
  guint n_shown, n_reports;
  double last_fraction;
  guint end_after; /* cancels @ending when so much was said; 0 for never */
  GCancellable *ending;
} Call;

static void
heard (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Call *call = data;

  g_assert_cmpfloat (fraction, <=, 1);
  /* Backwards only to say that it is not known. */
  if (fraction >= 0)
    {
      g_assert_cmpfloat (fraction, >=, call->last_fraction);
      call->last_fraction = fraction;
    }
  if (++call->n_reports == call->end_after)
    g_cancellable_cancel (call->ending);
}

static void
seen (gconstpointer so_far, double fraction, gpointer data)
{
  const IplExperimentResult *result = so_far;
  Call *call = data;

  g_assert_false (result->complete);
  g_assert_cmpuint (result->trajectory->S, >, 0);
  call->n_shown++;
}

static IplTextParameters *
small (IplParameters *parameters)
{
  IplTextParameters *own;

  ipl_parameters_init (parameters, "joma-text");
  own = ipl_parameters_edit_specific (parameters);
  own->n_words = 4000;
  own->shape.d = 16;
  own->shape.hidden = 16;
  own->shape.L = 10;
  own->batch = 4;
  own->steps = STEPS;
  own->config.learning_rate = 1e-3;
  return own;
}

static IplExperimentResult *
compute (const IplParameters *parameters, Call *call, GError **error)
{
  call->run.work.threads = 2;
  call->run.work.progress = heard;
  call->run.work.show = seen;
  call->run.work.data = call;
  call->last_fraction = 0;
  return parameters->experiment->compute (parameters, &call->run, error);
}

/* Computes what is not to fail. */
static IplExperimentResult *
computed (const IplParameters *parameters, IplExperimentResult *before)
{
  Call call = { .run.before = before };
  IplExperimentResult *result = TEST_OK (compute (parameters, &call, &error));

  g_assert_cmpuint (call.n_reports, >, 0);
  g_assert_cmpuint (call.n_shown, >, 0);
  return result;
}

static void
assert_same (const IplTrajectory *a, const IplTrajectory *b, const char *name)
{
  const IplTrajectoryArray *x = ipl_trajectory_find (a, name), *y = ipl_trajectory_find (b, name);

  g_assert_cmpuint (a->S, ==, b->S);
  g_assert_cmpuint (x->size, ==, y->size);
  for (gsize k = 0; k < a->S * x->size; k++)
    g_assert_true (x->values[k] == y->values[k] || (isnan (x->values[k]) && isnan (y->values[k])));
}

TEST (test_recorded, "/text-experiment/recorded")
{
  IplParameters parameters;
  g_autoptr (IplExperimentResult) result = NULL;
  const IplTextResult *text;
  const IplTrajectory *trajectory;
  static const char *const arrays[]
      = { "loss", "validation_loss", "entropy", "stable_rank", "attention" };

  small (&parameters);
  result = computed (&parameters, NULL);
  text = result->data;
  trajectory = result->trajectory;
  g_assert_true (result->complete);
  g_assert_true (trajectory->clock == IPL_CLOCK_STEPS);
  g_assert_null (trajectory->message);
  /* 0, 10, 20 and the end. */
  g_assert_cmpuint (trajectory->S, ==, 4);
  g_assert_cmpfloat (trajectory->time[3], ==, STEPS);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, arrays[i]);

      g_assert_nonnull (array);
      for (gsize k = 0; k < trajectory->S * array->size; k++)
        g_assert_true (isfinite (array->values[k]));
    }
  g_assert_cmpuint (text->n_words, ==, 10);
  g_assert_cmpuint (g_strv_length (text->words), ==, 10);
  g_assert_cmpuint (text->runs->len, ==, 1);
  g_assert_cmpfloat (text->entropy, >, 1);
  g_assert_cmpfloat (text->word_entropy, >, text->entropy);
}

/* With more steps it goes on where it ended, to the same numbers; with fewer it begins again. */
TEST (test_resumes, "/text-experiment/goes-on")
{
  IplParameters parameters;
  IplTextParameters *own = small (&parameters);
  g_autoptr (IplExperimentResult) whole = NULL, first = NULL, second = NULL, shorter = NULL;

  own->steps = 2 * STEPS;
  whole = computed (&parameters, NULL);
  own->steps = STEPS;
  first = computed (&parameters, NULL);
  own->steps = 2 * STEPS;
  second = computed (&parameters, first);
  g_assert_true (((IplTextResult *)second->data)->run == ((IplTextResult *)first->data)->run);
  assert_same (whole->trajectory, second->trajectory, "validation_loss");
  assert_same (whole->trajectory, second->trajectory, "loss");
  assert_same (whole->trajectory, second->trajectory, "attention");
  g_assert_cmpuint (((IplTextResult *)second->data)->runs->len, ==, 1);
  own->steps = STEPS;
  shorter = computed (&parameters, second);
  assert_same (first->trajectory, shorter->trajectory, "validation_loss");
}

static const IplTextCurves *
curves (const IplExperimentResult *result, guint k)
{
  const IplTextResult *text = result->data;

  g_assert_cmpuint (k, <, text->runs->len);
  return text->runs->pdata[k];
}

/* Runs of other parameters stay beside, and are told apart by what differs. */
TEST (test_stored, "/text-experiment/kept")
{
  IplParameters parameters;
  IplTextParameters *own = small (&parameters);
  g_autoptr (IplExperimentResult) two = computed (&parameters, NULL), one = NULL, again = NULL;
  g_autoptr (IplExperimentResult) alone = NULL;

  own->shape.layers = 1;
  own->config.learning_rate = 2e-3;
  one = computed (&parameters, two);
  g_assert_cmpuint (((IplTextResult *)one->data)->runs->len, ==, 2);
  g_assert_cmpstr (curves (one, 0)->label, ==, "1 layer, learning rate 0.002");
  g_assert_cmpstr (curves (one, 1)->label, ==, "2 layers, learning rate 0.001");
  assert_same (curves (one, 1)->trajectory, two->trajectory, "entropy");
  g_assert_null (ipl_trajectory_find (curves (one, 1)->trajectory, "attention"));
  /* In the file: what they had at the same steps. */
  assert_same (one->trajectory, one->trajectory, "compared_validation_loss");
  g_assert_cmpfloat (*ipl_trajectory_get (one->trajectory, "compared_layers", 0), ==, 2);
  g_assert_cmpfloat (*ipl_trajectory_get (one->trajectory, "compared_rates", 0), ==, 1e-3);
  for (guint s = 0; s < one->trajectory->S; s++)
    {
      g_assert_cmpfloat (*ipl_trajectory_get (one->trajectory, "compared_validation_loss", s), ==,
                         *ipl_trajectory_get (two->trajectory, "validation_loss", s));
      g_assert_cmpfloat (ipl_trajectory_get (one->trajectory, "compared_entropy", s)[1], ==,
                         ipl_trajectory_get (two->trajectory, "entropy", s)[1]);
    }
  /* The same run comes once. */
  own->shape.layers = 2;
  own->config.learning_rate = 1e-3;
  again = computed (&parameters, one);
  g_assert_cmpuint (((IplTextResult *)again->data)->runs->len, ==, 2);
  g_assert_cmpuint (curves (again, 1)->parameters.shape.layers, ==, 1);
  own->show_earlier = FALSE;
  alone = computed (&parameters, again);
  g_assert_cmpuint (((IplTextResult *)alone->data)->runs->len, ==, 1);
}

/* Lists make a run of each combination, and only those that there are not yet. */
TEST (test_compared, "/text-experiment/compared")
{
  IplParameters parameters;
  IplTextParameters *own = small (&parameters);
  g_autoptr (IplExperimentResult) result = NULL, more = NULL, direct = NULL;

  own->compare_layers = "1, 2,3";
  own->show_earlier = FALSE;
  result = computed (&parameters, NULL);
  g_assert_cmpuint (((IplTextResult *)result->data)->runs->len, ==, 3);
  g_assert_cmpstr (curves (result, 0)->label, ==, "2 layers");
  g_assert_cmpstr (curves (result, 1)->label, ==, "1 layer");
  g_assert_cmpstr (curves (result, 2)->label, ==, "3 layers");
  g_assert_cmpuint (ipl_trajectory_find (result->trajectory, "compared_entropy")->shape[1], ==, 3);
  own->compare_rates = "0.001,0.004";
  more = computed (&parameters, result);
  /* 2 and 1, 3 at the old rate, 1, 2, 3 at the new one. */
  g_assert_cmpuint (((IplTextResult *)more->data)->runs->len, ==, 6);
  own->compare_layers = own->compare_rates = "";
  own->shape.layers = 3;
  own->config.learning_rate = 4e-3;
  direct = computed (&parameters, NULL);
  for (guint k = 1; k < 6; k++)
    if (curves (more, k)->parameters.shape.layers == 3
        && curves (more, k)->parameters.config.learning_rate == 4e-3)
      {
        assert_same (curves (more, k)->trajectory, direct->trajectory, "validation_loss");
        return;
      }
  g_assert_not_reached ();
}

/* A run kept in a file goes on from it; a file of another run is left alone. */
TEST (test_checkpoint, "/text-experiment/checkpoint")
{
  IplParameters parameters;
  IplTextParameters *own = small (&parameters);
  g_autofree char *path = test_path ("text.safetensors");
  g_autofree char *nowhere = test_path ("no/text.safetensors");
  g_autoptr (IplExperimentResult) whole = NULL, stopped = NULL, rest = NULL, other = NULL;
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  Call call = { .run.work.stop = stop, .run.checkpoint = path, .ending = stop, .end_after = 2 };

  whole = computed (&parameters, NULL);
  stopped = TEST_OK (compute (&parameters, &call, &error));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  call = (Call){ .run.checkpoint = path };
  rest = TEST_OK (compute (&parameters, &call, &error));
  assert_same (whole->trajectory, rest->trajectory, "loss");
  own->seed = 2;
  TEST_REFUSED (compute (&parameters, &call, &error), IPL_ERROR_VALUE);
  /* The program's own gives way. */
  call.run.replaces_checkpoint = TRUE;
  other = TEST_OK (compute (&parameters, &call, &error));
  g_assert_true (other->complete);
  call.run.replaces_checkpoint = FALSE;
  call.run.checkpoint = nowhere;
  TEST_REFUSED (compute (&parameters, &call, &error), IPL_ERROR_IO, SENTENCE_NO_FOLDER);
}

/* A text of one's own, by JSON and back. */
TEST (test_file, "/text-experiment/file")
{
  IplParameters parameters, again;
  IplTextParameters *own = small (&parameters);
  g_autofree char *path = test_path ("some.txt");
  g_autofree char *json = NULL, *title = NULL;
  g_autoptr (GString) text = g_string_new ("");
  g_autoptr (IplExperimentResult) result = NULL;

  for (guint i = 0; i < 600; i++)
    g_string_append_printf (text, "Number %u is %s than %u.%s", i % 17, i % 2 ? "less" : "more",
                            i % 5, i % 7 == 0 ? "\n\n" : " ");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  ipl_parameters_set_text (&parameters, path);
  result = computed (&parameters, NULL);
  g_assert_true (isnan (((IplTextResult *)result->data)->entropy));
  title = ipl_parameters_get_title (&parameters, &parameters);
  g_assert_cmpstr (title, ==, "Text: some.txt");
  own->compare_layers = g_intern_string ("1,5");
  json = ipl_parameters_to_json (&parameters);
  TEST_OK (ipl_parameters_from_json (&again, json, &error));
  g_assert_true (ipl_parameters_equal (&parameters, &again));
  g_assert_cmpstr (ipl_parameters_get_source (&again), ==, path);
}

static void
assert_refused (const IplParameters *parameters, gint code, const char *words)
{
  Call call = { .n_reports = 0 };

  TEST_REFUSED (compute (parameters, &call, &error), code, words);
  g_assert_cmpuint (call.n_shown, ==, 0);
}

TEST (test_refused, "/text-experiment/refused")
{
  IplParameters parameters;
  IplTextParameters *own = small (&parameters);

  own->options.vocabulary = 3;
  assert_refused (&parameters, IPL_ERROR_VALUE, "vocabulary of 3");
  own->options.vocabulary = 5000;
  assert_refused (&parameters, IPL_ERROR_VALUE, "vocabulary of 5000");
  own = small (&parameters);
  own->compare_layers = "1,2,3,4,5";
  own->compare_rates = "0.1,0.2,0.3";
  own->compare_seeds = 9;
  assert_refused (&parameters, IPL_ERROR_VALUE, "135 further runs");
  own->compare_layers = own->compare_rates = "";
  own->compare_seeds = 1;
  own->shape.heads = 3;
  assert_refused (&parameters, IPL_ERROR_VALUE, "3 heads");
  own = small (&parameters);
  own->file = "/nowhere/text.txt";
  assert_refused (&parameters, IPL_ERROR_IO, "“/nowhere/text.txt”");
}

static const IplField *
find_field (const char *id)
{
  for (guint g = 0; g < IPL_TEXT_N_GROUPS; g++)
    for (guint i = 0; i < ipl_text_groups[g].n_fields; i++)
      if (strcmp (ipl_text_groups[g].fields[i].id, id) == 0)
        return &ipl_text_groups[g].fields[i];
  g_assert_not_reached ();
}

/* Lists of what is compared are taken as they are meant, or not at all. */
TEST (test_lists, "/text-experiment/lists")
{
  static const struct
  {
    const char *id, *text, *taken; /* NULL where it is refused */
  } lists[] = {
    { "compare-layers", " 1, 2,10", "1,2,10" },
    { "compare-layers", "", "" },
    { "compare-rates", "1e-4,3E-4 , .001", "0.0001,0.0003,0.001" },
    { "compare-layers", " ", NULL },
    { "compare-layers", "1, many", NULL },
    { "compare-layers", "1,,2", NULL },
    { "compare-layers", ",", NULL },
    { "compare-layers", "0", NULL },
    { "compare-layers", "33", NULL },
    { "compare-layers", "1.5", NULL },
    { "compare-layers", "1,2,3,4,5,6,7,8,9,10,11,12,13", NULL },
    { "compare-rates", "2", NULL },
  };

  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    {
      const IplField *field = find_field (lists[k].id);
      IplTextParameters own;
      g_autofree char *now = NULL;
      g_autoptr (GError) error = NULL;
      gboolean taken = lists[k].taken != NULL;

      ipl_text_parameters_init (&own);
      g_assert_true (ipl_field_set_text (field, &own, "1", NULL));
      g_assert_true (ipl_field_set_text (field, &own, lists[k].text, &error) == taken);
      now = ipl_field_get_text (field, &own);
      g_assert_cmpstr (now, ==, taken ? lists[k].taken : "1");
      g_assert_true (taken || strstr (error->message, lists[k].text) != NULL);
    }
}

/* As many earlier runs are kept as is said; of more the first goes, and never the run shown. */
TEST (test_earlier, "/text-experiment/earlier")
{
  IplTextResult result = { .runs = g_ptr_array_new_with_free_func (ipl_text_curves_free) };
  IplParameters parameters;
  const IplTextParameters *own = small (&parameters);

  for (guint i = 0; i < IPL_TEXT_MAX_EARLIER + 3; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i);

      ipl_text_result_add (
          &result, ipl_text_curves_new (own, key, ipl_trajectory_new (IPL_CLOCK_STEPS), TRUE));
      g_assert_cmpuint (result.runs->len, ==, MIN (i, IPL_TEXT_MAX_EARLIER) + 1);
      g_assert_cmpstr (((const IplTextCurves *)result.runs->pdata[0])->key, ==, "0");
    }
  g_assert_cmpstr (((const IplTextCurves *)result.runs->pdata[1])->key, ==, "3");
  g_ptr_array_unref (result.runs);
}
