/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/setting.h>

#include "core/case/setting.h"

struct _InterplaySetting
{
  IplSetting setting;
};

InterplaySetting *interplay_setting_wrap (const IplSetting *setting);
