/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/field.h"
#include "core/experiments/parameters.h"
#include "core/experiments/training.h"

G_BEGIN_DECLS

/**
 * IplExperiment:
 * @id: name on the command line and in documents ("hmc4", "glyphs", "file", ..)
 * @title: name in the window
 * @generated: whether the case comes from the parameters (else from a file)
 * @built_in: whether the parameters alone make it, without any file
 * @progress: what is being done while the case is made, "Generating the case"
 * @own_size: size of its own struct, at most %IPL_PARAMETERS_OWN
 * @n_groups: number of @groups
 * @groups: the tables of fields of its own struct
 * @init: fills its own struct, which is zero-filled; may change the defaults of what every
 *   experiment has. Of widths, N[0] stands for all
 * @validate: (nullable): whether its own parameters go together, where the fields do not say it
 * @get_layers: (nullable): attention layers of the case, 0 where they are known when it is made;
 *   %NULL for that too
 * @same_case: (nullable): whether both make the same case; %NULL where all fields must be equal
 * @get_title: (nullable): (transfer full): what the window calls it, %NULL for @title; @defaults
 *   are those it began with
 * @get_source: (nullable): the file that it was opened from, empty for none
 * @sketch: (nullable): the smallest case of the same shape, to be drawn before there are numbers
 * @make_case: makes the case
 * @edit_trainable: (nullable): what a network is trained on, in its own struct; %NULL where none
 *   can be
 * @append_case: (nullable): appends " CASE" as the command line knows it, and fills @plain with
 *   what that argument brings by itself; %NULL for @id, which brings the defaults
 *
 * One experiment, exported by its own file and listed in experiment-table.c.
 */
struct _IplExperiment
{
  const char *id;
  const char *title;
  gboolean generated;
  gboolean built_in;
  const char *progress;
  gsize own_size;
  guint n_groups;
  const IplFieldGroup *groups;
  void (*init) (IplParameters *parameters);
  gboolean (*validate) (const IplParameters *parameters, GError **error);
  guint (*get_layers) (const IplParameters *parameters);
  gboolean (*same_case) (const IplParameters *a, const IplParameters *b);
  char *(*get_title) (const IplParameters *parameters, const IplParameters *defaults);
  const char *(*get_source) (const IplParameters *parameters);
  IplCase *(*sketch) (const IplParameters *parameters);
  IplCase *(*make_case) (const IplParameters *parameters, gboolean keep_inputs, guint threads,
                         GCancellable *cancellable, GError **error);
  IplTrainable *(*edit_trainable) (IplParameters *parameters);
  void (*append_case) (const IplParameters *parameters, IplParameters *plain, GString *command);
};

#define IPL_MAX_EXPERIMENTS 32

const IplExperiment *const *ipl_experiments (guint *n);
const IplExperiment        *ipl_experiment_find (const char *id);
void                        ipl_experiment_register (const IplExperiment *experiment);

/* What a network is trained on; NULL where the experiment has none. */
static inline IplTrainable *
ipl_parameters_edit_trainable (IplParameters *self)
{
  return self->experiment->edit_trainable != NULL ? self->experiment->edit_trainable (self) : NULL;
}

static inline const IplTrainable *
ipl_parameters_get_trainable (const IplParameters *self)
{
  return ipl_parameters_edit_trainable ((IplParameters *)self);
}

/* The trained network whose attention the case has; empty for none. */
static inline const char *
ipl_parameters_get_network (const IplParameters *self)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (self);

  return trainable != NULL ? trainable->network : "";
}

G_END_DECLS
