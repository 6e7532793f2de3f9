/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/dynamics/joint.h"
#include "core/fields/field.h"

G_BEGIN_DECLS

/* The parameters of joint dynamics, of an #IplJointSettings. */
#define IPL_JOINT_N_FIELDS 14
extern const IplField ipl_joint_fields[];

G_END_DECLS
