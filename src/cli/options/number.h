/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

typedef enum
{
  CLI_NUMBER_WHOLE, /* int */
  CLI_NUMBER_SEED,  /* gint64, from 0 on */
  CLI_NUMBER_REAL,  /* double */
  CLI_NUMBER_ONE,   /* char *: one value of an axis of a sweep; @low is its IplSweepAxisKind */
  CLI_NUMBER_AXIS,  /* char *: any number of values of it */
} CliNumberKind;

/* A number option: where it goes and what it may be. */
typedef struct
{
  CliNumberKind kind;
  gpointer place;
  double low, high;
} CliNumber;

/* Stands for the type of an option in a GOptionEntry whose arg_data are a CliNumber: every number
 * on the command line is checked here, before anything is started. GOption's own numbers take
 * "nan", "0x1f" and what goes beyond their type. */
#define CLI_ARG_NUMBER ((GOptionArg)1000)

/* Such arg_data, for GOptionEntry tables within a function. */
#define CLI_NUMBER(kind, place, low, high)                                                         \
  &(CliNumber)                                                                                     \
  {                                                                                                \
    CLI_NUMBER_##kind, &(place), low, high                                                         \
  }

GOptionGroup *cli_number_group (const GOptionEntry *entries);
