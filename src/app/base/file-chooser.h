/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/gtk-deprecated.h"

/* The key under which a window holds the help page of its open file chooser. */
#define IPL_CHOOSER_PAGE "ipl-help-chooser-page"

/* The files that are asked for.
 * action: to open, to save or to choose folders
 * accept: label of the button that takes them
 * patterns: (nullable): names that are offered, separated by spaces; NULL for folders
 * pattern_name: (nullable): what those are called
 * help: name of the page of help about it
 * several: whether more than one may be chosen */
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

/* Called with each chosen file: its path, or its address if it is not on this machine. */
typedef void (*IplFileChosen) (gpointer object, const char *path, gpointer data);
/* The same of all at once: GFile. */
typedef void (*IplFilesChosen) (gpointer object, GPtrArray *files);

GtkNativeDialog *ipl_file_chooser_new (GtkWindow *parent, const IplFileQuestion *question,
                                       const char *name);
GPtrArray *ipl_file_chooser_finish (GtkNativeDialog *self, int response);
void ipl_file_chooser_ask (GtkWindow *parent, const IplFileQuestion *question, const char *name,
                           GCallback chosen, gpointer object, gpointer data);
void ipl_file_chooser_ask_all (GtkWindow *parent, const IplFileQuestion *question, GCallback chosen,
                               gpointer object);
