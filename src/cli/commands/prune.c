/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/prune.h"

#include "core/case/case-io.h"
#include "core/base/error.h"
#include "core/base/refuge.h"
#include "core/heads/case-prune.h"
#include "core/heads/pruning-run.h"
#include "core/network/trained-network-io.h"
#include "core/parameters/run-files.h"
#include "core/base/file-save.h"
#include "core/results/head-mask.h"
#include "core/results/head-results.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_RANDOM_ORDERS 200
#define MAX_FINE_TUNE 1000000

typedef struct
{
  CliImageArguments images;
  char **names;
  char *order_id;
  char *width;
  char *test_name;
  char *out;
  char *save;
  char *save_case;
  char *mask;
  gint64 seed;
  double temperature;
  int random_orders;
  int fine_tune;
  int remove;
  int threads;
  gboolean no_resolve;
  gboolean json;
} PruneArguments;

static void
prune_arguments_clear (PruneArguments *self)
{
  cli_image_arguments_clear (&self->images);
  g_strfreev (self->names);
  g_free (self->order_id);
  g_free (self->width);
  g_free (self->test_name);
  g_free (self->out);
  g_free (self->save);
  g_free (self->save_case);
  g_free (self->mask);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PruneArguments, prune_arguments_clear)

typedef struct
{
  const char *command;
  const PruneArguments *arguments;
  IplRemovalOrder order;
  guint threads;
  guint test;
  CliPruneSubject subject;
  IplFineTuning tuning;
  IplKernel *kernel;
  IplSolution *solution;
  IplHeadResult *result; /* what there is when it is stopped, too */
  IplRunSettings run;
} Pruning;

static void
pruning_clear (Pruning *self)
{
  cli_prune_subject_clear (&self->subject);
  ipl_fine_tuning_clear (&self->tuning);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->solution, ipl_solution_unref);
  g_clear_pointer (&self->result, ipl_head_result_unref);
  ipl_run_settings_clear (&self->run);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pruning, pruning_clear)

/* FALSE: said why. */
static gboolean
check_arguments (const char *command, const PruneArguments *self, IplRemovalOrder *order)
{
  guint n = self->names != NULL ? g_strv_length (self->names) : 0;
  gboolean network = n > 0 && g_str_has_suffix (self->names[0], ".safetensors");

  *order = IPL_REMOVAL_BY_SCORE;
  if (n == 0 && self->images.zips == NULL)
    cli_fail (CLI_USAGE, command,
              "A NET.safetensors is missing, or a CASE: a built-in name (see interplay-cli cases) "
              "or a file.");
  else if (n > 2 || (n == 2 && !network))
    cli_fail (CLI_USAGE, command, "There is nothing to do with the argument “%s”.",
              self->names[n > 2 ? 2 : 1]);
  else if (self->order_id != NULL && !ipl_removal_order_parse (self->order_id, order))
    cli_fail (CLI_USAGE, command, "--order: “%s” is none of " IPL_REMOVAL_ORDERS_TEXT ".",
              self->order_id);
  else if (self->fine_tune > 0 && !network)
    cli_fail (CLI_USAGE, command, "--fine-tune needs a trained network, a NET.safetensors.");
  else if (self->save != NULL && !network)
    cli_fail (CLI_USAGE, command, "--save needs a trained network, a NET.safetensors.");
  else if ((self->save != NULL || self->save_case != NULL || self->mask != NULL)
           && self->remove < 0)
    cli_fail (CLI_USAGE, command,
              "--save, --save-case and --mask need --remove n, the number of heads that go.");
  else if (self->fine_tune > 0 && *order == IPL_REMOVAL_RANDOM
           && (self->save != NULL || self->save_case != NULL))
    cli_fail (CLI_USAGE, command,
              "A random order is not fine-tuned: leave out --fine-tune, or take the order score, "
              "reverse, entropy or gradient.");
  else
    return TRUE;
  return FALSE;
}

