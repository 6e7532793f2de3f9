/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "core/parameters/parameters.h"

/* The origin of a file, which it names; plain text, see ipl_text_is_plain(). The program and its
 * version are added by whoever writes the file, and no time, so that the same figure is the same
 * file. */
typedef struct
{
  /* what is drawn: the case, and every parameter that is not the default, in a sentence */
  char *parameters;
  char *command; /* the command line that draws it again; empty where there is none to tell */
  /* "sha256:..." of the case, by which a figure of another case is told from one of this case;
   * empty where it is not known */
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
