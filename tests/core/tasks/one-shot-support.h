/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/one-shot.h"

/* Of all classes of @set where @classes is NULL. */
IplOneShot *test_one_shot (IplImageSet *set, const GArray *classes,
                           const IplOneShotOptions *options, guint threads);
