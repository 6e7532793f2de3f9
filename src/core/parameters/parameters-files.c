/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that parameters are made from, and what is said of them in a file that leaves this
 * machine: names without folders, or no names, and a hash by which a case is known. */
#include "core/parameters/parameters-files.h"

#include <string.h>

#include "core/base/file-hash.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/parameters.h"

/* Goes through the files that the parameters are made from: a case file, images, a trained network,
 * texts, checkpoints. */
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

/* As many digits of the hash of a case; two cases share them by accident in one of 10^19. */
#define DIGITS 16

/* Files without a name are called so, with a number and their ending. */
#define ANONYMOUS "file-"

typedef struct
{
  gboolean anonymous;
  guint n;
} Leave;

/* Returns: its name without folders, interned, as UTF-8 */
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

/* Returns: whether it may stand for a name that was left out */
gboolean
ipl_file_is_anonymous (const char *name)
{
  return g_str_has_prefix (name, ANONYMOUS);
}

/* Leaves of every file its name without the folders. */
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

  /* A file that is too large to be read again is known by where it lies. */
  g_checksum_update (data, (const guchar *)(hash != NULL ? hash : where), -1);
  return TRUE;
}

/* Returns: (transfer full): "sha256:" and 16 hexadecimal digits, the same for parameters that make
 *   the same case of files with the same bytes, whatever these are called */
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

/* Returns: (transfer full) (nullable): how files about a case are called that comes from a file:
 *   that file's name without folders and ending; NULL where it comes from none */
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
