/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The meaning of value names in help: "--panel=PANEL". */
#include "cli/options/value-words.h"

#include "cli/options/drawing.h"

#include "core/case/example-cases.h"
#include "core/experiments/training.h"
#include "core/heads/removal-order.h"
#include "core/posterior/posterior-options.h"
#include "figures/pages/pages.h"
#include "figures/pages/paper.h"
#include "figures/panels/panel-table.h"
#include "figures/story/story-json.h"

#include <string.h>

typedef struct
{
  const char *option;
  const CliImageArguments *images; /* nullable */
} Asked;

static void
list_cases (GStrvBuilder *words, const Asked *asked)
{
  CliFlagsOf of = asked->images != NULL ? asked->images->flags_of : CLI_FLAGS_OF_CASES;
  guint n, n_files;
  const IplExperiment *const *experiments = ipl_experiments (&n);
  const IplExampleCase *files = ipl_example_cases (&n_files);

  for (guint i = 0; i < n; i++)
    if ((of == CLI_FLAGS_OF_NOTHING || cli_flags_are_of (of, experiments[i]))
        && (experiments[i]->compute != NULL || experiments[i]->built_in))
      g_strv_builder_add (words, experiments[i]->id);
  if (of != CLI_FLAGS_OF_RESULTS)
    for (guint i = 0; i < n_files; i++)
      g_strv_builder_add (words, files[i].id);
}

static void
list_panels (GStrvBuilder *words, const Asked *asked)
{
  for (const IplPanel *const *at = ipl_panels (NULL); *at != NULL; at++)
    g_strv_builder_add (words, (*at)->id);
}

static void
list_sizes (GStrvBuilder *words, const Asked *asked)
{
  guint n;
  const IplPaperPreset *presets = ipl_paper_presets (&n);

  for (guint i = 0; i < n; i++)
    g_strv_builder_add (words, presets[i].id);
}

static void
list_formats (GStrvBuilder *words, const Asked *asked)
{
  guint n;
  const IplFormat *const *formats = ipl_formats (&n);

  for (guint i = 0; i < n; i++)
    g_strv_builder_add (words, formats[i]->id);
}

static void
list_orders (GStrvBuilder *words, const Asked *asked)
{
  for (guint order = 0; order < IPL_N_REMOVAL_ORDERS; order++)
    g_strv_builder_add (words, ipl_removal_order_id ((IplRemovalOrder)order));
}

static void
list_methods (GStrvBuilder *words, const Asked *asked)
{
  g_strv_builder_addv (words, (const char **)ipl_posterior_method_names);
}

static void
list_presets (GStrvBuilder *words, const Asked *asked)
{
  guint n;
  const IplTrainingPreset *presets = ipl_training_presets (&n);

  for (guint i = 0; i < n; i++)
    g_strv_builder_add (words, presets[i].id);
}

static void
list_stories (GStrvBuilder *words, const Asked *asked)
{
  guint n;
  const IplShippedStory *stories = ipl_shipped_stories (&n);

  for (guint i = 0; i < n; i++)
    g_strv_builder_add (words, stories[i].id);
}

/* Any other word that ends as a file does ("NET.safetensors") is such a file, and one in small
 * letters stands for itself. */
static const struct
{
  const char *word;
  void (*list) (GStrvBuilder *words, const Asked *asked); /* nullable */
  const char *endings; /* (nullable): of files that it can be, by commas; "*" for any */
  gboolean by_commas;
  gboolean folders;
} meanings[] = {
  { "CASE", list_cases, ".npz,.safetensors" },
  { "EXPERIMENT", list_cases, ".safetensors" },
  { "STORY", list_stories, ".json" },
  { "PANEL", list_panels },
  { "SIZE", list_sizes },
  { "FORMATS", list_formats, .by_commas = TRUE },
  { "ORDER", list_orders },
  { "METHOD", list_methods },
  { "PRESET", list_presets },
  { "FILE", NULL, "*" },
  { "ZIP", NULL, ".zip" },
  { "NET", NULL, ".safetensors" },
  { "DIR", .folders = TRUE },
  { "FOLDER", .folders = TRUE },
};

static gboolean
is_small (const char *word)
{
  for (; *word != '\0'; word++)
    if (!g_ascii_islower (*word) && *word != '-')
      return FALSE;
  return TRUE;
}

static void
add_meaning (CliValues *values, guint i, const Asked *asked, GStrvBuilder *words,
             GStrvBuilder *endings)
{
  g_auto (GStrv) parts = NULL;

  if (meanings[i].list != NULL)
    meanings[i].list (words, asked);
  values->by_commas |= meanings[i].by_commas;
  values->folders |= meanings[i].folders;
  values->files |= meanings[i].endings != NULL;
  if (meanings[i].endings == NULL || strcmp (meanings[i].endings, "*") == 0)
    return;
  parts = g_strsplit (meanings[i].endings, ",", -1);
  g_strv_builder_addv (endings, (const char **)parts);
}

static void
add_word (CliValues *values, const char *word, const Asked *asked, GStrvBuilder *words,
          GStrvBuilder *endings)
{
  const char *dot = strrchr (word, '.');

  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    if (strcmp (word, meanings[i].word) == 0)
      {
        add_meaning (values, i, asked, words, endings);
        return;
      }
  if (dot != NULL && dot[1] != '\0' && is_small (dot + 1))
    {
      values->files = TRUE;
      g_strv_builder_add (endings, dot);
    }
  else if (asked->option == NULL && is_small (word))
    g_strv_builder_add (words, word);
}

static GStrv
end_list (GStrvBuilder *builder)
{
  GStrv list = g_strv_builder_end (builder);

  if (list[0] == NULL)
    g_clear_pointer (&list, g_strfreev);
  return list;
}

/* @word: what a help calls the value; of arguments all of them, "[NET.safetensors] [CASE]"
 * @option: (nullable): the option that takes it, NULL for an argument
 * @images: (nullable): what a CASE can be
 * Returns: (transfer full): what is known of it */
CliValues
cli_values_of (const char *word, const char *option, const CliImageArguments *images)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new (), endings = g_strv_builder_new ();
  g_auto (GStrv) parts = g_strsplit_set (word, "[] ", -1);
  const Asked asked = { option, images };
  CliValues values = { NULL };

  for (guint i = 0; parts[i] != NULL; i++)
    if (parts[i][0] != '\0')
      add_word (&values, parts[i], &asked, words, endings);
  values.words = end_list (words);
  values.endings = end_list (endings);
  return values;
}

void
cli_values_clear (CliValues *self)
{
  g_clear_pointer (&self->words, g_strfreev);
  g_clear_pointer (&self->endings, g_strfreev);
}
