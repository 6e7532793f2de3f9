/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/transformer/transformer.h"

/* Its weights are not set. */
IplTransformer *ipl_transformer_alloc (const IplTransformerShape *shape, GError **error);
