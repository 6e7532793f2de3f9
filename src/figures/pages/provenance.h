/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "core/parameters/parameters.h"

G_BEGIN_DECLS

/**
 * IplProvenance:
 * @parameters: what is drawn: the case, and every parameter that is not the default, in a sentence
 * @command: the command line that draws it again
 *
 * What a file says of where it comes from; plain text, see ipl_text_is_plain(). The program and its
 * version are added by whoever writes the file, and no time, so that the same figure is the same
 * file.
 */
typedef struct
{
  char *parameters;
  char *command;
} IplProvenance;

IplProvenance *ipl_provenance_new (const IplParameters *parameters, const char *command);
void ipl_provenance_compare (IplProvenance *self, const char *name,
                             const IplParameters *parameters);
IplProvenance *ipl_provenance_copy (const IplProvenance *self);
void ipl_provenance_free (IplProvenance *self);
char *ipl_provenance_text (const IplProvenance *self);
char *ipl_provenance_xml (const IplProvenance *self, const char *title);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplProvenance, ipl_provenance_free)

G_END_DECLS
