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
#include "sweeps/job-words.h"

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

/* Words between commas, semicolons and blanks. */
static char **
words_of (const char *text)
{
  g_auto (GStrv) parts = g_strsplit_set (text, ", \t\n;", -1);
  GPtrArray *words = g_ptr_array_new ();

  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0')
      g_ptr_array_add (words, g_strdup (*part));
  g_ptr_array_add (words, NULL);
  return (char **)g_ptr_array_free (words, FALSE);
}

static gboolean
read_widths (const char *text, IplPlanRequest *request, GError **error)
{
  g_auto (GStrv) words = words_of (text);
  guint n = g_strv_length (words);

  if (n == 0)
    return refuse (error, "Widths: give at least one, for example “10, 100, 1000”.");
  request->widths = g_new0 (IplSetting, n);
  for (guint i = 0; i < n; i++)
    {
      request->widths[i] = request->parameters.current;
      request->widths[i].gp = FALSE;
      if (!ipl_setting_parse_widths (&request->widths[i], words[i], error))
        return FALSE;
    }
  request->n_widths = n;
  return TRUE;
}

static gboolean
read_temperatures (const char *text, IplPlanRequest *request, GError **error)
{
  g_auto (GStrv) words = words_of (text);
  guint n = g_strv_length (words);

  if (n == 0)
    return refuse (error, "Temperatures: give at least one, for example “0.01, 0.1”.");
  if (!ipl_number_list_check (text, error))
    return FALSE;
  request->temperatures = g_new0 (double, n);
  for (guint i = 0; i < n; i++)
    {
      double *value = &request->temperatures[i];

      if (!ipl_number_parse_real (words[i], value) || !(*value >= 0)
          || !(*value <= IPL_MAX_TEMPERATURE))
        {
          g_autofree char *shown = ipl_text_shown (words[i]);

          g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                       "Temperatures: “%s” is none: give numbers that are not below 0, for "
                       "example “0.01, 0.1”.",
                       shown);
          return FALSE;
        }
    }
  request->n_temperatures = n;
  return TRUE;
}

/* Sets by semicolons, of as many numbers as layers and two more. */
static gboolean
read_variances (const char *text, IplPlanRequest *request, GError **error)
{
  g_auto (GStrv) sets = g_strsplit (text, ";", -1);
  guint n = g_strv_length (sets), needed = request->parameters.current.L + 2;
  g_autofree double *all = NULL;

  if (text[0] == '\0')
    return TRUE;
  if (n > IPL_MAX_RUN_VARIANCES)
    return refuse (error, "Variances: these are more sets than one sweep has.");
  if (!ipl_number_list_check (text, error))
    return FALSE;
  all = g_new0 (double, n * IPL_RUN_VARIANCES_STRIDE);
  for (guint v = 0; v < n; v++)
    {
      g_auto (GStrv) words = words_of (sets[v]);
      guint given = g_strv_length (words);
      double *set = all + v * IPL_RUN_VARIANCES_STRIDE;
      gboolean right = given == needed;

      for (guint i = 0; right && i < needed; i++)
        right = ipl_number_parse_real (words[i], &set[i]) && set[i] >= IPL_MIN_VARIANCE
                && set[i] <= IPL_MAX_VARIANCE;
      if (!right)
        {
          g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                       "Variances: give %u numbers above 0, s0², s1² … sa², and further sets of "
                       "them behind semicolons.",
                       needed);
          return FALSE;
        }
    }
  memcpy (request->parameters.current.variances, all, sizeof request->parameters.current.variances);
  if (n > 1)
    {
      request->n_variances = n;
      request->variances = g_steal_pointer (&all);
    }
  return TRUE;
}

static gboolean
read_seeds (const char *text, IplPlanRequest *request, GError **error)
{
  g_auto (GStrv) dashes = g_strsplit (text, "–", -1);
  g_autofree char *plain = g_strjoinv ("-", dashes);
  g_auto (GStrv) parts = g_strsplit (plain, "-", -1);
  guint64 seed, first, last;

  if (text[0] == '\0')
    return TRUE;
  if (!ipl_parameters_get_seed (&request->parameters, &seed)
      || ipl_parameters_get_network (&request->parameters)[0] != '\0')
    return refuse (error, "Seeds: leave them out, as a case of a file, or with a trained network, "
                          "has only one.");
  if (g_strv_length (parts) != 2 || !ipl_number_parse_whole (g_strstrip (parts[0]), &first)
      || !ipl_number_parse_whole (g_strstrip (parts[1]), &last) || last <= first
      || last - first >= IPL_MAX_SEEDS)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "Seeds: give the first and the last with a dash between, as in 1-24, the last "
                   "larger by less than %d; or none.",
                   IPL_MAX_SEEDS);
      return FALSE;
    }
  request->first_seed = first;
  request->n_seeds = (guint)(last - first) + 1;
  return TRUE;
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

static char *
offer_temperatures (const IplParameters *parameters)
{
  GString *text = g_string_new (NULL);
  char number[IPL_NUMBER_TEXT_SIZE];

  for (guint i = 0; i < parameters->n_temperatures; i++)
    {
      ipl_number_format (parameters->temperatures[i], number);
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", number);
    }
  if (parameters->n_temperatures == 0)
    {
      ipl_number_format (parameters->current.temperature, number);
      g_string_append (text, number);
    }
  return g_string_free (text, FALSE);
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
  if (row->read == read_widths)
    return ipl_parameters_widths_text (parameters);
  if (row->read == read_temperatures)
    return offer_temperatures (parameters);
  if (row->read == read_folder)
    return offer_folder (session);
  return g_strdup ("");
}
