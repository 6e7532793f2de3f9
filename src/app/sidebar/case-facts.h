/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/session-widget.h"

#define IPL_TYPE_CASE_FACTS (ipl_case_facts_get_type ())
G_DECLARE_FINAL_TYPE (IplCaseFacts, ipl_case_facts, IPL, CASE_FACTS, IplSessionWidget)
