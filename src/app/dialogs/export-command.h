/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/dialogs/export-settings.h"
#include "figures/pages/provenance.h"
#include "session/session.h"

char *ipl_export_command (IplSession *session, const IplFigureFile *settings, const IplPanel *panel,
                          char **missing);
void ipl_export_view (IplSession *session, const IplFigureFile *settings, IplView *view);
IplProvenance *ipl_export_provenance (IplSession *session, const IplFigureFile *settings,
                                      const IplPanel *panel);
char *ipl_export_name (IplSession *session, const IplPanel *panel, const char *extension);
