/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem */
#include "figures/pages/provenance.h"

#include <string.h>
#include <unistd.h>

#include "core/base/file-read.h"
#include "core/base/text-escape.h"
#include "core/parameters/parameters-command-line.h"
#include "core/parameters/parameters-files.h"

/* Prefix of the hash of a case, the same bytes in each format. */
#define MARK "sha256:"

/* Summarizes the parameters without folders of the user, with the hash of the case. */
static char *
summarize (const IplParameters *parameters, gboolean anonymous, char **identity)
{
  IplParameters leaving = *parameters;
  g_autofree char *text = NULL;

  *identity = ipl_parameters_identity (parameters);
  ipl_parameters_leave_folders (&leaving, anonymous);
  text = ipl_parameters_summary (&leaving);
  return g_strdup_printf ("%s; case = %s", text, *identity);
}

/* @parameters: (nullable): parameters of the figure; NULL if only the command is known
 * @command: command line that draws it, without folders of the user, or ""; characters that file
 * metadata cannot hold are escaped
 * @anonymous: omits file names, and therefore the command
 * Returns: (transfer full): the provenance of a figure */
IplProvenance *
ipl_provenance_new (const IplParameters *parameters, const char *command, gboolean anonymous)
{
  g_return_val_if_fail (command != NULL, NULL);
  IplProvenance *self = g_new0 (IplProvenance, 1);
  g_autofree char *text = NULL;

  if (parameters != NULL)
    text = summarize (parameters, anonymous, &self->identity);
  else
    self->identity = g_strdup ("");
  self->parameters = ipl_text_escape (text != NULL ? text : "");
  self->command = ipl_text_escape (anonymous ? "" : command);
  return self;
}

/* @path: file that the figure would replace
 * Returns: TRUE if the file is a figure of another case */
gboolean
ipl_provenance_is_other (const IplProvenance *self, const char *path)
{
  int fd = ipl_file_open (path, NULL, NULL);
  g_autoptr (GMappedFile) file = fd >= 0 ? g_mapped_file_new_from_fd (fd, FALSE, NULL) : NULL;
  const char *bytes = file != NULL ? g_mapped_file_get_contents (file) : NULL;
  gsize length = file != NULL ? g_mapped_file_get_length (file) : 0;

  if (fd >= 0)
    close (fd);
  return bytes != NULL && self->identity[0] != '\0'
         && memmem (bytes, length, MARK, strlen (MARK)) != NULL
         && memmem (bytes, length, self->identity, strlen (self->identity)) == NULL;
}

IplProvenance *
ipl_provenance_copy (const IplProvenance *self)
{
  IplProvenance *copy;

  if (self == NULL)
    return NULL;
  copy = g_new0 (IplProvenance, 1);
  copy->parameters = g_strdup (self->parameters);
  copy->command = g_strdup (self->command);
  copy->identity = g_strdup (self->identity);
  return copy;
}

void
ipl_provenance_free (IplProvenance *self)
{
  if (self == NULL)
    return;
  g_free (self->parameters);
  g_free (self->command);
  g_free (self->identity);
  g_free (self);
}

/* Returns: (transfer full): parameters and command in one line */
char *
ipl_provenance_origin (const IplProvenance *self)
{
  return g_strdup_printf ("%s%s%s", self->parameters, self->command[0] != '\0' ? "; " : "",
                          self->command);
}

/* Returns: (transfer full): program, parameters and command in one line, for formats with a
 * single comment */
char *
ipl_provenance_text (const IplProvenance *self)
{
  g_autofree char *origin = ipl_provenance_origin (self);

  return g_strconcat ("Interplay " IPL_VERSION ": ", origin, NULL);
}

/* Returns: (transfer full): an RDF element with Dublin Core terms, for SVG metadata and XMP */
char *
ipl_provenance_xml (const IplProvenance *self, const char *title)
{
  g_autofree char *description = NULL;

  if (self != NULL)
    description = g_markup_printf_escaped ("<dc:description>%s</dc:description>"
                                           "<dc:source>%s</dc:source>",
                                           self->parameters, self->command);
  g_autofree char *heading = g_markup_escape_text (title, -1);
  return g_strdup_printf ("<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
                          "xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
                          "<rdf:Description rdf:about=\"\"><dc:title>%s</dc:title>"
                          "<dc:creator>Interplay " IPL_VERSION
                          "</dc:creator>%s</rdf:Description></rdf:RDF>",
                          heading, description != NULL ? description : "");
}
