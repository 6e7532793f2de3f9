/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "session/session.h"

G_BEGIN_DECLS

/**
 * IplSessionResults:
 * @parameters: that they are of
 * @view: what is shown of them
 *
 * What is known at one moment, as references: written in any thread while the session goes on.
 */
typedef struct
{
  IplParameters parameters;
  IplView *view;
} IplSessionResults;

IplSessionResults *ipl_session_take_results (IplSession *self);
gboolean ipl_session_results_are_there (IplSession *self);
gboolean ipl_session_results_have_heads (IplSession *self);
char *ipl_session_results_settings (const IplSessionResults *self);
gboolean ipl_session_results_save (const IplSessionResults *self, const char *path, GError **error);
gboolean ipl_session_results_save_heads (const IplSessionResults *self, const char *path,
                                         GError **error);
void ipl_session_results_add_npz (const IplSessionResults *self, IplNpzWriter *npz);
void ipl_session_results_free (IplSessionResults *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSessionResults, ipl_session_results_free)

G_END_DECLS
