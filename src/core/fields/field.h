/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

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

/* How a field of kind %IPL_FIELD_LIST is written and read; @data is the struct that its table
 * describes. Without @get, @set and @add_json an interned text stands at the field's place. */
typedef struct
{
  char *(*get) (const IplField *self, gconstpointer data); /* (transfer full): the value as text */
  /* takes it from text; not touched on error */
  gboolean (*set) (const IplField *self, gpointer data, const char *text, GError **error);
  /* adds it to a document, where it is not that text */
  void (*add_json) (const IplField *self, gconstpointer data, JsonBuilder *builder);
  /* takes it from a document, where it is not that text */
  gboolean (*read_json) (const IplField *self, gpointer data, JsonNode *node, GError **error);
  /* (nullable): (transfer full): what an empty value stands for, as text that @set takes */
  char *(*get_used) (const IplField *self, gconstpointer data);
  /* in the place of @set: (transfer full): what is kept of a text, %NULL on error */
  char *(*check) (const IplField *self, const char *text, GError **error);
  const char *json_words; /* (nullable): what a document must hold; %NULL for "a text" */
} IplFieldList;

/* A parameter, declared once: the window's controls, documents, the command line's flags and their
 * help, errors and undo steps are made from it. */
struct _IplField
{
  const char *id; /* names it in undo steps, and is its flag where @flag is not given */
  /* (nullable): its flag on the command line, without the dashes; empty for none */
  const char *flag;
  /* (nullable): name in documents; "object/name" for one within an object; %NULL for @id */
  const char *json;
  const char *label;    /* what it is called, as Pango markup */
  const char *symbol;   /* (nullable): the field's sign for it, as Pango markup */
  const char *unit;     /* (nullable): what it is counted in */
  const char *sentence; /* what it is, in one sentence without its full stop */
  IplFieldKind kind;    /* its type */
  gsize offset;         /* where it is in the struct that the table describes */
  double minimum;       /* least value */
  double maximum;       /* greatest value */
  gboolean positive;    /* whether @minimum itself is too little */
  /* least value of its control in the window, where the room of all that can be is too wide */
  double low;
  double high;  /* greatest value of its control; 0 for @maximum, and @low is @minimum then */
  double step;  /* by which its control changes it */
  guint digits; /* digits behind the point in its control */
  gboolean logarithmic;       /* whether its values are better spread by a factor than by a step */
  guint multiple;             /* whole numbers are multiples of this; 0 for any */
  guint count;                /* number of file names */
  const char *const *choices; /* (nullable): %NULL-terminated, of a choice or an option */
  const IplFieldList *list;   /* (nullable): of a list */
  /* (nullable): whether it has an effect, with the others of @data as they are; %NULL for always.
   * Where it has none, the window has no row for it and a copied command no flag; documents keep
   * its value */
  gboolean (*applies) (const IplField *self, gconstpointer data);
  const char *only; /* (nullable): when that is, for the help: "in trees of that depth" */
};

typedef struct
{
  /* (nullable): name of the group, and of its object in documents; %NULL for no object */
  const char *id;
  const char *title;      /* what the group is called */
  guint n_fields;         /* number of @fields */
  const IplField *fields; /* the table */
  gsize offset;           /* where the struct that the table describes is */
} IplFieldGroup;

const char *ipl_field_flag (const IplField *self);
gboolean ipl_field_has_flag (const IplField *self, const char *flag);
gboolean ipl_field_applies (const IplField *self, gconstpointer data);
char *ipl_field_groups_check (guint n, const IplFieldGroup *groups, gsize size);

char *ipl_field_get_text (const IplField *self, gconstpointer data);
char *ipl_field_get_used_text (const IplField *self, gconstpointer data);
gboolean ipl_field_set_text (const IplField *self, gpointer data, const char *text, GError **error);
gboolean ipl_field_set_list (const IplField *self, gpointer data, const char *text, GError **error);
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
char *ipl_field_groups_to_json (guint n, const IplFieldGroup *groups, gconstpointer data);
gboolean ipl_field_groups_from_json (guint n, const IplFieldGroup *groups, gpointer data,
                                     const char *json, GError **error);
void ipl_fields_add_json (guint n, const IplField *fields, gconstpointer data,
                          JsonBuilder *builder);
gboolean ipl_fields_read_json (guint n, const IplField *fields, gpointer data, JsonObject *object,
                               GError **error);
