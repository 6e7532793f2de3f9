/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/saddle.h>

/* The saddle point in the coordinates of order-private.h, square A_l: [n] */
const double *ipl_saddle_get_theta (const IplSaddle *self);
