/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/hierarchy/latent-hierarchy.h"
#include "core/base/trajectory.h"
#include "core/base/work.h"
#include "core/transformer/transformer-shape.h"

#define IPL_HIERARCHY_MAX_SEEDS 20

/* Settings of training on hierarchies of latents (THEORY.md section 15.4). Plain value. */
typedef struct
{
  IplHierarchyShape shape; /* shape of the hierarchies; its seed is that of the first */
  guint layers;            /* blocks */
  guint d;                 /* width of a token */
  double learning_rate;    /* learning rate of Adam */
  double weight_decay;     /* added to the gradient, not decoupled */
  /* random sequences of a step; 0 for one of every class */
  guint batch;
  guint seeds;   /* hierarchies that are drawn, each with its own network */
  guint steps;   /* training steps of each */
  guint reports; /* moments that are recorded after the first */
} IplHierarchyTraining;

/* Networks that are trained in parallel, each on its own hierarchy, and the record so far. Used
 * by one thread at a time. */
typedef struct _IplHierarchyRun IplHierarchyRun;

extern const IplRecordedArray ipl_hierarchy_recorded[];

IplHierarchyRun *ipl_hierarchy_run_new (const IplHierarchyTraining *training, GError **error);
void ipl_hierarchy_run_free (gpointer run);
gboolean ipl_hierarchy_run_can_go_on (gconstpointer run, gconstpointer own);
gboolean ipl_hierarchy_run_train (IplHierarchyRun *self, guint steps, const IplWork *work,
                                  GError **error);
const IplTrajectory *ipl_hierarchy_run_get_trajectory (gconstpointer run);

gboolean ipl_hierarchy_run_save (gpointer run, const char *path, GError **error);
IplHierarchyRun *ipl_hierarchy_run_load (const IplHierarchyTraining *training, const char *path,
                                         GCancellable *cancellable, GError **error);
void ipl_hierarchy_run_remove_others (gpointer run, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplHierarchyRun, ipl_hierarchy_run_free)
