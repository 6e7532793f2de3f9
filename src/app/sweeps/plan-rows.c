/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries in which a sweep is typed, and how they are read into a request: every sentence about
 * them stands here. */
#include "app/sweeps/plan-rows.h"

#include <string.h>

#include "app/base/preferences.h"
#include "app/base/widgets.h"
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
#define SWEPT (SOLVED | TRAINED)

static gboolean
refuse (GError **error, const char *sentence)
{
  return ipl_fail (error, IPL_ERROR_VALUE, "%s", sentence);
}

/* "Largest array" of "Largest arra_y". */
static char *
name_of (const IplPlanRow *row)
{
  g_auto (GStrv) parts = g_strsplit (row->label, "_", -1);

  return g_strjoinv ("", parts);
}

/* Where the entry of a row stands in a request. */
static gpointer
place_of (const IplPlanRow *row, IplPlanRequest *request)
{
  return (char *)request + row->offset;
}

/* An empty text is none where the hint says what that stands for. */
static gboolean
read_axis (const IplPlanRow *row, const char *text, IplPlanRequest *request, GError **error)
{
  g_autofree char *name = name_of (row);

  return (text[0] == '\0' && row->hint != NULL)
         || ipl_sweep_axis_parse (place_of (row, request), name, text, TRUE, error);
}

static gboolean
read_seeds (const IplPlanRow *row, const char *text, IplPlanRequest *request, GError **error)
{
  guint64 seed;

  if (text[0] == '\0')
    return TRUE;
  if (!ipl_parameters_get_seed (&request->parameters, &seed)
      || ipl_parameters_get_network (&request->parameters)[0] != '\0')
    return refuse (error, "Seeds: leave them out, as a case of a file, or with a trained network, "
                          "has only one.");
  return read_axis (row, text, request, error);
}

/* An empty text leaves the number as it is. */
static gboolean
read_count (const IplPlanRow *row, const char *text, IplPlanRequest *request, GError **error)
{
  g_autofree char *name = name_of (row);
  guint64 number;

  if (text[0] == '\0')
    return TRUE;
  if (!ipl_number_parse_whole (text, &number) || number < row->low || number > row->high)
    return ipl_fail (error, IPL_ERROR_VALUE, "%s: give a whole number from %u to %u.", name,
                     row->low, row->high);
  *(guint *)place_of (row, request) = (guint)number;
  return TRUE;
}

static gboolean
read_steps (const IplPlanRow *row, const char *text, IplPlanRequest *request, GError **error)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (&request->parameters);

  request->train = trainable != NULL ? trainable->training.steps : 0;
  if (!read_count (row, text, request, error))
    return FALSE;
  return request->train > 0
         || refuse (error, "Steps: give a number, as the sidebar trains by time alone.");
}

static gboolean
read_rows (const IplPlanRow *row, const char *text, IplPlanRequest *request, GError **error)
{
  if (text[0] != '\0' && request->job.tasks > 0)
    return refuse (error, "Give tasks or rows of a task, and not both.");
  return read_count (row, text, request, error);
}

static gboolean
read_time (const IplPlanRow *row, const char *text, IplPlanRequest *request, GError **error)
{
  if (text[0] == '\0')
    return TRUE;
  return ipl_job_parse_time (text, &request->job.seconds)
         || refuse (error, "Time limit: give minutes, HH:MM:SS or D-HH:MM:SS, as sbatch takes it.");
}

static gboolean
read_memory (const IplPlanRow *row, const char *text, IplPlanRequest *request, GError **error)
{
  if (text[0] == '\0')
    return TRUE;
  return ipl_job_parse_memory (text, &request->job.megabytes)
         || refuse (error, "Memory: give megabytes, 800M, 4G or 1T, as sbatch takes it.");
}

static gboolean
read_name (const IplPlanRow *row, const char *text, IplPlanRequest *request, GError **error)
{
  g_autofree char *name = name_of (row);

  if (text[0] == '\0')
    return TRUE;
  if (text[0] == '-' || strpbrk (text, " \t\n\r") != NULL)
    return ipl_fail (error, IPL_ERROR_VALUE, "%s: give a name, without blanks.", name);
  *(char **)place_of (row, request) = g_strdup (text);
  return TRUE;
}

