/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/results/results-csv.h"
#include "core/results/results-json.h"
#include "core/results/results-npz.h"

G_BEGIN_DECLS

/* Everything that writes results of the theory and of samples. */

G_END_DECLS
