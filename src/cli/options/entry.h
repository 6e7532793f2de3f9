/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of commands as tables: parsing, checks and help are made from them. */
#pragma once

#include "core/fields/display.h"

typedef enum
{
  CLI_FLAG,    /* gboolean: takes no value */
  CLI_TEXT,    /* char * */
  CLI_FILE,    /* char *: a file name */
  CLI_OUTPUT,  /* the same, to be written */
  CLI_TEXTS,   /* char **: given once for each */
  CLI_FILES,   /* char **: file names, given once for each */
  CLI_WORD,    /* guint or an enumeration: the index of one of @words */
  CLI_WHOLE,   /* int, from @low to @high */
  CLI_SEED,    /* gint64, from 0 on */
  CLI_REAL,    /* double, from @low to @high */
  CLI_ONE,     /* char *: one value of an axis of a sweep; @low is its IplSweepAxisKind */
  CLI_AXIS,    /* char *: any number of values of it */
  CLI_DISPLAY, /* the field of this name of the IplDisplay at @place; without a name all of them */
} CliEntryKind;

/* One option, or the table @entries in its place. */
typedef struct _CliEntry CliEntry;
struct _CliEntry
{
  const char *name;
  char letter; /* 0: none */
  CliEntryKind kind;
  gsize place;       /* of its value in the command's arguments */
  const char *help;  /* what it is; a display field has a sentence of its own */
  const char *value; /* what its help calls its value */
  double low, high;
  double initial;           /* of a number: its value where it is not given */
  const char *const *words; /* %NULL-terminated */
  const char *otherwise;    /* (nullable): of a text: its value where it is not given */
  char *(*get_help) (void); /* (nullable): (transfer full): in the place of @help */
  const CliEntry *entries;  /* (nullable) */
  const char *group;        /* (nullable): its help is --help-GROUP; that of @entries too */
};

/* A row that stands for a table. */
#define CLI_ENTRIES(table)                                                                         \
  {                                                                                                \
    .entries = table                                                                               \
  }

#define CLI_GROUP(name, table)                                                                     \
  {                                                                                                \
    .entries = table, .group = name                                                                \
  }

/* “own, linear or log”; @words: (array zero-terminated=1) one at least. */
char *cli_list_words (const char *const *words);
GArray *cli_entries_list (const CliEntry *entries);
const char *cli_entry_group (const CliEntry *self);
const CliEntry *cli_entries_find (const GArray *list, const char *option);
void cli_entries_begin (const GArray *list, gpointer arguments);
void cli_entries_clear (const GArray *list, gpointer arguments);
GArray *cli_entries_options (const GArray *list, gpointer arguments, GOptionArgFunc take,
                             GPtrArray *texts);
gboolean cli_entry_is_checked (const CliEntry *self);
gboolean cli_entry_take (const CliEntry *self, gpointer arguments, const char *text,
                         GError **error);
const char *cli_entry_given (const CliEntry *self, gconstpointer arguments);
const IplField *cli_entry_field (const CliEntry *self);
const char *cli_field_value_name (const IplField *self);
char *cli_field_describe (const IplField *self, const char *initial);
