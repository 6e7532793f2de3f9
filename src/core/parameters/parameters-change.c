/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Differences of two sets of parameters, in words. */
#include "core/parameters/parameters-change.h"

#include "core/parameters/parameters-fields.h"

#include <string.h>

/* Values longer than this are not reported. */
#define MAX_VALUE 40

/* At most so many of several changes are named. */
#define MAX_NAMED 3

/* Differences: the names, and both values of the last. */
typedef struct
{
  GPtrArray *names;
  GPtrArray *values; /* the new values, NULL for a value that is not reported */
  char *was, *is;
} Change;

static void
change_clear (Change *self)
{
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->values);
  g_free (self->was);
  g_free (self->is);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Change, change_clear)

/* Takes the values. */
static void
add (Change *self, const char *name, char *was, char *is)
{
  g_ptr_array_add (self->names, g_strdup (name));
  g_ptr_array_add (self->values, g_strdup (is));
  g_free (self->was);
  g_free (self->is);
  self->was = was;
  self->is = is;
}

/* Converts markup to plain text, with subscripts on the line. */
static char *
plain (const char *markup)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean tag = FALSE;

  for (const char *at = markup; *at != '\0'; at++)
    if (*at == '<' || *at == '>')
      tag = *at == '<';
    else if (!tag)
      g_string_append_c (text, *at);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* A negative time shown is the end. */
static char *
get_text (const IplField *field, gconstpointer data)
{
  char *text = ipl_field_get_text (field, data);

  if (field != ipl_shown_time_group.fields || text[0] != '-')
    return text;
  g_free (text);
  return g_strdup ("the end");
}

static void
add_group (Change *self, const IplFieldGroup *group, gconstpointer from, gconstpointer to)
{
  for (guint i = 0; i < group->n_fields; i++)
    {
      const IplField *field = &group->fields[i];

      if (!ipl_field_equal (field, from, to))
        {
          g_autofree char *label = plain (field->label);

          add (self, label, get_text (field, from), get_text (field, to));
        }
    }
}

static void
add_setting (Change *self, const IplParameters *from, const IplParameters *to)
{
  IplSetting prior = from->current;

  if (!ipl_setting_same_widths (&from->current, &to->current))
    add (self, "Width N", ipl_setting_widths_text (&from->current),
         ipl_setting_widths_text (&to->current));
  add_group (self, &ipl_temperature_group, from, to);
  prior.temperature = to->current.temperature;
  if (from->current.L == to->current.L && !ipl_setting_same_prior (&prior, &to->current))
    add (self, "Prior variances", NULL, NULL);
  if (!ipl_parameters_same_sweep (from, to))
    add (self, "Widths and temperatures of the sweep", NULL, NULL);
}

/* A map is one thing: "Map over N, T". */
static void
add_map (Change *self, const IplParameters *from, const IplParameters *to)
{
  const IplParameters *of = to->map_axis_x[0] != '\0' ? to : from;
  const char *x = of->map_axis_x, *y = of->map_axis_y;
  g_autofree char *name = g_strdup_printf ("Map over %.*s%s%.*s", (int)strcspn (x, "="), x,
                                           y[0] != '\0' ? ", " : "", (int)strcspn (y, "="), y);

  if (!ipl_fields_equal (ipl_map_group.n_fields, ipl_map_group.fields, from, to))
    add (self, name, NULL, NULL);
}

static Change
find_change (const IplParameters *from, const IplParameters *to)
{
  static const IplFieldGroup *const groups[]
      = { &ipl_pruning_group, &ipl_sampler_group, &ipl_curves_group, &ipl_shown_time_group,
          &ipl_display_group };
  Change change = { .names = g_ptr_array_new_with_free_func (g_free),
                    .values = g_ptr_array_new_with_free_func (g_free) };
  const char *own_from = ipl_parameters_get_specific (from),
             *own_to = ipl_parameters_get_specific (to);

  for (guint i = 0; i < from->experiment->n_groups; i++)
    {
      const IplFieldGroup *group = &from->experiment->groups[i];

      add_group (&change, group, own_from + group->offset, own_to + group->offset);
    }
  add_setting (&change, from, to);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    add_group (&change, groups[i], (const char *)from + groups[i]->offset,
               (const char *)to + groups[i]->offset);
  add_map (&change, from, to);
  return change;
}

/* Copies the request for a map. */
void
ipl_parameters_copy_map (IplParameters *self, const IplParameters *from)
{
  ipl_fields_copy (ipl_map_group.n_fields, ipl_map_group.fields, self, from);
}

/* Returns: (transfer full) (nullable): the values of @self that differ from @than as plain text,
 *   "Width N = 10, Temperature = 0.1"; NULL if none does. The axes of the map are ignored,
 *   because no other figure shows them. */