/* An option begins with a dash after a blank; what stands in quotes stays as it is. */
static gboolean
read_extra (const IplPlanRow *row, const char *text, IplPlanRequest *request, GError **error)
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

/* TRUE if something stands there, or in it. */
static gboolean
is_taken (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);

  return dir != NULL ? g_dir_read_name (dir) != NULL : g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
read_folder (const IplPlanRow *row, const char *text, IplPlanRequest *request, GError **error)
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

  return ipl_fail (error, IPL_ERROR_VALUE,
                   "Folder: “%s” is there already: give one that is not there yet.", shown);
}

/* Where it is read to in a request. */
#define AT(member) .offset = G_STRUCT_OFFSET (IplPlanRequest, member)

static const IplPlanRow rows[] = {
  { "widths", "_Widths", NULL,
    "Widths, each one number or one for every layer as 12:25:40; gp for the GP limit", 1, SWEPT,
    FALSE, read_axis, AT (widths) },
  { "temperatures", "_Temperatures", NULL, "Every width is solved at each of them", 2, SOLVED,
    FALSE, read_axis, AT (temperatures) },
  { "variances", "_Variances", "as in the sidebar",
    "Prior variances s0², s1² … sa²; several sets by semicolons, of which every width is solved at "
    "each",
    4, SOLVED, FALSE, read_axis, AT (variances) },
  { "seeds", "See_ds", "only the case’s own",
    "First and last seed of a mean, as in 1-24: every width is solved for each, and for the case’s "
    "own",
    5, SWEPT, FALSE, read_seeds, AT (seeds) },
  { "draws", "D_raws", "as in the sidebar", "Draws of each chain, at every row", 7, SAMPLED, FALSE,
    read_count, AT (draws), IPL_MIN_DRAWS, IPL_MAX_DRAWS },
  { "steps", "S_teps", "as in the sidebar", "Steps for which each network is trained", 7, TRAINED,
    FALSE, read_steps, AT (train), 1, MAX_STEPS },
  { "folder", "_Folder", NULL, "The folder to make, for the case, the plan, job.sh and the rows", 8,
    0, FALSE, read_folder },
  { "tasks", "Tas_ks", "as many as take five minutes each", "Tasks that share the rows", 0, 0, TRUE,
    read_count, AT (job.tasks), 1, IPL_SWEEP_MAX_ROWS },
  { "rows", "Rows _of a task", "as many as that makes", "In the place of the number of tasks", 1, 0,
    TRUE, read_rows, AT (job.rows_per_task), 1, IPL_SWEEP_MAX_ROWS },
  { "time", "Time _limit", "twice the prediction and ten minutes",
    "Of a task: minutes, HH:MM:SS or D-HH:MM:SS", 2, 0, TRUE, read_time },
  { "memory", "_Memory", "from the prediction", "Of a task: megabytes, 800M, 4G or 1T", 3, 0, TRUE,
    read_memory },
  { "cores", "Cor_es", "1", "Of a task", 4, 0, TRUE, read_count, AT (job.cores), 1, MAX_CORES },
  { "partition", "P_artition", "the cluster’s default", "Partition of the cluster", 5, 0, TRUE,
    read_name, AT (partition) },
  { "account", "Acco_unt", "your default", "Account that is charged", 6, 0, TRUE, read_name,
    AT (account) },
  { "max-array", "Largest arra_y", "1001",
    "The site’s MaxArraySize, above which tasks take several rows", 7, 0, TRUE, read_count,
    AT (job.max_array), 2, MAX_ARRAY },
  { "extra", "More for s_batch", "--qos=long --mail-type=END",
    "Further options, as they stand after #SBATCH", 8, 0, TRUE, read_extra },
};

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

/* TRUE if it is asked then. */
static gboolean
is_used (const IplPlanRow *row, IplPlanComputed computed)
{
  return row->uses == 0 || (row->uses & 1u << computed) != 0;
}

