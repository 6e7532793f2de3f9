/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A folder of the running test, which goes with all that is in it when the test ends, or sooner. */
const char *test_folder (void);
void test_remove_folder (void);
/* What is at a path, with all that is in it; links are not followed. */
void test_remove (const char *path);
/* A path in it. */
char *test_path (const char *name);
/* Writes a file into a folder and returns its path. */
char *test_put (const char *folder, const char *name, gconstpointer bytes, gsize n);
/* How many names in a folder match a pattern of shells. */
guint test_count_files (const char *folder, const char *pattern);
