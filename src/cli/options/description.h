/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command's options from its tables, for what is made of that beside its help: man
 * pages and the completion of shells. */
#pragma once

#include <glib.h>

#include "cli/options/command.h"
#include "cli/options/value-words.h"

typedef struct
{
  char *name;        /* "widths", without the dashes */
  char letter;       /* 'w', or 0 */
  char *value;       /* (nullable): what its help calls its value; %NULL where it takes none */
  gboolean repeated; /* whether it can be given more than once */
  char *sentence;    /* what it is */
  CliValues values;  /* what is known of its value */
} CliOption;

typedef struct
{
  char *title;        /* (nullable): %NULL for the command's own options */
  GStrv experiments;  /* (nullable): of which experiments these are parameters; %NULL for all */
  GPtrArray *options; /* (element-type CliOption) */
} CliOptionGroup;

typedef struct
{
  char *name;        /* of the command */
  char *summary;     /* what it does, in a line */
  char *argument;    /* (nullable): what it takes beside options, "CASE" */
  int n_arguments;   /* how many of them; 0 for none, -1 for any number */
  CliValues values;  /* what is known of them */
  char *text;        /* (nullable): more about it, in lines */
  char *examples;    /* (nullable): command lines */
  GPtrArray *groups; /* (element-type CliOptionGroup): the command's own first */
} CliDescription;

CliDescription *cli_description_new (const char *name, const char *summary, const char *argument,
                                     const char *text);
void cli_description_free (CliDescription *self);

CliOptionGroup *cli_description_add_group (CliDescription *self, const char *title);
void cli_option_group_add (CliOptionGroup *self, const GOptionEntry *entry, CliValues values);
void cli_option_group_add_help (CliOptionGroup *self, const char *name, char letter,
                                const char *sentence);

CliDescription *cli_description_of (const CliCommand *command);
