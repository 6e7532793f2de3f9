/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The input files of parameters, and their names in exported files: without folders or
 * anonymous. A hash identifies a case. */
#include "core/parameters/parameters-files.h"

#include <string.h>

#include "core/base/file-hash.h"
#include "core/parameters/parameters-command-line.h"
#include "core/parameters/parameters.h"

/* Calls @each for every input file: a case file, images, a trained network, texts, checkpoints. */
gboolean
ipl_parameters_each_file (IplParameters *self, IplParametersFile each, gpointer data,
                          GError **error)
{
  const IplExperiment *experiment = self->experiment;

  for (guint g = 0; g < experiment->n_groups; g++)
    for (guint i = 0; i < experiment->groups[g].n_fields; i++)
      {
        const IplField *field = &experiment->groups[g].fields[i];
        gboolean several = field->kind == IPL_FIELD_FILES;
        char *table;
        const char **places;

        if (field->kind != IPL_FIELD_FILE && !several)
          continue;
        table = ipl_parameters_edit_table (self, experiment->groups[g].fields);
        if (!ipl_field_applies (field, table))
          continue;
        places = (const char **)(gpointer)(table + field->offset);
        for (guint k = 0; k < (several ? field->count : 1); k++)
          if (places[k] != NULL && places[k][0] != '\0' && !each (&places[k], data, error))
            return FALSE;
      }
  return TRUE;
}

/* Digits of the hash of a case; the probability of a collision is 10^-19. */
#define DIGITS 16

/* Prefix of anonymous names, followed by a number and the suffix of the file. */
#define ANONYMOUS "file-"

typedef struct
{
  gboolean anonymous;
  guint n;
} Leave;

/* Returns: the file name without folders, or an anonymous name; interned, UTF-8 */
const char *
ipl_file_leave_folder (const char *path, gboolean anonymous, guint number)
{
  g_autofree char *raw = g_path_get_basename (path), *name = NULL;
  g_autofree char *base = g_utf8_make_valid (raw, -1);
  const char *dot = strrchr (base, '.');

  if (anonymous)
    name = g_strdup_printf (ANONYMOUS "%u%s", number, dot != NULL ? dot : "");
  return g_intern_string (name != NULL ? name : base);
}

static gboolean
leave_folder (const char **place, gpointer data, GError **error)
{
  Leave *leave = data;

  *place = ipl_file_leave_folder (*place, leave->anonymous, ++leave->n);
  return TRUE;
}

/* Returns: TRUE if the name has the form of an anonymous name */
gboolean
ipl_file_is_anonymous (const char *name)
{
  return g_str_has_prefix (name, ANONYMOUS);
}

/* Replaces the path of every file by its name. */
void
ipl_parameters_leave_folders (IplParameters *self, gboolean anonymous)
{
  ipl_parameters_each_file (self, leave_folder, &(Leave){ .anonymous = anonymous }, NULL);
}

static gboolean
add_file (const char **place, gpointer data, GError **error)
{
  const char *hash = ipl_file_identity (*place);
  g_autofree char *where = hash == NULL ? g_canonicalize_filename (*place, NULL) : NULL;

  /* The path identifies a file that is too large for hashing. */
  g_checksum_update (data, (const guchar *)(hash != NULL ? hash : where), -1);
  return TRUE;
}

/* Returns: (transfer full): "sha256:" and 16 hexadecimal digits, equal for parameters that make
 *   the same case from files of the same content, independent of file names */
char *
ipl_parameters_identity (const IplParameters *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GString) text = g_string_new (NULL);
  IplParameters nameless = *self, files = *self;

  ipl_parameters_each_file (&files, add_file, sum, NULL);
  ipl_parameters_leave_folders (&nameless, TRUE);
  ipl_parameters_append_case (text, &nameless);
  g_checksum_update (sum, (const guchar *)text->str, -1);
  return g_strdup_printf ("sha256:%.*s", DIGITS, g_checksum_get_string (sum));
}

/* Returns: (transfer full) (nullable): stem for the names of files about the case: the name of
 *   its input file without folders and suffix; NULL without an input file */
char *
ipl_parameters_stem (const IplParameters *self)
{
  const char *source = ipl_parameters_get_source (self);
  char *name, *dot;

  if (source[0] == '\0')
    return NULL;
  name = g_path_get_basename (source);
  dot = strrchr (name, '.');
  if (dot != NULL && dot > name)
    *dot = '\0';
  return name;
}
