/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/one-shot.h"

void ipl_one_shot_image_tokens (const guint8 *pixels, double mean, double sd, float *tokens);
void ipl_one_shot_rotate (const guint8 *from, guint turns, guint8 *to);
void ipl_one_shot_positions (guint T, float *positions);
void ipl_one_shot_label_vectors (guint64 seed, guint shots, float *labels);
void ipl_one_shot_places (guint shots, const float *positions, const float *labels, float *places);

#define IPL_ONE_SHOT_AREA (IPL_ONE_SHOT_SIZE * IPL_ONE_SHOT_SIZE)

/* A class of the set that the task uses. */
typedef struct
{
  guint place;     /* in the image set */
  gsize first;     /* its first image in the set */
  gsize count;     /* its images */
  gsize own_first; /* its first image among the task's */
  guint mates;     /* first class of the task that it can be paired with */
  guint n_mates;   /* number of consecutive classes, including it */
} IplTaskClass;

struct _IplOneShot
{
  IplImageSet *set;
  IplOneShotOptions options;
  guint shots;
  guint n_turns; /* 1, or 4 where the task rotates */
  guint n_classes;
  IplTaskClass *classes; /* [n_classes] rising */
  guint *own_class;      /* [set->n_classes] index into classes, n_classes for an unused class */
  guint n_pairable;      /* classes that have enough mates */
  guint *pairable;       /* [n_pairable] */
  gsize n_images;
  guint8 *pixels; /* [n_images x 32 x 32] */
  float *tokens;  /* [n_turns x n_images x 16 x N0] normalized, without positions and labels */
  float positions[(IPL_ONE_SHOT_MAX_SHOTS + 1) * IPL_ONE_SHOT_IMAGE];
  float labels[(IPL_ONE_SHOT_MAX_SHOTS + 1) * IPL_ONE_SHOT_N0]; /* of the classes, and unknown */
  /* added to an image: for shot s with label k at s K + k, for the query at K K */
  float places[(IPL_ONE_SHOT_MAX_SHOTS * IPL_ONE_SHOT_MAX_SHOTS + 1) * IPL_ONE_SHOT_IMAGE];
  gatomicrefcount ref_count;
};
