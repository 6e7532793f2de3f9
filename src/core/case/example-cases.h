/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A case, or a finished run, that comes with the program as a file, as one's own would. */
typedef struct
{
  const char *id;    /* its name on command lines, and that of its file */
  const char *title; /* what it is, in menus */
  gboolean is_run;   /* whether it is a file of results of what happens in time */
} IplExampleCase;

const IplExampleCase *ipl_example_cases (guint *n);
gboolean ipl_example_case_is (const char *id);
gboolean ipl_example_case_is_run (const char *id);
char *ipl_example_case_path (const char *id);
