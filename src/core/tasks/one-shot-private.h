/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/one-shot.h"

/* The positional part of an image's tokens: positions, and one label vector. */
typedef enum
{
  IPL_PLACE_FIRST_0,  /* first shot, label 0 */
  IPL_PLACE_FIRST_1,  /* first shot, label 1 */
  IPL_PLACE_SECOND_0, /* second shot, label 0 */
  IPL_PLACE_SECOND_1,
  IPL_PLACE_QUERY, /* label unknown */
  IPL_N_PLACES,
} IplPlace;

/* Label vectors: class 0, class 1, unknown. */
#define IPL_N_LABELS 3

void ipl_one_shot_image_tokens (const guint8 *pixels, double mean, double sd, float *tokens);
void ipl_one_shot_turn (const guint8 *from, guint turns, guint8 *to);
void ipl_one_shot_positions (float *positions);
void ipl_one_shot_label_vectors (guint64 seed, float *labels);
void ipl_one_shot_places (const float *positions, const float *labels, float *places);

#define IPL_ONE_SHOT_AREA (IPL_ONE_SHOT_SIZE * IPL_ONE_SHOT_SIZE)

/* A class of the set that the task uses. */
typedef struct
{
  guint place;     /* in the image set */
  gsize first;     /* its first image in the set */
  gsize count;     /* its images */
  gsize own_first; /* its first image among the task's */
  guint mates;     /* first class of the task that it can be paired with */
  guint n_mates;   /* how many follow, itself among them */
} IplTaskClass;

struct _IplOneShot
{
  IplImageSet *set;
  IplOneShotOptions options;
  guint n_turns; /* 1, or 4 where the task rotates */
  guint n_classes;
  IplTaskClass *classes; /* [n_classes] rising */
  guint *own_class;      /* [set->n_classes] index into classes, n_classes where it is not used */
  guint n_pairable;      /* classes that have a mate */
  guint *pairable;       /* [n_pairable] */
  gsize n_images;
  guint8 *pixels; /* [n_images x 32 x 32] */
  float *tokens;  /* [n_turns x n_images x 16 x N0] normalized, without positions and labels */
  float positions[IPL_ONE_SHOT_TOKENS];
  float labels[IPL_N_LABELS * IPL_ONE_SHOT_N0];
  float places[IPL_N_PLACES * IPL_ONE_SHOT_IMAGE];
  gatomicrefcount ref_count;
};
