/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/options.h"

/* The flags of one table of parameters in one command. */
typedef struct
{
  char *name;                  /* of the group of options */
  char *title;                 /* above its flags in a help */
  char *help;                  /* what --help-NAME shows */
  const IplFieldGroup *fields; /* the table whose flags they are */
  GStrv experiments;           /* ids of those that have this table */
  GArray *entries;             /* of #GOptionEntry, ended by a zero; see cli_flag_group_entries() */
  GPtrArray *texts;
} CliFlagGroup;

static inline const GOptionEntry *
cli_flag_group_entries (const CliFlagGroup *self)
{
  return (const GOptionEntry *)(gconstpointer)self->entries->data;
}

GPtrArray *cli_case_flags_list (const GOptionEntry *own, const CliImageArguments *arguments);
