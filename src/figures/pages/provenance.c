/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem */
#include "figures/pages/provenance.h"

#include <string.h>
#include <unistd.h>

#include "core/base/file-read.h"
#include "core/base/shown-text.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/parameters-files.h"

/* Before the hash of a case, in every format as it stands here. */
#define MARK "sha256:"

/* The parameters as a file tells them, without the user's folders, with the hash of the case. */
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

/* @parameters: (nullable): what is drawn; NULL where only the command is known
 * @command: the command line that draws it again, without the user's folders, or empty; characters
 *   that could not stand in a file's description are escaped
 * @anonymous: whether names of files are left out, and the command, which has some
 * Returns: (transfer full): where a figure comes from */
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

/* @path: the file it would be written to
 * Returns: whether a figure is there that says that it is of another case */
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

/* Returns: (transfer full): parameters and command in a line of text */
char *
ipl_provenance_origin (const IplProvenance *self)
{
  return g_strdup_printf ("%s%s%s", self->parameters, self->command[0] != '\0' ? "; " : "",
                          self->command);
}

/* Returns: (transfer full): all of it in a line of text, with the program, for files that have room
 *   for one */
char *
ipl_provenance_text (const IplProvenance *self)
{
  g_autofree char *origin = ipl_provenance_origin (self);

  return g_strconcat ("Interplay " IPL_VERSION ": ", origin, NULL);
}

/* Returns: (transfer full): an RDF element in the terms of Dublin Core, for an SVG's metadata and
 *   for XMP */
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
