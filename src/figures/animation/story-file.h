/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/story-request.h"
#include "runs/file-run.h"

extern const IplRun ipl_run_story_file;
