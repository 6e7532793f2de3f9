/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/options.h"

G_BEGIN_DECLS

/**
 * CliValues:
 * @words: (nullable): what it can be, where that is known
 * @by_commas: whether several of them are given, by commas
 * @files: whether it can be a file
 * @folders: whether it can be a folder alone
 * @endings: (nullable): of the files, ".npz"; %NULL for any
 *
 * What is known of the value of an option.
 */
typedef struct
{
  GStrv words;
  gboolean by_commas;
  gboolean files;
  gboolean folders;
  GStrv endings;
} CliValues;

CliValues cli_values_of (const char *word, const char *option, const CliImageArguments *images);
void cli_values_clear (CliValues *self);

G_END_DECLS
