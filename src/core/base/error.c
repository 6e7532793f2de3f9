/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"

/* clang-format off */
G_DEFINE_QUARK (ipl-error-quark, ipl_error)
/* clang-format on */
