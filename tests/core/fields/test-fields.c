/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of fields that cannot be used are told in a sentence, and their experiment is not added;
 * heads of layers in one text. */
#include "core/experiments/experiment-table.h"
#include "core/fields/field-private.h"
#include "core/tasks/layer-heads.h"

#include <stddef.h>
#include <string.h>
#include "support.h"

/* Limit of the length of object names in documents. */
#define MOST_NAME 64

/* Its name in documents. */
static const char *
name_of (const IplField *self)
{
  return self->json != NULL ? self->json : self->id;
}

/* The error of a single field, NULL for none. */
static const char *
find_fault (const IplField *self, gsize room)
{
  const char *slash = strchr (name_of (self), '/');

  if (name_of (self)[0] == '\0')
    return "has no name in documents";
  if (slash != NULL
      && (slash == name_of (self) || slash[1] == '\0' || strchr (slash + 1, '/') != NULL
          || slash - name_of (self) >= MOST_NAME))
    return "has a name in documents that is not “name” or “object/name”";
  if (self->label == NULL || self->sentence == NULL)
    return "has no label or no sentence";
  if ((self->kind == IPL_FIELD_CHOICE || self->kind == IPL_FIELD_OPTION)
      && (self->choices == NULL || self->choices[0] == NULL))
    return "has nothing to choose from";
  if (self->kind == IPL_FIELD_FILES && self->count == 0)
    return "takes no file";
  if (self->kind == IPL_FIELD_LIST
      && (self->list == NULL || (self->list->set == NULL && self->list->check == NULL)
          || (self->list->get == NULL) != (self->list->set == NULL)
          || (self->list->add_json == NULL) != (self->list->read_json == NULL)))
    return "has no functions to write and read its list";
  if (self->kind <= IPL_FIELD_SIZE && !(self->minimum <= self->maximum))
    return "has a maximum below its minimum";
  if (self->offset > room || ipl_field_size (self) > room - self->offset)
    return "lies outside its struct";
  return NULL;
}

/* TRUE if the fields of both tables are in the same object of a document. */
static gboolean
are_together (const IplFieldGroup *a, const IplFieldGroup *b)
{
  return g_strcmp0 (a->id, b->id) == 0;
}

/* TRUE if an earlier field has the name of @field of @group. */
static gboolean
name_exists (const IplFieldGroup *groups, const IplFieldGroup *group, const IplField *field)
{
  for (const IplFieldGroup *before = groups; before <= group; before++)
    for (guint k = 0; k < before->n_fields && &before->fields[k] != field; k++)
      if (are_together (before, group)
          && strcmp (name_of (&before->fields[k]), name_of (field)) == 0)
        return TRUE;
  return FALSE;
}

/* Checks tables.
 * @size: bytes of the struct of the tables
 * Returns: a sentence about the first fault; NULL if there is none */
static char *
find_first_fault (guint n, const IplFieldGroup *groups, gsize size)
{
  for (guint g = 0; g < n; g++)
    for (guint i = 0; i < groups[g].n_fields; i++)
      {
        const IplField *field = &groups[g].fields[i];
        gsize room = size > groups[g].offset ? size - groups[g].offset : 0;
        const char *fault;

        if (field->id == NULL || field->id[0] == '\0')
          return g_strdup_printf ("Field %u of “%s” has no id.", i + 1, groups[g].title);
        fault = name_exists (groups, &groups[g], field) ? "is called in documents as another is"
                                                        : find_fault (field, room);
        if (fault != NULL)
          return g_strdup_printf ("Field “%s” of “%s” %s.", field->id, groups[g].title, fault);
      }
  return NULL;
}

typedef struct
{
  double rate;
  guint steps;
} Parameters;

#define RATE                                                                                       \
  {                                                                                                \
    .id = "rate", .label = "Rate", .sentence = "By how much", .kind = IPL_FIELD_REAL,              \
    .offset = offsetof (Parameters, rate), .maximum = 1                                            \
  }
