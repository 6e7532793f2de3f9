/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/json-text.h"

/* The JSON type of a struct's member. 64-bit counts and reals are text, since a reader may hold
 * numbers as doubles and json-glib 1.6 writes 1e-8 as "1e-08.0". */
typedef enum
{
  IPL_MEMBER_BOOLEAN, /* gboolean */
  IPL_MEMBER_MARK,    /* gboolean that is written only if TRUE */
  IPL_MEMBER_SMALL,   /* guint */
  IPL_MEMBER_SIZE,    /* gsize */
  IPL_MEMBER_COUNT,   /* guint64 */
  IPL_MEMBER_REAL,    /* double */
} IplMemberKind;

typedef struct
{
  const char *name;
  IplMemberKind kind;
  gsize offset;
} IplMember;

/* A row of a table of members of @type; the member's name is its key in JSON. */
/* clang-format off */
#define IPL_MEMBER(type, kind, name) { #name, IPL_MEMBER_##kind, G_STRUCT_OFFSET (type, name) }
/* clang-format on */

char *ipl_members_to_json (const IplMember *members, guint n, gconstpointer from);
gboolean ipl_members_from_json (const IplMember *members, guint n, const char *text, gpointer to);
