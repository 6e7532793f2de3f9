/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case from a file. */
#include "core/experiments/case-file-experiment.h"

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/case/case-io.h"

typedef struct
{
  const char *path; /* interned */
} Own;

static const IplField fields[] = {
  { "file", .flag = "", .json = "file", .label = "File", .kind = IPL_FIELD_FILE,
    .sentence = "The .npz that holds the case" },
};

static const IplFieldGroup groups[] = { { NULL, "Case", G_N_ELEMENTS (fields), fields, 0 } };

static void
init (IplParameters *parameters)
{
  Own *own = ipl_parameters_edit_own (parameters);

  own->path = "";
}

static const char *
get_source (const IplParameters *parameters)
{
  const Own *own = ipl_parameters_get_own (parameters);

  return own->path;
}

static char *
get_title (const IplParameters *parameters, const IplParameters *defaults)
{
  const Own *own = ipl_parameters_get_own (parameters);

  return own->path[0] != '\0' ? ipl_file_shown (own->path) : NULL;
}

static IplCase *
make_case (const IplParameters *parameters, gboolean keep_inputs, guint threads,
           GCancellable *cancellable, GError **error)
{
  const Own *own = ipl_parameters_get_own (parameters);

  if (own->path[0] == '\0')
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                   "No case file is chosen: open an .npz file first.");
      return NULL;
    }
  return ipl_case_load (own->path, keep_inputs, threads, cancellable, error);
}

static void
append_case (const IplParameters *parameters, IplParameters *plain, GString *command)
{
  const Own *own = ipl_parameters_get_own (parameters);
  g_autofree char *quoted = ipl_text_shell_quote (own->path);

  g_string_append_printf (command, " %s", quoted);
}

const IplExperiment ipl_experiment_file = {
  .id = "file",
  .title = "Case from a file",
  .progress = "Reading the case",
  .own_size = sizeof (Own),
  .n_groups = G_N_ELEMENTS (groups),
  .groups = groups,
  .init = init,
  .get_title = get_title,
  .get_source = get_source,
  .make_case = make_case,
  .append_case = append_case,
};

/**
 * ipl_parameters_set_file:
 * @self: parameters of this experiment
 * @path: a case file
 *
 * Says where the case is.
 */
void
ipl_parameters_set_file (IplParameters *self, const char *path)
{
  Own *own = ipl_parameters_edit_own (self);

  g_return_if_fail (self->experiment == &ipl_experiment_file);
  own->path = g_intern_string (path);
}
