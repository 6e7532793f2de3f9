/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every parameter of every experiment is a word: a command that is copied makes the same case.
 * Values that cannot be are refused in test-cli-options.c. */
#include "../test.h"
#include "cli/commands/commands.h"
#include "cli/program/cli-main.h"

#include "core/parameters/parameters-command-line.h"
#include "core/parameters/parameters-json.h"
#include <math.h>
#include <string.h>

/* Reads @command as a command that takes a case does. */
static gboolean
read_command (const char *command, IplParameters *parameters, GError **error)
{
  static const CliEntry entries[] = {
    { "widths", 0, CLI_TEXT, CLI_AT (sweep.widths) },
    { "temperatures", 0, CLI_TEXT, CLI_AT (sweep.temperatures) },
    { "variances", 0, CLI_TEXT, CLI_AT (sweep.variances) },
    CLI_ENTRIES (cli_best_entry),
    CLI_ENTRIES (cli_seed_entry),
    { "out", 0, CLI_FILE, CLI_AT (out) },
    CLI_ENTRIES (cli_image_entries),
    { NULL },
  };
  static const CliCommand any = { .name = "any",
                                  .summary = "",
                                  .argument = "CASE",
                                  .missing = CLI_CASE_MISSING,
                                  .entries = entries,
                                  .has_parameters = TRUE };
  g_autoptr (CliArguments) arguments = cli_arguments_new (&any);
  g_auto (GStrv) argv = NULL;
  int argc;

  g_assert_true (g_shell_parse_argv (command, &argc, &argv, NULL));
  g_assert_cmpint (cli_arguments_parse (arguments, argc - 1, argv + 1), ==, CLI_OK);
  return cli_make_parameters (arguments->name, &arguments->images, arguments->sweep.seed,
                              parameters, error);
}

/* Lists of heads of one kind and another, and of numbers in one range and another. */
static gboolean
change_list (const IplField *field, gpointer data)
{
  static const char *const texts[] = { "blank:uniform", "3,2,1", "random:random", "0.3,0.2,0.1" };
  g_autofree char *before = ipl_field_get_text (field, data);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *after = NULL;

      if (!ipl_field_set_text (field, data, texts[i], NULL))
        continue;
      after = ipl_field_get_text (field, data);
      if (strcmp (before, after) != 0)
        return TRUE;
    }
  g_assert_not_reached ();
}

/* The next whole number that the field can have, or the one before where it is the largest. */
static double
next_number (const IplField *field, gconstpointer data)
{
  const double value = ipl_field_get_number (field, data), step = MAX (field->multiple, 1);

  return value + step <= field->maximum ? value + step : value - step;
}

/* Another value that the field can have; FALSE for files, which must exist. */
static gboolean
change (const IplField *field, gpointer data)
{
  GError *error = NULL;
  double value;

  switch (field->kind)
    {
    case IPL_FIELD_REAL:
      value = field->minimum + 0.123456789012345 * (MIN (field->maximum, 10) - field->minimum);
      *(double *)(gpointer)((char *)data + field->offset) = value;
      return TRUE;
    case IPL_FIELD_INTEGER:
      *(guint *)(gpointer)((char *)data + field->offset) = (guint)next_number (field, data);
      return TRUE;
    case IPL_FIELD_SIZE:
      *(gsize *)(gpointer)((char *)data + field->offset) = (gsize)next_number (field, data);
      return TRUE;
    case IPL_FIELD_SEED:
      *(guint64 *)(gpointer)((char *)data + field->offset) = 4711;
      return TRUE;
    case IPL_FIELD_BOOLEAN:
      ipl_field_set_boolean (field, data, !ipl_field_get_boolean (field, data));
      return TRUE;
    case IPL_FIELD_LIST:
      return change_list (field, data);
    case IPL_FIELD_TEXT:
      ipl_field_set_text (field, data, "Greek, it's", &error);
      g_assert_no_error (error);
      return TRUE;
    case IPL_FIELD_CHOICE:
    case IPL_FIELD_OPTION:
    case IPL_FIELD_FILE:
    case IPL_FIELD_FILES:
    default:
      return FALSE;
    }
}

/* The same, where the parameters still go together then; else they stay as they are. */
static gboolean
change_validly (const IplField *table, guint k, IplParameters *parameters)
{
  const IplParameters before = *parameters;

  if (!change (&table[k], ipl_parameters_edit_table (parameters, table)))
    return FALSE;
  if (parameters->experiment->validate == NULL
      || parameters->experiment->validate (ipl_parameters_get_specific (parameters), NULL))
    return TRUE;
  *parameters = before;
  return FALSE;
}

