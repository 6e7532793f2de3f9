/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters by their flags on command lines. */
#include "core/parameters/parameters-words.h"

#include "core/base/error.h"
#include "core/base/slips.h"

/* (nullable): the parameter of this flag, and the group that it stands in. */
const IplField *
ipl_parameters_find_flag (const IplParameters *self, const char *flag, const IplFieldGroup **group)
{
  for (guint g = 0; g < self->experiment->n_groups; g++)
    {
      *group = &self->experiment->groups[g];
      for (guint i = 0; i < (*group)->n_fields; i++)
        if (ipl_field_has_flag (&(*group)->fields[i], flag))
          return &(*group)->fields[i];
    }
  return NULL;
}

/* " Did you mean “--noise-parallel”?", or nothing. */
static char *
hint_flag (const IplParameters *self, const char *flag)
{
  g_autofree char *dashes = g_strconcat ("--", flag, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint g = 0; g < self->experiment->n_groups; g++)
    for (guint i = 0; i < self->experiment->groups[g].n_fields; i++)
      g_ptr_array_add (
          names, g_strconcat ("--", ipl_field_flag (&self->experiment->groups[g].fields[i]), NULL));
  g_ptr_array_add (names, NULL);
  return ipl_closest_name_hint (dashes, (const char *const *)names->pdata);
}

/* @words: [2 n] flags, without dashes, each with its value behind it; "yes" or "no" of one that has
 * none */
gboolean
ipl_parameters_set_words (IplParameters *self, guint n, const char *const *words, GError **error)
{
  for (guint i = 0; i < n; i++)
    {
      const char *flag = words[2 * i];
      const IplFieldGroup *group = NULL;
      const IplField *field = ipl_parameters_find_flag (self, flag, &group);

      if (field == NULL)
        {
          g_autofree char *hint = hint_flag (self, flag);

          return ipl_fail (error, IPL_ERROR_VALUE, "--%s is no parameter of %s.%s", flag,
                           self->experiment->id, hint);
        }
      if (!ipl_field_set_text (field, ipl_parameters_edit_table (self, group->fields),
                               words[2 * i + 1], error))
        return FALSE;
    }
  if (self->experiment->validate != NULL
      && !self->experiment->validate (ipl_parameters_get_own (self), error))
    return FALSE;
  ipl_parameters_fit_layers (self);
  return TRUE;
}
