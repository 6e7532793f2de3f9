/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is typed in the dialog, read into a request: every sentence about it stands here. */
#include "app/sweeps/plan-rows.h"

#include <string.h>

#include "app/base/preferences.h"
#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include "core/parameters/parameters.h"
#include "core/posterior/posterior.h"
#include "sweeps/job-script.h"

#define MAX_CORES 1024
#define MAX_ARRAY 100000000
#define MAX_STEPS 1000000

#define SAMPLED (1u << IPL_PLAN_SAMPLED)
#define TRAINED (1u << IPL_PLAN_TRAINED)
#define SOLVED (1u << IPL_PLAN_THEORY | SAMPLED | 1u << IPL_PLAN_PRUNED)

static gboolean
refuse (GError **error, const char *sentence)
{
  g_set_error_literal (error, IPL_ERROR, IPL_ERROR_VALUE, sentence);
  return FALSE;
}

static gboolean
read_widths (const char *text, IplPlanRequest *request, GError **error)
{
  return ipl_sweep_axis_parse (&request->widths, "Widths", text, TRUE, error);
}

static gboolean
read_temperatures (const char *text, IplPlanRequest *request, GError **error)
{
  return ipl_sweep_axis_parse (&request->temperatures, "Temperatures", text, TRUE, error);
}

static gboolean
read_variances (const char *text, IplPlanRequest *request, GError **error)
{
  return text[0] == '\0'
         || ipl_sweep_axis_parse (&request->variances, "Variances", text, TRUE, error);
}

static gboolean
read_seeds (const char *text, IplPlanRequest *request, GError **error)
{
  guint64 seed;

  if (text[0] == '\0')
    return TRUE;
  if (!ipl_parameters_get_seed (&request->parameters, &seed)
      || ipl_parameters_get_network (&request->parameters)[0] != '\0')
    return refuse (error, "Seeds: leave them out, as a case of a file, or with a trained network, "
                          "has only one.");
  return ipl_sweep_axis_parse (&request->seeds, "Seeds", text, TRUE, error);
}

/* An empty text leaves @value as it is. */
static gboolean
read_count (const char *text, const char *what, guint64 low, guint64 high, guint *value,
            GError **error)
{
  guint64 number;

  if (text[0] == '\0')
    return TRUE;
  if (!ipl_number_parse_whole (text, &number) || number < low || number > high)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "%s: give a whole number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT ".",
                   what, low, high);
      return FALSE;
    }
  *value = (guint)number;
  return TRUE;
}

static gboolean
read_draws (const char *text, IplPlanRequest *request, GError **error)
{
  return read_count (text, "Draws", IPL_MIN_DRAWS, IPL_MAX_DRAWS, &request->draws, error);
}

static gboolean
read_steps (const char *text, IplPlanRequest *request, GError **error)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (&request->parameters);

  request->train = trainable != NULL ? trainable->training.steps : 0;
  if (!read_count (text, "Steps", 1, MAX_STEPS, &request->train, error))
    return FALSE;
  return request->train > 0
         || refuse (error, "Steps: give a number, as the sidebar trains by time alone.");
}

static gboolean
read_tasks (const char *text, IplPlanRequest *request, GError **error)
{
  return read_count (text, "Tasks", 1, IPL_SWEEP_MAX_ROWS, &request->job.tasks, error);
}

static gboolean
read_rows (const char *text, IplPlanRequest *request, GError **error)
{
  if (text[0] != '\0' && request->job.tasks > 0)
    return refuse (error, "Give tasks or rows of a task, and not both.");
  return read_count (text, "Rows of a task", 1, IPL_SWEEP_MAX_ROWS, &request->job.rows_per_task,
                     error);
}

static gboolean
read_time (const char *text, IplPlanRequest *request, GError **error)
{
  if (text[0] == '\0')
    return TRUE;
  return ipl_job_parse_time (text, &request->job.seconds)
         || refuse (error, "Time limit: give minutes, HH:MM:SS or D-HH:MM:SS, as sbatch takes it.");
}

static gboolean
read_memory (const char *text, IplPlanRequest *request, GError **error)
{
  if (text[0] == '\0')
    return TRUE;
  return ipl_job_parse_memory (text, &request->job.megabytes)
         || refuse (error, "Memory: give megabytes, 800M, 4G or 1T, as sbatch takes it.");
}