/* What has no effect is not told, and is not looked at. */
static void
copy_idle (const IplParameters *from, IplParameters *to)
{
  for (guint g = 0; g < from->experiment->n_groups; g++)
    {
      const IplFieldGroup *group = &from->experiment->groups[g];
      gconstpointer data = ipl_parameters_get_table (from, group->fields);

      for (guint i = 0; i < group->n_fields; i++)
        if (!ipl_field_applies (&group->fields[i], data))
          ipl_field_copy (&group->fields[i], ipl_parameters_edit_table (to, group->fields), data);
    }
}

static void
check_round_trip (const IplParameters *parameters, const char *what)
{
  g_autofree char *command = NULL;
  g_autofree char *again = NULL;
  g_autofree char *train = NULL;
  IplParameters read;
  gboolean complete;
  GError *error = NULL;

  command = ipl_parameters_command (parameters, NULL, &complete);
  g_test_message ("%s: %s", what, command);
  g_assert_true (complete);
  g_assert_true (read_command (command, &read, &error));
  g_assert_no_error (error);
  g_assert_true (ipl_parameters_same_case (parameters, &read));
  g_assert_cmpuint (read.current.L, ==, parameters->current.L);
  /* What the command says beside the case. */
  memcpy (read.widths, parameters->widths, sizeof read.widths);
  again = ipl_parameters_command (&read, NULL, &complete);
  g_assert_cmpstr (command, ==, again);
  if (ipl_parameters_get_trainable (parameters) == NULL)
    {
      copy_idle (parameters, &read);
      g_assert_true (ipl_parameters_equal (parameters, &read));
      return;
    }
  /* How a network is trained is told by the command that trains one. */
  train = ipl_parameters_train_command (parameters);
  g_test_message ("%s: %s", what, train);
  g_assert_true (read_command (train, &read, &error));
  g_assert_no_error (error);
  memcpy (read.widths, parameters->widths, sizeof read.widths);
  g_assert_true (ipl_parameters_equal (parameters, &read));
}

TEST (test_round_trip, "/flags/round-trip")
{
  guint n, n_fields = 0;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    {
      IplParameters all;

      if (!experiments[i]->built_in)
        continue;
      ipl_parameters_init (&all, experiments[i]->id);
      check_round_trip (&all, experiments[i]->id);
      for (guint g = 0; g < experiments[i]->n_groups; g++)
        for (guint k = 0; k < experiments[i]->groups[g].n_fields; k++)
          {
            const IplField *table = experiments[i]->groups[g].fields;
            IplParameters one;

            ipl_parameters_init (&one, experiments[i]->id);
            if (!change_validly (table, k, &one))
              continue;
            g_assert_nonnull (ipl_field_flag (&table[k]));
            ipl_parameters_fit_layers (&one);
            g_assert_false (ipl_field_equal (&table[k], ipl_parameters_get_table (&one, table),
                                             ipl_parameters_get_table (&all, table)));
            check_round_trip (&one, table[k].id);
            n_fields++;
          }
      /* And all of them at once. */
      for (guint g = 0; g < experiments[i]->n_groups; g++)
        for (guint k = 0; k < experiments[i]->groups[g].n_fields; k++)
          change_validly (experiments[i]->groups[g].fields, k, &all);
      ipl_parameters_fit_layers (&all);
      check_round_trip (&all, "all");
    }
  g_assert_cmpuint (n_fields, >=, 2 * 11 + 20);
}

/* A parameter of another experiment is none of this one. */
TEST (test_other, "/flags/other")
{
  IplParameters parameters;
  GError *error = NULL;

  g_assert_false (read_command ("interplay-cli sweep hmc4 glyph-alphabets=4", &parameters, &error));
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  g_assert_nonnull (strstr (error->message, "“glyph-alphabets” is not a parameter of hmc4."));
  g_clear_error (&error);
}

/* Every field of the display is an option of figure. */
TEST (test_display, "/flags/display")
{
  g_autoptr (CliArguments) figure = cli_arguments_new (ipl_cli_find_command ("figure"));

  for (guint f = 0; f < IPL_N_DISPLAY_FIELDS; f++)
    {
      const IplField *field = &ipl_display_fields[f];
      g_autofree char *option = g_strconcat ("--", ipl_field_flag (field), NULL);
      const CliEntry *entry = cli_entries_find (figure->entries, option);

      g_assert_nonnull (entry);
      g_assert_true (cli_entry_field (entry) == field);
    }
}
