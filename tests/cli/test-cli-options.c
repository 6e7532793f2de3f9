/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every option of every command, as its help lists them, is given what it cannot be: one sentence
 * that names the option, exit 2, and nothing is started. An option that is added is among them. */
#include "cli/program/cli-main.h"

#include "core/base/json-text.h"
#include "core/base/text-escape.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/parameter-words.h"
#include "core/parameters/parameters.h"
#include "cli-run.h"
#include "sentences.h"
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* No option has this name: options are read in their order, so that a command line that ends with
 * it starts nothing, and says which of the two was refused. */
#define LAST "no-such-option"

static const char *const hostile[] = {
  "nan",        "NaN",  "inf",   "-inf",     "-1",   "-7",  "1e308",  "99999999999999999999",
  "1000000000", "",     " ",     "x",        "0x10", "1e",  "1e-400", "1 2",
  "--",         "1,,2", "1,nan", "\x1b[31m", "1\n",  "ten", "1e999",  "-1e308",
  "+",          ",",
};

/* What is legitimate though it looks like one of these: any whole number seeds, a temperature or a
 * variance may be as large as a double's square root, and a list may be left to the seed, or a
 * choice to the file. */
static const struct
{
  const char *option, *value;
  const char *but; /* (nullable): a command for which it is not */
} legitimate[] = {
  { "--heads", "1 2", "dynamics" },
  { "--heads", "1,,2", "dynamics" },
  { "--seed", "1000000000" },
  { "--shown-time", "1000000000" },
  { "--training-seed", "1000000000" },
  { "--chain-seed", "1000000000" },
  { "--start", "-1" },
  { "--compare-layers", "" },
  { "--compare-layers", "1\n" },
  { "--compare-rates", "" },
  { "--compare-rates", "1\n" },
  { "--delta", "-1" },
  { "--delta", "1\n" },
  { "--delta", "" },
  { "--mu", "-1" },
  { "--mu", "1\n" },
  { "--mu", "" },
  { "--roles", "" },
  { "--roles", " " },
  { "--layers", "", "dynamics" },
  { "--layers", " ", "dynamics" },
  { "--layers", "1\n", "dynamics" },
  { "--keep-heads", "" },
  { "--keep-heads", " " },
  { "--head-counts", "" },
  { "--head-counts", " " },
  { "--head-counts", "1\n" },
  { "--temperature", "1000000000" },
  { "--temperature", "99999999999999999999" },
  { "--temperatures", "1000000000" },
  { "--temperatures", "99999999999999999999" },
  { "--attention-variance", "1000000000" },
  { "--attention-variance", "99999999999999999999" },
  { "--variances", "1000000000" },
  { "--variances", "99999999999999999999" },
};

/* What an option takes that is no number, by the word in its help. */
static const char *const words[] = { "FILE",
                                     "CASE",
                                     "FILE.npz",
                                     "FILE.html",
                                     "ZIP",
                                     "NET",
                                     "NET.safetensors",
                                     "NAME=LIST",
                                     "X,Y;..",
                                     "QUANTITY",
                                     "PRUNED.safetensors",
                                     "CASE.npz",
                                     "DIR",
                                     "NAMES",
                                     "NAME",
                                     "WORDS",
                                     "PANEL",
                                     "SIZE",
                                     "THEME",
                                     "MODE",
                                     "ORDER",
                                     "METHOD",
                                     "PRESET",
                                     "P,Q",
                                     "PATHS",
                                     "LOOK",
                                     "A-B",
                                     "FORMATS",
                                     "K/N",
                                     "TIME",
                                     "BYTES",
                                     "L.H",
                                     "MASK.json",
                                     NULL };

/* Words that are looked at before a case is. */
static const char *const choices[]
    = { "PANEL", "SIZE", "THEME", "MODE", "ORDER", "METHOD", "FORMATS", NULL };

typedef struct
{
  char *command;
  char *option; /* "--draws" */
  char *word;   /* "n" */
} Option;

static void
option_free (gpointer data)
{
  Option *self = data;

  g_free (self->command);
  g_free (self->option);
  g_free (self->word);
  g_free (self);
}

