/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test.h"
#include "../tiny-glyphs.h"
#include "../wait-until.h"
#include "runs/train.h"

/* Keeps the last result in the #IplTrainResult that @user_data points to. */
void on_run (const IplJobStatus *status, gpointer result, gpointer user_data);
IplTrainRequest *train_request (const IplParameters *parameters, const char *from,
                                const char *path);
gboolean has_ended (const IplTrainResult *last);
/* From the beginning to the end of the limits, or on from a file. */
void train (const IplParameters *parameters, const char *from, const char *path);
