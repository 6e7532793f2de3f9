/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

gboolean ipl_two_classes_alloc (IplExamples *self, const char *name, guint count,
                                const IplCase *the_case, gboolean keep_inputs, GError **error);
