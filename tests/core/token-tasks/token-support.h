/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"

/* Sets a field of an experiment by its flag. */
void test_set_flag (IplParameters *parameters, const char *flag, const char *text);
IplCase *test_make_case (const IplParameters *parameters, gboolean keep_inputs);
