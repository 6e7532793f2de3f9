/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Headings of the list of examples, in order. */
typedef enum
{
  IPL_FAMILY_NONE, /* not listed */
  IPL_FAMILY_PATHS,
  IPL_FAMILY_DYNAMICS,
  IPL_FAMILY_TASKS,
  IPL_FAMILY_BEYOND,
  IPL_FAMILY_FILES,
  IPL_N_FAMILIES
} IplExampleFamily;

/* A case, or a finished run, shipped with the program as a file. */
typedef struct
{
  const char *id;          /* its name on command lines, and in the name of its file */
  const char *title;       /* its title in the window; the file of a case has it too */
  const char *about;       /* one line about it, without a full stop */
  IplExampleFamily family; /* heading above it */
  /* (nullable): id of the experiment in time that it is a run of; %NULL for a case */
  const char *run_of;
} IplExampleCase;

const char *ipl_example_family_title (IplExampleFamily family);
const IplExampleCase *ipl_example_cases (guint *n);
const IplExampleCase *ipl_example_case_find (const char *id);
const IplExampleCase *ipl_example_case_find_file (const char *path);
char *ipl_example_case_path (const char *id);