/* What is to be solved: one setting, or one for each temperature to choose from. */
static gboolean
set_axes (Pruning *self, GError **error)
{
  const PruneArguments *arguments = self->arguments;
  const IplCase *the_case = self->subject.the_case;
  gboolean choose = isnan (arguments->temperature) && the_case->trained != NULL;
  const double *temperatures;
  guint n_temperatures;
  IplSetting setting;

  ipl_setting_init_for_case (&setting, the_case, 100);
  if (the_case->trained != NULL)
    for (guint l = 0; l <= the_case->L; l++)
      setting.N[l] = (guint)the_case->trained->N[l];
  if (arguments->width != NULL && !ipl_setting_parse_widths (&setting, arguments->width, error))
    return FALSE;
  if (!isnan (arguments->temperature))
    setting.temperature = arguments->temperature;
  /* THEORY.md section 8: of a trained network the best of them is taken. */
  temperatures = ipl_paper_temperatures (&n_temperatures);
  self->run.best = self->run.listed = choose;
  if (choose)
    ipl_run_settings_set_axes (&self->run, 1, &setting, n_temperatures, temperatures);
  else
    ipl_run_settings_set_axes (&self->run, 1, &setting, 1, &setting.temperature);
  return TRUE;
}

/* What the arguments say, as settings of the run. */
static gboolean
make_run (Pruning *self, GError **error)
{
  const PruneArguments *arguments = self->arguments;
  const CliPruneSubject *subject = &self->subject;
  const char *own = ipl_parameters_get_network (subject->parameters);
  IplPruneSettings *prune = &self->run.prune;

  ipl_run_settings_init (&self->run, "prune", subject->parameters);
  self->run.parameters.random_orders = (guint)arguments->random_orders;
  self->run.parameters.fine_tune_steps = (guint)arguments->fine_tune;
  prune->order = ipl_removal_order_id (self->order);
  if (self->order != IPL_REMOVAL_RANDOM)
    self->run.parameters.removal_order = prune->order;
  prune->test = g_intern_string (subject->the_case->tests[self->test].name);
  prune->resolve = !arguments->no_resolve;
  prune->seed = arguments->seed >= 0 ? (guint64)arguments->seed : subject->the_case->seed;
  if (subject->network != NULL && own[0] == '\0')
    {
      g_autofree char *absolute = g_canonicalize_filename (arguments->names[0], NULL);

      prune->network = g_intern_string (absolute);
    }
  return set_axes (self, error);
}

/* The better of two on the test set in question, the earlier of equals. */
static gboolean
is_better (const Pruning *run, const IplSolution *a, const IplSolution *b)
{
  double x = a->tests[run->test].accuracy, y = b->tests[run->test].accuracy;

  return run->subject.the_case->regression ? x < y : x > y;
}

static gboolean
solve (Pruning *run, guint n, const IplSetting *settings, GError **error)
{
  const IplSweepRequest request = {
    .the_case = run->subject.the_case, .n = n, .settings = settings, .threads = run->threads
  };
  g_autoptr (IplSweepResult) result = cli_run_sweep (&request);
  guint best = 0;

  if (result->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&result->error));
      return FALSE;
    }
  for (guint i = 1; i < n; i++)
    if (is_better (run, result->sweep->rows[i], result->sweep->rows[best]))
      best = i;
  run->kernel = g_steal_pointer (&result->kernel);
  run->solution = ipl_solution_ref (result->sweep->rows[best]);
  return TRUE;
}

/* The file of the network that is pruned. */
static const char *
network_of (const Pruning *run)
{
  return run->run.prune.network[0] != '\0' ? run->run.prune.network
                                           : ipl_parameters_get_network (&run->run.parameters);
}

/* Reads what fine-tuning needs, where it is asked for; else only counts in the network. */
static gboolean
prepare (Pruning *run, GError **error)
{
  const CliPruneSubject *subject = &run->subject;

  if (subject->network != NULL
      && !ipl_fine_tuning_init (&run->tuning, subject->parameters, network_of (run),
                                subject->the_case, run->test, run->run.parameters.fine_tune_steps,
                                run->threads, cli_cancellable (), error))
    return FALSE;
  run->tuning.options.fine_tune_steps = run->run.parameters.fine_tune_steps;
  run->tuning.options.n_random = run->run.parameters.random_orders;
  run->tuning.options.seed = run->run.prune.seed;
  return TRUE;
}

static void
prune (Pruning *run)
{
  g_autoptr (IplHeadRequest) request
      = ipl_head_request_new (ipl_parameters_share (run->subject.parameters), run->subject.the_case,
                              run->kernel, run->solution);

  request->test = run->test;
  request->n_examples = 0;
  request->options = &run->tuning.options;
  request->resolve = run->run.prune.resolve ? IPL_RESOLVE_FIRST : IPL_RESOLVE_NEVER;
  request->threads = run->threads;
  run->result = ipl_run_now (&ipl_run_heads, request, cli_cancellable (), cli_job_progress, NULL);
}

static gboolean
write_case (const char *path, gpointer the_case, GError **error)
{
  return ipl_case_save (the_case, path, error);
}

