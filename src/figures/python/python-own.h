/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/python/python-words.h"

G_BEGIN_DECLS

const IplPythonWord *ipl_python_own_words (guint *n);

G_END_DECLS
