/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of commands as tables, from which parsing, checks and help are made. */
#pragma once

#include "core/fields/display.h"

typedef enum
{
  CLI_FLAG,    /* gboolean, without a value */
  CLI_TEXT,    /* char * */
  CLI_FILE,    /* char *: a file name */
  CLI_OUTPUT,  /* char *: a file name to write */
  CLI_TEXTS,   /* char **: may be given several times */
  CLI_FILES,   /* char **: file names, may be given several times */
  CLI_WORD,    /* guint or enumeration: index of one of @words */
  CLI_INTEGER, /* int, from @low to @high */
  CLI_SEED,    /* gint64, not negative */
  CLI_REAL,    /* double, from @low to @high */
  CLI_ONE,     /* char *: one value of an axis of a sweep; @low is its IplSweepAxisKind */
  CLI_AXIS,    /* char *: any number of values of such an axis */
  CLI_DISPLAY, /* the field of this name of the IplDisplay at @place; all fields without a name */
} CliEntryKind;

/* An option, or a table @entries of options. */
typedef struct _CliEntry CliEntry;
struct _CliEntry
{
  const char *name;
  char letter; /* 0 for none */
  CliEntryKind kind;
  gsize place;       /* offset of its value in the command's arguments */
  const char *help;  /* help text; NULL for a display field, which has its own */
  const char *value; /* placeholder of its value in the help */
  double low, high;
  double initial;           /* default of a number */
  const char *const *words; /* %NULL-terminated */
  const char *otherwise;    /* (nullable): default of a text */
  /* (nullable): returns the help text (transfer full) in place of @help */
  char *(*get_help) (void);
  const CliEntry *entries; /* (nullable) */
  const char *group;       /* (nullable): --help-GROUP lists it; also for @entries */
};

/* An entry that includes a table. */
#define CLI_ENTRIES(table)                                                                         \
  {                                                                                                \
    .entries = table                                                                               \
  }

#define CLI_GROUP(name, table)                                                                     \
  {                                                                                                \
    .entries = table, .group = name                                                                \
  }

/* Returns: (transfer full): “own, linear or log”.
 * @words: (array zero-terminated=1): at least one */
char *cli_list_words (const char *const *words);
GArray *cli_entries_list (const CliEntry *entries);
const char *cli_entry_group (const CliEntry *self);
const CliEntry *cli_entries_find (const GArray *list, const char *option);
void cli_entries_begin (const GArray *list, gpointer arguments);
void cli_entries_clear (const GArray *list, gpointer arguments);
GArray *cli_entries_options (const GArray *list, gpointer arguments, GOptionArgFunc parse,
                             GPtrArray *texts);
gboolean cli_entry_is_checked (const CliEntry *self);
gboolean cli_entry_parse (const CliEntry *self, gpointer arguments, const char *text,
                          GError **error);
const char *cli_entry_get_text (const CliEntry *self, gconstpointer arguments);
const IplField *cli_entry_field (const CliEntry *self);
const char *cli_field_value_name (const IplField *self);
char *cli_field_describe (const IplField *self, const char *initial);
