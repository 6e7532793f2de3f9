/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probes of a file of them, or of a network that the program trained. */
#pragma once

#include "core/probe/probe-file.h"

/* Names in the place of a file: networks that come with the program. */
#define IPL_PROBE_GLYPHS "glyphs"

const char *ipl_probe_source_find (const char *name);
IplProbeFile *ipl_probe_source_open (const char *path, guint threads, GCancellable *cancellable,
                                     GError **error);
gboolean ipl_probe_source_write (const char *path, const char *out, guint threads,
                                 GCancellable *cancellable, GError **error);

/* Arrays as those of a file of probes from a network of each kind, and the network itself. */
gboolean ipl_probe_of_one_shot (const char *path, IplNpz *to, IplProbeModel *model, guint threads,
                                GCancellable *cancellable, GError **error);
