/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file would be as a case, before it is one. */
#pragma once

#include "core/case/case-io.h"

G_BEGIN_DECLS

/**
 * IplPreviewArray:
 * @name: the array's name in the file, as it is
 * @shape: "[300, 12, 64, 64]"
 * @type: how the file holds it
 * @role: (nullable): what it is taken for
 * @by_hand: whether somebody gave it that role
 * @used: whether the case reads it
 */
typedef struct
{
  char *name;
  char *shape;
  const char *type;
  char *role;
  gboolean by_hand;
  gboolean used;
} IplPreviewArray;

/**
 * IplCasePreview:
 * @arrays: (element-type IplPreviewArray): in the file's order; empty where it cannot be read
 * @the_case: what is known of the case: its sizes, labels and notes, but no path features; only to
 *   be looked at. Sizes are right where there is no @error
 * @error: (nullable): what is wrong, in a sentence
 * @about: (nullable): the role, in names of the data format, that this is about
 * @file_L: layers in the file, 0 where they are not known
 * @file_H: [file_L] their heads
 * @file_Pi: paths of all these
 * @case_Pi: paths of the layers and heads that are chosen
 * @solved_Pi: paths of the case that is solved: of @the_case, or at the most, where the best are
 * not known as not all was read
 * @n_unread: arrays that are too large to be read for a preview
 * @reading_bytes: memory for all arrays that the case reads
 * @features_bytes: memory for its path features
 * @alignment: (nullable): [case_Pi] how well each path goes with the labels, where that was asked
 * @proposed: roles that may be meant, as ipl_case_roles_guess() gives them
 */
typedef struct
{
  GPtrArray *arrays;
  IplCase *the_case;
  GError *error;
  char *about;
  guint file_L;
  guint file_H[IPL_MAX_FILE_LAYERS];
  double file_Pi;
  gsize case_Pi;
  gsize solved_Pi;
  guint n_unread;
  double reading_bytes;
  double features_bytes;
  double *alignment;
  char *proposed;
} IplCasePreview;

IplCasePreview *ipl_case_preview_new (const char *path, const IplCaseImport *import, double budget,
                                      GCancellable *cancellable);
void ipl_case_preview_free (IplCasePreview *self);
char *ipl_case_preview_labels (const IplCasePreview *self);
const char *ipl_case_preview_orientation (const IplCasePreview *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplCasePreview, ipl_case_preview_free)

G_END_DECLS
