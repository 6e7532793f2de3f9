/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/options.h"

/* The description of an option's value. */
typedef struct
{
  GStrv words;        /* (nullable): what it can be, where that is known */
  gboolean by_commas; /* whether several of them are given, by commas */
  gboolean files;     /* whether it can be a file */
  gboolean folders;   /* whether it can be a folder alone */
  GStrv endings;      /* (nullable): of the files, ".npz"; %NULL for any */
} CliValues;

CliValues cli_values_of (const char *word, const char *option, const CliImageArguments *images);
void cli_values_clear (CliValues *self);
