/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a command line into the arguments of its command, by the table of the command. */
#include "cli/options/command-table.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/shared-arguments.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text-escape.h"
#include "core/case/example-cases.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/parameter-words.h"
#include "core/parameters/run-settings.h"
#include "figures/view/view-of-result.h"

/* Fails if --method is unknown. */
CliExit
cli_sampler_check (const CliSamplerArguments *self)
{
  g_autofree char *names = NULL, *shown = NULL;

  if (self->method == NULL || g_strv_contains (ipl_posterior_method_names, self->method))
    return CLI_OK;
  names = g_strjoinv (", ", (char **)ipl_posterior_method_names);
  shown = ipl_text_shown (self->method);
  return cli_fail (CLI_USAGE, "--method is one of %s, not “%s”.", names, shown);
}

/* @seed: seed of the chains; negative for the default */
void
cli_sampler_set (const CliSamplerArguments *self, gint64 seed, IplPosteriorOptions *options)
{
  ipl_posterior_options_init (options);
  options->chains = (guint)self->chains;
  options->warmup = (guint)self->warmup;
  options->target_acceptance = self->target_acceptance;
  if (self->method != NULL)
    options->method = ipl_posterior_method_find (self->method);
  if (seed >= 0)
    options->seed = (guint64)seed;
}

/* Lists the settings that @run solves. Reports the paths that --gp-paths resolves to. */
gboolean
cli_make_settings (const CliSweepArguments *arguments, const IplCase *the_case, IplRunSettings *run,
                   IplSetting **settings, guint *n, GError **error)
{
  const IplRunOptions requested = { .widths = arguments->widths,
                                    .temperatures = arguments->temperatures,
                                    .variances = arguments->variances,
                                    .seeds = arguments->seeds,
                                    .gp_paths = arguments->gp_paths,
                                    .best = arguments->best };
  g_autofree char *understood = NULL;

  if (!ipl_run_settings_resolve (run, &requested, the_case, &understood, settings, n, error))
    return FALSE;
  if (understood != NULL)
    cli_print_error ("--gp-paths: %s\n", understood);
  return TRUE;
}

static const GOptionEntry *
get_entries (const GArray *options)
{
  return (const GOptionEntry *)(gconstpointer)options->data;
}

CliArguments *
cli_arguments_new (const CliCommand *command)
{
  CliArguments *self = g_malloc0 (MAX (command->size, sizeof (CliArguments)));

  self->command = command;
  self->entries = cli_entries_list (command->entries);
  self->given = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  self->sweep.seed = -1;
  cli_entries_begin (self->entries, self);
  return self;
}

void
cli_arguments_free (CliArguments *self)
{
  cli_entries_clear (self->entries, self);
  g_clear_pointer (&self->images.words, g_ptr_array_unref);
  g_clear_pointer (&self->drawing.style, ipl_figure_style_unref);
  g_array_unref (self->entries);
  g_hash_table_unref (self->given);
  g_strfreev (self->words);
  g_strfreev (self->names);
  g_free (self);
}

const char *
cli_get_option (const CliArguments *self, const char *option)
{
  const CliEntry *entry = cli_entries_find (self->entries, option);

  if (entry == NULL)
    return NULL;
  return cli_entry_is_checked (entry) ? g_hash_table_lookup (self->given, entry->name)
                                      : cli_entry_get_text (entry, self);
}

