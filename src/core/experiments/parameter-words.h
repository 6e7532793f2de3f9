/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters of an experiment as words, NAME=VALUE: on command lines, in the library, and as the
 * options of a task within another experiment. */
#pragma once

#include "core/experiments/experiment.h"

const IplField *ipl_experiment_find_field (const IplExperiment *self, const char *name,
                                           const IplFieldGroup **group);
const char *ipl_field_get_sign (const IplField *self);
char *ipl_experiment_hint_field (const IplExperiment *self, const char *name);
gboolean ipl_parameter_word_split (const char *word, char **name, const char **value);
void ipl_field_append_word (const IplField *self, gconstpointer data, GString *command);
gboolean ipl_parameters_set_named (IplParameters *self, const char *name, const char *value,
                                   GError **error);
