/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options/description.h"

#include "cli/options/case-flags.h"
#include <string.h>

static void
option_free (gpointer data)
{
  CliOption *self = data;

  g_free (self->name);
  g_free (self->value);
  g_free (self->sentence);
  cli_values_clear (&self->values);
  g_free (self);
}

static void
group_free (gpointer data)
{
  CliOptionGroup *self = data;

  g_free (self->title);
  g_strfreev (self->experiments);
  g_ptr_array_unref (self->options);
  g_free (self);
}

CliDescription *
cli_description_new (const char *name, const char *summary, const char *argument, const char *text)
{
  CliDescription *self = g_new0 (CliDescription, 1);

  self->name = g_strdup (name);
  self->summary = g_strdup (summary);
  self->argument = g_strdup (argument);
  self->text = g_strdup (text);
  self->groups = g_ptr_array_new_with_free_func (group_free);
  return self;
}

void
cli_description_free (CliDescription *self)
{
  g_free (self->name);
  g_free (self->summary);
  g_free (self->argument);
  cli_values_clear (&self->values);
  g_free (self->text);
  g_free (self->examples);
  g_ptr_array_unref (self->groups);
  g_free (self);
}

CliOptionGroup *
cli_description_add_group (CliDescription *self, const char *title)
{
  CliOptionGroup *group = g_new0 (CliOptionGroup, 1);

  group->title = g_strdup (title);
  group->options = g_ptr_array_new_with_free_func (option_free);
  g_ptr_array_add (self->groups, group);
  return group;
}

/* @values: (transfer full) */
void
cli_option_group_add (CliOptionGroup *self, const GOptionEntry *entry, CliValues values)
{
  gboolean bare
      = entry->arg == G_OPTION_ARG_NONE
        || (entry->arg == G_OPTION_ARG_CALLBACK && (entry->flags & G_OPTION_FLAG_NO_ARG) != 0);
  CliOption *option = g_new0 (CliOption, 1);

  option->name = g_strdup (entry->long_name);
  option->letter = entry->short_name;
  option->value = bare ? NULL : g_strdup (entry->arg_description);
  option->repeated
      = entry->arg == G_OPTION_ARG_FILENAME_ARRAY || entry->arg == G_OPTION_ARG_STRING_ARRAY;
  option->sentence = g_strdup (entry->description);
  option->values = values;
  g_ptr_array_add (self->options, option);
}

void
cli_option_group_add_help (CliOptionGroup *self, const char *name, char letter,
                           const char *sentence)
{
  const GOptionEntry entry = { name, letter, 0, G_OPTION_ARG_NONE, NULL, sentence, NULL };

  cli_option_group_add (self, &entry, (CliValues){ NULL });
}

/* The values of a parameter: the choices of its field, or what its word says. */
static CliValues
values_of_flag (const IplFieldGroup *fields, const GOptionEntry *entry)
{
  for (guint i = 0; i < fields->n_fields; i++)
    if (g_strcmp0 (ipl_field_flag (&fields->fields[i]), entry->long_name) == 0
        && fields->fields[i].choices != NULL)
      return (CliValues){ .words = g_strdupv ((char **)fields->fields[i].choices) };
  return entry->arg_description != NULL
             ? cli_values_of (entry->arg_description, entry->long_name, NULL)
             : (CliValues){ NULL };
}

static void
add_flags (CliDescription *self, const CliFlagGroup *flags)
{
  CliOptionGroup *group = cli_description_add_group (self, flags->title);
  gsize length = strlen (group->title);

  if (g_str_has_suffix (group->title, ":"))
    group->title[length - 1] = '\0';
  group->experiments = g_strdupv (flags->experiments);
  for (const GOptionEntry *at = cli_flag_group_entries (flags); at->long_name != NULL; at++)
    if ((at->flags & G_OPTION_FLAG_HIDDEN) == 0)
      cli_option_group_add (group, at, values_of_flag (flags->fields, at));
}

/* Options that GOption adds. */
static void
add_help (CliOptionGroup *own, GPtrArray *flags)
{
  cli_option_group_add_help (own, "help", 'h', "Show help options");
  if (flags == NULL || flags->len == 0)
    return;
  cli_option_group_add_help (own, "help-all", 0, "Show all help options");
  for (guint i = 0; i < flags->len; i++)
    {
      const CliFlagGroup *group = flags->pdata[i];
      g_autofree char *name = g_strconcat ("help-", group->name, NULL);

      cli_option_group_add_help (own, name, 0, group->help);
    }
}

static void
add_argument (CliDescription *self, const char *argument, const CliImageArguments *images)
{
  g_auto (GStrv) parts = g_strsplit (argument, " ", -1);

  self->argument = g_strdup (argument);
  self->n_arguments = (int)g_strv_length (parts);
  self->values = cli_values_of (argument, NULL, images);
}

/* The words of an option, or those that the name of its value implies. */
static CliValues
values_of_entry (const CliEntry *entry, const char *value, const CliImageArguments *images)
{
  const IplField *field = cli_entry_field (entry);
  const char *const *words = field != NULL ? field->choices : entry->words;

  if (words != NULL)
    return (CliValues){ .words = g_strdupv ((char **)words) };
  return value != NULL ? cli_values_of (value, entry->name, images) : (CliValues){ NULL };
}

/* Returns: (transfer full): a command as its tables have it */
CliDescription *
cli_description_of (const CliCommand *command)
{
  g_autoptr (CliArguments) nothing = cli_arguments_new (command);
  const CliImageArguments *images
      = command->flags_of != CLI_FLAGS_OF_NOTHING ? &nothing->images : NULL;
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free), flags = NULL;
  g_autoptr (GArray) options = cli_entries_options (nothing->entries, nothing, NULL, texts);
  const GOptionEntry *entries = (const GOptionEntry *)(gconstpointer)options->data;
  CliDescription *self = cli_description_new (command->name, command->summary, NULL, command->text);
  CliOptionGroup *own = cli_description_add_group (self, NULL);

  self->examples = g_strdup (command->examples);
  if (command->argument != NULL)
    add_argument (self, command->argument, images);
  if (images != NULL)
    flags = cli_case_flags_list (entries, images);
  for (guint i = 0; i < options->len; i++)
    {
      g_autofree char *option = g_strconcat ("--", entries[i].long_name, NULL);

      if ((entries[i].flags & G_OPTION_FLAG_HIDDEN) != 0)
        continue;
      cli_option_group_add (own, &entries[i],
                            values_of_entry (cli_entries_find (nothing->entries, option),
                                             entries[i].arg_description, images));
    }
  add_help (own, flags);
  for (guint i = 0; flags != NULL && i < flags->len; i++)
    add_flags (self, flags->pdata[i]);
  return self;
}
