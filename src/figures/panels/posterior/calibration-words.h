/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/calibration.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

typedef enum
{
  IPL_CALIBRATION_THEORY,
  IPL_CALIBRATION_SAMPLED,
  IPL_CALIBRATION_GP,
  IPL_N_CALIBRATIONS,
} IplCalibrationSeries;

/* The calibration of every predictor. */
typedef struct
{
  IplCalibration *of[IPL_N_CALIBRATIONS]; /* (nullable) */
} IplCalibrations;

void ipl_calibrations_init (IplCalibrations *self, const IplView *view);
void ipl_calibrations_clear (IplCalibrations *self);
void ipl_describe_calibration (GString *text, const IplView *view);
void ipl_table_calibration (GString *text, const IplView *view);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplCalibrations, ipl_calibrations_clear)

G_END_DECLS
