/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command takes, as its own tables say it, for what is made of that beside its help: man
 * pages and the completion of shells. */
#pragma once

#include <glib.h>

#include "cli/options/value-words.h"

G_BEGIN_DECLS

/**
 * CliOption:
 * @name: "widths", without the dashes
 * @letter: 'w', or 0
 * @value: (nullable): what its help calls its value; %NULL where it takes none
 * @repeated: whether it can be given more than once
 * @sentence: what it is
 * @values: what is known of its value
 */
typedef struct
{
  char *name;
  char letter;
  char *value;
  gboolean repeated;
  char *sentence;
  CliValues values;
} CliOption;

/**
 * CliOptionGroup:
 * @title: (nullable): %NULL for the command's own options
 * @experiments: (nullable): of which experiments these are parameters; %NULL for all
 * @options: (element-type CliOption)
 */
typedef struct
{
  char *title;
  GStrv experiments;
  GPtrArray *options;
} CliOptionGroup;

/**
 * CliDescription:
 * @name: of the command
 * @summary: what it does, in a line
 * @argument: (nullable): what it takes beside options, "CASE"
 * @n_arguments: how many of them; 0 for none, -1 for any number
 * @values: what is known of them
 * @text: (nullable): more about it, in lines
 * @groups: (element-type CliOptionGroup): the command's own first
 */
typedef struct
{
  char *name;
  char *summary;
  char *argument;
  int n_arguments;
  CliValues values;
  char *text;
  GPtrArray *groups;
} CliDescription;

CliDescription *cli_description_new (const char *name, const char *summary, const char *argument,
                                     const char *text);
void cli_description_free (CliDescription *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliDescription, cli_description_free)

CliOptionGroup *cli_description_add_group (CliDescription *self, const char *title);
void cli_option_group_add (CliOptionGroup *self, const GOptionEntry *entry, CliValues values);
void cli_option_group_add_help (CliOptionGroup *self, const char *name, char letter,
                                const char *sentence);

/* Between these two calls a command that is started tells its options instead of reading them. */
void cli_description_begin (void);
CliDescription *cli_description_end (void);

gboolean cli_description_take (const char *command, const GOptionEntry *entries,
                               const char *argument, const char *text,
                               const CliImageArguments *images);

G_END_DECLS
