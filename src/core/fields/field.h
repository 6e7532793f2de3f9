/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct _IplField IplField;

typedef enum
{
  IPL_FIELD_REAL,    /* double */
  IPL_FIELD_INTEGER, /* guint */
  IPL_FIELD_SIZE,    /* gsize, of at most G_MAXUINT */
  IPL_FIELD_SEED,    /* guint64 */
  IPL_FIELD_BOOLEAN, /* gboolean */
  IPL_FIELD_CHOICE,  /* const char *, interned: one of @choices */
  IPL_FIELD_OPTION,  /* guint or an enumeration: the index of one of @choices */
  IPL_FIELD_TEXT,    /* const char *, interned */
  IPL_FIELD_FILE,    /* const char *, interned: a file name */
  IPL_FIELD_FILES,   /* const char *[count], interned: file names, those left out empty */
  IPL_FIELD_LIST,    /* what @list says, such as the heads of every layer */
} IplFieldKind;

/**
 * IplFieldList:
 * @get: (transfer full): the value as text
 * @set: takes it from text; not touched on error
 * @add_json: adds it to a document
 * @read_json: takes it from a document
 * @get_used: (nullable): (transfer full): what an empty value stands for, as text that @set takes
 *
 * How a field of kind %IPL_FIELD_LIST is written and read; @data is the struct that its table
 * describes.
 */
typedef struct
{
  char *(*get) (gconstpointer data);
  gboolean (*set) (gpointer data, const char *text, GError **error);
  void (*add_json) (gconstpointer data, JsonBuilder *builder);
  gboolean (*read_json) (gpointer data, JsonNode *node, GError **error);
  char *(*get_used) (gconstpointer data);
} IplFieldList;

/**
 * IplField:
 * @id: names it in undo steps, and is its flag where @flag is not given
 * @flag: (nullable): its flag on the command line, without the dashes; empty for none
 * @json: (nullable): name in documents; "object/name" for one within an object; %NULL for @id
 * @label: what it is called, as Pango markup
 * @symbol: (nullable): the field's sign for it, as Pango markup
 * @unit: (nullable): what it is counted in
 * @sentence: what it is, in one sentence without its full stop
 * @kind: its type
 * @offset: where it is in the struct that the table describes
 * @minimum: least value
 * @maximum: greatest value
 * @positive: whether @minimum itself is too little
 * @low: least value of its control in the window, where the room of all that can be is too wide
 * @high: greatest value of its control; 0 for @maximum, and @low is @minimum then
 * @step: by which its control changes it
 * @digits: digits behind the point in its control
 * @logarithmic: whether its values are better spread by a factor than by a step
 * @multiple: whole numbers are multiples of this; 0 for any
 * @count: number of file names
 * @choices: (nullable): %NULL-terminated, of a choice or an option
 * @list: (nullable): of a list
 * @applies: (nullable): whether it has an effect, with the others of @data as they are; %NULL for
 *   always. Where it has none, the window has no row for it and a copied command no flag; documents
 *   keep its value
 * @only: (nullable): when that is, for the help: "in trees of that depth"
 *
 * A parameter, declared once: the window's controls, documents, the command line's flags and their
 * help, errors and undo steps are made from it.
 */
struct _IplField
{
  const char *id;
  const char *flag;
  const char *json;
  const char *label;
  const char *symbol;
  const char *unit;
  const char *sentence;
  IplFieldKind kind;
  gsize offset;
  double minimum;
  double maximum;
  gboolean positive;
  double low;
  double high;
  double step;
  guint digits;
  gboolean logarithmic;
  guint multiple;
  guint count;
  const char *const *choices;
  const IplFieldList *list;
  gboolean (*applies) (const IplField *self, gconstpointer data);
  const char *only;
};

/**
 * IplFieldGroup:
 * @id: (nullable): name of the group, and of its object in documents; %NULL for no object
 * @title: what the group is called
 * @n_fields: number of @fields
 * @fields: the table
 * @offset: where the struct that the table describes is
 */
typedef struct
{
  const char *id;
  const char *title;
  guint n_fields;
  const IplField *fields;
  gsize offset;
} IplFieldGroup;

const char *ipl_field_flag (const IplField *self);
gboolean ipl_field_applies (const IplField *self, gconstpointer data);
char *ipl_field_groups_check (guint n, const IplFieldGroup *groups, gsize size);

char *ipl_field_get_text (const IplField *self, gconstpointer data);
char *ipl_field_get_used_text (const IplField *self, gconstpointer data);
gboolean ipl_field_set_text (const IplField *self, gpointer data, const char *text, GError **error);
double ipl_field_get_number (const IplField *self, gconstpointer data);
void ipl_field_set_number (const IplField *self, gpointer data, double value);
gboolean ipl_field_get_boolean (const IplField *self, gconstpointer data);
void ipl_field_set_boolean (const IplField *self, gpointer data, gboolean value);
void ipl_field_get_range (const IplField *self, double *low, double *high);
gboolean ipl_field_equal (const IplField *self, gconstpointer a, gconstpointer b);
void ipl_field_copy (const IplField *self, gpointer to, gconstpointer from);
void ipl_field_append_flag (const IplField *self, gconstpointer data, GString *command);

gboolean ipl_fields_equal (guint n, const IplField *fields, gconstpointer a, gconstpointer b);
void ipl_fields_copy (guint n, const IplField *fields, gpointer to, gconstpointer from);
void ipl_fields_add_json (guint n, const IplField *fields, gconstpointer data,
                          JsonBuilder *builder);
gboolean ipl_fields_read_json (guint n, const IplField *fields, gpointer data, JsonObject *object,
                               GError **error);

G_END_DECLS