char *
cli_find_first_option (const CliArguments *self, const char *options)
{
  g_auto (GStrv) names = g_strsplit (options, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    if (cli_get_option (self, names[i]) != NULL)
      return g_strdup (names[i]);
  return NULL;
}

CliExit
cli_check_out (const CliArguments *self, const char *endings, gboolean has_ending)
{
  g_autofree char *shown = self->out != NULL ? ipl_path_shown (self->out) : NULL;

  if (self->out == NULL)
    return cli_fail (CLI_USAGE, "--out is missing: the file to write, which ends in %s.", endings);
  return has_ending ? CLI_OK : cli_fail (CLI_USAGE, "--out: “%s” must end in %s.", shown, endings);
}

IplView
cli_drawing_view (const CliArguments *self, const IplParameters *parameters)
{
  const IplDisplay *chosen = &self->drawing.display;
  IplView view;

  ipl_view_init (&view, parameters);
  view.figure_style = self->drawing.style;
  for (guint i = 0; i < IPL_N_DISPLAY_FIELDS; i++)
    if (cli_get_option (self, ipl_field_flag (&ipl_display_fields[i])) != NULL)
      ipl_field_copy (&ipl_display_fields[i], &view.display, chosen);
  return view;
}

/* Rewrites "--omniglot A.zip B.zip" for GOption, with the option before each file. */
static void
repeat_archives (GPtrArray *arguments)
{
  for (guint i = 1; i + 1 < arguments->len; i++)
    {
      const char *archive = arguments->pdata[i], *next = arguments->pdata[i + 1];
      gboolean among = g_str_has_prefix (archive, "--omniglot=")
                       || strcmp (arguments->pdata[i - 1], "--omniglot") == 0;

      if (among && next[0] != '-' && g_str_has_suffix (next, ".zip"))
        g_ptr_array_insert (arguments, (int)i + 1, g_strdup ("--omniglot"));
    }
}

/* Rewrites “seed=2” as “--seed=2”: some parameters are options, because they apply to more than the
 * case. */
static void
read_as_options (const CliArguments *self, GPtrArray *arguments)
{
  static const char *const names[] = { "seed", "omniglot", "holdout", "extra" };

  for (guint i = 1; self->command->has_parameters && i < arguments->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (names); k++)
      {
        char *word = arguments->pdata[i];

        if (g_str_has_prefix (word, names[k]) && word[strlen (names[k])] == '='
            && cli_entries_find (self->entries, names[k]) != NULL)
          {
            arguments->pdata[i] = g_strconcat ("--", word, NULL);
            g_free (word);
          }
      }
}

/* @option: "--draws" or "-n" */
static gboolean
on_option (const char *option, const char *text, gpointer data, GError **error)
{
  CliArguments *self = data;
  const CliEntry *entry = cli_entries_find (self->entries, option);

  g_return_val_if_fail (entry != NULL, FALSE);
  if (text == NULL)
    text = g_str_has_prefix (option, "--no-") ? "no" : "yes";
  if (!cli_entry_parse (entry, self, text, error))
    return FALSE;
  g_hash_table_insert (self->given, (gpointer)entry->name, g_strdup (text));
  return TRUE;
}

static const GOptionEntry *
find_among (const GOptionEntry *entries, const char *name, gsize length, char letter)
{
  for (; entries->long_name != NULL; entries++)
    if ((letter != '\0' && entries->short_name == letter)
        || (strncmp (entries->long_name, name, length) == 0 && entries->long_name[length] == '\0'))
      return entries;
  return NULL;
}

/* @word: "--draws", "--draws=20" or "-n"
 * Returns: (nullable): its option */
static const GOptionEntry *
find_option (const char *word, const GOptionEntry *own)
{
  gboolean is_long = g_str_has_prefix (word, "--");
  const char *name = is_long ? word + 2 : "";

  return find_among (own, name, strcspn (name, "="), is_long ? '\0' : word[1]);
}

static gboolean
has_value (const GOptionEntry *option)
{
  return option->arg != G_OPTION_ARG_NONE && (option->flags & G_OPTION_FLAG_NO_ARG) == 0;
}

/* Refuses “--best=no”: GOption ignores the value of a flag. */
static gboolean
check_values (char **words, const GOptionEntry *own, GError **error)
{
  for (char **at = words + 1; *at != NULL && strcmp (*at, "--") != 0; at++)
    {
      const char *equals = g_str_has_prefix (*at, "--") ? strchr (*at, '=') : NULL;
      const GOptionEntry *option = equals != NULL ? find_option (*at, own) : NULL;

      if (option == NULL || has_value (option))
        continue;
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--%s takes no value.",
                   option->long_name);
      return FALSE;
    }
  return TRUE;
}

static gboolean
is_like_file (const char *word)
{
  const char *dot = strrchr (word, '.');

  return strchr (word, '/') != NULL || (dot != NULL && g_ascii_isalpha (dot[1]));
}

/* TRUE if a word is NAME=VALUE and no option. */
static gboolean
is_word (const char *word)
{
  g_autofree char *name = NULL;
  const char *value;

  return ipl_parameter_word_split (word, &name, &value);
}

/* Finds the case or file of a command line that cannot be parsed. A word after an unknown option
 * may be its value, and is taken only if it looks like a file and there is no other.
 * Returns: (nullable): one of @words */
