/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What files of a figure say of the models that it shows. */
#include "figures/view/view-warnings.h"

#include "core/base/shown-text.h"
#include "figures/view/compared.h"

static void
append_warnings (GString *text, const IplView *view, gboolean named)
{
  const GPtrArray *warnings = view->the_case != NULL ? view->the_case->warnings : NULL;

  for (guint i = 0; warnings != NULL && i < warnings->len; i++)
    {
      g_string_append (text, text->len == 0 ? "Outside the theory: " : " ");
      if (named && i == 0)
        g_string_append_printf (text, "of %s: ", ipl_view_get_name (view));
      g_string_append (text, warnings->pdata[i]);
    }
}

/* Returns: (transfer full) (nullable): what of the models that are shown lies outside the theory,
 *   on one line of plain text; NULL where nothing does */
char *
ipl_view_warnings_text (const IplView *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_warnings (text, self, self->compared != NULL);
  if (self->compared != NULL)
    append_warnings (text, self->compared, TRUE);
  return text->len > 0 ? ipl_text_escape (text->str) : NULL;
}
