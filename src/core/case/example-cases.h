/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A case that comes with the program as a file, as one's own would. */
typedef struct
{
  const char *id;    /* its name on command lines, and that of its file */
  const char *title; /* what it is, in menus */
} IplExampleCase;

const IplExampleCase *ipl_example_cases (guint *n);
gboolean ipl_example_case_is (const char *id);
char *ipl_example_case_path (const char *id);
