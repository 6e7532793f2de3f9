/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Manual pages, in the language of man(7). */
#include "manual/man-page.h"

#include <string.h>

/* A letter with its marks, as groff wants it: \[u0065_0301]. Returns what comes after it. */
static const char *
append_letter (GString *page, const char *at)
{
  g_string_append_printf (page, "\\[u%04X", g_utf8_get_char (at));
  for (at = g_utf8_next_char (at); g_unichar_ismark (g_utf8_get_char (at));
       at = g_utf8_next_char (at))
    g_string_append_printf (page, "_%04X", g_utf8_get_char (at));
  g_string_append_c (page, ']');
  return at;
}

/* Text as it is: a hyphen is one that can be copied, and no line is a request. */
static void
append_text (GString *page, const char *text)
{
  g_autofree char *apart = g_utf8_normalize (text, -1, G_NORMALIZE_NFD);
  gboolean starts = page->len == 0 || page->str[page->len - 1] == '\n';
  const char *at = apart;

  if (starts && (*at == '.' || *at == '\''))
    g_string_append (page, "\\&");
  while (*at != '\0')
    {
      if ((guchar)*at >= 0x80)
        {
          at = append_letter (page, at);
          continue;
        }
      if (*at == '\\')
        g_string_append (page, "\\e");
      else if (*at == '-')
        g_string_append (page, "\\-");
      else if (*at == '\'')
        g_string_append (page, "\\(aq");
      else if (*at == '^' || *at == '~' || *at == '`')
        g_string_append (page, *at == '^' ? "\\(ha" : *at == '~' ? "\\(ti" : "\\(ga");
      else
        g_string_append_c (page, *at);
      at++;
    }
}

static void
append_font (GString *page, char font, const char *text)
{
  g_string_append_printf (page, "\\f%c", font);
  append_text (page, text);
  g_string_append (page, "\\fR");
}

/* A heading, of which letters and digits are ever made. */
static void
append_heading (GString *page, const char *request, const char *title)
{
  g_string_append_printf (page, ".%s \"", request);
  append_text (page, title);
  g_string_append (page, "\"\n");
}

/* Every line as a paragraph. */
static void
append_lines (GString *page, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '\0')
      {
        g_string_append (page, i == 0 ? "" : ".PP\n");
        append_text (page, lines[i]);
        g_string_append_c (page, '\n');
      }
}

static void
append_option (GString *page, const CliOption *option)
{
  g_string_append (page, ".TP\n");
  if (option->letter != 0)
    {
      const char letter[] = { '-', option->letter, '\0' };

      append_font (page, 'B', letter);
      g_string_append (page, ", ");
    }
  g_string_append (page, "\\fB\\-\\-");
  append_text (page, option->name);
  g_string_append (page, "\\fR");
  if (option->value != NULL)
    {
      g_string_append_c (page, '=');
      append_font (page, 'I', option->value);
    }
  g_string_append_c (page, '\n');
  append_text (page, option->sentence);
  g_string_append_c (page, '\n');
}

static void
append_options (GString *page, const CliDescription *self)
{
  append_heading (page, "SH", "OPTIONS");
  for (guint g = 0; g < self->groups->len; g++)
    {
      const CliOptionGroup *group = self->groups->pdata[g];

      if (group->title != NULL && group->options->len > 0)
        append_heading (page, "SS", group->title);
      for (guint i = 0; i < group->options->len; i++)
        append_option (page, group->options->pdata[i]);
    }
}

/* "CASE is hmc4, hmc2 or a file that ends in .npz, .safetensors." */
static void
append_values (GString *page, const CliDescription *self)
{
  const CliValues *values = &self->values;
  g_autofree char *endings = NULL, *words = NULL;

  if (self->argument == NULL || values->words == NULL)
    return;
  words = g_strjoinv (", ", values->words);
  g_string_append (page, ".PP\n");
  append_font (page, 'I', self->argument);
  g_string_append (page, " can be\n");
  append_text (page, words);
  if (values->endings != NULL)
    {
      endings = g_strjoinv (", ", values->endings);
      g_string_append (page, ",\nor a file that ends in ");
      append_text (page, endings);
    }
  else if (values->files)
    g_string_append (page, ",\nor a file");
  g_string_append (page, ".\n");
}

