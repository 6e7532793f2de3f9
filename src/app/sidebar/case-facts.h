/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

G_BEGIN_DECLS

#define IPL_TYPE_CASE_FACTS (ipl_case_facts_get_type ())
G_DECLARE_FINAL_TYPE (IplCaseFacts, ipl_case_facts, IPL, CASE_FACTS, GtkWidget)

void ipl_case_facts_set_session (IplCaseFacts *self, IplSession *session);

G_END_DECLS
