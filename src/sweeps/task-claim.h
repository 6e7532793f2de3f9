/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sweeps/sweep-folder.h"

/* A note in the folder that says who is at work, renewed every while. It is advice for whoever
 * looks on: it keeps nobody from a row, so that a node that died keeps none for ever. */
typedef struct _IplTaskClaim IplTaskClaim;

/* Seconds after which a note that was not renewed is that of a program that is no more. */
#define IPL_CLAIM_SECONDS 90

IplTaskClaim *ipl_task_claim_new (const IplSweepFolder *folder, guint task, guint n_tasks);
void ipl_task_claim_begin_row (IplTaskClaim *self, guint row);
void ipl_task_claim_end_row (IplTaskClaim *self, guint row, double planned_seconds);
void ipl_task_claim_free (IplTaskClaim *self);

/* The text of such a note. */
typedef struct
{
  char *host;     /* the machine */
  gint64 pid;     /* the process */
  GArray *rows;   /* rows at work (element-type guint) */
  double elapsed; /* seconds since it began */
  double planned; /* seconds that its finished rows were expected to take */
} IplClaim;

GPtrArray *ipl_claims_read (const IplSweepFolder *folder);
gboolean ipl_claim_is_left (const char *path);