static gboolean
read_cores (const char *text, IplPlanRequest *request, GError **error)
{
  return read_count (text, "Cores", 1, MAX_CORES, &request->job.cores, error);
}

static gboolean
read_name (const char *text, const char *what, char **name, GError **error)
{
  if (text[0] == '\0')
    return TRUE;
  if (text[0] == '-' || strpbrk (text, " \t\n\r") != NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE, "%s: give a name, without blanks.", what);
      return FALSE;
    }
  *name = g_strdup (text);
  return TRUE;
}

static gboolean
read_partition (const char *text, IplPlanRequest *request, GError **error)
{
  return read_name (text, "Partition", &request->partition, error);
}

static gboolean
read_account (const char *text, IplPlanRequest *request, GError **error)
{
  return read_name (text, "Account", &request->account, error);
}

static gboolean
read_max_array (const char *text, IplPlanRequest *request, GError **error)
{
  return read_count (text, "Largest array", 2, MAX_ARRAY, &request->job.max_array, error);
}

/* An option begins with a dash after a blank; what stands in quotes stays as it is. */
static gboolean
read_extra (const char *text, IplPlanRequest *request, GError **error)
{
  g_autoptr (GPtrArray) options = g_ptr_array_new_with_free_func (g_free);
  const char *begin = text, *at = text;
  char quote = '\0';

  if (text[0] == '\0')
    return TRUE;
  if (text[0] != '-' || !ipl_job_is_line (text))
    return refuse (error, "More for sbatch: give options as they stand after #SBATCH, as in "
                          "--qos=long --mail-type=END.");
  for (;; at++)
    {
      gboolean ends = *at == '\0' || (quote == '\0' && *at == ' ' && at[1] == '-');

      if (ends)
        g_ptr_array_add (options, g_strchomp (g_strndup (begin, (gsize)(at - begin))));
      if (*at == '\0')
        break;
      if (ends)
        begin = at + 1;
      else if (quote == '\0' && (*at == '"' || *at == '\''))
        quote = *at;
      else if (*at == quote)
        quote = '\0';
    }
  if (quote != '\0')
    return refuse (error, "More for sbatch: a quotation mark is not closed.");
  g_ptr_array_add (options, NULL);
  request->job.extra = g_strdupv ((char **)options->pdata);
  return TRUE;
}

/* Whether something stands there, or in it. */
static gboolean
is_taken (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);

  return dir != NULL ? g_dir_read_name (dir) != NULL : g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
read_folder (const char *text, IplPlanRequest *request, GError **error)
{
  g_autofree char *base = ipl_preferences_get_folder ();
  g_autofree char *name = g_filename_from_utf8 (text, -1, NULL, NULL, NULL);
  g_autofree char *home = NULL;

  if (text[0] == '\0' || name == NULL)
    return refuse (error, "Folder: give the name of a folder to make.");
  if (g_str_has_prefix (name, "~/"))
    home = g_build_filename (g_get_home_dir (), name + 2, NULL);
  request->path = g_canonicalize_filename (home != NULL ? home : name, base);
  if (!is_taken (request->path))
    return TRUE;
  g_autofree char *shown = ipl_file_shown (request->path);

  g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
               "Folder: “%s” is there already: give one that is not there yet.", shown);
  return FALSE;
}