/* The page named @name of what is called by the words @call. */
static void
append_begin (GString *page, const char *name, const char *call, const CliDescription *self)
{
  g_autofree char *title = g_ascii_strup (name, -1);

  g_string_append (page, ".\\\" Made from the tables of the program.\n.TH \"");
  append_text (page, title);
  g_string_append_printf (page, "\" 1 \"\" \"Interplay %s\" \"Interplay\"\n", IPL_VERSION);
  append_heading (page, "SH", "NAME");
  append_text (page, name);
  g_string_append (page, " \\- ");
  append_text (page, self->summary);
  g_string_append_c (page, '\n');
  append_heading (page, "SH", "SYNOPSIS");
  append_font (page, 'B', call);
  if (self->argument != NULL)
    {
      g_string_append_c (page, ' ');
      append_font (page, 'I', self->argument);
    }
  g_string_append (page, " [\\fIOPTION\\fR ...]\n");
  append_heading (page, "SH", "DESCRIPTION");
}

static void
append_reference (GString *page, const char *name, const char *between)
{
  append_font (page, 'B', name);
  g_string_append_printf (page, "(1)%s\n", between);
}

static char *
page_name (const ManualProgram *self, guint i)
{
  const CliDescription *command = self->commands->pdata[i];

  return g_strconcat (self->own->name, "-", command->name, NULL);
}

static void
append_commands (GString *page, const ManualProgram *self)
{
  append_heading (page, "SH", "COMMANDS");
  for (guint i = 0; i < self->commands->len; i++)
    {
      const CliDescription *command = self->commands->pdata[i];
      g_autofree char *name = page_name (self, i);

      g_string_append (page, ".TP\n");
      append_reference (page, name, "");
      append_text (page, command->summary);
      g_string_append_c (page, '\n');
    }
}

/* Returns: (transfer full): its page */
char *
manual_page_of_program (const ManualProgram *self)
{
  GString *page = g_string_new (NULL);

  append_begin (page, self->own->name, self->own->name, self->own);
  append_lines (page, self->own->text);
  if (self->commands != NULL)
    append_commands (page, self);
  append_options (page, self->own);
  if (self->see_also != NULL)
    {
      append_heading (page, "SH", "SEE ALSO");
      append_reference (page, self->see_also, "");
    }
  return g_string_free (page, FALSE);
}

/* @examples: (nullable): command lines, as they are typed */
static void
append_examples (GString *page, const char *examples)
{
  if (examples == NULL)
    return;
  append_heading (page, "SH", "EXAMPLES");
  g_string_append (page, ".nf\n");
  append_text (page, examples);
  g_string_append (page, "\n.fi\n");
}

/* Returns: (transfer full): the command's page */
char *
manual_page_of_command (const ManualProgram *self, guint command)
{
  const CliDescription *described = self->commands->pdata[command];
  GString *page = g_string_new (NULL);
  g_autofree char *name = page_name (self, command);
  g_autofree char *call = g_strconcat (self->own->name, " ", described->name, NULL);

  append_begin (page, name, call, described);
  if (described->text != NULL)
    append_lines (page, described->text);
  else
    {
      append_font (page, 'B', call);
      g_string_append (page, ":\n");
      append_text (page, described->summary);
      g_string_append (page, ".\n");
    }
  append_values (page, described);
  append_options (page, described);
  append_examples (page, described->examples);
  append_heading (page, "SH", "SEE ALSO");
  append_reference (page, self->own->name, self->see_also != NULL ? "," : "");
  if (self->see_also != NULL)
    append_reference (page, self->see_also, "");
  return g_string_free (page, FALSE);
}