/* Every option of @command that takes a value. */
static void
list_options (const char *command, GPtrArray *options)
{
  g_autofree char *line = g_strdup_printf ("CLI %s --help-all", command);
  g_auto (CliRun) help = cli_run (line);
  g_auto (GStrv) lines = g_strsplit (help.out, "\n", -1);
  g_autoptr (GRegex) regex = g_regex_new ("^  (-., )?(--[a-z0-9-]+)=(\\S+) ", 0, 0, NULL);

  g_assert_cmpint (help.status, ==, 0);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GMatchInfo) match = NULL;
      Option *option;

      if (!g_regex_match (regex, lines[i], 0, &match))
        continue;
      option = g_new0 (Option, 1);
      option->command = g_strdup (command);
      option->option = g_match_info_fetch (match, 2);
      option->word = g_match_info_fetch (match, 3);
      g_ptr_array_add (options, option);
    }
}

static GPtrArray *
list_all_options (void)
{
  GPtrArray *options = g_ptr_array_new_with_free_func (option_free);
  g_auto (CliRun) help = cli_run ("CLI --help");
  g_auto (GStrv) lines = g_strsplit (strstr (help.out, "Commands:\n"), "\n", -1);

  for (guint i = 1; g_str_has_prefix (lines[i], "  "); i++)
    {
      g_auto (GStrv) parts = g_strsplit (g_strchug (lines[i]), " ", 2);

      list_options (parts[0], options);
    }
  return options;
}

/* Runs a command line within this program: it starts nothing. */
static int
run_here (const char *const *argv, char **err)
{
  int saved = dup (STDERR_FILENO), status, ends[2];
  char text[65536];
  gssize n;

  g_assert_cmpint (pipe (ends), ==, 0);
  fflush (stderr);
  dup2 (ends[1], STDERR_FILENO);
  close (ends[1]);
  status = ipl_cli_main ((int)g_strv_length ((char **)argv), (char **)argv);
  fflush (stderr);
  g_assert_cmpint (dup2 (saved, STDERR_FILENO), ==, STDERR_FILENO);
  close (saved);
  n = read (ends[0], text, sizeof text);
  g_assert_cmpint (n, >=, 0);
  close (ends[0]);
  *err = g_strndup (text, (gsize)n);
  return status;
}

static gboolean
is_legitimate (const Option *option, const char *value)
{
  for (guint i = 0; i < G_N_ELEMENTS (legitimate); i++)
    if (strcmp (legitimate[i].option, option->option) == 0
        && strcmp (legitimate[i].value, value) == 0
        && g_strcmp0 (legitimate[i].but, option->command) != 0)
      return TRUE;
  return FALSE;
}

/* One sentence in UTF-8 without control characters, and how to get help. */
static gboolean
is_sentence (const char *err)
{
  g_auto (GStrv) lines = g_strsplit (err, "\n", -1);

  return g_strv_length (lines) == 3 && lines[2][0] == '\0' && ipl_text_is_plain (lines[0])
         && g_str_has_suffix (lines[0], ".") && g_str_has_prefix (lines[1], "Try: ");
}

/* Under a sanitizer every look at a long text is a walk along it. */
#ifdef __SANITIZE_ADDRESS__
#define LENGTH 20000
#else
#define LENGTH 1000000
#endif

