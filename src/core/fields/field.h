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
  IPL_FIELD_FILES,   /* const char *[count], interned: file names, unused ones empty */
  IPL_FIELD_LIST,    /* a type with the functions of @list, such as the heads of every layer */
} IplFieldKind;

/* Functions that write and read a field of kind %IPL_FIELD_LIST; @data is the struct of its
 * table. Without @get, @set and @add_json the value is an interned string. */
typedef struct
{
  char *(*get) (const IplField *self, gconstpointer data); /* (transfer full): the value as text */
  /* reads it from text; unchanged on error */
  gboolean (*set) (const IplField *self, gpointer data, const char *text, GError **error);
  /* adds it to a document, if it is not that string */
  void (*add_json) (const IplField *self, gconstpointer data, JsonBuilder *builder);
  /* reads it from a document, if it is not that string */
  gboolean (*read_json) (const IplField *self, gpointer data, JsonNode *node, GError **error);
  /* (nullable): (transfer full): effective value of an empty list, as text for @set */
  char *(*get_used) (const IplField *self, gconstpointer data);
  /* replaces @set: (transfer full): normalized form of a text, %NULL on error */
  char *(*check) (const IplField *self, const char *text, GError **error);
  const char *json_words; /* (nullable): required type in a document; %NULL for "a text" */
} IplFieldList;

/* A parameter, declared once: the source of the window's controls, documents, the command line's
 * flags and their help, errors and undo steps. */
struct _IplField
{
  const char *id; /* its name in undo steps; also its flag if @flag is %NULL */
  /* (nullable): its flag on the command line, without the dashes; empty for none */
  const char *flag;
  /* (nullable): name in documents; "object/name" for one within an object; %NULL for @id */
  const char *json;
  const char *label;    /* its label, as Pango markup */
  const char *symbol;   /* (nullable): its mathematical symbol, as Pango markup */
  const char *unit;     /* (nullable): its unit */
  const char *sentence; /* its definition, in one sentence without the full stop */
  IplFieldKind kind;    /* its type */
  gsize offset;         /* offset in the struct of the table */
  double minimum;       /* least value */
  double maximum;       /* greatest value */
  gboolean positive;    /* TRUE if @minimum itself is excluded */
  /* smallest value of its control in the window, if the range of valid values is too wide */
  double low;
  double high;  /* largest value of its control; 0 for the range from @minimum to @maximum */
  double step;  /* by which its control changes it */
  guint digits; /* decimals in its control */
  gboolean logarithmic;       /* TRUE if a logarithmic scale suits its values */
  guint multiple;             /* integers must be multiples of this; 0 for any */
  guint count;                /* number of file names */
  const char *const *choices; /* (nullable): %NULL-terminated, of a choice or an option */
  const IplFieldList *list;   /* (nullable): of a list */
  /* (nullable): TRUE if it has an effect, given the other fields of @data; %NULL for always.
   * Without an effect, it has no row in the window and no flag in a copied command; documents
   * contain its value */
  gboolean (*applies) (const IplField *self, gconstpointer data);
  const char *only; /* (nullable): condition of @applies, for the help: "in trees of that depth" */
};

typedef struct
{
  /* (nullable): name of the group, and of its object in documents; %NULL for no object */
  const char *id;
  const char *title;      /* title of the group */
  guint n_fields;         /* number of @fields */
  const IplField *fields; /* the table */
  gsize offset;           /* offset of the struct of the table */
} IplFieldGroup;

const char *ipl_field_flag (const IplField *self);
gboolean ipl_field_has_flag (const IplField *self, const char *flag);
gboolean ipl_field_applies (const IplField *self, gconstpointer data);

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
