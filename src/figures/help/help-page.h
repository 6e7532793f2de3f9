/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  IPL_HELP_PARAGRAPH,
  IPL_HELP_HEADING,
  IPL_HELP_ITEM,    /* of a list */
  IPL_HELP_FORMULA, /* a line of its own */
  IPL_HELP_CODE,    /* to be copied */
} IplHelpBlockKind;

/**
 * IplHelpBlock:
 * @kind: what it is
 * @text: its source; of code the lines as they are
 *
 * A part of a page, from top to bottom.
 */
typedef struct
{
  IplHelpBlockKind kind;
  char *text;
} IplHelpBlock;

/**
 * IplHelpPage:
 * @id: name of its file without ".md"; a panel's id where it is about a panel
 * @title: its heading
 * @group: the group it is listed in
 * @also: (nullable) (array zero-terminated=1): further panels it is about
 * @theory: (nullable) (array zero-terminated=1): numbers of sections of THEORY.md
 * @place: where it stands in its group; pages of one place by title
 * @blocks: (element-type IplHelpBlock): what it says
 *
 * A page of help.
 */
typedef struct
{
  char *id;
  char *title;
  char *group;
  char **also;
  char **theory;
  int place;
  GPtrArray *blocks;
} IplHelpPage;

IplHelpPage *ipl_help_page_parse (const char *id, const char *text, GError **error);
void ipl_help_page_free (IplHelpPage *self);
char *ipl_help_block_get_markup (const IplHelpBlock *self, const char *const *terms);
char *ipl_help_block_get_plain (const IplHelpBlock *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplHelpPage, ipl_help_page_free)

G_END_DECLS
