/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/python/python-figure.h"

G_BEGIN_DECLS

/**
 * IplPythonWord:
 * @name: what scripts call it, in capitals
 * @comment: what it is, behind its line
 * @write: appends its value as Python
 *
 * Something that is shown and that a file of results does not say: a constant of a script that
 * uses it.
 */
typedef struct
{
  const char *name;
  const char *comment;
  void (*write) (GString *text, const IplPythonFigure *figure);
} IplPythonWord;

const IplPythonWord *ipl_python_words (guint *n);
void ipl_python_append_text (GString *text, const char *value);
void ipl_python_append_number (GString *text, double value);
void ipl_python_append_color (GString *text, IplColor color);

G_END_DECLS
