/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/gtk-compat.h"

/* Object data key under which a window holds the help page of its open file chooser. */
#define IPL_CHOOSER_PAGE "ipl-help-chooser-page"

/* A file chooser.
 * action: opens, saves or selects folders
 * accept: label of the accept button
 * patterns: (nullable): file patterns, separated by spaces; NULL for folders
 * pattern_name: (nullable): label of the patterns
 * help: name of its help page
 * several: TRUE if more than one may be chosen */
typedef struct
{
  const char *title;
  IplFileAction action;
  const char *accept;
  const char *patterns;
  const char *pattern_name;
  const char *help;
  gboolean several;
} IplFileQuestion;

/* Called with each chosen file: its path, or its URI if it is not local. */
typedef void (*IplFileChosen) (gpointer object, const char *path, gpointer data);
/* Called once with all chosen files, as GFile. */
typedef void (*IplFilesChosen) (gpointer object, GPtrArray *files);

GtkNativeDialog *ipl_file_chooser_new (GtkWindow *parent, const IplFileQuestion *question,
                                       const char *name);
GPtrArray *ipl_file_chooser_finish (GtkNativeDialog *self, int response);
void ipl_file_chooser_open (GtkWindow *parent, const IplFileQuestion *question, const char *name,
                            GCallback chosen, gpointer object, gpointer data);
void ipl_file_chooser_open_several (GtkWindow *parent, const IplFileQuestion *question,
                                    GCallback chosen, gpointer object);