TEST (test_numbers, "/options/numbers")
{
  g_autoptr (GPtrArray) options = list_all_options ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_options = 0, n_values = 0, n_wrong = 0;

  for (guint i = 0; i < options->len; i++)
    {
      const Option *option = options->pdata[i];

      if (g_strv_contains (words, option->word))
        continue;
      /* Commands share their options: all values at the first, one at each of the others. */
      gboolean is_new = g_hash_table_add (seen, option->option);

      n_options++;
      for (guint k = is_new ? 0 : i % G_N_ELEMENTS (hostile);
           k < (is_new ? G_N_ELEMENTS (hostile) : i % G_N_ELEMENTS (hostile) + 1); k++)
        {
          const char *value = hostile[k];
          g_autofree char *joined = g_strdup_printf ("%s=%s", option->option, value);
          /* Both ways of giving a value, by turns. */
          gboolean joins = (i + k) % 2 != 0;
          const char *argv[] = {
            "interplay-cli",           option->command,          joins ? joined : option->option,
            joins ? "--" LAST : value, joins ? NULL : "--" LAST, NULL
          };
          g_autofree char *err = NULL, *shown = NULL;
          int status = run_here (argv, &err);
          gboolean taken = strstr (err, LAST) != NULL;

          n_values++;
          if (status == 2 && is_sentence (err)
              && (is_legitimate (option, value) ? taken
                                                : !taken && strstr (err, option->option) != NULL))
            continue;
          shown = ipl_text_escape (err);
          g_test_message ("%s %s “%s”: %d, %s", option->command, option->option,
                          g_strescape (value, NULL), status, shown);
          n_wrong++;
        }
    }
  g_test_message ("%u options, %u values, %u wrong", n_options, n_values, n_wrong);
  g_assert_cmpuint (n_options, >=, 80);
  g_assert_cmpuint (n_wrong, ==, 0);
}

/* FALSE where a parameter takes a value that it cannot have, or its sentence is none. */
static gboolean
check_parameter (const IplExperiment *experiment, const IplField *field, const char *value)
{
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  g_autofree char *name = g_strconcat ("--", ipl_field_flag (field), NULL);
  const Option option
      = { (char *)(experiment->compute != NULL ? "dynamics" : "sweep"), name, NULL };
  g_autoptr (GError) error = NULL;

  ipl_parameters_init (parameters, experiment->id);
  if (ipl_parameters_set_named (parameters, ipl_field_flag (field), value, &error))
    return is_legitimate (&option, value);
  g_test_message ("%s: %s", experiment->id, error->message);
  return ipl_text_is_plain (error->message)
         && strchr (".?", *(strchr (error->message, 0) - 1)) != NULL
         && strstr (error->message, ipl_field_flag (field)) != NULL;
}

/* Every parameter of every experiment that is a number or a list is given what it cannot be. */
TEST (test_parameters, "/options/parameters")
{
  guint n, n_fields = 0, n_wrong = 0;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    for (guint g = 0; g < experiments[i]->n_groups; g++)
      for (guint k = 0; k < experiments[i]->groups[g].n_fields; k++)
        {
          const IplField *field = &experiments[i]->groups[g].fields[k];

          if (field->kind == IPL_FIELD_TEXT || field->kind == IPL_FIELD_FILE
              || field->kind == IPL_FIELD_FILES || field->kind == IPL_FIELD_BOOLEAN)
            continue;
          n_fields++;
          for (guint v = 0; v < G_N_ELEMENTS (hostile); v++)
            if (!check_parameter (experiments[i], field, hostile[v]))
              {
                g_test_message ("%s: %s=%s is wrong", experiments[i]->id, field->id, hostile[v]);
                n_wrong++;
              }
        }
  g_assert_cmpuint (n_fields, >=, 150);
  g_assert_cmpuint (n_wrong, ==, 0);
}

/* Each slip of a word is one sentence with what would be right. */
TEST (test_words, "/options/words")
{
  cli_assert_refused ("CLI sweep hmc4 n-trian=50", 2, "“n-trian”|hmc4|“n-train”?");
  cli_assert_refused ("CLI sweep hmc4 P=50 n-train=60", 2, "“n-train”|twice|P=50|n-train=60");
  cli_assert_refused ("CLI sweep hmc4 n-train=", 2, "“n-train=”|n-train=VALUE");
  cli_assert_refused ("CLI sweep hmc4 n-train", 2, "“n-train”|n-train=VALUE");
  cli_assert_refused ("CLI sweep hmc4 n-trian", 2, "“n-trian”|NAME=VALUE|“n-train”?");
  cli_assert_refused ("CLI sweep hmc4 60", 2, "“60”|NAME=60");
  cli_assert_refused ("CLI sweep hmc4 60=n-train", 2, "“60”|hmc4");
  cli_assert_refused ("CLI sweep hmc4 P=0", 2, "P must|from 2 to");
  cli_assert_refused ("CLI sweep hmc4 beta=x", 2, "beta|“x”");
  cli_assert_refused ("CLI sweep hmc4 --n-train 50", 2, "--n-train|n-train=VALUE");
  cli_assert_refused ("CLI sweep parity --no-scratchpad", 2, "--no-scratchpad|scratchpad=VALUE");
  cli_assert_refused ("CLI sweep mine.npz= n-train=4", 1, "mine.npz");
  cli_assert_refused ("CLI sweep glyphs network=a.safetensors", 2, "“network”|glyphs");
  cli_assert_refused ("CLI sweep glyphs N=10", 2, "“N”|glyphs");
  cli_assert_refused ("CLI figure joma-salience --widths 10 --out DIR/x", 2,
                      "--widths|leave it out");
  cli_assert_refused ("CLI plan joma-table --seeds 1-2 --out DIR/x", 2, "--seeds|seeds=VALUE");
  cli_assert_refused ("CLI merge DIR/x n-train=4 --out DIR/y.npz", 2, "“n-train=4”");
}

