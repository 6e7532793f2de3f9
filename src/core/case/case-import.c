/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice from a file, as text: layers, heads, and how many heads there are. */
#include "core/case/case-io.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/text-escape.h"

/* "file", and the words of IplReadout. */
const char *const ipl_case_import_readouts[] = { "file", "mean", "last", "first", NULL };

void
ipl_case_import_init (IplCaseImport *self)
{
  *self = (IplCaseImport){ "", "", "", "", "file", 0 };
}

/* "3" or "2-5", each from 1 to @most */
static gboolean
parse_range (const char *text, guint most, guint *first, guint *last)
{
  g_auto (GStrv) ends = g_strsplit (text, "-", 2);
  guint64 from, to;

  if (ends[0] == NULL || !ipl_number_parse_integer (ends[0], &from))
    return FALSE;
  to = from;
  if (ends[1] != NULL && !ipl_number_parse_integer (ends[1], &to))
    return FALSE;
  if (from < 1 || to < from || to > most)
    return FALSE;
  *first = (guint)from;
  *last = (guint)to;
  return TRUE;
}

static gboolean
refuse (const char *text, const char *expected, GError **error)
{
  g_autofree char *shown = ipl_text_shown (text);

  return ipl_fail (error, IPL_ERROR_VALUE, "“%s” is no %s.", shown, expected);
}

/* TRUE if it could be read. */
gboolean
ipl_case_import_parse_head_counts (const char *text, guint H[IPL_MAX_FILE_LAYERS], guint *L,
                                   GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", IPL_MAX_FILE_LAYERS + 1);

  *L = 0;
  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint64 number;

      if (i == IPL_MAX_FILE_LAYERS || !ipl_number_parse_integer (g_strstrip (parts[i]), &number)
          || number < 1 || number > IPL_MAX_FILE_HEADS)
        return refuse (text, "list of the heads of each layer, such as 12,12", error);
      H[(*L)++] = (guint)number;
    }
  return TRUE;
}

/* TRUE if it could be read. @text: layers by commas, "1,3" or "2-4", from 1; empty for all. */
gboolean
ipl_case_import_parse_layers (const char *text, gboolean chosen[IPL_MAX_FILE_LAYERS],
                              GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  memset (chosen, 0, IPL_MAX_FILE_LAYERS * sizeof *chosen);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint first, last;

      if (!parse_range (g_strstrip (parts[i]), IPL_MAX_FILE_LAYERS, &first, &last))
        return refuse (text, "list of layers counted from 1, such as 1,3 or 2-4", error);
      for (guint l = first; l <= last; l++)
        chosen[l - 1] = TRUE;
    }
  return TRUE;
}

/* The heads that are named. @text: heads by commas, each as layer.head from 1, "1.2,2.3-5"; empty
 * for none. */
IplHeadNames *
ipl_case_import_parse_heads (const char *text, GError **error)
{
  static const char expected[] = "list of heads as layer.head counted from 1, such as 1.2,2.3-5";
  g_autofree IplHeadNames *self = g_new0 (IplHeadNames, 1);
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (g_strstrip (parts[i]), ".", 2);
      guint layer, same, first, last;

      if (g_strv_length (words) != 2 || !parse_range (words[0], IPL_MAX_FILE_LAYERS, &layer, &same)
          || layer != same || !parse_range (words[1], IPL_MAX_FILE_HEADS, &first, &last)
          || self->n + (last - first + 1) > G_N_ELEMENTS (self->layer))
        {
          refuse (text, expected, error);
          return NULL;
        }
      for (guint h = first; h <= last; h++)
        {
          self->layer[self->n] = layer - 1;
          self->head[self->n++] = h - 1;
        }
    }
  return g_steal_pointer (&self);
}
