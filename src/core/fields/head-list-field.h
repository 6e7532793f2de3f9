/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/field.h"
#include "core/tasks/layer-heads.h"

/* The list of the kinds of the heads, at the field's place an IplLayerHeads. */
typedef struct
{
  IplFieldList list; /* with ipl_sequence_heads_get() and ipl_sequence_heads_set() */
  IplHeadKinds kinds;
  const char *example; /* such a text */
  const char *words;   /* names of the kinds, as words of a sentence */
} IplSequenceHeads;

char *ipl_sequence_heads_get (const IplField *field, gconstpointer data);
gboolean ipl_sequence_heads_set (const IplField *field, gpointer data, const char *text,
                                 GError **error);