/* A name, its sign and its short name are one parameter, as are an option and its word. */
TEST (test_signs, "/options/signs")
{
  static const char *const lines[]
      = { "CLI sweep hmc4 n-train=20 n-test=20 n-tokens=8 seed=3 -w 10 --out DIR/one.csv",
          "CLI sweep hmc4 P=20 test=20 tokens=8 --seed 3 -w 10 --out DIR/two.csv" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    cli_expect (lines[i], 0, "P = 20, 20 tests");
  cli_expect (
      "sh -c 'cut -d, -f1-24 DIR/one.csv >DIR/one && cut -d, -f1-24 DIR/two.csv | cmp - DIR/one'",
      0, "");
}

/* Words to choose from: what is none of them is refused before the case is read. */
TEST (test_choices, "/options/choices")
{
  g_autoptr (GPtrArray) options = list_all_options ();
  guint n_options = 0;

  for (guint i = 0; i < options->len; i++)
    {
      const Option *option = options->pdata[i];

      if (!g_strv_contains (choices, option->word))
        continue;
      n_options++;
      for (guint k = 0; k < G_N_ELEMENTS (hostile); k++)
        {
          const char *argv[]
              = { "interplay-cli", option->command, "/dev/null", option->option, hostile[k], NULL };
          g_autofree char *err = NULL;
          int status = run_here (argv, &err);
          g_autofree char *shown = ipl_text_escape (err);

          g_test_message ("%s", shown);
          g_assert_cmpint (status, ==, 2);
          g_assert_true (is_sentence (err));
          g_assert_nonnull (strstr (err, option->option));
        }
    }
  g_assert_cmpuint (n_options, >=, 6);
}

/* An option that takes no value says so: “--best=no” does not mean “--best”. */
TEST (test_no_value, "/options/no-value")
{
  guint n, n_options = 0;
  const CliCommand *const *commands = ipl_cli_commands (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (CliArguments) plain = cli_arguments_new (commands[i]);

      for (guint k = 0; k < plain->entries->len; k++)
        {
          const CliEntry *entry = &g_array_index (plain->entries, CliEntry, k);
          g_autofree char *word = g_strdup_printf ("--%s=no", entry->name);
          const char *argv[] = { "interplay-cli", commands[i]->name, "/dev/null", word, NULL };
          g_autofree char *err = NULL;

          if (entry->kind != CLI_FLAG)
            continue;
          n_options++;
          g_assert_cmpint (run_here (argv, &err), ==, 2);
          g_test_message ("%s %s: %s", commands[i]->name, word, err);
          g_assert_nonnull (strstr (err, " takes no value."));
        }
    }
  g_assert_cmpuint (n_options, >=, 30);
}

/* A decimal comma in a list of real numbers, which no program can read as a list. */
TEST (test_decimal_commas, "/options/decimal-commas")
{
  static const char *const lines[] = {
    "CLI sweep hmc4 --temperatures 0,01",        "CLI sweep hmc4 --variances 1,1,1,0,01",
    "CLI figure hmc4 --temperature 0,01",        "CLI sample hmc4 --temperatures 1,0,01",
    "CLI kernels hmc4 --variances 0,01,1,1",     "CLI plan hmc4 --temperatures 0,01",
    "CLI dynamics joma-text compare-rates=0,01", "CLI dynamics joma-salience mu=0,01",
    "CLI dynamics joma-salience delta=0,01",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    cli_assert_refused (lines[i], 2, "0.01?");
}

/* A slip of the keys is told from a name that nobody could mean. */
TEST (test_hints, "/options/hints")
{
  cli_assert_refused ("CLI sweeep hmc4", 2, "“sweeep”|“sweep”?");
  cli_assert_refused ("CLI sweep indution", 1, "“indution”|“induction”?");
  cli_assert_refused ("CLI sweep hmc4 --widhts 10", 2, "--widhts|“--widths”?");
  cli_assert_refused ("CLI sweep hmc4 stay-plsu=1", 2, "“stay-plus”?");
  cli_assert_refused ("CLI sweep hmc4 noise=1", 2, "hmc4|“noise-parallel”?");
  cli_assert_refused ("CLI dynamics joma-joit", 2, "“joma-joint”?");
  cli_assert_refused ("CLI help swep", 2, "“sweep”?");
  cli_assert_refused ("CLI figure hmc4 --panel acuracy --out DIR/x", 2, "“accuracy”?");
  cli_assert_refused ("CLI sweep copy heads=wrong", 2,
                      "recent, uniform, random, blank|learned|“wrong”");
  cli_assert_refused ("CLI frobnicate", 2, "“frobnicate”.\n");
}

/* Every way to ask. */
TEST (test_requested, "/options/asked")
{
  g_auto (CliRun) version = cli_run ("CLI -V");
  g_auto (CliRun) help = cli_run ("CLI help sweep");
  g_auto (CliRun) page = cli_run ("CLI help overlap");
  g_auto (CliRun) own = cli_run ("CLI cases hmc4");
  g_auto (CliRun) cases = cli_run ("CLI cases --json");
  g_autoptr (JsonNode) node = NULL;
  gboolean has_induction = FALSE;
  JsonArray *list;

  g_assert_cmpstr (version.out, ==, "interplay-cli " IPL_VERSION "\n");
  g_assert_nonnull (strstr (help.out, "--widths"));
  g_assert_nonnull (strstr (page.out, "# "));
  g_assert_nonnull (strstr (own.out, "\nn-train, P "));
  g_assert_null (strstr (own.out, "\nflip-1"));
  g_assert_null (strstr (own.out, "\nscratchpad"));
  node = ipl_json_parse (cases.out, strlen (cases.out), NULL);
  g_assert_nonnull (node);
  list = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (list); i++)
    has_induction = has_induction
                    || g_str_equal (json_object_get_string_member (
                                        json_array_get_object_element (list, i), "name"),
                                    "induction");
  g_assert_true (has_induction);
}

/* A file that is missing is named before any option, wherever it is among them. A word after an
 * unknown option may be its value. */
TEST (test_missing_file, "/options/missing-file")
{
  static const char *const missing[] = {
    "CLI figure none.npz --bogus",
    "CLI figure --bogus none.npz",
    "CLI sweep -w 10 none.npz --bogus",
    "CLI sweep --bogus -j 1 none.npz --bogus",
    "CLI map --bogus=3 --x N=10 none.npz",
    "CLI inspect --bogus -- none.npz",
    "CLI figure none.npz --theme nonsense",
    "CLI figure --theme nonsense none.npz",
    "CLI sample none.npz more",
    "CLI figure --json=no --bogus none.npz",
    "CLI figure --bogus none.npz -o",
  };
  static const char *const bogus[] = {
    "CLI sweep hmc4 --bogus none.npz",  "CLI sweep --bogus none.npz hmc4",
    "CLI sweep -o none.npz --bogus",    "CLI sweep --out none.npz --bogus",
    "CLI sweep --out=none.npz --bogus", "CLI figure --bogus",
    "CLI status none.d --bogus",
  };

  for (guint i = 0; i < G_N_ELEMENTS (missing); i++)
    cli_assert_refused (missing[i], 1, "“none.npz”|" SENTENCE_NO_FILE);
  for (guint i = 0; i < G_N_ELEMENTS (bogus); i++)
    cli_assert_refused (bogus[i], 2, "--bogus");
}
