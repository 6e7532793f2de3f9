/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/setting.h>

#include "core/case/setting.h"

struct _InterplaySetting
{
  IplSetting setting;
  IplCase *the_case; /* a reference: what it is checked against */
};

InterplaySetting *interplay_setting_wrap (const IplSetting *setting, IplCase *the_case);
