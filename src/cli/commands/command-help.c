/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/closest-name.h"
#include "figures/help/help-search.h"
#include "figures/help/help-table.h"

static void
print_block (const IplHelpBlock *block)
{
  static const char *const before[] = { [IPL_HELP_PARAGRAPH] = "",
                                        [IPL_HELP_HEADING] = "## ",
                                        [IPL_HELP_ITEM] = "- ",
                                        [IPL_HELP_FORMULA] = "    ",
                                        [IPL_HELP_CODE] = "    " };
  g_auto (GStrv) lines = g_strsplit (block->plain, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    cli_print ("%s%s\n", i == 0 || block->kind == IPL_HELP_CODE ? before[block->kind] : "",
               lines[i]);
}

static void
print_page (const IplHelpPage *page)
{
  IplHelpBlockKind last = IPL_HELP_HEADING;

  cli_print ("# %s\n", page->title);
  for (guint i = 0; i < page->n_blocks; i++)
    {
      const IplHelpBlock *block = &page->blocks[i];

      /* Items of a list have no blank line between them. */
      if (i == 0 || block->kind != IPL_HELP_ITEM || last != IPL_HELP_ITEM)
        cli_print ("\n");
      print_block (block);
      last = block->kind;
    }
}

static void
print_list (void)
{
  const GPtrArray *pages = ipl_help_pages ();

  cli_print ("Help pages, for interplay-cli help PAGE:\n");
  for (guint i = 0; i < pages->len; i++)
    {
      const IplHelpPage *page = pages->pdata[i], *before = i > 0 ? pages->pdata[i - 1] : NULL;

      if (before == NULL || !g_str_equal (before->group, page->group))
        cli_print ("\n%s\n", page->group);
      cli_print ("  %-20s %s\n", page->id, page->title);
    }
}

/* Returns: (transfer full): suggestion of the page or command with the closest name */
static char *
hint_page (const char *name)
{
  const GPtrArray *pages = ipl_help_pages ();
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < pages->len; i++)
    g_ptr_array_add (names, (gpointer)((const IplHelpPage *)pages->pdata[i])->id);
  g_ptr_array_add (names, NULL);
  return ipl_closest_name_hint (name, (const char *const *)names->pdata);
}

/* Prints the pages that contain the words. */
static CliExit
print_search (const char *words)
{
  g_auto (GStrv) terms = ipl_help_terms (words);
  g_autoptr (GPtrArray) hits = ipl_help_search ((const char *const *)terms);

  if (hits->len == 0)
    {
      g_autofree char *hint = hint_page (words);

      return cli_fail (CLI_USAGE,
                       "There is no help page “%s”, and no page contains “%s”: interplay-cli help "
                       "lists the pages.%s",
                       words, words, hint);
    }
  cli_print ("There is no help page “%s”. Pages that contain it:\n\n", words);
  for (guint i = 0; i < hits->len; i++)
    {
      const IplHelpHit *hit = hits->pdata[i];

      cli_print ("  %-20s %s\n", hit->page->id, hit->page->title);
    }
  return CLI_OK;
}

/* interplay-cli help */
static CliExit
help (CliArguments *arguments)
{
  const IplHelpPage *page = arguments->name != NULL ? ipl_help_find (arguments->name) : NULL;

  if (arguments->name == NULL)
    print_list ();
  else if (page != NULL)
    print_page (page);
  else
    return print_search (arguments->name);
  return CLI_OK;
}

const CliCommand cli_command_help
    = { .name = "help",
        .summary = "read the help pages",
        .argument = "PAGE",
        .text = "Without PAGE, lists the help pages. PAGE is the name of a page, a command (for "
                "its options), or a word to search for.",
        .examples = "interplay-cli help map\n"
                    "interplay-cli help sweep",
        .run = help };
