/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/prune.h"

#include "core/heads/pruning.h"
#include <math.h>

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

/* The settings to solve: one, or one for each temperature to choose from. */
static gboolean
set_axes (CliPruning *self, const PruneArguments *arguments, GError **error)
{
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

/* The arguments as settings of the run. */
static gboolean
make_run (CliPruning *self, const PruneArguments *arguments, GError **error)
{
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
  return set_axes (self, arguments, error);
}

static CliExit
run_prune (const char *command, const PruneArguments *arguments, IplRemovalOrder order,
           guint threads)
{
  g_auto (CliPruning) run = { .command = command,
                              .out = arguments->out,
                              .save = arguments->save,
                              .save_case = arguments->save_case,
                              .mask = arguments->mask,
                              .remove = arguments->remove,
                              .json = arguments->json,
                              .order = order,
                              .threads = threads };
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
      || !make_run (&run, arguments, &error))
    return cli_fail (CLI_USAGE, command, "%s", error->message);
  return cli_pruning_run (&run);
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
    { "width", 'w', 0, CLI_ARG_NUMBER, CLI_WIDTH (arguments.width),
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
      "seed of the random orders, and of a built-in case", "n" },
    CLI_THREADS_ENTRY (arguments),
    CLI_ANONYMOUS_ENTRY,
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.out, "write the results as .npz",
      "FILE.npz" },
    CLI_JSON_ENTRY (arguments.json),
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments.names, NULL,
      "[NET.safetensors] [CASE]" },
    { NULL },
  };
  IplRemovalOrder order;
  CliExit tried;

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
  if ((tried = cli_try_output (argv[0], "--out", arguments.out, 0, ".npz")) != CLI_OK
      || (tried = cli_try_output (argv[0], "--save", arguments.save, 0, ".safetensors")) != CLI_OK
      || (tried = cli_try_output (argv[0], "--save-case", arguments.save_case, 0, ".npz")) != CLI_OK
      || (tried = cli_try_output (argv[0], "--mask", arguments.mask, 0, ".json")) != CLI_OK)
    return tried;
  return run_prune (argv[0], &arguments, order, cli_threads (arguments.threads));
}
