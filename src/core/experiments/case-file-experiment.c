/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case from a file. */
#include "core/experiments/case-file-experiment.h"

#include <stddef.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/text-escape.h"
#include "core/case/case-io.h"
#include "core/case/case-roles.h"

typedef struct
{
  const char *path; /* interned */
  guint n_train;    /* P, 0 for all that the file has */
  guint subset;     /* seed of the order in which they are taken */
  IplCaseImport import;
} Parameters;

#define MAX_EXAMPLES 100000000

/* The members of a role file. */
#define MAX_ROLES_FILE (1 << 20)

/* Reads roles from a file. */
static char *
read_roles_file (const char *path, GError **error)
{
  g_autofree char *json = NULL;
  g_autoptr (GPtrArray) assignments = NULL;
  gsize length = 0;

  json = ipl_file_read (path, MAX_ROLES_FILE, &length, error);
  if (json == NULL)
    return NULL;
  assignments = ipl_case_roles_from_json (json, length, error);
  return assignments != NULL ? ipl_case_roles_format (assignments) : NULL;
}

static char *
check_roles (const char *text, GError **error)
{
  g_autoptr (GPtrArray) assignments = NULL;

  if (g_str_has_suffix (text, ".json") && strchr (text, '=') == NULL)
    return read_roles_file (text, error);
  assignments = ipl_case_roles_parse (text, error);
  return assignments != NULL ? ipl_case_roles_format (assignments) : NULL;
}

#define AT(member) .offset = G_STRUCT_OFFSET (Parameters, import.member)

/* Lists are stored as text, which is checked when it is set. */
static char *
check (const IplField *field, const char *text, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree IplHeadNames *names = NULL;
  guint H[IPL_MAX_FILE_LAYERS], L;
  gboolean chosen[IPL_MAX_FILE_LAYERS], right;

  if (!ipl_text_is_plain (stripped))
    return ipl_fail_null (error, IPL_ERROR_VALUE, "There are control characters in it.");
  switch (field->offset)
    {
    case G_STRUCT_OFFSET (Parameters, import.roles):
      return check_roles (stripped, error);
    case G_STRUCT_OFFSET (Parameters, import.head_counts):
      right = ipl_case_import_parse_head_counts (stripped, H, &L, error);
      break;
    case G_STRUCT_OFFSET (Parameters, import.layers):
      right = ipl_case_import_parse_layers (stripped, chosen, error);
      break;
    default:
      names = ipl_case_import_parse_heads (stripped, error);
      right = names != NULL;
      break;
    }
  return right ? g_steal_pointer (&stripped) : NULL;
}

static const IplFieldList list = { .check = check };

static const IplField fields[] = {
  { "file", .flag = "", .json = "file", .label = "File", .kind = IPL_FIELD_FILE,
    .sentence = "The .npz that holds the case" },
};

/* Options for a file whose names or sizes differ from those of a case. */
static const IplField import_fields[] = {
  { "roles", .json = "roles", .label = "Roles", .kind = IPL_FIELD_LIST, .list = &list, AT (roles),
    .sentence = "Roles of arrays with other names, as x_train=NAME,y_train=NAME, or a file of "
                "them, ROLES.json" },
  { "head-counts", .json = "head_counts", .label = "Heads of each layer", .kind = IPL_FIELD_LIST,
    .list = &list, AT (head_counts),
    .sentence = "Heads of each layer, as 12,12, if the file does not define them" },
  { "layers", .json = "layers", .label = "Layers", .kind = IPL_FIELD_LIST, .list = &list,
    AT (layers), .sentence = "The layers that are read, as 1,3 or 2-4; the others are left out" },
  { "keep-heads", .json = "keep_heads", .label = "Heads", .kind = IPL_FIELD_LIST, .list = &list,
    AT (heads),
    .sentence = "The heads that are read, as layer.head: 1.2,2.3-5; a layer not named keeps all" },
  { "readout", .json = "readout", .label = "Readout", .kind = IPL_FIELD_CHOICE, AT (readout),
    .choices = ipl_case_import_readouts,
    .sentence = "Token that is read out, if not as in the file" },
  { "top-paths", .json = "top_paths", .label = "Best paths", .kind = IPL_FIELD_INTEGER,
    AT (top_paths), .minimum = 0, .maximum = IPL_MAX_TOP_PATHS, .high = 256, .step = 1,
    .sentence
    = "Only the heads of this many paths with the best alignment with the labels; 0 for all" },
};

