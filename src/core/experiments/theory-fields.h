/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of the Bayesian network whose paths the heads of something else are; AT is the table's. */
#pragma once

#include "core/fields/field.h"

/* clang-format off */
/* @name: id of the width in undo steps; @name_json: in documents */
#define IPL_THEORY_FIELDS(name, name_json)                                                         \
  { name, .flag = "theory-width", .json = name_json, .label = "Width",                             \
    .symbol = "N", .kind = IPL_FIELD_INTEGER, AT (width), .minimum = 1, .maximum = 1e6,            \
    .low = 1, .high = 500, .step = 1,                                                              \
    .sentence = "Width of the Bayesian network whose paths the heads are" },                       \
  { "theory-temperature", .json = "theory_temperature", .label = "Temperature of the theory",      \
    .kind = IPL_FIELD_REAL, AT (temperature), .minimum = 0, .positive = TRUE, .maximum = 1e6,      \
    .low = 0.001, .high = 2, .step = 0.01, .digits = 3,                                            \
    .sentence = "Temperature of the Bayesian network's likelihood" }
