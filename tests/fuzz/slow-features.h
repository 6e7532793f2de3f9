/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* The path features of one example by the letter of THEORY.md sections 1 and 2, a plain loop over
 * paths, layers and tokens: [Pi x N0]. The case keeps its inputs. */
void slow_features (const IplCase *the_case, const IplExamples *examples, gsize example,
                    double *xi);