static gboolean
has_training_set (const IplField *field, gconstpointer data)
{
  return ((const Parameters *)data)->n_train > 0;
}

/* Options for a subset of the training examples, the first in a fixed random order. */
static const IplField subset_fields[] = {
  { "n-train", .json = "n_train", .label = "Training examples", .symbol = "P", .logarithmic = TRUE,
    .kind = IPL_FIELD_INTEGER, .offset = offsetof (Parameters, n_train), .maximum = MAX_EXAMPLES,
    .high = 2000, .step = 10,
    .sentence
    = "Number of training examples of the file; smaller sets are part of larger ones; 0 for all" },
  { "subset-seed", .json = "seed", .label = "Seed of the subset", .kind = IPL_FIELD_INTEGER,
    .offset = offsetof (Parameters, subset), .maximum = MAX_EXAMPLES, .high = 100, .step = 1,
    .applies = has_training_set, .only = "where not all training examples are used",
    .sentence = "Seed of the order in which training examples of the file are taken" },
};

static const IplFieldGroup groups[] = {
  { NULL, "Case", G_N_ELEMENTS (fields), fields, 0 },
  { "subset", "Training set", G_N_ELEMENTS (subset_fields), subset_fields, 0 },
  { "import", "Import", G_N_ELEMENTS (import_fields), import_fields, 0 },
};

static void
init (IplParameters *parameters)
{
  Parameters *own = ipl_parameters_edit_specific (parameters);

  own->path = "";
  ipl_case_import_init (&own->import);
}

static gboolean
has_file (const Parameters *own, GError **error)
{
  if (own->path[0] != '\0')
    return TRUE;
  return ipl_fail (error, IPL_ERROR_MISSING, "No case file is chosen: open an .npz file first.");
}

static IplCase *
make_case (gconstpointer parameters, const char *name, gboolean keep_inputs, guint threads,
           GCancellable *cancellable, GError **error)
{
  const Parameters *own = parameters;
  g_autoptr (IplCase) the_case = NULL;

  if (!has_file (own, error))
    return NULL;
  the_case = ipl_case_import (own->path, &own->import, keep_inputs, threads, cancellable, error);
  if (the_case == NULL
      || (own->n_train > 0
          && !ipl_case_select_examples (the_case, own->n_train, own->subset, error)))
    return NULL;
  return g_steal_pointer (&the_case);
}

static void
append_case (const IplParameters *parameters, IplParameters *plain, GString *command)
{
  const Parameters *own = ipl_parameters_get_specific (parameters);
  g_autofree char *quoted = ipl_text_shell_quote (own->path);

  g_string_append_printf (command, " %s", quoted);
}

const IplExperiment ipl_experiment_file = {
  .id = "file",
  .title = "Case from a file",
  .progress = "Reading the case",
  IPL_SPECIFIC (Parameters, groups),
  .init = init,
  .source = &fields[0],
  .source_title = "",
  .make_case = make_case,
  .append_case = append_case,
};

/* Sets the file of the case. */
void
ipl_parameters_set_file (IplParameters *self, const char *path)
{
  Parameters *own = ipl_parameters_edit_specific (self);

  g_return_if_fail (self->experiment == &ipl_experiment_file);
  own->path = g_intern_string (path);
}

/* The import options of the file. */
const IplCaseImport *
ipl_parameters_get_import (const IplParameters *self)
{
  return &((const Parameters *)ipl_parameters_get_specific (self))->import;
}

/* @import: import options of the file. */
void
ipl_parameters_set_import (IplParameters *self, const IplCaseImport *import)
{
  ((Parameters *)ipl_parameters_edit_specific (self))->import = *import;
}

/* The parameters of reading a file. */
const IplField *
ipl_import_fields (guint *n)
{
  *n = G_N_ELEMENTS (import_fields);
  return import_fields;
}