char *
ipl_parameters_describe_other (const IplParameters *self, const IplParameters *than)
{
  g_autoptr (GString) text = g_string_new (NULL);
  IplParameters other = *self;

  if (self->experiment != than->experiment)
    return g_strdup (self->experiment->title);
  ipl_parameters_copy_map (&other, than);
  g_auto (Change) change = find_change (than, &other);
  for (guint i = 0; i < MIN (change.names->len, MAX_NAMED - 1); i++)
    {
      const char *value = change.values->pdata[i];

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (char *)change.names->pdata[i]);
      if (value != NULL && *value != '\0' && g_utf8_strlen (value, -1) <= MAX_VALUE)
        g_string_append_printf (text, " = %s", value);
    }
  if (change.names->len > MAX_NAMED - 1)
    g_string_append (text, ", …");
  return change.names->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* Number of decimals; -1 if @text is not a plain decimal number. */
static int
count_decimals (const char *text)
{
  const char *point = strchr (text, '.');

  if (*text == '\0' || strspn (text, "-.0123456789") != strlen (text))
    return -1;
  return point != NULL ? (int)strlen (point + 1) : 0;
}

/* Gives two numbers the same number of decimals: "0.35" and "0.30". */
static void
align_digits (char **a, char **b)
{
  int in_a = count_decimals (*a), in_b = count_decimals (*b);
  char **shorter = in_a < in_b ? a : b;
  double value = g_ascii_strtod (*shorter, NULL);

  if (in_a < 0 || in_b < 0 || in_a == in_b)
    return;
  g_free (*shorter);
  *shorter = g_strdup_printf ("%.*f", MAX (in_a, in_b), value);
}

/* Returns: (transfer full) (nullable): the change as plain text for use in a sentence,
 *   "Temperature from 0.10 to 0.01", or only the names of several parameters; NULL without a
 *   change */
char *
ipl_parameters_describe_change (const IplParameters *from, const IplParameters *to)
{
  g_autofree char *joined = NULL;

  if (from->experiment != to->experiment)
    return g_strdup_printf ("case from “%s” to “%s”", from->experiment->title,
                            to->experiment->title);
  g_auto (Change) change = find_change (from, to);
  if (change.names->len == 0)
    return NULL;
  if (change.names->len > MAX_NAMED)
    return g_strdup_printf ("%s and %u other parameters", (char *)change.names->pdata[0],
                            change.names->len - 1);
  g_ptr_array_add (change.names, NULL);
  joined = g_strjoinv (", ", (char **)change.names->pdata);
  if (change.names->len > 2 || change.was == NULL || change.is == NULL
      || g_utf8_strlen (change.was, -1) > MAX_VALUE || g_utf8_strlen (change.is, -1) > MAX_VALUE
      || *change.was == '\0' || *change.is == '\0')
    return g_steal_pointer (&joined);
  align_digits (&change.was, &change.is);
  return g_strdup_printf ("%s from %s to %s", joined, change.was, change.is);
}

/* Returns: TRUE if they differ in the display options of figures and in nothing else */
gboolean
ipl_parameters_differ_in_display (const IplParameters *a, const IplParameters *b)
{
  IplParameters as_b = *a;

  if (a->experiment != b->experiment || ipl_parameters_equal (a, b))
    return FALSE;
  ipl_parameters_copy_display (&as_b, b);
  return ipl_parameters_equal (&as_b, b);
}

/* Copies the display options; the number of components is not one of them. */
void
ipl_parameters_copy_display (IplParameters *self, const IplParameters *from)
{
  guint n_components = self->display.n_components;

  self->display = from->display;
  self->display.n_components = n_components;
}

/* Moves @self to the position of @from on the axis of widths, which scales all widths by a
 * factor. Does nothing if their ratios differ. */
static void
copy_place (IplSetting *self, const IplSetting *from)
{
  IplSetting moved = *self;
  guint largest = 0;

  if (self->L != from->L)
    return;
  for (guint l = 0; l <= from->L; l++)
    largest = MAX (largest, from->N[l]);
  moved.gp = from->gp;
  ipl_setting_scale_widths (&moved, largest);
  if (memcmp (moved.N, from->N, (from->L + 1) * sizeof *from->N) == 0)
    *self = moved;
}

/* Returns: TRUE if they differ in the view and in nothing else: display options, the width
 *   shown, the moment of a trajectory */
gboolean
ipl_parameters_differ_in_view (const IplParameters *a, const IplParameters *b)
{
  IplParameters as_b = *a;

  if (a->experiment != b->experiment || ipl_parameters_equal (a, b))
    return FALSE;
  ipl_parameters_copy_display (&as_b, b);
  as_b.shown_time = b->shown_time;
  copy_place (&as_b.current, &b->current);
  return ipl_parameters_equal (&as_b, b);
}