static gboolean
write_network (const char *path, gpointer network, GError **error)
{
  return ipl_trained_network_save (network, path, error);
}

static gboolean
save_case (const Pruning *run, const IplTrainedNetwork *network, const char *path, GError **error)
{
  const CliPruneSubject *subject = &run->subject;
  const IplPruning *pruning = run->result->pruning;
  g_autofree gboolean *removed
      = ipl_pruning_removed (pruning, run->order, (guint)run->arguments->remove);
  g_autoptr (IplCase) pruned = NULL;

  /* Fine-tuning changes the attention: the task as this network sees it. */
  if (pruning->fine_tune_steps > 0)
    pruned = ipl_one_shot_task_make_case (run->tuning.task, subject->the_case->name, network, TRUE,
                                          TRUE, run->threads, cli_cancellable (), error);
  else
    pruned = ipl_case_without_heads (subject->the_case, removed, error);
  return pruned != NULL && ipl_refuge_write (path, write_case, pruned, error);
}

static gboolean
write_results (const char *path, gpointer data, GError **error)
{
  const Pruning *run = data;
  g_autofree char *settings = ipl_run_files_to_json (&run->run, cli_is_anonymous ());

  return ipl_head_results_save_npz (run->result->heads, run->result->pruning, run->order,
                                    run->solution, settings, path, error);
}

/* What there is, also where the run was stopped. */
static gboolean
save_results (const Pruning *run, GError **error)
{
  return run->arguments->out == NULL || run->result->pruning == NULL
         || ipl_refuge_write (run->arguments->out, write_results, (gpointer)run, error);
}

static gboolean
write_mask (const char *path, gpointer data, GError **error)
{
  const Pruning *run = data;
  g_autofree char *settings = ipl_run_files_to_json (&run->run, cli_is_anonymous ());
  g_autofree char *text
      = ipl_head_mask_to_json (run->result->heads, run->result->pruning, run->order,
                               (guint)run->arguments->remove, settings);
  g_autofree char *lines = g_strconcat (text, "\n", NULL);

  return ipl_file_save_bytes (path, lines, strlen (lines), error);
}

static gboolean
save (const Pruning *run, GError **error)
{
  const PruneArguments *arguments = run->arguments;
  const IplPruning *pruning = run->result->pruning;
  g_autoptr (IplTrainedNetwork) network = NULL;

  if (!save_results (run, error)
      || (arguments->mask != NULL
          && !ipl_refuge_write (arguments->mask, write_mask, (gpointer)run, error)))
    return FALSE;
  if ((arguments->save != NULL || arguments->save_case != NULL) && run->subject.network != NULL)
    {
      network = ipl_pruning_network (pruning, run->order, (guint)arguments->remove,
                                     &run->tuning.options, pruning->fine_tune_steps > 0,
                                     run->threads, cli_cancellable (), error);
      if (network == NULL)
        return FALSE;
    }
  if (arguments->save != NULL && !ipl_refuge_write (arguments->save, write_network, network, error))
    return FALSE;
  return arguments->save_case == NULL || save_case (run, network, arguments->save_case, error);
}

static CliExit
fail_order (const Pruning *run, const char *why)
{
  return cli_fail (CLI_FAILED, run->command, "There is no order by %s: %s",
                   ipl_removal_order_id (run->order),
                   why != NULL ? why : "what it ranks heads by is not known.");
}

/* The line that prunes the model itself. */
static void
print_line (const Pruning *run)
{
  const IplPruning *pruning = run->result->pruning;
  g_autofree gboolean *removed
      = ipl_pruning_removed (pruning, run->order, (guint)run->arguments->remove);
  gboolean as_in_model;
  g_autofree char *line = ipl_head_mask_prune_heads (pruning->the_case, removed, &as_in_model);

  printf ("\nin PyTorch, without %d, layers and heads counted from 0 as in the %s:\n%s\n",
          run->arguments->remove, as_in_model ? "model" : "case", line);
}

