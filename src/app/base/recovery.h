/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

typedef struct _IplRecovery IplRecovery;

IplRecovery *ipl_recovery_new (void);
GPtrArray *ipl_recovery_list_left (void);
IplRecovery *ipl_recovery_ref (IplRecovery *self);
void ipl_recovery_unref (IplRecovery *self);
const char *ipl_recovery_get_text (const IplRecovery *self, GError **error);
const char *ipl_recovery_get_folder (IplRecovery *self, GError **error);
void ipl_recovery_save (IplRecovery *self, const char *text);
GError *ipl_recovery_take_error (IplRecovery *self);
gboolean ipl_recovery_flush (IplRecovery *self, GError **error);
void ipl_recovery_discard (IplRecovery *self);
void ipl_recovery_end (void);
void ipl_recovery_remove_tree (const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplRecovery, ipl_recovery_unref)
