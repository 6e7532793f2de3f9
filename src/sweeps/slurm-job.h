/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A job that sbatch has taken. */
typedef struct
{
  guint64 number; /* of the job */
  char *cluster;  /* (nullable): which it is on, where there are several */
} IplSlurmJob;

/* How far the tasks of a job are. */
typedef struct
{
  guint waiting;   /* tasks that have not begun, or begin again */
  guint running;   /* tasks that run, or are about to begin or to end */
  guint done;      /* tasks that ended well */
  guint failed;    /* tasks that ended otherwise, by themselves or by a limit */
  guint cancelled; /* tasks that the user cancelled */
  char *reason;    /* (nullable): why tasks wait, the first that is told */
} IplSlurmState;

void ipl_slurm_job_clear (IplSlurmJob *self);
gboolean ipl_slurm_job_parse (IplSlurmJob *self, const char *output);
char **ipl_slurm_job_submit_words (const char *script);
char **ipl_slurm_job_queue_words (const IplSlurmJob *self);
char **ipl_slurm_job_cancel_words (const IplSlurmJob *self);

void ipl_slurm_state_clear (IplSlurmState *self);
gboolean ipl_slurm_state_parse (IplSlurmState *self, const IplSlurmJob *job, const char *output);
gboolean ipl_slurm_state_is_over (const IplSlurmState *self);
char *ipl_slurm_state_describe (const IplSlurmState *self);

gboolean ipl_slurm_is_forgotten (const char *errors);
char *ipl_slurm_error_line (const char *errors);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplSlurmJob, ipl_slurm_job_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplSlurmState, ipl_slurm_state_clear)
