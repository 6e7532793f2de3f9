/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* A case of four training and @n_test test examples that is soon solved; N0 is 2. */
IplCase *fuzz_small_case (guint L, const guint *H, double temperature, gsize n_test);
