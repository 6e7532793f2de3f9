/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/field.h"
#include "core/experiments/experiment.h"

/* The parameters that every experiment has; offsets are in #IplParameters. */
extern const IplFieldGroup ipl_sampler_group; /* chains, warm-up, draws */
extern const IplFieldGroup ipl_pruning_group; /* random orders, fine-tuning */
extern const IplFieldGroup
    ipl_display_group; /* components, shared limits, normalised kernels, other display options */
extern const IplFieldGroup ipl_curves_group;      /* GP limits of chosen paths, seeds of a mean */
extern const IplFieldGroup ipl_map_group;         /* axes and seeds of the map */
extern const IplFieldGroup ipl_temperature_group; /* temperature */
extern const IplFieldGroup ipl_shown_time_group;  /* moment of a trajectory at the scrubber */