static CliExit
finish (const Pruning *run)
{
  const PruneArguments *arguments = run->arguments;
  const IplHeadResult *result = run->result;
  g_autoptr (GError) error = NULL;

  if (result == NULL || result->heads == NULL)
    return result != NULL && result->error != NULL
               ? cli_fail_error (run->command, result->error)
               : cli_fail (CLI_INTERRUPTED, run->command, "Stopped; nothing was written.");
  if (result->error != NULL)
    return cli_fail_error (run->command, result->error);
  if (result->pruning != NULL && !ipl_pruning_has_order (result->pruning, run->order))
    return fail_order (run, run->order == IPL_REMOVAL_BY_GRADIENT ? result->pruning->no_gradient
                                                                  : result->pruning->no_entropy);
  if (result->finished ? !save (run, &error) : !save_results (run, &error))
    return cli_fail_error (run->command, error);
  if (arguments->json)
    {
      g_autofree char *settings = ipl_run_files_to_json (&run->run, cli_is_anonymous ());
      g_autofree char *text
          = ipl_head_results_to_json (result->heads, result->pruning, run->order, settings);

      printf ("%s\n", text);
    }
  else
    cli_prune_print_table (result->heads, result->pruning, run->order);
  if (!arguments->json && result->finished && result->pruning != NULL && arguments->remove >= 0)
    print_line (run);
  if (!result->finished)
    return cli_fail (CLI_INTERRUPTED, run->command,
                     "Stopped; what was found out until then is kept, and no network or case was "
                     "written.");
  if (!run->solution->converged)
    return cli_fail (CLI_NOT_CONVERGED, run->command, "%s", run->solution->message);
  if (result->heads->message != NULL)
    return cli_fail (CLI_NOT_CONVERGED, run->command, "%s", result->heads->message);
  return CLI_OK;
}

/* Everything from the case on, which is made. */
static CliExit
carry_out (Pruning *self)
{
  const CliPruneSubject *subject = &self->subject;
  g_autofree IplSetting *settings = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  /* Before long work, where that is plain. */
  if (self->order == IPL_REMOVAL_BY_ENTROPY && subject->the_case->level == IPL_LEVEL_PATHS)
    return fail_order (self, "the case holds path features and no attention. Give one with tokens "
                             "and attention or weights, or take another order.");
  settings = ipl_run_settings_list (&self->run, subject->the_case, &n, &error);
  if (settings == NULL)
    return cli_fail (CLI_USAGE, self->command, "%s", error->message);
  if (!prepare (self, &error))
    return cli_fail_error (self->command, error);
  cli_tell_notes (subject->the_case);
  if (!solve (self, n, settings, &error))
    {
      cli_progress_done ();
      return cli_fail_error (self->command, error);
    }
  prune (self);
  cli_progress_done ();
  return finish (self);
}

static CliExit
run_prune (const char *command, const PruneArguments *arguments, IplRemovalOrder order,
           guint threads)
{
  g_auto (Pruning) run
      = { .command = command, .arguments = arguments, .order = order, .threads = threads };
  CliPruneSubject *subject = &run.subject;
  g_autoptr (GError) error = NULL;
  gboolean inputs = arguments->fine_tune > 0 || arguments->save_case != NULL;
  guint n_points;

  if (!cli_prune_subject_open (subject, arguments->names, &arguments->images, arguments->seed,
                               inputs, threads, &error))
    return cli_fail_error (command, error);
  n_points = ipl_case_n_heads (subject->the_case) - subject->the_case->L + 1;
  if (arguments->remove >= (int)n_points)
    return cli_fail (CLI_USAGE, command,
                     "--remove is %d, and with one head kept in each layer at most %u can go.",
                     arguments->remove, n_points - 1);
  if (!cli_prune_subject_find_test (subject, arguments->test_name, &run.test, &error)
      || !make_run (&run, &error))
    return cli_fail (CLI_USAGE, command, "%s", error->message);
  return carry_out (&run);
}

/* What the settings of @work say, which its results are of. */
CliExit
cli_prune_again (CliWork *work)
{
  g_auto (PruneArguments) arguments
      = { .out = g_strdup (work->out), .json = work->json, .remove = -1 };
  g_auto (Pruning) run
      = { .command = work->command, .arguments = &arguments, .threads = work->threads };
  const char *test = work->run.prune.test[0] != '\0' ? work->run.prune.test : NULL;
  g_autoptr (GError) error = NULL;
  CliExit tried = cli_try_output (work->command, "--out", work->out, 0, ".npz");

  if (tried != CLI_OK)
    return tried;
  run.run = work->run;
  work->run = (IplRunSettings){ .command = NULL };
  if (!ipl_removal_order_parse (run.run.prune.order, &run.order))
    return cli_fail (CLI_FAILED, work->command,
                     "In the settings, “order” must be one of " IPL_REMOVAL_ORDERS_TEXT ".");
  if (!cli_prune_subject_open_again (&run.subject, &run.run, run.run.parameters.fine_tune_steps > 0,
                                     work->threads, &error)
      || !cli_prune_subject_find_test (&run.subject, test, &run.test, &error))
    return cli_fail_error (work->command, error);
  return carry_out (&run);
}

