/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* A network in the folder where training keeps them. */
typedef struct
{
  char *path;   /* its file */
  char *task;   /* (nullable): what it was trained on, in words */
  char *shape;  /* "4, 4 heads, N = 128" */
  guint64 step; /* training steps, 0 where the file does not tell */
  /* on held-out sequences when it was last looked at, NaN where the file does not tell */
  double accuracy;
  double standard_error; /* its binomial one */
  gint64 written_usec;   /* when it was written, as g_get_real_time() */
  goffset bytes;         /* size of the file */
  char *fault;           /* (nullable): why it cannot be opened */
} IplKeptNetwork;

void ipl_kept_network_free (IplKeptNetwork *self);
char *ipl_kept_networks_folder (void);
GPtrArray *ipl_kept_networks_list (GCancellable *cancellable);
