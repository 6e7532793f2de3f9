/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

typedef enum
{
  IPL_HELP_PARAGRAPH,
  IPL_HELP_HEADING,
  IPL_HELP_ITEM,    /* of a list */
  IPL_HELP_FORMULA, /* a line of its own */
  IPL_HELP_CODE,    /* to be copied */
} IplHelpBlockKind;

/* A part of a page, from top to bottom. */
typedef struct
{
  IplHelpBlockKind kind; /* what it is */
  const char *markup;    /* its text as Pango markup, with links as GTK has them */
  const char *plain;     /* the same without markup; of code the lines to copy */
} IplHelpBlock;

/* A page of help, as resources/make-help.py makes it; all strings live as long as the program. */
typedef struct
{
  const char *id;       /* name of its file without ".md"; a panel's id where it is about a panel */
  const char *title;    /* its heading */
  const char *group;    /* the group it is listed in */
  const char **also;    /* (array zero-terminated=1): further panels it is about */
  const char **theory;  /* (array zero-terminated=1): numbers of sections of THEORY.md */
  const char *cites;    /* its place in the papers, "figure 1b"; empty for none */
  IplHelpBlock *blocks; /* (array length=n_blocks): what it says */
  guint n_blocks;       /* how many */
} IplHelpPage;