/* interplay-cli prune NET.safetensors [CASE|--omniglot ZIP.. --holdout NAMES] --order ... */
CliExit
cli_prune (int argc, char **argv)
{
  g_auto (PruneArguments) arguments
      = { .seed = -1, .temperature = NAN, .random_orders = DEFAULT_RANDOM_ORDERS, .remove = -1 };
  const GOptionEntry entries[] = {
    { "order", 0, 0, G_OPTION_ARG_STRING, &arguments.order_id,
      "order in which heads go: score (least first), reverse, entropy (of attention, greatest "
      "first), gradient (of the loss in a factor before the head, least first) or random",
      "ORDER" },
    CLI_IMAGE_ENTRIES (arguments.images),
    { "test", 0, 0, G_OPTION_ARG_STRING, &arguments.test_name,
      "the test set of accuracies (default: the first)", "NAME" },
    { "width", 'w', 0, CLI_ARG_NUMBER, CLI_NUMBER (WIDTH, arguments.width, 0, 0),
      "the theory's width, N_1:..:N_L:N_a or gp (default: the network's, else 100)", "N" },
    { "temperature", 't', 0, CLI_ARG_NUMBER,
      CLI_NUMBER (REAL, arguments.temperature, 0, IPL_MAX_TEMPERATURE),
      "the theory's temperature (default: with a trained network the best of ten from 0.01 to "
      "1.5, else the case's)",
      "T" },
    { "no-resolve", 0, 0, G_OPTION_ARG_NONE, &arguments.no_resolve,
      "do not solve the theory anew without each head", NULL },
    { "random", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.random_orders, 0, IPL_PRUNING_MAX_RANDOM),
      "random orders (default: 200)", "n" },
    { "fine-tune", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, arguments.fine_tune, 0, MAX_FINE_TUNE),
      "training steps after each removal (default: 0)", "steps" },
    { "remove", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.remove, 0, IPL_MAX_LAYERS * IPL_MAX_HEADS),
      "heads to remove for --save, --save-case and --mask, and for the line that prunes a model of "
      "PyTorch",
      "n" },
    { "save", 0, 0, G_OPTION_ARG_FILENAME, &arguments.save, "write the pruned network",
      "PRUNED.safetensors" },
    { "save-case", 0, 0, G_OPTION_ARG_FILENAME, &arguments.save_case, "write its case",
      "CASE.npz" },
    { "mask", 0, 0, G_OPTION_ARG_FILENAME, &arguments.mask, "write which heads are left, as JSON",
      "MASK.json" },
    { "seed", 's', 0, CLI_ARG_NUMBER, CLI_SEED (arguments.seed),
      "seed of the random orders, and "
      "of a built-in case",
      "n" },
    { "threads", 'j', 0, CLI_ARG_NUMBER, CLI_THREADS (arguments.threads),
      "threads; the numbers "
      "do not depend on it",
      "n" },
    CLI_ANONYMOUS_ENTRY,
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.out, "write the results as .npz",
      "FILE.npz" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &arguments.json, "print JSON instead of tables", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments.names, NULL,
      "[NET.safetensors] [CASE]" },
    { NULL },
  };
  IplRemovalOrder order;
  CliExit tried;
  guint threads;

  if (!cli_parse_optional (
          argc, argv, entries, NULL, "what each head is worth, and accuracy as heads are removed",
          "NET.safetensors is pruned on the task it was trained on, or on the images or the "
          "exported CASE given.\nOf a CASE without a trained network the theory is pruned, with "
          "rows and columns of U zeroed.\nExit codes: 0 done; 1 failed; 2 wrong arguments; 3 "
          "done, but some solution did not converge.",
          &arguments.images, NULL))
    return CLI_USAGE;
  if (!check_arguments (argv[0], &arguments, &order))
    return CLI_USAGE;
  tried = cli_try_output (argv[0], "--out", arguments.out, 0, ".npz");
  if (tried == CLI_OK)
    tried = cli_try_output (argv[0], "--save", arguments.save, 0, ".safetensors");
  if (tried == CLI_OK)
    tried = cli_try_output (argv[0], "--save-case", arguments.save_case, 0, ".npz");
  if (tried == CLI_OK)
    tried = cli_try_output (argv[0], "--mask", arguments.mask, 0, ".json");
  if (tried != CLI_OK)
    return tried;
  threads = cli_threads (arguments.threads);
  return run_prune (argv[0], &arguments, order, threads);
}