static const IplPlanRow rows[] = {
  { "widths", "_Widths", NULL,
    "Widths, each one number or one for every layer as 12:25:40; gp for the GP limit", 1, 0, FALSE,
    read_widths },
  { "temperatures", "_Temperatures", NULL, "Every width is solved at each of them", 2, SOLVED,
    FALSE, read_temperatures },
  { "variances", "_Variances", "as in the sidebar",
    "Prior variances s0², s1² … sa²; several sets by semicolons, of which every width is solved at "
    "each",
    4, SOLVED, FALSE, read_variances },
  { "seeds", "See_ds", "only the case’s own",
    "First and last seed of a mean, as in 1-24: every width is solved for each, and for the case’s "
    "own",
    5, 0, FALSE, read_seeds },
  { "draws", "D_raws", "as in the sidebar", "Draws of each chain, at every row", 7, SAMPLED, FALSE,
    read_draws },
  { "steps", "S_teps", "as in the sidebar", "Steps for which each network is trained", 7, TRAINED,
    FALSE, read_steps },
  { "folder", "_Folder", NULL, "The folder to make, for the case, the plan, job.sh and the rows", 8,
    0, FALSE, read_folder },
  { "tasks", "Tas_ks", "as many as take five minutes each", "Tasks that share the rows", 0, 0, TRUE,
    read_tasks },
  { "rows", "Rows _of a task", "as many as that makes", "In the place of the number of tasks", 1, 0,
    TRUE, read_rows },
  { "time", "Time _limit", "twice the prediction and ten minutes",
    "Of a task: minutes, HH:MM:SS or D-HH:MM:SS", 2, 0, TRUE, read_time },
  { "memory", "_Memory", "from the prediction", "Of a task: megabytes, 800M, 4G or 1T", 3, 0, TRUE,
    read_memory },
  { "cores", "Cor_es", "1", "Of a task", 4, 0, TRUE, read_cores },
  { "partition", "P_artition", "the cluster’s default", "Partition of the cluster", 5, 0, TRUE,
    read_partition },
  { "account", "Acco_unt", "your default", "Account that is charged", 6, 0, TRUE, read_account },
  { "max-array", "Largest arra_y", "1001",
    "The site’s MaxArraySize, above which tasks take several rows", 7, 0, TRUE, read_max_array },
  { "extra", "More for s_batch", "--qos=long --mail-type=END",
    "Further options, as they stand after #SBATCH", 8, 0, TRUE, read_extra },
};

/* @n: (out): how many
 * Returns: the entries of the dialog, in the order in which they are read */
const IplPlanRow *
ipl_plan_rows (guint *n)
{
  *n = G_N_ELEMENTS (rows);
  return rows;
}

/* After the case, with a number where that is taken. */
static char *
offer_folder (IplSession *session)
{
  const IplParameters *parameters = ipl_session_get_parameters (session);
  const char *source = ipl_parameters_get_source (parameters);
  g_autofree char *base = ipl_preferences_get_folder ();
  g_autofree char *name
      = source[0] != '\0' ? g_path_get_basename (source) : g_strdup (parameters->experiment->id);
  g_autofree char *path = NULL, *first = NULL, *text = NULL;

  if (source[0] != '\0' && strrchr (name, '.') > name)
    *strrchr (name, '.') = '\0';
  first = g_strdup_printf ("%s/%s-sweep", base, name);
  path = g_strdup (first);
  for (guint i = 2; g_file_test (path, G_FILE_TEST_EXISTS) && i < 1000; i++)
    {
      g_free (path);
      path = g_strdup_printf ("%s-%u", first, i);
    }
  text = g_filename_to_utf8 (path, -1, NULL, NULL, NULL);
  return text != NULL ? g_steal_pointer (&text) : g_strdup ("sweep");
}

/* Returns: whether it is asked then */
gboolean
ipl_plan_row_is_used (const IplPlanRow *row, IplPlanComputed computed)
{
  return row->uses == 0 || (row->uses & 1u << computed) != 0;
}

/* Returns: (transfer full): what stands in it until somebody types something else */
char *
ipl_plan_row_offer (const IplPlanRow *row, IplSession *session, IplPlanComputed computed)
{
  const IplParameters *parameters = ipl_session_get_parameters (session);
  const IplTrainable *trainable = ipl_parameters_get_trainable (parameters);

  if (row->read == read_widths && computed == IPL_PLAN_TRAINED && trainable != NULL)
    return g_strdup_printf ("%u", (guint)trainable->training.config.shape.N[0]);
  if (row->read == read_widths || row->read == read_temperatures)
    {
      g_auto (IplSweepAxis) axis
          = { .kind = row->read == read_widths ? IPL_AXIS_WIDTHS : IPL_AXIS_TEMPERATURE };

      ipl_sweep_axis_take (&axis, parameters);
      return ipl_sweep_axis_to_text (&axis, ", ");
    }
  if (row->read == read_folder)
    return offer_folder (session);
  return g_strdup ("");
}