/* The text of a row until the user types something else. */
static char *
offer (const IplPlanRow *row, IplSession *session, IplPlanComputed computed)
{
  const IplParameters *parameters = ipl_session_get_parameters (session);
  const IplTrainable *trainable = ipl_parameters_get_trainable (parameters);
  gboolean widths = g_str_equal (row->id, "widths");

  if (widths && computed == IPL_PLAN_TRAINED && trainable != NULL)
    return g_strdup_printf ("%u", (guint)trainable->training.config.shape.N[0]);
  if (widths || g_str_equal (row->id, "temperatures"))
    {
      g_auto (IplSweepAxis) axis = { .kind = widths ? IPL_AXIS_WIDTHS : IPL_AXIS_TEMPERATURE };

      ipl_sweep_axis_take (&axis, parameters);
      return ipl_sweep_axis_to_text (&axis, ", ");
    }
  return row->read == read_folder ? offer_folder (session) : g_strdup ("");
}

static void
add_entry (IplPlanEntries *self, const IplPlanRow *row, GtkGrid *grid)
{
  gboolean beside = strcmp (row->id, "folder") == 0;
  GtkWidget *label = gtk_label_new_with_mnemonic (row->label), *entry = gtk_entry_new ();

  self->labels[self->n] = label;
  self->entries[self->n++] = entry;
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_widget_set_name (entry, row->id);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_width_chars (GTK_LABEL (label), 14);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_set_tooltip_text (entry, row->tip);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), row->hint);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  label, NULL, -1);
  ipl_widget_set_description (entry, row->tip);
  gtk_grid_attach (grid, label, 0, row->row, 1, 1);
  gtk_grid_attach (grid, entry, 1, row->row, beside ? 1 : 2, 1);
}

gboolean
ipl_plan_is_solved (IplPlanComputed computed)
{
  return (SOLVED & 1u << computed) != 0;
}

void
ipl_plan_entries_add (IplPlanEntries *self, GtkGrid *grid, GtkGrid *scheduler_grid)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    add_entry (self, &rows[i], rows[i].scheduler ? scheduler_grid : grid);
}

void
ipl_plan_entries_clear (IplPlanEntries *self)
{
  for (guint i = 0; i < self->n; i++)
    g_clear_pointer (&self->offered[i], g_free);
}

/* (nullable) */
GtkEntry *
ipl_plan_entries_find (IplPlanEntries *self, const char *id)
{
  for (guint i = 0; i < self->n; i++)
    if (strcmp (rows[i].id, id) == 0)
      return GTK_ENTRY (self->entries[i]);
  return NULL;
}

/* Shows only the rows that the chosen computation needs. */
void
ipl_plan_entries_show (IplPlanEntries *self, IplPlanComputed computed)
{
  for (guint i = 0; i < self->n; i++)
    {
      gboolean used = is_used (&rows[i], computed);

      gtk_widget_set_visible (self->entries[i], used);
      gtk_widget_set_visible (self->labels[i], used);
    }
}

/* Entries that the user has not changed follow the document. */
void
ipl_plan_entries_offer (IplPlanEntries *self, IplSession *session, IplPlanComputed computed)
{
  for (guint i = 0; i < self->n; i++)
    {
      GtkEditable *entry = GTK_EDITABLE (self->entries[i]);
      g_autofree char *offered = offer (&rows[i], session, computed);

      if (g_strcmp0 (offered, self->offered[i]) == 0)
        continue;
      if (self->offered[i] == NULL || strcmp (gtk_editable_get_text (entry), self->offered[i]) == 0)
        gtk_editable_set_text (entry, offered);
      g_free (self->offered[i]);
      self->offered[i] = g_steal_pointer (&offered);
    }
}

/* FALSE with the sentence about the first entry that is wrong, which is marked. The folder that has
 * just been made is not wrong.
 * @planned: (nullable): that folder */
gboolean
ipl_plan_entries_read (IplPlanEntries *self, IplPlanComputed computed, const char *planned,
                       IplPlanRequest *request, GError **error)
{
  gboolean fine = TRUE;

  for (guint i = 0; i < self->n; i++)
    {
      g_autofree char *text
          = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entries[i]))));
      gboolean right
          = !fine || !is_used (&rows[i], computed) || rows[i].read (&rows[i], text, request, error);

      if (!right && planned != NULL && g_strcmp0 (request->path, planned) == 0)
        {
          g_clear_error (error);
          right = TRUE;
        }
      ipl_entry_mark (self->entries[i], !right);
      fine = fine && right;
    }
  return fine;
}
