/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "core/case/case.h"

/* One thing that can be hovered: a path, a pair of paths, a head, a width, a component, a
 * sequence or a step; all -1 is nothing. A head can be held together with a sequence and its token,
 * or with heads of other layers: then those paths are meant that pass through all of them.
 * Plain value, shared by picking, highlighting and the window's selection. */
typedef struct
{
  int path; /* flat path index, or -1 */
  /* the second path of a pair (equal to @path for a diagonal cell), or -1 for a path alone */
  int other;
  int layer;     /* layer of a head from 0, or -1 */
  int head;      /* head in its layer from 0, or -1 */
  int row;       /* row of the sweep, or -1 */
  int component; /* principal component from 0, or -1 */
  int example;   /* test sequence of the gallery from 0, or -1 */
  /* its token from 0, the query of the attention shown, or -1 (then the mean over the query image's
   * tokens) */
  int token;
  /* heads removed at a point of the pruning curve; %IPL_TARGET_POINT and the index of a point of
   * the learning curve, or of a moment of a trajectory where there is no case; %IPL_TARGET_MOMENT
   * and the index of a moment beside a case; %IPL_TARGET_CELL and the cell of a kernel, row * n +
   * column, with the pair whose kernel it is, or of their sum; or -1 */
  int step;
  /* [L] beside @head in @layer, other heads that its paths pass through: of each layer from 1, 0
   * for any */
  guint8 also[IPL_MAX_LAYERS];
  /* output or class from 1, alone or beside @path, and that of @other, the second of a pair; 0 for
   * none. Of a confusion matrix the true class and the predicted one */
  guint output, other_output;
} IplTarget;

/* From here on a step is a point of the learning curve or a moment: no network has as many heads.
 */
#define IPL_TARGET_POINT 0x100000
/* Beside a case, which may have a learning curve too, moments are counted from here: no learning
 * curve has as many points. */
#define IPL_TARGET_MOMENT 0x20000000
/* From here on it is a cell. */
#define IPL_TARGET_CELL 0x40000000

#define IPL_TARGET_NONE ((IplTarget){ -1, -1, -1, -1, -1, -1, -1, -1, -1, { 0 }, 0, 0 })

gboolean ipl_target_is_none (const IplTarget *self);
gboolean ipl_target_equal (const IplTarget *a, const IplTarget *b);
/* TRUE if a path is highlighted by a target: it is the path, one of the pair, or passes through the
 * head, and those beside it. */
gboolean ipl_target_has_path (const IplTarget *self, const IplCaseInfo *the_case, gsize path);
gboolean ipl_target_has_head (const IplTarget *self, guint layer, guint head);
gboolean ipl_target_has_several_heads (const IplTarget *self);
/* TRUE if a panel of paths and heads has no place of its own for what is hovered. */
gboolean ipl_target_is_beside (const IplTarget *self);

void ipl_target_add_json (const IplTarget *self, JsonBuilder *builder);
const char *ipl_target_read_json (IplTarget *self, JsonObject *object);
