/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "core/case/case.h"

/* Parts of a target, counted from 0. */
typedef enum
{
  IPL_PART_NONE,
  IPL_PART_PATH,         /* flat path index */
  IPL_PART_OTHER,        /* second path of a pair */
  IPL_PART_LAYER,        /* layer of a head */
  IPL_PART_HEAD,         /* head in its layer */
  IPL_PART_ROW,          /* row of the sweep; token of the matrix of an experiment */
  IPL_PART_COMPONENT,    /* principal component; column of the matrix of an experiment */
  IPL_PART_SEQUENCE,     /* test sequence */
  IPL_PART_TOKEN,        /* token of a sequence: the query of the attention shown */
  IPL_PART_OUTPUT,       /* output or class */
  IPL_PART_OTHER_OUTPUT, /* output of the second path; predicted class of a confusion matrix */
  IPL_PART_PRUNED,       /* heads removed at a point of the pruning curve */
  IPL_PART_POINT,        /* point of the learning curve */
  IPL_PART_MOMENT,       /* moment of the trajectory */
  IPL_PART_CELL,         /* cell of a kernel or a map, row * n + column */
} IplTargetPart;

/* Kinds of target. Comments list the parts in the order of IplTarget.number; those in brackets
 * may be -1. */
typedef enum
{
  IPL_TARGET_NOTHING,
  IPL_TARGET_CELL,  /* cell [path, other]: of the kernel of these paths, or of their sum */
  IPL_TARGET_PAIR,  /* path, other [output, other_output]; the same path twice is a diagonal cell */
  IPL_TARGET_PATH,  /* path [output] */
  IPL_TARGET_HEADS, /* layer, head and heads of other layers: the paths through all of them */
  IPL_TARGET_ENTRY, /* row, component [layer, head]: of the matrix of an experiment */
  IPL_TARGET_HEAD,  /* layer, head [sequence, token] */
  IPL_TARGET_ROW,   /* row */
  IPL_TARGET_COMPONENT, /* component [moment] */
  IPL_TARGET_SEQUENCE,  /* sequence [token] */
  IPL_TARGET_TOKEN,     /* token, head: of attention that does not belong to a test sequence */
  IPL_TARGET_OUTPUT,    /* output [other_output] */
  IPL_TARGET_PRUNED,    /* pruned */
  IPL_TARGET_POINT,     /* point */
  IPL_TARGET_MOMENT,    /* moment */
  IPL_N_TARGET_KINDS
} IplTargetKind;

#define IPL_TARGET_PARTS 4

/* An item of a figure that can be hovered or selected: a plain value. */
typedef struct
{
  IplTargetKind kind;
  int number[IPL_TARGET_PARTS]; /* of its parts; -1 for none */
  /* [L] of IPL_TARGET_HEADS: heads of the other layers, from 1; 0 for any */
  guint8 also[IPL_MAX_LAYERS];
} IplTarget;

#define IPL_TARGET(kind, a, b) ((IplTarget){ kind, { (int)(a), (int)(b), -1, -1 }, { 0 } })
#define IPL_TARGET_NONE IPL_TARGET (IPL_TARGET_NOTHING, -1, -1)

#define ipl_target_path(path) IPL_TARGET (IPL_TARGET_PATH, path, -1)
#define ipl_target_pair(path, other) IPL_TARGET (IPL_TARGET_PAIR, path, other)
#define ipl_target_head(layer, head) IPL_TARGET (IPL_TARGET_HEAD, layer, head)
#define ipl_target_row(row) IPL_TARGET (IPL_TARGET_ROW, row, -1)
#define ipl_target_component(component) IPL_TARGET (IPL_TARGET_COMPONENT, component, -1)
#define ipl_target_entry(row, column) IPL_TARGET (IPL_TARGET_ENTRY, row, column)
#define ipl_target_sequence(sequence, token) IPL_TARGET (IPL_TARGET_SEQUENCE, sequence, token)
#define ipl_target_token(layer, head, sequence, token)                                             \
  ((IplTarget){                                                                                    \
      IPL_TARGET_HEAD, { (int)(layer), (int)(head), (int)(sequence), (int)(token) }, { 0 } })
#define ipl_target_output(output, other) IPL_TARGET (IPL_TARGET_OUTPUT, output, other)
#define ipl_target_pruned(n) IPL_TARGET (IPL_TARGET_PRUNED, n, -1)
#define ipl_target_point(point) IPL_TARGET (IPL_TARGET_POINT, point, -1)
#define ipl_target_moment(moment) IPL_TARGET (IPL_TARGET_MOMENT, moment, -1)
#define ipl_target_cell(cell) IPL_TARGET (IPL_TARGET_CELL, cell, -1)

const char *ipl_target_kind_name (IplTargetKind kind);
IplTargetPart ipl_target_first_part (IplTargetKind kind);
int ipl_target_get (const IplTarget *self, IplTargetPart part);
void ipl_target_set (IplTarget *self, IplTargetPart part, gsize number);
gboolean ipl_target_is_none (const IplTarget *self);
gboolean ipl_target_equal (const IplTarget *a, const IplTarget *b);
gboolean ipl_target_has_path (const IplTarget *self, const IplCaseInfo *the_case, gsize path);
gboolean ipl_target_find_head (const IplTarget *self, const IplCaseInfo *the_case, guint *layer,
                               guint *head);
gboolean ipl_target_has_head (const IplTarget *self, guint layer, guint head);
gboolean ipl_target_lights_head (const IplTarget *self, const IplCaseInfo *the_case, guint layer,
                                 guint head);
gboolean ipl_target_is_of_paths (const IplTarget *self);

void ipl_target_add_json (const IplTarget *self, JsonBuilder *builder);
const char *ipl_target_read_json (IplTarget *self, JsonObject *object);
