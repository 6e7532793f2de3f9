/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/parameter-words.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/base/closest-name.h"

/* Returns: (nullable): the symbol of a parameter, if it can be typed: “P” */
const char *
ipl_field_get_sign (const IplField *self)
{
  const char *symbol = self->symbol;

  return symbol != NULL && g_str_is_ascii (symbol) && strchr (symbol, '<') == NULL ? symbol : NULL;
}

/* TRUE if @name is its name as a word of a command line, or its id without one. */
static gboolean
is_name (const IplField *field, const char *name)
{
  const char *flag = ipl_field_flag (field);

  return strcmp (flag != NULL ? flag : field->id, name) == 0;
}

static gboolean
is_sign (const IplField *field, const char *name)
{
  return g_strcmp0 (field->symbol, name) == 0;
}

/* “tokens” for “n-tokens”. */
static gboolean
is_short (const IplField *field, const char *name)
{
  const char *flag = ipl_field_flag (field);

  return flag != NULL && g_str_has_prefix (flag, "n-") && strcmp (flag + 2, name) == 0;
}

/* N and T of a case are its widths and temperatures, not parameters of its experiment. */
static gboolean
is_of_setting (const IplExperiment *experiment, const char *name)
{
  return experiment->compute == NULL && (strcmp (name, "N") == 0 || strcmp (name, "T") == 0);
}

/* @group: (out): the group that has the field
 * Returns: (nullable): the parameter with the name @name, else with this symbol, else the count
 *   with this symbol */
const IplField *
ipl_experiment_find_field (const IplExperiment *self, const char *name, const IplFieldGroup **group)
{
  static gboolean (*const matches[]) (const IplField *, const char *)
      = { is_name, is_sign, is_short };

  for (guint m = 0; m < G_N_ELEMENTS (matches) && !is_of_setting (self, name); m++)
    for (guint g = 0; g < self->n_groups; g++)
      {
        *group = &self->groups[g];
        for (guint i = 0; i < (*group)->n_fields; i++)
          if (matches[m](&(*group)->fields[i], name))
            return &(*group)->fields[i];
      }
  return NULL;
}

/* Returns: (transfer full): “ Did you mean “n-train”?”, or nothing */
char *
ipl_experiment_hint_field (const IplExperiment *self, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint g = 0; g < self->n_groups; g++)
    for (guint i = 0; i < self->groups[g].n_fields; i++)
      {
        const char *flag = ipl_field_flag (&self->groups[g].fields[i]);

        if (flag != NULL)
          g_ptr_array_add (names, (gpointer)flag);
        if (flag != NULL && g_str_has_prefix (flag, "n-"))
          g_ptr_array_add (names, (gpointer)(flag + 2));
      }
  g_ptr_array_add (names, NULL);
  return ipl_closest_name_hint (name, (const char *const *)names->pdata);
}

/* @word: “n-train=400”
 * @name: (out) (transfer full): “n-train”
 * @value: (out): the text after the sign, in @word
 * Returns: FALSE if @word is not NAME=VALUE; a NAME has no point and no slash, so that ./a=b is
 *   a file */
gboolean
ipl_parameter_word_split (const char *word, char **name, const char **value)
{
  gsize length = strcspn (word, "=./");

  if (length == 0 || word[length] != '=' || word[0] == '-')
    return FALSE;
  *name = g_strstrip (g_strndup (word, length));
  *value = word + length + 1;
  return TRUE;
}

static void
append_value (GString *command, const char *name, const char *value)
{
  g_autofree char *quoted = ipl_text_shell_quote (value);
  gboolean plain
      = value[strspn (value, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_,.:+-/=@%")] == '\0';

  g_string_append_printf (command, " %s=%s", name, plain ? value : quoted);
}

/* @command: a command line, which gains “ NAME=VALUE”; of several file names one for each */
void
ipl_field_append_word (const IplField *self, gconstpointer data, GString *command)
{
  const char *name = ipl_field_flag (self);
  g_autofree char *text = ipl_field_get_text (self, data);
  gboolean files = self->kind == IPL_FIELD_FILES;

  for (guint i = 0; name != NULL && files && i < self->count; i++)
    {
      const char *file
          = ((const char *const *)(gconstpointer)((const char *)data + self->offset))[i];

      if (file[0] != '\0')
        append_value (command, name, file);
    }
  if (name != NULL && !files)
    append_value (command, name, text);
}

/* Text can be empty, a number cannot. */
static gboolean
can_be_empty (const IplField *field)
{
  return field->kind == IPL_FIELD_TEXT || field->kind == IPL_FIELD_FILE
         || field->kind == IPL_FIELD_LIST;
}

/* Begins a message about a field by the name that the user typed: "P" for "n-train". */
static void
name_as_typed (GError *error, const char *flag, const char *name)
{
  g_autofree char *message = NULL;

  if (error == NULL || flag == NULL || !g_str_has_prefix (error->message, flag))
    return;
  message = g_steal_pointer (&error->message);
  error->message = g_strconcat (name, message + strlen (flag), NULL);
}

/* Sets a parameter of the experiment by name; of several file names adds one. Not touched on error.
 */
gboolean
ipl_parameters_set_named (IplParameters *self, const char *name, const char *value, GError **error)
{
  const IplFieldGroup *group = NULL;
  const IplField *field = ipl_experiment_find_field (self->experiment, name, &group);
  char *own = ipl_parameters_edit_specific (self);

  if (field == NULL)
    {
      g_autofree char *hint = ipl_experiment_hint_field (self->experiment, name);
      g_autofree char *shown = ipl_text_shown (name);

      return ipl_fail (error, IPL_ERROR_VALUE, "“%s” is not a parameter of %s.%s", shown,
                       self->experiment->id, hint);
    }
  if (value[0] == '\0' && !can_be_empty (field))
    return ipl_fail (error, IPL_ERROR_VALUE, "“%s=” has no value: give %s=VALUE.", name, name);
  if (ipl_field_set_text (field, own + group->offset, value, error))
    return TRUE;
  name_as_typed (error != NULL ? *error : NULL, ipl_field_flag (field), name);
  return FALSE;
}