static const char *
find_name (char **words, const GOptionEntry *own)
{
  const char *doubtful = NULL;

  for (char **at = words + 1; *at != NULL; at++)
    {
      const GOptionEntry *option;

      if (is_word (*at))
        continue;
      if ((*at)[0] != '-' || (*at)[1] == '\0')
        return *at;
      option = find_option (*at, own);
      if (strchr (*at, '=') != NULL || at[1] == NULL || (option != NULL && !has_value (option))
          || (option == NULL && at[1][0] == '-'))
        continue;
      at++;
      if (option == NULL && doubtful == NULL && is_like_file (*at))
        doubtful = *at;
    }
  return doubtful;
}

/* Returns: (transfer full): help below the options */
static char *
text_below (const CliCommand *command)
{
  g_auto (GStrv) lines = g_strsplit (command->examples != NULL ? command->examples : "", "\n", -1);
  g_autofree char *examples = g_strjoinv ("\n  ", lines);

  if (command->examples == NULL)
    return g_strdup (command->text);
  return g_strdup_printf ("%s%sExamples:\n  %s", command->text != NULL ? command->text : "",
                          command->text != NULL ? "\n\n" : "", examples);
}

/* Makes the options of one group, or the main ones.
 * @title: (nullable) */
static GOptionGroup *
group_new (CliArguments *self, const GOptionEntry *options, const char *name, const char *title,
           const char *help)
{
  GOptionGroup *group = NULL;

  for (; options->long_name != NULL; options++)
    {
      g_autofree char *option = g_strconcat ("--", options->long_name, NULL);
      const GOptionEntry one[] = { *options, { NULL } };

      if (g_strcmp0 (cli_entry_group (cli_entries_find (self->entries, option)), name) != 0)
        continue;
      if (group == NULL)
        group = g_option_group_new (name != NULL ? name : "main", title, help, self, NULL);
      g_option_group_add_entries (group, one);
    }
  return group;
}

/* Adds the main options and the groups with their own help. */
static void
add_groups (CliArguments *self, GOptionContext *context, const GOptionEntry *options)
{
  static const char *const groups[][3]
      = { { "film", "Films:", "Options for films" },
          { "solving", "Solving:", "Options for solving the case" },
          { "networks", "Shown examples and heads:", "Options for the shown examples and heads" },
          { "display", "Figures:", "Options for figures" } };
  GOptionGroup *own = group_new (self, options, NULL, "", "");

  if (own != NULL)
    g_option_context_set_main_group (context, own);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      GOptionGroup *group = group_new (self, options, groups[i][0], groups[i][1], groups[i][2]);

      if (group != NULL)
        g_option_context_add_group (context, group);
    }
}

/* @left: (out) (transfer full): positional arguments
 * @name: (out) (nullable): the case or file, if the options cannot be read
 * Returns: FALSE if the options cannot be read */
static gboolean
read_options (CliArguments *self, char **words, char ***left, const char **name, GError **error)
{
  const CliCommand *command = self->command;
  const char *argument = command->argument;
  g_autofree char *usage = g_strdup_printf ("%s%s- %s", argument != NULL ? argument : "",
                                            argument != NULL ? " " : "", command->summary);
  g_autoptr (GOptionContext) context = g_option_context_new (usage);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) options = cli_entries_options (self->entries, self, on_option, texts);
  g_autofree char *below = text_below (command);

  add_groups (self, context, get_entries (options));
  g_option_context_set_description (context, below);
  *left = words;
  if (check_values (words, get_entries (options), error)
      && g_option_context_parse_strv (context, left, error))
    return TRUE;
  cli_explain_option (*error, words, get_entries (options), command->has_parameters);
  *name = find_name (words, get_entries (options));
  return FALSE;
}

/* Checks the number of positional arguments. */
static CliExit
check_names (const CliArguments *self)
{
  const CliCommand *command = self->command;
  g_auto (GStrv) places = g_strsplit (command->argument != NULL ? command->argument : "", " ", -1);
  guint n = g_strv_length (self->names), most = g_strv_length (places);

  if (n > most && command->has_parameters)
    return cli_case_word_refuse (ipl_experiment_find (self->name), self->names[most]);
  if (n > most)
    return cli_fail (CLI_USAGE, "Unexpected argument “%s”.", self->names[most]);
  if (n == 0 && command->missing != NULL && self->images.zips == NULL)
    return cli_fail (CLI_USAGE, "A %s is missing: %s.", command->argument, command->missing);
  return CLI_OK;
}

