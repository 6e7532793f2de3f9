/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/hierarchy/hierarchy-training.h"
#include "core/transformer/transformer-trainer.h"

/* A network with its data. */
typedef struct
{
  IplLatentHierarchy *hierarchy;
  IplTransformerTrainer *trainer;
  guint32 *tokens;  /* [batch x length] */
  guint32 *targets; /* [batch]; of all classes without a batch */
  float *pooled;    /* [n_classes x layers x hidden] */
  /* The recorded arrays: */
  IplTransformerScores scores;
  double *stable_rank; /* [layers] */
  double *best;        /* [n_latents] at the lowest block */
  double *chance;      /* [n_latents] */
  double *means;       /* [layers x levels] */
  double *chances;     /* [layers x levels] */
  double *lowest;      /* [n_latents x hidden] correlations at the lowest block */
  gpointer space;      /* of the arrays */
  GError *error;
} IplHierarchyMember;

struct _IplHierarchyRun
{
  IplHierarchyTraining training;
  IplTransformerShape network;
  gsize n_latents;
  IplHierarchyMember *members; /* [seeds] */
  IplTrajectory *trajectory;
};

/* Trains all members until the next report. */
typedef struct
{
  IplHierarchyRun *run;
  guint until;
  guint threads;
  GCancellable *cancellable;
  GCancellable *stop;
} IplHierarchyRound;

void ipl_hierarchy_member_measure (gsize index, gpointer round);
gboolean ipl_hierarchy_run_add_arrays (IplHierarchyRun *self, GError **error);
gboolean ipl_hierarchy_run_record (IplHierarchyRun *self, guint step, GError **error);
