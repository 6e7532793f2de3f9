/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "training-support.h"

/**
 * Job:
 * @id: name of the run, or of what else goes on in the background
 * @prepare: (nullable): changes the parameters to what it needs
 * @experiment: (nullable): what it opens in the place of the trained network
 * @start: starts it, on a solved case with a trained network, or with whatever is open where it
 *   opens its own; it lasts until it is stopped
 * @stop: ends it soon
 * @is_running: whether it is at work
 *
 * A job that lasts.
 */
typedef struct
{
  const char *id;
  void (*prepare) (IplParameters *parameters);
  const char *experiment;
  void (*start) (IplWindow *window);
  void (*stop) (IplWindow *window);
  Condition is_running;
} Job;

/* One for every run of the program's table, which fails where one is missing here, and what else
 * goes on in the background. */
const Job *every_job (guint *n);
