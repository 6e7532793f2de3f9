/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What files are opened as: the parameters of results, images by their names, checkpoints where all
 * are such, and maps that are partly solved. */
#include "../test.h"
#include "runs/file-kind.h"

#include "core/experiments/markov-chain-experiment.h"
#include "core/files/safetensors.h"
#include "core/maps/map-file.h"
#include "core/results/results.h"
#include "runs/job.h"
#include "runs/map-run.h"

/* Two widths, each at the best of two temperatures, the first of which is far too high. */
static void
make_run (IplRunSettings *run, const char *command)
{
  static const double temperatures[] = { 400, 0.01 };
  IplParameters parameters;
  IplSetting widths[2];

  ipl_parameters_init (&parameters, "hmc4");
  ipl_parameters_edit_markov_chain (&parameters)->n_train = 20;
  ipl_parameters_edit_markov_chain (&parameters)->n_test = 60;
  ipl_run_settings_init (run, command, &parameters);
  for (guint i = 0; i < 2; i++)
    {
      widths[i] = parameters.current;
      ipl_setting_scale_widths (&widths[i], 7 + 2 * i);
    }
  ipl_run_settings_set_axes (run, 2, widths, 2, temperatures);
  run->best = run->listed = TRUE;
}

TEST (test_results, "/opened/results")
{
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autofree char *path = test_path ("results.npz"), *json = NULL;
  const char *const paths[] = { path, NULL };
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autofree IplSetting *settings = NULL;
  g_autoptr (IplSweep) grid = NULL, best = NULL;
  g_autoptr (IplOpened) opened = NULL;
  IplParameters now;
  guint n;

  make_run (&run, "sweep");
  json = ipl_run_files_to_json (&run, FALSE);
  the_case = ipl_parameters_make_case (&run.parameters, FALSE, 1, NULL, NULL);
  kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  settings = ipl_run_settings_list (&run, the_case, &n, NULL);
  grid = ipl_sweep_run (kernel, n, settings, NULL, NULL, NULL, NULL);
  best = ipl_sweep_best (grid);
  g_assert_true (ipl_results_save_npz (best, NULL, NULL, json, path, NULL));

  ipl_parameters_init (&now, "hmc2");
  opened = ipl_opened_new (paths, &now, TRUE, NULL, NULL);
  g_assert_no_error (opened->error);
  g_assert_true (ipl_file_kind_is (opened->kind, "results"));
  g_assert_cmpstr (opened->parameters.experiment->id, ==, "hmc4");
  g_assert_cmpuint (opened->parameters.n_widths, ==, 2);
  g_assert_cmpuint (opened->parameters.widths[1].N[0], ==, 9);
  g_assert_cmpuint (opened->parameters.n_temperatures, ==, 2);
  g_assert_true (ipl_setting_equal (&opened->parameters.current, &best->rows[0]->setting));
  g_assert_cmpfloat (opened->parameters.current.temperature, ==, 0.01);
  g_assert_cmpuint (opened->results->sweep->n_rows, ==, 2);
}

/* Damaged images are what their names say. */
TEST (test_damaged_images, "/opened/damaged-images")
{
  static const struct
  {
    const char *name, *kind;
  } files[] = { { "a-labels-idx1-ubyte", "labels" },
                { "a-images-idx3-ubyte", "test-set" },
                { "a.zip", "drawings" } };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = test_path (files[i].name);

      g_assert_true (g_file_set_contents (path, "damaged", -1, NULL));
      g_assert_true (ipl_file_kind_is (ipl_file_kind_find (path), files[i].kind));
    }
}

static char *
make_tensors (const char *name, const char *tensor)
{
  const float W[24] = { 1 };
  IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();
  char *path = test_path (name);

  ipl_safetensors_writer_add_floats (writer, tensor, W, 2, (gsize[]){ 6, 4 });
  g_assert_true (ipl_safetensors_writer_close (writer, path, NULL));
  return path;
}

/* Files are checkpoints where all of them are such. */
TEST (test_checkpoints, "/opened/checkpoints")
{
  const char *layer = "gpt_neox.layers.0.mlp.dense_h_to_4h.weight";
  g_autofree char *first = make_tensors ("step1.safetensors", layer),
                  *next = make_tensors ("step2.safetensors", layer),
                  *other = make_tensors ("step3.safetensors", "embedding");
  const char *const paths[][3] = { { first, next, NULL }, { other, next, NULL } };
  IplParameters now;

  ipl_parameters_init (&now, "hmc2");
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (IplOpened) opened = ipl_opened_new (paths[i], &now, TRUE, NULL, NULL);

      g_assert_true (ipl_file_kind_is (opened->kind, i == 0 ? "checkpoints" : "network"));
    }
}

/* A map of which one cell of two is there is shown, and not finished. */
TEST (test_restored_map, "/opened/restored-map")
{
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autofree char *path = test_path ("map.npz"), *json = NULL;
  g_autoptr (IplMap) map = NULL;
  IplRunSettings asked;

  make_run (&run, "map");
  run.best = FALSE;
  g_assert_true (ipl_sweep_axis_find (&run.x, "N", &run.parameters, NULL));
  g_assert_true (ipl_sweep_axis_parse (&run.x, "--x", "1,2", FALSE, NULL));
  json = ipl_run_files_to_json (&run, FALSE);
  map = ipl_map_new (&run, NULL);
  for (guint cell = 0; cell < 2; cell++)
    {
      g_autoptr (IplMapRequest) request = NULL;
      g_autoptr (IplMapResult) result = NULL;

      ipl_map_set_impossible (map, cell, "It cannot be.");
      g_assert_true (ipl_map_save (map, json, path, NULL));
      g_assert_true (ipl_run_settings_from_json (&asked, json, NULL));
      request = ipl_map_request_new (&asked);
      request->restores = g_intern_string (path);
      result = ipl_run_now (&ipl_run_map, NULL, request, NULL, NULL, NULL);
      g_assert_no_error (result->error);
      g_assert_nonnull (result->map);
      g_assert_cmpuint (result->map->n_done, ==, cell + 1);
      g_assert_cmpint (result->finished, ==, cell == 1);
    }
}