#define STEPS                                                                                      \
  {                                                                                                \
    .id = "steps", .label = "Steps", .sentence = "How many", .kind = IPL_FIELD_INTEGER,            \
    .offset = offsetof (Parameters, steps), .maximum = 9                                           \
  }

/* What is said of a table whose second field is @field. */
static void
assert_sentence (IplField field, const char *said)
{
  const IplField fields[] = { RATE, field };
  const IplFieldGroup group = { "task", "Task", G_N_ELEMENTS (fields), fields, 0 };
  g_autofree char *sentence = find_first_fault (1, &group, sizeof (Parameters));

  g_assert_cmpstr (sentence, ==, said);
}

TEST (test_check, "/fields/check")
{
  const IplField good = STEPS;
  const char *none[] = { NULL };
  IplField bad = good;

  assert_sentence (good, NULL);
  bad.json = "";
  assert_sentence (bad, "Field “steps” of “Task” has no name in documents.");
  bad.json = "rate";
  assert_sentence (bad, "Field “steps” of “Task” is called in documents as another is.");
  bad.json = "a/b/c";
  assert_sentence (bad, "Field “steps” of “Task” has a name in documents that is not “name” or "
                        "“object/name”.");
  bad.json = "a/b";
  assert_sentence (bad, NULL);
  bad = good;
  bad.id = NULL;
  assert_sentence (bad, "Field 2 of “Task” has no id.");
  bad = good;
  bad.label = NULL;
  assert_sentence (bad, "Field “steps” of “Task” has no label or no sentence.");
  bad = good;
  bad.maximum = -1;
  assert_sentence (bad, "Field “steps” of “Task” has a maximum below its minimum.");
  bad = good;
  bad.offset = sizeof (Parameters) - 1;
  assert_sentence (bad, "Field “steps” of “Task” lies outside its struct.");
  bad = good;
  bad.kind = IPL_FIELD_CHOICE;
  bad.choices = none;
  assert_sentence (bad, "Field “steps” of “Task” has nothing to choose from.");
  bad.kind = IPL_FIELD_LIST;
  assert_sentence (bad, "Field “steps” of “Task” has no functions to write and read its list.");
}

/* Those that the program has. */
TEST (test_experiments, "/fields/experiments")
{
  guint n;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *sentence = find_first_fault (
          experiments[i]->n_groups, experiments[i]->groups, experiments[i]->specific_size);

      g_test_message ("%s", experiments[i]->id);
      g_assert_cmpstr (sentence, ==, NULL);
      g_assert_cmpuint (experiments[i]->specific_size, <=, IPL_PARAMETERS_SPECIFIC);
    }
}

static char *
get_name (guint kind)
{
  return g_strdup_printf ("k%u", kind);
}

static gboolean
parse (const char *name, guint *kind)
{
  if (name[0] != 'k' || !g_ascii_isdigit (name[1]) || name[2] != '\0')
    return FALSE;
  *kind = (guint)(name[1] - '0');
  return TRUE;
}

TEST (test_layer_heads, "/fields/layer-heads")
{
  const IplHeadKinds kinds = { get_name, parse };
  const IplLayerHeads expected = { 2, { 2, 1 }, { { 1, 2 }, { 7 } } };
  IplLayerHeads read = { 1, { 4 }, { { 9, 9, 9, 9 } } }, kept;
  const char *bad[]
      = { "", ":", "k1:", "k1,", "k1:k2:k3:k4", "k1,k2,k3,k4,k5", "x", "k1;k2", NULL };
  g_autofree char *text = NULL;

  g_assert_true (ipl_layer_heads_read (&read, &kinds, " k1, k2 :k7"));
  g_assert_cmpmem (&read, sizeof read, &expected, sizeof expected);
  text = ipl_layer_heads_write (&read, &kinds);
  g_assert_cmpstr (text, ==, "k1,k2:k7");
  kept = read;
  for (guint i = 0; bad[i] != NULL; i++)
    g_assert_false (ipl_layer_heads_read (&read, &kinds, bad[i]));
  g_assert_cmpmem (&read, sizeof read, &kept, sizeof kept);
}
