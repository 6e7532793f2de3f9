/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A case, or a finished run, shipped with the program as a file. */
typedef struct
{
  const char *id;    /* its name on command lines, and in the name of its file */
  const char *title; /* its title in menus */
  gboolean is_run;   /* TRUE for a file of results of an experiment in time */
} IplExampleCase;

const IplExampleCase *ipl_example_cases (guint *n);
gboolean ipl_example_case_is (const char *id);
gboolean ipl_example_case_is_run (const char *id);
char *ipl_example_case_path (const char *id);
