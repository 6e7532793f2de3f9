/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/window-state.h"

typedef enum
{
  IPL_SAVE_CASE,
  IPL_SAVE_ARRAYS,
  IPL_SAVE_TABLE,
  IPL_SAVE_HEADS,
  IPL_SAVE_NETWORK,
  IPL_SAVE_PRUNED_NETWORK,
  IPL_SAVE_PRUNED_CASE,
  IPL_SAVE_HEAD_MASK,
} IplSaveKind;

void ipl_window_save_to (IplWindow *self, IplSaveKind kind, const char *path);
