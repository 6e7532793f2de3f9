/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/transformer/transformer.h"
#include "core/files/safetensors.h"

void ipl_transformer_describe (const IplTransformer *self, const GArray *arrays,
                               IplSafetensorsWriter *writer);
IplTransformer *ipl_transformer_parse (const IplSafetensors *file, const char *shown,
                                       GError **error);
