/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file examined as a case. */
#pragma once

#include "core/case/case-io.h"

typedef struct
{
  char *name;       /* the array's name in the file, as it is */
  char *shape;      /* "[300, 12, 64, 64]" */
  const char *type; /* how the file holds it */
  char *role;       /* (nullable): what it is taken for */
  gboolean by_hand; /* whether the user gave it that role */
  gboolean used;    /* whether the case reads it */
} IplPreviewArray;

typedef struct
{
  /* (element-type IplPreviewArray): in the file's order; empty where it cannot be read */
  GPtrArray *arrays;
  /* what is known of the case: its sizes, labels and notes, but no path features; only to be looked
   * at. Sizes are right where there is no @error */
  IplCase *the_case;
  GError *error; /* (nullable): what is wrong, in a sentence */
  /* (nullable): the role, in names of the data format, that this is about */
  char *about;
  guint file_L;                      /* layers in the file, 0 where they are not known */
  guint file_H[IPL_MAX_FILE_LAYERS]; /* [file_L] their heads */
  double file_Pi;                    /* paths of all these */
  gsize case_Pi;                     /* paths of the layers and heads that are chosen */
  /* paths of the case that is solved: of @the_case, or at the most, where the best are not known as
   * not all was read */
  gsize solved_Pi;
  guint n_unread;        /* arrays that are too large to be read for a preview */
  double reading_bytes;  /* memory for all arrays that the case reads */
  double features_bytes; /* memory for its path features */
  /* (nullable): [case_Pi] how well each path goes with the labels, where that was asked */
  double *alignment;
  char *proposed;        /* roles that may be meant, as ipl_case_roles_guess() gives them */
  gboolean transposed;   /* columns of attention sum to 1, not rows */
  gboolean both_ways;    /* both do */
  GPtrArray *role_notes; /* those of @the_case's notes that are about roles given by hand */
} IplCasePreview;

IplCasePreview *ipl_case_preview_new (const char *path, const IplCaseImport *import, double budget,
                                      GCancellable *cancellable);
void ipl_case_preview_free (IplCasePreview *self);
char *ipl_case_preview_labels (const IplCasePreview *self);
const char *ipl_case_preview_orientation (const IplCasePreview *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplCasePreview, ipl_case_preview_free)
