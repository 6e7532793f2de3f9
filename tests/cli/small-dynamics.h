/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of every experiment in time that do not take long. */
#pragma once

#include "../test.h"
#include "core/parameters/parameters.h"

G_BEGIN_DECLS

/* Of the tests. */
extern char *folder;

gboolean small_read_command (const char *command, IplParameters *parameters, GError **error);
void small_get_parameters (const IplExperiment *experiment, IplParameters *parameters);
IplExperimentResult *small_compute (const IplParameters *parameters, guint threads,
                                    gboolean stopped, gboolean cancelled, GError **error);
/* Returns: (transfer full): the name of its file of results */
char *small_write_file (const IplExperimentResult *own, const IplParameters *parameters);
void small_assert_same (const IplTrajectory *a, const IplTrajectory *b);

G_END_DECLS
