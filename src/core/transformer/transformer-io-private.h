/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/json-text.h"
#include "core/files/safetensors.h"
#include "core/transformer/transformer.h"

G_BEGIN_DECLS

/* What a member of a struct is in JSON: 64-bit counts and reals are text there, since a reader may
 * hold numbers as doubles and json-glib 1.6 writes 1e-8 as "1e-08.0". */
typedef enum
{
  IPL_MEMBER_BOOLEAN, /* gboolean */
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

void ipl_members_write (const IplMember *members, guint n, gconstpointer from, JsonObject *object);
gboolean ipl_members_read (const IplMember *members, guint n, JsonObject *object, gpointer to);

void ipl_transformer_write (const IplTransformerShape *shape, const char *prefix,
                            const float *values, IplSafetensorsWriter *writer);
gboolean ipl_transformer_read (const IplTransformerShape *shape, const char *prefix,
                               const IplSafetensors *file, const char *shown, float *values,
                               GError **error);
void ipl_transformer_describe (const IplTransformer *self, IplSafetensorsWriter *writer);
IplTransformer *ipl_transformer_parse (const IplSafetensors *file, const char *shown,
                                       GError **error);

G_END_DECLS
