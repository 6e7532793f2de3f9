/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/images/image-set.h"

IplImageFileKind ipl_idx_kind (const guint8 *magic); /* [4] */
