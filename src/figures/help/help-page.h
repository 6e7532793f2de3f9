/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
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
  char *text;            /* its source; of code the lines as they are */
} IplHelpBlock;

/* A page of help. */
typedef struct
{
  char *id;          /* name of its file without ".md"; a panel's id where it is about a panel */
  char *title;       /* its heading */
  char *group;       /* the group it is listed in */
  char **also;       /* (nullable) (array zero-terminated=1): further panels it is about */
  char **theory;     /* (nullable) (array zero-terminated=1): numbers of sections of THEORY.md */
  int place;         /* where it stands in its group; pages of one place by title */
  GPtrArray *blocks; /* (element-type IplHelpBlock): what it says */
} IplHelpPage;

IplHelpPage *ipl_help_page_parse (const char *id, const char *text, GError **error);
void ipl_help_page_free (IplHelpPage *self);
char *ipl_help_block_get_markup (const IplHelpBlock *self, const char *const *terms);
char *ipl_help_block_get_plain (const IplHelpBlock *self);
gsize ipl_help_match (const char *text, const char *at, const char *term);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplHelpPage, ipl_help_page_free)

char *ipl_help_math_markup (const char *text);
char *ipl_help_math_plain (const char *text);