/* Refuses “-” for output files, since reports go to standard output. */
static CliExit
check_outputs (const CliArguments *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const CliEntry *entry = &g_array_index (self->entries, CliEntry, i);

      if (entry->kind == CLI_OUTPUT && g_strcmp0 (cli_get_option (self, entry->name), "-") == 0)
        return cli_fail (CLI_USAGE,
                         "--%s cannot be “-”: name a file to write (./- for a file of that name).",
                         entry->name);
    }
  return CLI_OK;
}

/* Reads the positional arguments. Parameters are stored; “-” is standard input; the name of a
 * built-in finished run gives its file.
 * Returns: (transfer full): the remaining arguments */
static GStrv
read_names (CliArguments *self, char **words)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (char **at = words; *at != NULL; at++)
    {
      const IplExampleCase *example = ipl_example_case_find (*at);
      g_autofree char *file
          = strcmp (*at, "-") == 0 ? g_strdup ("/dev/stdin")
            : example != NULL && example->run_of != NULL && !g_file_test (*at, G_FILE_TEST_EXISTS)
                ? ipl_example_case_path (*at)
                : NULL;

      if (!self->command->has_parameters || !cli_case_words_add (&self->images, *at))
        g_strv_builder_add (names, file != NULL ? file : *at);
    }
  return g_strv_builder_end (names);
}

/* Fails if the case or the file does not exist. Called before option errors are reported, since
 * some options depend on the case.
 * @name: (nullable) */
static CliExit
check_file (const CliArguments *self, const char *name)
{
  const char *argument = self->command->argument;
  g_autoptr (GError) error = NULL;

  if (argument == NULL || strcmp (argument, "FOLDER") == 0 || strcmp (argument, "PAGE") == 0
      || name == NULL || name[0] == '-' || ipl_experiment_find (name) != NULL
      || ipl_example_case_find (name) != NULL || access (name, F_OK) == 0 || errno != ENOENT)
    return CLI_OK;
  if (strpbrk (name, "./") != NULL)
    ipl_set_io_error (&error, "read", name, ENOENT);
  else if (strcmp (argument, "CASE") == 0)
    ipl_case_names_refuse (name, &error);
  return error != NULL ? cli_fail_error (error) : CLI_OK;
}

CliExit
cli_arguments_parse (CliArguments *self, int argc, char **argv)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) left = NULL;
  g_autoptr (GError) error = NULL;
  const char *name = NULL;
  CliExit status;

  for (int i = 0; i < argc; i++)
    g_ptr_array_add (words, g_strdup (argv[i]));
  self->words = g_strdupv (argv);
  repeat_archives (words);
  read_as_options (self, words);
  g_ptr_array_add (words, NULL);
  if (!read_options (self, (char **)g_ptr_array_free (g_steal_pointer (&words), FALSE), &left,
                     &name, &error))
    {
      status = check_file (self, name);
      if (status != CLI_OK)
        return status;
      if (error->domain == G_CONVERT_ERROR)
        return cli_fail (CLI_USAGE,
                         "An argument is not in the encoding of this terminal, UTF-8 as a rule; "
                         "only file names may be.");
      return cli_fail (CLI_USAGE, "%s%s", error->message,
                       strchr (".?", error->message[strlen (error->message) - 1]) != NULL ? ""
                                                                                          : ".");
    }
  self->names = read_names (self, left + 1);
  self->name = self->names[0];
  self->threads = self->n_threads == 0 ? ipl_parallel_default_threads () : (guint)self->n_threads;
  self->images.anonymous = self->anonymous;
  status = check_file (self, self->name);
  if (status == CLI_OK)
    status = check_outputs (self);
  if (status == CLI_OK)
    status = check_names (self);
  if (status == CLI_OK)
    status = cli_case_words_check (
        &self->images, self->name != NULL ? ipl_experiment_find (self->name) : NULL, self->entries);
  return status == CLI_OK && self->command->endings != NULL
             ? cli_try_output ("--out", self->out, 0, self->command->endings)
             : status;
}
