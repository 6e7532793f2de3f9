/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "core/parameters/parameters.h"

/* The provenance of a file, stored in its metadata; plain text, see ipl_text_is_plain(). Writers
 * of files add the program and its version, but no time, so that equal figures give equal files. */
typedef struct
{
  /* the case and all parameters that are not defaults, in a sentence */
  char *parameters;
  char *command; /* command line that draws the figure; "" if unknown */
  /* "sha256:..." of the case, which distinguishes figures of different cases; "" if unknown */
  char *identity;
} IplProvenance;

IplProvenance *ipl_provenance_new (const IplParameters *parameters, const char *command,
                                   gboolean anonymous);
IplProvenance *ipl_provenance_copy (const IplProvenance *self);
void ipl_provenance_free (IplProvenance *self);
gboolean ipl_provenance_is_other (const IplProvenance *self, const char *path);
char *ipl_provenance_origin (const IplProvenance *self);
char *ipl_provenance_text (const IplProvenance *self);
char *ipl_provenance_xml (const IplProvenance *self, const char *title);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplProvenance, ipl_provenance_free)
