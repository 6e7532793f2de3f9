/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that tables of fields are suitable for controls, documents and flags. */
#include "core/fields/field-private.h"

#include <string.h>

/* Limit of the length of object names in documents. */
#define MOST_NAME 64

/* Bytes of its value; 0 for a list whose type is not a string. */
gsize
ipl_field_size (const IplField *self)
{
  switch (self->kind)
    {
    case IPL_FIELD_REAL:
      return sizeof (double);
    case IPL_FIELD_INTEGER:
    case IPL_FIELD_OPTION:
      return sizeof (guint);
    case IPL_FIELD_SIZE:
      return sizeof (gsize);
    case IPL_FIELD_SEED:
      return sizeof (guint64);
    case IPL_FIELD_BOOLEAN:
      return sizeof (gboolean);
    case IPL_FIELD_LIST:
      return self->list != NULL && self->list->check != NULL ? sizeof (char *) : 0;
    case IPL_FIELD_CHOICE:
    case IPL_FIELD_TEXT:
    case IPL_FIELD_FILE:
    case IPL_FIELD_FILES:
    default:
      return sizeof (char *) * MAX (self->count, 1);
    }
}

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

/* Checks tables; for developers and tests.
 * @size: bytes of the struct of the tables
 * Returns: a sentence about the first fault; NULL if there is none */
char *
ipl_field_groups_check (guint n, const IplFieldGroup *groups, gsize size)
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
